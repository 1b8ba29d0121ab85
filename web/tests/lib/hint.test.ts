import english from "$words/en.json";
import finnish from "$words/fi.json";
import italian from "$words/it.json";
import { afterEach, describe, expect, test } from "vitest";
import { cardHint, hintWords, valueFigure } from "../../src/lib/hint";
import { speakFrom, type Sections } from "../../src/lib/language.svelte";
import type { Hint } from "../../src/messages";
import { playing, view } from "../views";

const hint = (changes: Partial<Hint> = {}): Hint => ({
  kind: "hint",
  id: "1",
  decision: "1.6.play.5.0",
  cards: ["3d"],
  claim: null,
  moon: null,
  values: [],
  ...changes,
});
const value = (card: string, points: number, moon = 0) => ({ card, points, moon });

const speak = (words: unknown) => speakFrom(words as Sections);

describe("what a hint says", () => {
  test("the card, its points, and the dearest card beside it", () => {
    const values = [value("3d", 3.2), value("Jd", 4), value("Ad", 11.4)];
    expect(hintWords(playing(), hint({ values }))).toBe(
      "The expert would play the three of diamonds: about 3.2 points in this hand. With the ace of diamonds it would be about 11 points.",
    );
  });

  test("where the expert gives up points for the game, the cheapest card", () => {
    const values = [value("3d", 13.6), value("Jd", 1), value("Ad", 20)];
    expect(hintWords(playing(), hint({ values }))).toBe(
      "The expert would play the three of diamonds: about 14 points in this hand. With the jack of diamonds it would be about 1 point.",
    );
  });

  test("nothing of other cards that come to the same", () => {
    expect(hintWords(playing(), hint({ values: [value("3d", 1), value("Jd", 1)] }))).toBe(
      "The expert would play the three of diamonds: about 1 point in this hand.",
    );
  });

  test("the chance of a moon where there is one, and points that come off with a true minus sign", () => {
    const values = [value("Ad", -18.4, 0.62), value("3d", 5.1, 0.02)];
    expect(hintWords(playing(), hint({ cards: ["Ad"], values }))).toBe(
      "The expert would play the ace of diamonds: about −18 points in this hand. With its card you shoot the moon about 62 times in 100. With the three of diamonds it would be about 5.1 points.",
    );
  });

  test("no number where nothing was compared", () => {
    expect(hintWords(playing(), hint())).toBe("The expert would play the three of diamonds.");
    expect(hintWords(playing({ legal: ["3d"] }), hint())).toBe(
      "The expert would play the three of diamonds: you may play no other card.",
    );
  });

  test("the cards to pass, a claim, and how a moon would be settled with the scores that follow", () => {
    expect(hintWords(view({ phase: "passing" }), hint({ cards: ["Qs", "Ah", "Kh"] }))).toBe(
      "The expert would pass the queen of spades, the ace of hearts and the king of hearts.",
    );
    expect(hintWords(playing(), hint({ cards: [], claim: "rest-are-mine" }))).toBe("The expert would claim the rest.");
    const choosing = view({ phase: "choosing", moonChoices: { add: [24, 65, 83, 36], subtract: [-2, 39, 57, 10] } });
    expect(hintWords(choosing, hint({ cards: [], moon: "subtract" }))).toMatch(/^The expert would let your score drop\. Scores then: you −2, .*\.$/);
  });
});

describe("what a hint says of a card", () => {
  const told = hint({ values: [value("3d", -0.4), value("Ad", 12.6)] });

  test("a small figure, as exact as it is worth", () => {
    expect(valueFigure(told, "3d")).toBe("−0.4");
    expect(valueFigure(told, "Ad")).toBe("13");
    expect(valueFigure(told, "Qs")).toBeNull();
  });

  test("the same in words, and which is the expert's", () => {
    expect(cardHint(told, "3d")).toBe("The expert’s choice. About −0.4 points.");
    expect(cardHint(told, "Ad")).toBe("About 13 points.");
    expect(cardHint(told, "Qs")).toBe("");
  });
});

describe("in other languages", () => {
  afterEach(() => speak(english));
  const values = [value("4d", 3.2), value("Kd", 11.4)];

  test("numbers and forms of the cards are the language's own", () => {
    speak(finnish);
    expect(hintWords(playing(), hint({ cards: ["4d"], values }))).toBe(
      "Mestari pelaisi ruutunelosen: noin 3,2 pistettä tässä jaossa. Jos pelaat ruutukuninkaan, tulee noin 11 pistettä.",
    );
    speak(italian);
    expect(hintWords(playing(), hint({ cards: ["4d"], values }))).toBe(
      "L’esperto giocherebbe il quattro di quadri: circa 3,2 punti in questa mano. Con il re di quadri sarebbero circa 11 punti.",
    );
  });
});
