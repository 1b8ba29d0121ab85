/** Which game this is and how far it has come, in words. */
import type { View } from "../messages";
import { target, trickNumber, waitsForMe } from "./position";
import { named, say, sayIfKnown, type Word } from "./words";

const preset = ({ rules }: View): Word => {
  const known = sayIfKnown(`table.preset.${rules.preset}`) !== undefined;
  return { table: "table.preset", entry: known ? rules.preset : "standard" };
};

export const presetName = (view: View): string => named(preset(view));

/** What a link to this table is sent with. */
export const invitation = (view: View): string =>
  say("table.invitation", { game: preset(view), target: target(view) });

export interface Progress {
  short: string;
  /** The same with the trick, or what is going on, where there is room. */
  long: string;
}

export function progress(view: View, paused = false): Progress {
  const facts = { target: target(view), deal: view.deal, trick: trickNumber(view) };
  const short = say("table.top.short", facts);
  switch (view.phase) {
    case "passing":
      return { short, long: say(`table.top.passing.${view.direction}`, facts) };
    case "playing":
      if (paused && view.direction !== "hold") return { short, long: say("table.top.received", facts) };
      return { short, long: say("table.top.trick", facts) };
    case "choosing":
      return { short, long: short };
    case "shuffling":
      // The hand before it still lies there; before the first one nothing does.
      return progress({ ...view, phase: view.deal ? "sheet" : "gathering" });
    case "sheet": {
      const over = say("table.top.sheet", facts);
      return { short: over, long: over };
    }
    case "over": {
      const over = say("table.top.over", facts);
      return { short: over, long: over };
    }
    case "gathering": {
      const before = say("table.top.gathering", facts);
      return { short: before, long: before };
    }
    case "closed": {
      const closed = say("table.top.closed", facts);
      return { short: closed, long: closed };
    }
  }
}

/** The page's title; to somebody who looks elsewhere it tells that the table waits for them. */
export const pageTitle = (view: View, looked: boolean): string =>
  say(waitsForMe(view) && !looked ? "table.title.turn" : "table.title.plain", { game: preset(view) });
