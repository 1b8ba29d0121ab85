/** A finished hand looked at again: how it was dealt, and what its bots had to go by. */
import type { View } from "../messages";
import { verify, type Verdict } from "./fairness";
import { canHash } from "./hash";
import { names } from "./players";
import { say } from "./words";

/** What comes of working out the deal on the table anew, in whole sentences. */
export async function finding(view: View): Promise<string> {
  const { shuffle } = view;
  if (!canHash()) return say("table.check.cannot");
  if (!shuffle?.seed || !view.hands.length) return say("table.check.nothing");
  const verdict = await verify({
    seats: view.players.length,
    number: view.deal,
    seed: shuffle.seed,
    commitment: shuffle.commitment,
    hashes: shuffle.hashes,
    revealed: shuffle.revealed.filter(Boolean),
    hands: view.hands.map((_, seat) => dealt(view, seat)),
  });
  return told(verdict, (seats) => names(view, seats));
}

/** A verdict in whole sentences; `named` says who sits on these seats. */
export function told({ flaw, added, missing }: Verdict, named: (seats: readonly number[]) => string): string {
  if (flaw) return say(`table.check.flaw.${flaw}`);
  const right = added.length ? say("table.check.with", { added: named(added) }) : say("table.check.alone");
  return [right, ...(missing.length ? [say("table.check.left-out", { missing: named(missing) })] : [])].join(" ");
}

/** The hand of a seat before the pass. */
export const dealt = (view: View, seat: number): string[] => [
  ...view.hands[seat]!.filter((card) => !received(view, seat).includes(card)),
  ...passed(view, seat),
];

export const passed = (view: View, seat: number): readonly string[] => view.passes[seat] ?? [];

/** Who passed to a seat; nobody where no cards are passed. */
export function giver(view: View, seat: number): number | null {
  const found = view.passes.findIndex(([card]) => card !== undefined && view.hands[seat]!.includes(card));
  return found < 0 ? null : found;
}

export const receiver = (view: View, seat: number): number | null => {
  const found = view.players.findIndex((_, other) => giver(view, other) === seat);
  return found < 0 ? null : found;
};

export const received = (view: View, seat: number): readonly string[] => passed(view, giver(view, seat) ?? -1);

/** The seats for which bots play. */
export const bots = (view: View): number[] =>
  view.players.flatMap(({ kind, standIn }, seat) => (kind === "bot" || standIn ? [seat] : []));
