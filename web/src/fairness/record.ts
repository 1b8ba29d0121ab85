/** What a record (docs/record.md) tells of how its hands were dealt. */
import { parse } from "smol-toml";
import type { DealToCheck } from "../lib/fairness";

/** One hand of a record. */
export interface RecordedDeal {
  number: number;
  /** By seat, the person's name at its beginning, if it has one. */
  names: readonly (string | null)[];
  /** Nothing where the record does not tell what the cards were drawn from. */
  drawn: DealToCheck | null;
}

/** A text that is no record, or one in which something is missing that is needed here. */
export class NoRecord extends Error {}

/** The longest text that is looked at, as everywhere. */
const LONGEST = 4 * 1024 * 1024;
const SUITS = "shdc";

type Table = Record<string, unknown>;

/** The hands of a record that is written as TOML, or as JSON. */
export function dealsIn(text: string): RecordedDeal[] {
  if (text.length > LONGEST) throw new NoRecord();
  const document = table(documentIn(text));
  if (document["hearts"] !== 1) throw new NoRecord();
  const seats = (optional(document["ruleset"], table)?.["seats"] ?? 4) as number;
  if (![3, 4, 5, 6].includes(seats)) throw new NoRecord();
  const players = optional(document["players"], array)?.map(table) ?? Array.from({ length: seats }, () => ({}));
  return (optional(document["deals"], array) ?? []).map(table).map((deal) => dealOf(deal, seats, players));
}

function documentIn(text: string): unknown {
  try {
    return text.trimStart().startsWith("{") ? JSON.parse(text) : parse(text);
  } catch {
    throw new NoRecord();
  }
}

/** Also brings `players` up to the end of the deal. */
function dealOf(deal: Table, seats: number, players: Table[]): RecordedDeal {
  const changes = (optional(deal["player_changes"], array) ?? []).map(table);
  const change = (one: Table) => void (players[seatOf(one["seat"], seats)] = one);
  changes.filter((one) => one["after"] === 0).forEach(change);
  const names = players.map(({ name }) => (typeof name === "string" ? name : null));
  changes.forEach(change);
  return { number: number(deal["number"]), names, drawn: drawnFrom(deal, seats) };
}

function drawnFrom(deal: Table, seats: number): DealToCheck | null {
  const fair = optional(deal["fair"], table);
  if (!fair) return null;
  const hands = array(deal["hands"]).map(string).map(cardsOf);
  if (hands.length !== seats) throw new NoRecord();
  return {
    seats,
    number: number(deal["number"]),
    seed: digits(fair["seed"]),
    commitment: digits(fair["commitment"]),
    hashes: (optional(fair["hashes"], array) ?? []).map((hash) => (hash === "" ? "" : digits(hash))),
    revealed: (optional(fair["revealed"], array) ?? []).map(digits),
    hands,
  };
}

/** The cards of a hand: its spades, hearts, diamonds, clubs, parted by dots. */
const cardsOf = (hand: string): string[] =>
  hand.split(".").flatMap((ranks, suit) => [...ranks].map((rank) => `${rank}${SUITS[suit]}`));

function optional<T>(value: unknown, of: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : of(value);
}

function table(value: unknown): Table {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new NoRecord();
  return value as Table;
}

function array(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new NoRecord();
  return value;
}

function string(value: unknown): string {
  if (typeof value !== "string") throw new NoRecord();
  return value;
}

function number(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new NoRecord();
  return value as number;
}

function seatOf(value: unknown, seats: number): number {
  if (number(value) < 0 || number(value) >= seats) throw new NoRecord();
  return number(value);
}

function digits(value: unknown): string {
  if (!/^([0-9a-f]{2})+$/.test(string(value))) throw new NoRecord();
  return value as string;
}
