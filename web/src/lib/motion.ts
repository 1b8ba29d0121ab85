/**
 * From one view to the next: which card is played where, in which order.
 *
 * A server may play several bots' cards at once, and a slow line may lose views between two
 * that arrive. So the cards between are read from the tricks, and shown one after another.
 */
import type { Trick, View } from "../messages";
import { playedBy } from "./position";

export type Beat =
  /** A seat plays a card. */
  | { kind: "card"; view: View; seat: number; card: string }
  /** A full trick lies on the table, or what a claim has ended. */
  | { kind: "rest"; view: View }
  /** It goes to its taker. */
  | { kind: "sweep"; view: View; seat: number }
  /** Something to read before play goes on: the cards received, or that none are passed. */
  | { kind: "pause"; view: View; why: "received" | "hold" }
  /** Anything else: the new view at once. */
  | { kind: "show"; view: View };

/** What happens between two views of one table. The last beat always ends at `next` itself. */
export function beats(before: View, next: View): Beat[] {
  const why = pauseBetween(before, next);
  const from = why ? dealt(next) : before;
  const plays = sameDeal(from, next) ? playsBetween(from, next) : [];
  const moves = plays.flatMap((play, done) => beatsOfPlay(from, next, play, plays.slice(done + 1)));
  const all: Beat[] = why ? [{ kind: "pause", why, view: from }, ...moves] : moves;
  const last = all.at(-1);
  if (next.claim && from.phase === "playing" && next.phase !== "playing") {
    // What the claim ends is seen, with the claim, before the result.
    const ended: View = { ...from, ...last?.view, claim: next.claim, toAct: [], legal: [], claims: [] };
    return [...all, { kind: "rest", view: ended }, { kind: "show", view: next }];
  }
  if (!last || last.kind === "rest") return [...all, { kind: "show", view: next }];
  return [...all.slice(0, -1), { ...last, view: next }];
}

const sameDeal = (one: View, other: View) => one.game === other.game && one.deal === other.deal;

function pauseBetween(before: View, next: View): "received" | "hold" | null {
  const begins = next.phase === "playing" && next.tricksPlayed === 0 && next.seat !== null;
  if (!begins) return null;
  if (sameDeal(before, next)) return before.phase === "passing" && next.received.length ? "received" : null;
  // Where no hand ever passes, nobody needs to be told each time.
  return next.direction === "hold" && next.rules.fields["passing"] !== "none" ? "hold" : null;
}

interface Play {
  trick: Trick;
  at: number;
  seat: number;
  card: string;
}

function allPlays(view: View): Play[] {
  return [...view.tricks, ...(view.trick ? [view.trick] : [])].flatMap((trick) =>
    trick.cards.map((card, at) => ({ trick, at, card, seat: playedBy(trick, at, view.players.length) })),
  );
}

/** More than any trick has cards. */
const SPAN = 10;
const place = (play: Play) => (play.trick.number - 1) * SPAN + play.at;
const reached = (view: View) => view.tricksPlayed * SPAN + (view.trick?.cards.length ?? 0);

/** The plays that `next` knows beyond `before`; none if a decision was taken back between them. */
function playsBetween(before: View, next: View): Play[] {
  const plays = allPlays(next);
  const shown = new Map(allPlays(before).map((play) => [place(play), play.card]));
  const agrees = plays.every((play) => (shown.get(place(play)) ?? play.card) === play.card);
  return agrees ? plays.filter((play) => place(play) >= reached(before)) : [];
}

function beatsOfPlay(from: View, next: View, play: Play, later: Play[]): Beat[] {
  const { trick, at, seat, card } = play;
  const full = at + 1 === next.players.length;
  const older = [...from.tricks, ...next.tricks].filter((one) => one.number < trick.number);
  const known = next.options.older_tricks ? unique(older) : older.slice(-1);
  const lying: Trick = {
    ...trick,
    cards: trick.cards.slice(0, at + 1),
    winner: full ? trick.winner : null,
    points: null,
  };
  const pictured = rewound(from, next, later, lying, known);
  // The newest card has brought about what is new.
  const { heartsBroken, queenPlayed } = next;
  const played = later.length ? pictured : { ...pictured, heartsBroken, queenPlayed };
  const beats: Beat[] = [{ kind: "card", view: played, seat, card }];
  if (!full) return beats;
  const swept = rewound(from, next, later, null, [...(next.options.older_tricks ? known : []), trick]);
  return [...beats, { kind: "rest", view: played }, { kind: "sweep", view: swept, seat: trick.winner ?? trick.leader }];
}

const unique = (tricks: Trick[]) => [...new Map(tricks.map((trick) => [trick.number, trick])).values()];

/** `next` as it was when its deal's play began. */
function dealt(next: View): View {
  const plays = allPlays(next);
  const mine = plays.filter((play) => play.seat === next.seat).map((play) => play.card);
  const start: View = {
    ...next,
    hand: [...next.hand, ...mine],
    heartsBroken: false,
    queenPlayed: false,
    points: next.points && next.points.map(() => 0),
    moon: null,
  };
  return rewound(start, next, plays, null, []);
}

/** A picture between two views: the facts of `from`, the cards as `next` proves them. */
function rewound(from: View, next: View, later: Play[], trick: Trick | null, tricks: Trick[]): View {
  const laterOf = (seat: number | null) => later.filter((play) => play.seat === seat).map((play) => play.card);
  const mine = [...next.hand, ...laterOf(next.seat)];
  return {
    ...from,
    players: next.players,
    phase: "playing",
    toAct: later[0] ? [later[0].seat] : [],
    hand: from.hand.filter((card) => mine.includes(card)),
    legal: [],
    refusals: {},
    claims: [],
    handSizes: next.handSizes.map((size, seat) => size + laterOf(seat).length),
    trick,
    tricks,
    tricksPlayed: trick ? trick.number - 1 : (tricks.at(-1)?.number ?? 0),
  };
}
