/** Cards as the wire writes them ("Qs", "Td"), and their names for people. */
import { list, say, type Key } from "./words";

export type Suit = "c" | "d" | "h" | "s";

/** From the lowest to the highest. */
export const RANKS = "23456789TJQKA";
export const SUITS: readonly Suit[] = ["s", "h", "c", "d"];

export const suitOf = (card: string) => card.slice(1) as Suit;
export const rankOf = (card: string) => card.slice(0, 1);

/** "queen of spades". */
export const cardName = (card: string) => say(`cards.name.${card}` as Key);

/** "the queen of spades and the ten of clubs". */
export const cardNames = (cards: readonly string[]) =>
  list(cards.map((card) => say("table.say.the", { card: cardName(card) })));

/** "queen". */
export const rankName = (card: string) => say(`cards.rank.${rankOf(card)}` as Key);

/** What stands in the corner of a card: 10, Q. */
export const index = (card: string) => say(`cards.index.${rankOf(card)}` as Key);

/** A suit's name inside a sentence and at its start, as facts. */
export const suitFacts = (suit: Suit) => ({
  suit: say(`cards.suit.${suit}`),
  suit_start: say(`cards.suit-start.${suit}`),
});
