/**
 * The sentences of the language that is spoken, shared with the server (src/openhearts/words).
 *
 * Keys are the paths of the English catalogue's leaves, so a wrong key is a type error. A leaf
 * is a sentence with `{placeholders}` or its plural forms, chosen by the fact `count`. A
 * placeholder may name the form that its fact takes there: `{card:the}`.
 */
import { spoken, type Sections } from "./language.svelte";

type Plural = { other: string };

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

/** A sentence of the catalogue, by its path: `table.turn.yours`. */
export type Key = Leaves<Sections>;

/** A fact that has forms: `{card}` takes `cards.name.Qs`, and `{card:the}` `cards.name-the.Qs`. */
export interface Word {
  table: "cards.name" | "cards.suit" | "table.preset" | "bots.level";
  entry: string;
}

/** What fills a placeholder; several words are joined as the language joins them. */
export type Fact = string | number | Word | readonly Word[];

/** What fills the placeholders of a sentence. */
export type Facts = Record<string, Fact>;

function leaf(path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], spoken().sections);
}

function isPlural(node: unknown): node is Record<string, string> {
  return typeof node === "object" && node !== null && typeof (node as Plural).other === "string";
}

/** People get the page all the same; a test fails. */
function miss(what: string): void {
  console.warn(`Missing words: ${what}`);
}

function fill(sentence: string, facts: Facts): string {
  return sentence.replace(/\{(\w+)(?::([\w-]+))?\}/g, (whole, name: string, form?: string) => {
    const fact = facts[name];
    if (fact !== undefined) return inflected(fact, form);
    miss(`no fact ${name} for "${sentence}"`);
    return whole;
  });
}

function inflected(fact: Fact, form?: string): string {
  if (typeof fact === "object") return "table" in fact ? named(fact, form) : list(fact.map((word) => named(word, form)));
  if (form) miss(`${fact} has no form ${form}, nor any other`);
  return typeof fact === "number" ? figure(fact) : fact;
}

/** A word, as a sentence that names this form, or none, has it. */
export function named({ table, entry }: Word, form?: string): string {
  const found = form && leaf(`${table}-${form}.${entry}`);
  if (typeof found === "string") return found;
  if (form) miss(`no form ${form} of ${table}.${entry}`);
  return say(`${table}.${entry}` as Key);
}

function told(node: unknown, facts: Facts): string | undefined {
  if (typeof node === "string") return fill(node, facts);
  if (!isPlural(node)) return undefined;
  const form = spoken().plurals.select(Number(facts["count"] ?? 0));
  return fill(node[form] ?? node["other"]!, facts);
}

/** The sentence of a key, filled with facts. */
export function say(key: Key, facts: Facts = {}): string {
  const sentence = told(leaf(key), facts);
  if (sentence === undefined) miss(`no sentence ${key}`);
  return sentence ?? key;
}

/** The sentence of a key that came over the wire, or undefined where the catalogue has none. */
export function sayIfKnown(key: string, facts: Facts = {}): string | undefined {
  return told(leaf(key), facts);
}

/** A number as people write it, with a true minus sign. */
export function figure(number: number): string {
  return number < 0 ? `\u2212${-number}` : String(number);
}

/** A number that was estimated, with a true minus sign: 3.2, −14. */
export function estimate(number: number): string {
  const { tenths } = spoken();
  return number < 0 ? `\u2212${tenths.format(-number)}` : tenths.format(number);
}

/** Points won or lost, always with their sign: +3, −10, +0. */
export function signed(number: number): string {
  return number < 0 ? figure(number) : `+${number}`;
}

/** "three", as headings say it. */
export function numberWord(count: number): string {
  return say(`table.number.${count}` as Key);
}

/** "the ace, the king and the ten". */
export function list(items: readonly string[]): string {
  return spoken().conjunction.format(items);
}
