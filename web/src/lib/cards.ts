/** Cards as the wire writes them ("Qs", "Td"), and their names for people. */
import { named, say, type Key, type Word } from "./words";

export type Suit = "c" | "d" | "h" | "s";

/** From the lowest to the highest. */
export const RANKS = "23456789TJQKA";
export const SUITS: readonly Suit[] = ["s", "h", "c", "d"];

export const suitOf = (card: string) => card.slice(1) as Suit;
export const rankOf = (card: string) => card.slice(0, 1);

/** The card as a fact, in whichever form its sentence names. */
export const cardWord = (card: string): Word => ({ table: "cards.name", entry: card });

/** The same of cards in one hand. */
export const cardWords = (cards: readonly string[]): Word[] => cards.map(cardWord);

/** The suit as a fact. */
export const suitWord = (suit: Suit): Word => ({ table: "cards.suit", entry: suit });

/** "queen of spades". */
export const cardName = (card: string) => named(cardWord(card));

/** "queen". */
export const rankName = (card: string) => say(`cards.rank.${rankOf(card)}` as Key);

/** What stands in the corner of a card of the international deck: 10, Q. */
export const index = (card: string) => (rankOf(card) === "T" ? "10" : rankOf(card));

/** The same in the letters of the language that is spoken; the style sheet shows one of the two. */
export const ownIndex = (card: string) => say(`cards.index.${rankOf(card)}` as Key);

/** The letters that differ, of one kind: A K Q J. */
export const letters = (of: (card: string) => string) => [..."AKQJ"].map(of).join(" ");
