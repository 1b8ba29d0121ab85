/** What a hint says: the expert's choice, and what the cards may be expected to bring. */
import type { Hint, View } from "../messages";
import { cardWord, cardWords } from "./cards";
import { byName } from "./players";
import { estimate, say } from "./words";

type Value = Hint["values"][number];

/** From this chance of a moon on it is worth a sentence. */
const MOON_IN_SIGHT = 0.05;

/** The points that a card may be expected to bring, as they stand on the card: tenths of large numbers say nothing. */
const told = (points: number): number => (Math.abs(points) < 10 ? points : Math.round(points));

/** The hint in whole sentences. */
export function hintWords(view: View, hint: Hint): string {
  if (hint.claim) return say(`table.hint.claim.${hint.claim}`);
  if (hint.moon) return say(`table.hint.moon.${hint.moon}`, { points: byName(view, view.moonChoices[hint.moon] ?? []) });
  if (view.phase === "passing") return say("table.hint.pass", { cards: cardWords(hint.cards) });
  const [best] = hint.cards;
  const value = hint.values.find(({ card }) => card === best);
  if (!best) return "";
  if (!value) return say(view.legal.length === 1 ? "table.hint.only" : "table.hint.card", { card: cardWord(best) });
  const other = contrast(value, hint.values);
  return [
    say("table.hint.play", facts(value)),
    ...(value.moon < MOON_IN_SIGHT ? [] : [say("table.hint.shoot", { count: Math.round(100 * value.moon) })]),
    ...(other ? [say("table.hint.instead", facts(other))] : []),
  ].join(" ");
}

const facts = ({ card, points }: Value) => ({ card: cardWord(card), count: told(points), points: estimate(told(points)) });

/** The figure on a card: about how many points it brings. */
export const valueFigure = (hint: Hint, card: string): string | null => {
  const value = hint.values.find((one) => one.card === card);
  return value ? estimate(told(value.points)) : null;
};

/** What a screen reader is told of a card in the hand beside its name. */
export function cardHint(hint: Hint, card: string): string {
  const value = hint.values.find((one) => one.card === card);
  return [
    ...(hint.cards.includes(card) ? [say("table.hint.choice")] : []),
    ...(value ? [say("table.hint.value", facts(value))] : []),
  ].join(" ");
}

/** The card to compare with: the dearest, or, where the expert gives up points for the game, the cheapest. */
function contrast(best: Value, values: readonly Value[]): Value | undefined {
  const [cheapest, ...dearer] = [...values].sort((one, other) => one.points - other.points);
  const dearest = dearer.at(-1);
  const compared = cheapest && told(cheapest.points) < told(best.points) ? cheapest : dearest;
  return compared && told(compared.points) !== told(best.points) ? compared : undefined;
}
