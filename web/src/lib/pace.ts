/** How long things take on the table, in milliseconds. */
import type { Preferences } from "./preferences";

export interface Pace {
  /** A card's flight. */
  fly: number;
  /** From the landing of one card to the start of the next. */
  gap: number;
  /** A full trick lies still; Infinity: until a tap or a key. */
  rest: number;
  sweep: number;
}

const FLY = 260;
const GAP = 240;
const SWEEP = 420;
/** Even at once a full trick is seen. */
const GLIMPSE = 200;

export function paceOf(wishes: Pick<Preferences, "speed" | "rest">, stillness: boolean): Pace {
  const share = { calm: 1, quick: 0.5, "at-once": 0 }[wishes.speed];
  const rest = wishes.rest === "tap" ? Infinity : Number(wishes.rest);
  return {
    fly: stillness ? 0 : FLY * share,
    // Cards that do not fly still come one after another.
    gap: (stillness ? FLY + GAP : GAP) * share,
    rest: wishes.speed === "at-once" ? Math.min(rest, GLIMPSE) : rest,
    sweep: stillness ? 0 : SWEEP * share,
  };
}
