/** What the pictures of a walk have in common, and how one leads to the next. */
import { beats, type Beat } from "../lib/motion";
import { paceOf, type Pace } from "../lib/pace";
import { readPreferences } from "../lib/preferences";
import type { Trick, View } from "../messages";

/** Here nothing waits for a tap, and nobody needs to count what has been played. */
const LONGEST_REST = 1500;

/** The pace that this person likes. */
export function ownPace(): Pace {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pace = paceOf(readPreferences(), still);
  return { ...pace, rest: Math.min(pace.rest, LONGEST_REST) };
}

/** The finished trick that a picture at rest still shows. */
export function lyingTrick(view: View): Trick | null {
  if (view.phase !== "playing" || view.toAct.length || view.trick) return null;
  return view.tricks.at(-1) ?? null;
}

/** From one picture to the next; a trick that still lies there goes to its taker first. */
export function between(before: View, next: View): Beat[] {
  const lying = lyingTrick(before);
  const sweep: Beat[] = lying?.winner == null ? [] : [{ kind: "sweep", view: before, seat: lying.winner }];
  const all = beats(before, next);
  // Where the next picture rests too, its trick stays where it is.
  const stays = lyingTrick(next) && all.at(-1)?.kind === "sweep";
  return [...sweep, ...(stays ? [...all.slice(0, -2), { kind: "show", view: next } as const] : all)];
}

/** What the server tells under this address; nothing without a line, and the page stays as it is. */
export async function told<T>(address: string): Promise<T | null> {
  try {
    const answer = await fetch(address);
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null;
  }
}
