/**
 * The catalogue of sentences, shared with the server (src/openhearts/words).
 *
 * Keys are the paths of the catalogue's leaves, so a wrong key is a type error. A leaf is a
 * sentence with `{placeholders}` or its plural forms, chosen by the fact `count`.
 */
import * as english from "$words/en.json";

const catalogue = {
  bots: english.bots,
  cards: english.cards,
  players: english.players,
  reasons: english.reasons,
  table: english.table,
};

type Plural = { other: string };

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

/** A sentence of the catalogue, by its path: `table.turn.yours`. */
export type Key = Leaves<typeof catalogue>;

/** What fills the placeholders of a sentence. */
export type Facts = Record<string, string | number>;

const language = "en-GB";
const plurals = new Intl.PluralRules(language);
const conjunction = new Intl.ListFormat(language, { type: "conjunction" });

function leaf(path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], catalogue);
}

function isPlural(node: unknown): node is Record<string, string> {
  return typeof node === "object" && node !== null && typeof (node as Plural).other === "string";
}

function fill(sentence: string, facts: Facts): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name];
    if (fact === undefined) return whole;
    return typeof fact === "number" ? figure(fact) : fact;
  });
}

function spoken(node: unknown, facts: Facts): string | undefined {
  if (typeof node === "string") return fill(node, facts);
  if (!isPlural(node)) return undefined;
  const form = plurals.select(Number(facts["count"] ?? 0));
  return fill(node[form] ?? node["other"]!, facts);
}

/** The sentence of a key, filled with facts. */
export function say(key: Key, facts: Facts = {}): string {
  return spoken(leaf(key), facts) ?? key;
}

/** The sentence of a key that came over the wire, or undefined where the catalogue has none. */
export function sayIfKnown(key: string, facts: Facts = {}): string | undefined {
  return spoken(leaf(key), facts);
}

/** A number as people write it, with a true minus sign. */
export function figure(number: number): string {
  return number < 0 ? `\u2212${-number}` : String(number);
}

/** Points won or lost, always with their sign: +3, −10, +0. */
export function signed(number: number): string {
  return number < 0 ? figure(number) : `+${number}`;
}

/** "the ace, the king and the ten". */
export function list(items: string[]): string {
  return conjunction.format(items);
}
