/** The time that somebody has left, in words. */
import type { Player } from "../messages";
import { language } from "./language.svelte";
import { say } from "./words";

export interface ClockWords {
  short: string;
  /** The same, with the reserve, where there is room. */
  long: string;
  sentence: string;
}

/** From so many seconds on the owner is told. */
export const SOON_UP = 10;

/** From so many of the smaller unit on the larger one is told. */
const UNITS = [
  { unit: "day", seconds: 24 * 3600, from: 2 * 24 * 3600 },
  { unit: "hour", seconds: 3600, from: 2 * 3600 },
  { unit: "minute", seconds: 60, from: 120 },
] as const;

/** So many seconds: "23 seconds", or "23 sec". */
export function duration(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const { unit, seconds: one } = UNITS.find(({ from }) => seconds >= from) ?? { unit: "second", seconds: 1 };
  const format = new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay });
  return format.format(one === 1 ? Math.ceil(seconds) : Math.floor(seconds / one));
}

/** What is left of a player's time, `gone` seconds after the view that told it; nothing where no clock runs. */
export function clockWords({ secondsLeft, reserveLeft }: Player, gone: number): ClockWords | null {
  if (secondsLeft === null) return null;
  const left = Math.max(0, secondsLeft - gone);
  const reserve = Math.min(reserveLeft ?? 0, left);
  const own = left - reserve;
  if (own <= 0 && reserve > 0) {
    const short = say("table.clock.reserve-short", { time: duration(left, "short") });
    return { short, long: short, sentence: say("table.clock.reserve", { time: duration(left) }) };
  }
  const short = duration(own, "short");
  const facts = { time: duration(own), reserve: duration(reserve) };
  return {
    short,
    long: reserve ? `${short} + ${duration(reserve, "short")}` : short,
    sentence: say(reserve ? "table.clock.with-reserve" : "table.clock.left", facts),
  };
}
