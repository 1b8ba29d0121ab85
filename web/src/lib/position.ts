/**
 * What the table shows of a view: who sits at which place, which cards lie where, in words.
 *
 * It reads the view and works out nothing about the rules.
 */
import type { Moon, Trick, View } from "../messages";
import { suitOf, type Suit } from "./cards";
import { label, nameAt, seatsFromMine } from "./players";
import { say } from "./words";

/** Where a seat is on the screen: south is mine; west, north, east clockwise; w1 and e1 lie nearer to me. */
export type Place = "s" | "w1" | "w" | "n" | "e" | "e1";

const PLACES: Record<number, readonly Place[]> = {
  3: ["s", "w", "e"],
  4: ["s", "w", "n", "e"],
  5: ["s", "w1", "w", "e", "e1"],
  6: ["s", "w1", "w", "n", "e", "e1"],
};

export interface SeatPicture {
  seat: number;
  place: Place;
  mine: boolean;
  name: string;
  acts: boolean;
  score: number;
  points: number | null;
  moon: Moon | null;
  cards: number;
}

export interface RingCard {
  card: string;
  seat: number;
  place: Place;
  led: boolean;
  highest: boolean;
}

export interface Slot {
  place: Place;
  words: string;
  /** Where the words do not fit; mine always do. */
  short: string | null;
}

/** The seats as they are drawn, mine first, then clockwise. */
export function seats(view: View): SeatPicture[] {
  return seatsFromMine(view).map((seat) => ({
    seat,
    place: placeOf(view, seat),
    mine: seat === view.seat,
    name: label(view, seat),
    acts: view.toAct.includes(seat),
    score: view.scores[seat] ?? 0,
    points: view.points?.[seat] ?? null,
    moon: view.moon?.seat === seat ? view.moon : null,
    cards: view.handSizes[seat] ?? 0,
  }));
}

export const placeOf = (view: View, seat: number): Place => placeFrom(view, seat, view.seat ?? 0);

/** Where a seat is for whoever looks from another. */
export function placeFrom(view: View, seat: number, from: number): Place {
  const count = view.players.length;
  return PLACES[count]![(seat - from + count) % count]!;
}

/** Who played the `at`-th card of a trick. */
export const playedBy = (trick: Trick, at: number, seatCount: number): number => (trick.leader + at) % seatCount;

/** The card that a seat played to a trick, if it has. */
export function cardOf(trick: Trick, seat: number, seatCount: number): string | undefined {
  return trick.cards[(seat - trick.leader + seatCount) % seatCount];
}

/** The cards of a trick where they lie. */
export function ring(view: View, trick: Trick | null): RingCard[] {
  if (!trick) return [];
  return trick.cards.map((card, at) => {
    const seat = playedBy(trick, at, view.players.length);
    return { card, seat, place: placeOf(view, seat), led: at === 0, highest: seat === trick.winner };
  });
}

/** The empty places of the trick on the table. */
export function slots(view: View): Slot[] {
  if (view.phase !== "playing") return [];
  const acting = view.toAct[0];
  const next = acting === undefined ? undefined : (acting + 1) % view.players.length;
  return seatsFromMine(view)
    .filter((seat) => !view.trick || cardOf(view.trick, seat, view.players.length) === undefined)
    .map((seat) => ({ place: placeOf(view, seat), words: slotWords(view, seat, acting, next), short: initial(view, seat) }));
}

const initial = (view: View, seat: number) => (seat === view.seat ? null : [...nameAt(view, seat)][0]!);

function slotWords(view: View, seat: number, acting: number | undefined, next: number | undefined): string {
  if (seat === view.seat) return say(seat === acting ? "table.ring.yours" : "table.ring.you");
  const name = label(view, seat);
  return seat === next ? say("table.ring.next", { name }) : name;
}

export const ledSuit = (trick: Trick | null): Suit | null => (trick?.cards[0] ? suitOf(trick.cards[0]) : null);

/** Whether it is for me to play a card now. */
export const myTurn = (view: View): boolean =>
  view.phase === "playing" && waitsForMe(view);

/** Whether it is for me to choose cards to pass. */
export const myPass = (view: View): boolean =>
  view.phase === "passing" && waitsForMe(view);

/** Whether the game waits for me; the score sheet does not hurry anybody. */
export const waitsForMe = (view: View): boolean =>
  ["passing", "playing", "choosing"].includes(view.phase) &&
  view.seat !== null &&
  view.toAct.includes(view.seat) &&
  !view.players[view.seat]!.standIn;

/** My cards: those that I have passed no longer count, even before all have chosen. */
export const myHand = (view: View): string[] =>
  view.phase === "passing" ? view.hand.filter((card) => !view.given.includes(card)) : view.hand;

/** The received cards that are still marked: until my first play. */
export function newCards(view: View): string[] {
  const mine = view.seat;
  if (mine === null || view.phase !== "playing" || view.tricksPlayed > 0) return [];
  if (view.trick && cardOf(view.trick, mine, view.players.length) !== undefined) return [];
  return view.received;
}

/** The number of the trick that is being played. */
export const trickNumber = (view: View): number => view.trick?.number ?? view.tricksPlayed + 1;

/** What a fixed target the game has. */
export const target = (view: View): number => Number(view.rules.fields["target"] ?? 100);
