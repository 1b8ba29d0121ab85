/** Whose turn it is, in the few words beside my seat and as whole sentences. */
import type { Player, View } from "../messages";
import { nameAt, names } from "./players";
import { myPass } from "./position";
import { say } from "./words";

export interface Turn {
  /** Empty where the table waits for nobody. */
  words: string;
  mine: boolean;
  sentences: string[];
}

export function turnWords(view: View): Turn {
  const [acting] = view.toAct;
  if (acting === undefined) return { words: "", mine: false, sentences: [] };
  switch (view.phase) {
    case "playing":
      if (acting === view.seat) return mine(say("table.turn.yours"), say("table.say.turn"));
      return theirs(
        say("table.turn.theirs", { name: nameAt(view, acting) }),
        say("table.say.turn-other", { name: nameAt(view, acting) }),
      );
    case "passing":
      if (myPass(view)) return mine(say("table.turn.choose"), say("table.say.turn"));
      return theirs(say("table.turn.waiting", { names: names(view, view.toAct) }));
    case "choosing":
      if (acting === view.seat) return mine(say("table.turn.decide"), say("table.say.turn"));
      return theirs(say("table.turn.deciding", { name: nameAt(view, acting) }));
    default:
      return { words: "", mine: false, sentences: [] };
  }
}

const mine = (words: string, sentence: string): Turn => ({ words, mine: true, sentences: [sentence] });
const theirs = (words: string, sentence?: string): Turn => ({
  words,
  mine: false,
  sentences: [sentence ?? `${words}.`],
});

/** From so many seconds for a decision on, people come back for their turns: nobody is missed. */
const SLOW = 3600;

export const isSlow = ({ options }: View): boolean => options.clock_seconds >= SLOW;

const isAway = ({ kind, here, standIn }: Player) => kind === "person" && !here && !standIn;

/** Whether the table waits for somebody who is away, and what comes of that; empty if it does not. */
export function waitsForAway(view: View): string {
  if (isSlow(view) || !["passing", "playing", "choosing"].includes(view.phase)) return "";
  const seat = view.toAct.find((one) => one !== view.seat && isAway(view.players[one]!));
  return seat === undefined ? "" : say("table.waits.away", { name: nameAt(view, seat) });
}
