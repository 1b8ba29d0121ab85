/** What is said at a table, in words. */
import type { Say, TalkLine, View } from "../messages";
import { isClosed, label } from "./players";
import { say } from "./words";

export type Phrase = Say["phrase"];

/** The phrases, from the first that people say to one another to the last. */
export const PHRASES = [
  "hello",
  "good-luck",
  "well-played",
  "nice-one",
  "thank-you",
  "sorry",
  "oops",
  "ouch",
  "just-a-moment",
  "back-again",
  "good-game",
  "goodbye",
] as const satisfies readonly Phrase[];

/** What is shown as a drawing too. */
export const REACTIONS = ["clap", "smile", "moon", "heart"] as const satisfies readonly Phrase[];
export type Reaction = (typeof REACTIONS)[number];

export const reactionOf = (line: TalkLine): Reaction | undefined => REACTIONS.find((one) => one === line.phrase);

/** Whether there is anybody to talk to, or anything to read. */
export function hasTalk(view: View): boolean {
  if (view.options.talk === "none" || view.removed || isClosed(view)) return false;
  return view.talk.length > 0 || view.players.some(({ kind }, seat) => kind === "person" && seat !== view.seat);
}

/** What a phrase is in the language that is spoken; a text is as it was written. */
export const lineWords = (line: TalkLine): string => (line.phrase ? say(`table.talk.phrase.${line.phrase}`) : line.text);

export const isMine = (view: View, line: TalkLine): boolean => line.seat !== null && line.seat === view.seat;

/** Who said it. */
export const speakerName = (view: View, line: TalkLine): string =>
  line.seat === null ? (line.name ?? say("table.talk.left")) : label(view, line.seat);

/** As it is read aloud. */
export const lineAloud = (view: View, line: TalkLine): string =>
  say("table.talk.line", { name: speakerName(view, line), words: lineWords(line) });
