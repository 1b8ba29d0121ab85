/** Answers to "read my hand", "trick", "last trick" and "points": the same words on screen and aloud. */
import type { Trick, View } from "../messages";
import { cardWord, rankName, suitOf, suitWord } from "./cards";
import { sorted, suitOrder } from "./order";
import { byName, nameAt, person } from "./players";
import { myHand, playedBy, target, trickNumber } from "./position";
import { turnWords } from "./turn";
import { list, say } from "./words";

export type Question = "hand" | "trick" | "last" | "points";

export function answer(view: View, question: Question): string {
  switch (question) {
    case "hand":
      return handAnswer(view);
    case "trick":
      return trickAnswer(view);
    case "last": {
      const last = view.tricks.at(-1);
      return last ? trickSentences(view, last).join(" ") : say("table.trick.none");
    }
    case "points":
      return pointsAnswer(view);
  }
}

function handAnswer(view: View): string {
  const hand = sorted(myHand(view));
  if (!hand.length) return say("table.ask.empty");
  const suits = suitOrder(hand).map((suit) =>
    say("table.ask.suit", {
      suit: suitWord(suit),
      ranks: list(hand.filter((card) => suitOf(card) === suit).map(rankName)),
    }),
  );
  return [say("table.ask.hand", { count: hand.length }), ...suits].join(" ");
}

function trickAnswer(view: View): string {
  const lying = view.trick ? plays(view, view.trick) : [say("table.trick.empty")];
  return [say("table.trick.number", { trick: trickNumber(view) }), ...lying, ...turnWords(view).sentences].join(" ");
}

/** Who played which card, from the lead on; what the clock played is marked. */
export function plays(view: View, trick: Trick): string[] {
  return trick.cards.map((card, at) => {
    const seat = playedBy(trick, at, view.players.length);
    const facts = { name: nameAt(view, seat), card: cardWord(card) };
    const played = say(`table.trick.${at === 0 ? "led" : "played"}.${person(view, seat)}`, facts);
    return trick.automatic.includes(seat) ? `${played} ${byTheClock(view, seat)}` : played;
  });
}

/** That the clock played for those in whose place it did. */
export const clockPlayed = (view: View, trick: Trick | null): string[] =>
  (trick?.automatic ?? []).map((seat) => byTheClock(view, seat));

export const byTheClock = (view: View, seat: number): string =>
  say(`table.clock.played.${person(view, seat)}`, { name: nameAt(view, seat) });

/** A finished trick, from its lead to its taker. */
export function trickSentences(view: View, trick: Trick): string[] {
  return [say("table.trick.number", { trick: trick.number }), ...plays(view, trick), taken(view, trick)];
}

/** Who took a finished trick, and with which card. */
export function taken(view: View, trick: Trick): string {
  const seat = trick.winner ?? trick.leader;
  const count = view.players.length;
  const card = trick.cards[(seat - trick.leader + count) % count]!;
  const who = person(view, seat);
  const facts = { name: nameAt(view, seat), card: cardWord(card), count: trick.points ?? 0 };
  if (trick.points === null) return say(`table.trick.took.${who}`, facts);
  return trick.points ? say(`table.trick.took-points.${who}`, facts) : say(`table.trick.took-none.${who}`, facts);
}

function pointsAnswer(view: View): string {
  const moon = view.moon;
  return [
    view.points ? say("table.ask.points", { points: byName(view, view.points) }) : say("table.ask.hidden"),
    ...(moon
      ? [
          say(`table.say.moon.${person(view, moon.seat)}`, {
            name: nameAt(view, moon.seat),
            taken: moon.taken,
            of: moon.of,
          }),
        ]
      : []),
    say("table.ask.scores", { points: byName(view, view.scores) }),
    say("table.ask.target", { target: target(view) }),
  ].join(" ");
}
