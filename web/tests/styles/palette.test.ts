// @vitest-environment node
import { describe, expect, test } from "vitest";
import { colour, type Looks } from "./tokens";
import { contrast, difference, type Vision } from "./vision";

const THEMES = ["light", "dark"] as const;
const DECKS = [undefined, "four"] as const;
const LOOKS = THEMES.flatMap((theme) => DECKS.map((deck): Looks => (deck ? { theme, deck } : { theme })));
const named = LOOKS.map((looks) => [`${looks.theme}, ${looks.deck ?? "two"} colours`, looks] as const);

/** Suits of different colours: with two, hearts and diamonds share theirs. */
function suits(kind: "suit" | "say", { deck }: Looks): string[] {
  return (deck ? ["s", "h", "d", "c"] : ["s", "h"]).map((suit) => `${kind}-${suit}`);
}

const pairs = (tokens: string[]) => tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => [one, other] as const));

/** What must not be taken for one another: suits, what is read, the signs of penalty and moon, refused and focused. */
const different = (looks: Looks) => [
  ...pairs(suits("suit", looks)),
  ...pairs(suits("say", looks)),
  ...pairs(["ink", "heart-ink", "moon-ink"]),
  ["heart", "focus"] as const,
];

function nearest(looks: Looks, vision: Vision): number {
  return Math.min(
    ...different(looks).map(([one, other]) => difference(colour(one, looks), colour(other, looks), vision)),
  );
}

test("the measures are those of their authors", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(difference("#c8102e", "#c8102e", "deutan")).toBe(0);
  expect(difference("#ff0000", "#00ff00", "usual")).toBeCloseTo(86.6, 1);
  expect(difference("#b50f2a", "#7d5a0c", "deutan")).toBeLessThan(3);
});

describe("the palette for red-green blindness (C68)", () => {
  test.each(named)("%s: everything that must differ does, for all who see two colours or three", (_, looks) => {
    for (const vision of ["usual", "protan", "deutan"] as const)
      expect(nearest({ ...looks, palette: "red-green" }, vision), vision).toBeGreaterThan(14.9);
  });

  test("suits of one colour share it, as in any deck", () => {
    const looks: Looks = { theme: "light", palette: "red-green" };
    for (const kind of ["suit", "say"]) {
      expect(colour(`${kind}-d`, looks)).toBe(colour(`${kind}-h`, looks));
      expect(colour(`${kind}-c`, looks)).toBe(colour(`${kind}-s`, looks));
    }
  });
});

describe.each([undefined, "red-green"] as const)("palette %s (C68)", (palette) => {
  test.each(named)("%s: suits differ for whoever sees no blue, too", (_, looks) => {
    const dressed: Looks = palette ? { ...looks, palette } : looks;
    for (const [one, other] of [...pairs(suits("suit", looks)), ...pairs(suits("say", looks))])
      expect(difference(colour(one, dressed), colour(other, dressed), "tritan"), `${one} ${other}`).toBeGreaterThan(8);
  });

  test.each(named)("%s: all of it is read on its ground", (_, looks) => {
    const dressed: Looks = palette ? { ...looks, palette } : looks;
    const read = (tokens: string[], grounds: string[]) => {
      for (const token of tokens)
        for (const ground of grounds)
          expect(contrast(colour(token, dressed), colour(ground, dressed)), `${token} on ${ground}`).toBeGreaterThan(4.5);
    };
    read(["suit-s", "suit-h", "suit-d", "suit-c"], ["card", "card-rest"]);
    read(["say-s", "say-h", "say-d", "say-c", "heart-ink", "moon-ink", "ink", "ink-2", "ink-3"], ["paper", "sheet"]);
  });
});
