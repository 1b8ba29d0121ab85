/** What has happened in this hand, as far as the view tells it. */
import type { View } from "../messages";
import { taken } from "./answers";
import { cardWord, cardWords } from "./cards";
import { nameAt, names, person } from "./players";
import { playedBy } from "./position";
import { say } from "./words";

export interface Line {
  /** The trick that it is about; 0 before the first. */
  trick: number;
  text: string;
}

export function history(view: View): Line[] {
  return [
    ...passing(view).map((text) => ({ trick: 0, text })),
    ...view.tricks.map((trick) => ({ trick: trick.number, text: taken(view, trick) })),
    ...(view.trick ? [{ trick: view.trick.number, text: lying(view) }] : []),
  ];
}

function passing(view: View): string[] {
  const { given, received, passTo, receiveFrom } = view;
  const lines = [say(`table.log.pass.${view.direction}`, { deal: view.deal }), ...leftOut(view)];
  if (given.length && passTo !== null)
    lines.push(say("table.log.gave", { cards: cardWords(given), name: nameAt(view, passTo) }));
  if (received.length && receiveFrom !== null)
    lines.push(say("table.log.got", { cards: cardWords(received), name: nameAt(view, receiveFrom) }));
  if (view.phase === "passing")
    view.passed.forEach((passed, seat) => {
      if (passed && seat !== view.seat) lines.push(say("table.say.chosen", { name: nameAt(view, seat) }));
    });
  return lines;
}

/** Whose browsers had promised to add to the deal, and showed nothing in time. */
function leftOut(view: View): string[] {
  const { hashes = [], revealed = [] } = view.shuffle ?? {};
  const missing = hashes.flatMap((hash, seat) => (hash && !revealed[seat] ? [seat] : []));
  return missing.length ? [say("table.check.left-out", { missing: names(view, missing) })] : [];
}

function lying(view: View): string {
  const trick = view.trick!;
  return trick.cards
    .map((card, at) => {
      const seat = playedBy(trick, at, view.players.length);
      const facts = { name: nameAt(view, seat), card: cardWord(card) };
      return say(`table.trick.${at === 0 ? "led" : "played"}.${person(view, seat)}`, facts);
    })
    .join(" ");
}
