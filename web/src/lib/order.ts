/** The order of a hand on the screen: colours alternate, ranks fall from ace to two. */
import { RANKS, rankOf, suitOf, type Suit } from "./cards";

const RED: readonly Suit[] = ["h", "d"];
const BLACK: readonly Suit[] = ["s", "c"];

/** The suits that a hand holds, so ordered that no two of one colour meet if it can be helped. */
export function suitOrder(hand: readonly string[]): Suit[] {
  const held = new Set(hand.map(suitOf));
  const red = RED.filter((suit) => held.has(suit));
  const black = BLACK.filter((suit) => held.has(suit));
  const [first, second] = red.length > black.length ? [red, black] : [black, red];
  return first.flatMap((suit, place) => [suit, ...second.slice(place, place + 1)]);
}

/** The hand, sorted. */
export function sorted(hand: readonly string[]): string[] {
  const suits = suitOrder(hand);
  const place = (card: string) => suits.indexOf(suitOf(card)) * RANKS.length - RANKS.indexOf(rankOf(card));
  return [...hand].sort((one, other) => place(one) - place(other));
}

/** The longest row of a hand on a phone. */
const ROW = 7;

/**
 * The sorted hand in as few rows of at most seven as hold it.
 *
 * A row ends between two suits wherever no row then exceeds seven; else the rows are as even
 * as can be, the longer ones on top.
 */
export function rows(cards: readonly string[]): string[][] {
  const count = Math.max(1, Math.ceil(cards.length / ROW));
  const even = split(cards, evenBreaks(cards.length, count));
  const bySuit = breaksBetweenSuits(cards, count).map((breaks) => split(cards, breaks));
  return bySuit.filter(fits).sort((one, other) => unevenness(one) - unevenness(other))[0] ?? even;
}

const fits = (rows: string[][]) => rows.every((row) => row.length > 0 && row.length <= ROW);

/** How far the rows are from even; a row longer than the one above it weighs more. */
function unevenness(rows: string[][]): number {
  return rows.slice(1).reduce((sum, row, above) => {
    const difference = rows[above]!.length - row.length;
    return sum + (difference < 0 ? 1.5 - difference : difference);
  }, 0);
}

function evenBreaks(length: number, count: number): number[] {
  return Array.from({ length: count - 1 }, (_, row) => Math.ceil(((row + 1) * length) / count));
}

function breaksBetweenSuits(cards: readonly string[], count: number): number[][] {
  const boundaries = cards.flatMap((card, at) => (at > 0 && suitOf(card) !== suitOf(cards[at - 1]!) ? [at] : []));
  if (count === 1) return [[]];
  if (count === 2) return boundaries.map((at) => [at]);
  return boundaries.flatMap((at) => boundaries.filter((later) => later > at).map((later) => [at, later]));
}

function split(cards: readonly string[], breaks: number[]): string[][] {
  return [0, ...breaks].map((start, row) => cards.slice(start, breaks[row] ?? cards.length));
}
