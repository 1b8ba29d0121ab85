/** What has happened in this hand, as far as the view tells it. */
import type { View } from "../messages";
import { clockPlayed, plays, taken } from "./answers";
import { cardWords } from "./cards";
import { nameAt, names, person } from "./players";
import { say } from "./words";

export interface Line {
  /** The trick that it is about; 0 before the first. */
  trick: number;
  text: string;
}

export function history(view: View): Line[] {
  return [
    ...passing(view).map((text) => ({ trick: 0, text })),
    ...view.tricks.map((trick) => ({
      trick: trick.number,
      text: [taken(view, trick), ...clockPlayed(view, trick)].join(" "),
    })),
    ...(view.trick ? [{ trick: view.trick.number, text: plays(view, view.trick).join(" ") }] : []),
  ];
}

function passing(view: View): string[] {
  const { given, received, passTo, receiveFrom } = view;
  const lines = [say(`table.log.pass.${view.direction}`, { deal: view.deal }), ...leftOut(view)];
  for (const seat of view.passedAutomatically)
    lines.push(say(`table.clock.passed.${person(view, seat)}`, { name: nameAt(view, seat) }));
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
