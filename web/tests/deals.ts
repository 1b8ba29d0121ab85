/**
 * A whole deal of the simplest Hearts, as seat 0 sees it: a view after each card.
 *
 * Enough of the rules to be plausible; the real ones are the server's.
 */
import type { Trick, View } from "../src/messages";
import { RANKS, rankOf, SUITS, suitOf } from "../src/lib/cards";
import { view, type Seats } from "./views";

const PACK = SUITS.flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** A generator of numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let now = seed;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}

function shuffled(seed: number): string[] {
  const next = random(seed);
  const pack = [...PACK];
  for (let at = pack.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [pack[at], pack[other]] = [pack[other]!, pack[at]!];
  }
  return pack;
}

const worth = (card: string) => (card === "Qs" ? 13 : suitOf(card) === "h" ? 1 : 0);
const strength = (card: string) => RANKS.indexOf(rankOf(card));

function winner(trick: Trick, seats: number): number {
  const led = suitOf(trick.cards[0]!);
  const best = trick.cards
    .map((card, at) => ({ card, at }))
    .filter(({ card }) => suitOf(card) === led)
    .reduce((one, other) => (strength(other.card) > strength(one.card) ? other : one));
  return (trick.leader + best.at) % seats;
}

/** The views of one deal, the first before the first card. */
export function* ownDeal(seats: Seats, seed = 7): Generator<View> {
  const pack = shuffled(seed);
  const size = Math.floor(pack.length / seats);
  const hands = Array.from({ length: seats }, (_, seat) => pack.slice(seat * size, (seat + 1) * size));
  const points = hands.map(() => 0);
  let tricks: Trick[] = [];
  let trick: Trick | null = null;
  let leader = 1;
  let version = 100;
  let broken = false;
  let queen = false;

  const picture = (): View => {
    const played = tricks.at(-1)?.number ?? 0;
    const acting = trick ? (trick.leader + trick.cards.length) % seats : leader;
    const legal = acting === 0 && hands[0]!.length ? legalOf(hands[0]!, trick) : [];
    return view(
      {
        version: version++,
        decision: `1.6.play.${played + 1}.${trick?.cards.length ?? 0}`,
        hand: [...hands[0]!],
        legal,
        refusals: Object.fromEntries(
          acting === 0
            ? hands[0]!
                .filter((card) => !legal.includes(card))
                .map((card) => [
                  card,
                  { code: "must-follow", facts: { suit: suitOf(trick!.cards[0]!), count: legal.length } },
                ])
            : [],
        ),
        handSizes: hands.map((hand) => hand.length),
        tricks: tricks.slice(-1),
        trick,
        tricksPlayed: played,
        toAct: hands[acting]!.length ? [acting] : [],
        heartsBroken: broken,
        queenPlayed: queen,
        points: [...points],
        rows: [],
        scores: points.map(() => 0),
      },
      seats,
    );
  };

  yield picture();
  for (let number = 1; number <= size; number++) {
    for (let at = 0; at < seats; at++) {
      const seat = (leader + at) % seats;
      const card = legalOf(hands[seat]!, trick)[0]!;
      hands[seat] = hands[seat]!.filter((other) => other !== card);
      broken ||= suitOf(card) === "h";
      queen ||= card === "Qs";
      const lying: Trick = { number, leader, cards: [...(trick?.cards ?? []), card], winner: null, points: null, automatic: [] };
      lying.winner = winner(lying, seats);
      trick = lying;
      if (lying.cards.length === seats) {
        lying.points = lying.cards.reduce((sum, one) => sum + worth(one), 0);
        points[lying.winner]! += lying.points;
        tricks = [...tricks, lying];
        leader = lying.winner;
        trick = null;
      }
      yield picture();
      if (trick === null) break;
    }
  }
}

function legalOf(hand: string[], trick: Trick | null): string[] {
  const follows = trick ? hand.filter((card) => suitOf(card) === suitOf(trick.cards[0]!)) : [];
  return follows.length ? follows : hand;
}
