// @vitest-environment node
import english from "$words/en.json";
import { afterEach, describe, expect, test, vi } from "vitest";
import forms from "../../../tests/words/forms.json";
import { speakFrom, type Sections } from "../../src/lib/language.svelte";
import { figure, list, say, sayIfKnown, signed, type Facts, type Key } from "../../src/lib/words";

const SOURCES = import.meta.glob("../../src/{fairness,lib,parts,table}/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const TEXT = Object.values(SOURCES).join("\n");
const MINE = ["table", "reasons", "cards", "bots", "players", "language"] as const;

/** The tables of words that have forms, whose sentences name the form: `cards.name-the`. */
const TABLES = ["cards.name", "cards.suit", "table.preset", "bots.level"];
const OF_A_FORM = new RegExp(`^(${TABLES.join("|")})-`);

function leaves(node: unknown, path: string): string[] {
  if (typeof node === "string" || (node as { other?: unknown }).other !== undefined) return [path];
  return Object.entries(node as object).flatMap(([key, child]) => leaves(child, `${path}.${key}`));
}

/** The keys that the source names. */
const NAMED = /["`]((?:table|reasons|cards|bots|players)\.(?:\$\{[^{}]*\}|[^"`\s$])*)["`]/g;
const named = [...TEXT.matchAll(NAMED)].map(([, key]) => key!).filter((key) => !TABLES.includes(key));
const inFull = named.filter((key) => !key.includes("$"));
const filledIn = named.filter((key) => key.includes("$")).map(pattern);
const patterns = [...inFull.map(pattern), ...filledIn, ...TABLES.map((table) => pattern(`${table}.\${entry}`))];

function pattern(key: string): RegExp {
  const parts = key.replaceAll(/\.|\$\{[^{}]*\}/g, (part) => (part === "." ? "\\." : `(${filling(part)})`));
  return new RegExp(`^${parts}$`);
}

/** What may be filled in: one of the words between which the source decides, or else any step. */
function filling(source: string): string {
  const words = [...source.matchAll(/[?:] "([\w-]+)"/g)].map(([, word]) => word);
  return words.join("|") || "[^.]+";
}

/** The keys that are named in full although they are among those of one place. */
const ALSO_NAMED = ["reasons.unknown", "table.say.choose.hold"];

describe("the catalogue", () => {
  test("every sentence of the table's sections is used", () => {
    const keys = MINE.flatMap((section) => leaves(english[section], section));
    const asked = keys.filter((key) => !OF_A_FORM.test(key) && !key.startsWith("language."));
    const unused = asked.filter((key) => !patterns.some((one) => one.test(key)));
    expect(unused).toEqual([]);
  });

  test("every key that the source names is in the catalogue", () => {
    const keys = MINE.flatMap((section) => leaves(english[section], section));
    const missing = patterns.filter((one) => !keys.some((key) => one.test(key)));
    expect(missing.map(String)).toEqual([]);
  });

  // Beside other keys, one that nobody asks for would count as used by whatever may be filled in.
  test("what is filled into a key has a section of its own", () => {
    const both = inFull.filter((key) => filledIn.some((some) => some.test(key)));
    expect([...new Set(both)].sort()).toEqual(ALSO_NAMED);
  });

  test("no sentence for people stands in the source", () => {
    const templates = Object.entries(SOURCES).filter(([name]) => name.endsWith(".svelte"));
    for (const [name, source] of templates) {
      const markup = String(source)
        .replace(/<script[\s\S]*?<\/script>/, "")
        .replace(/<!--[\s\S]*?-->/g, "")
        .replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, "");
      const words = markup.match(/>[^<>]*[a-z]{2,}[^<>]*</g) ?? [];
      expect(words, name).toEqual([]);
    }
  });

  test("all 52 cards have a name", () => {
    expect(Object.keys(english.cards.name)).toHaveLength(52);
    expect(new Set(Object.values(english.cards.name)).size).toBe(52);
  });

  test("no sentence has an exclamation mark, a hyphen for a minus, or the word round", () => {
    const sentences = JSON.stringify(MINE.map((section) => english[section]));
    expect(sentences).not.toMatch(/!|\bround\b|"-\d/i);
  });
});

describe("sentences", () => {
  test("placeholders are filled, numbers with a true minus sign", () => {
    expect(say("table.ask.one", { name: "Aino", points: -26 })).toBe("Aino −26");
  });

  test("plural forms go by the count", () => {
    expect(say("table.seat.cards", { count: 1 })).toBe("1 card");
    expect(say("table.seat.cards", { count: 13 })).toBe("13 cards");
  });

  test("an unknown key of the wire has no sentence", () => {
    expect(sayIfKnown("reasons.flying-pigs")).toBeUndefined();
    expect(sayIfKnown("reasons")).toBeUndefined();
  });

  test("a wrong key is a type error", () => {
    // @ts-expect-error: there is no such key
    const wrong: Key = "table.turn.nobody";
    expect(() => say(wrong)).toThrow("no sentence table.turn.nobody");
  });

  test("figures", () => {
    expect([figure(-16), figure(0), signed(14), signed(0), signed(-10)]).toEqual(["−16", "0", "+14", "+0", "−10"]);
    expect(list(["a", "b", "c"])).toBe("a, b and c");
  });
});

describe("words that have forms", () => {
  type Pair = [table: string, entry: string];
  const word = ([table, entry]: Pair) => ({ table, entry });
  const read = (fact: unknown) =>
    !Array.isArray(fact) ? fact : Array.isArray(fact[0]) ? (fact as Pair[]).map(word) : word(fact as Pair);

  afterEach(() => speakFrom(english));

  test.each(forms.cases)("$key: $said", ({ key, facts, said, misses }) => {
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    speakFrom(forms.catalogue as unknown as Sections);
    const known = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, read(fact)])) as Facts;
    expect(sayIfKnown(`said.${key}`, known)).toBe(said);
    expect(warned.mock.calls.flat().join()).toContain(misses ?? "");
    expect(warned).toHaveBeenCalledTimes(misses ? 1 : 0);
  });

  test("a list of cards ends as the locale of the catalogue says", () => {
    const cards = ["Qs", "Jd", "2c"].map((entry) => ({ table: "cards.name", entry }) as const);
    expect(say("table.log.got", { name: "Aino", cards })).toBe(
      "Aino passed you the queen of spades, the jack of diamonds and the two of clubs.",
    );
  });
});
