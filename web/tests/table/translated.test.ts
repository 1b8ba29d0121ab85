/** C71: every word at the table, also in the states that no staged table comes to, is the catalogue's. */
import english from "$words/en.json";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { speakFrom, type Sections } from "../../src/lib/language.svelte";
import { reason } from "../../src/lib/reasons";
import type { View } from "../../src/messages";
import { ownDeal } from "../deals";
import * as views from "../views";
import { all, one, show } from "./table";

/** What is no sentence: how to count, the letters on the cards, people's names. */
const UNTOUCHED = ["language", "cards.index", "bots.name"];

/** The English words in brackets: what is seen without them comes from no catalogue. */
function bracketed(node: unknown, path = ""): unknown {
  if (UNTOUCHED.includes(path)) return node;
  if (typeof node === "string") return `⟦${node}⟧`;
  const children = Object.entries(node as object);
  return Object.fromEntries(children.map(([key, child]) => [key, bracketed(child, path ? `${path}.${key}` : key)]));
}

const NAMES = Object.values(english.bots.name);

/** The words of a text that stand in no brackets; a single letter is that of a card, a seat or a key. */
function foreign(text: string): string {
  let rest = text;
  for (let next = rest; (next = rest.replace(/⟦[^⟦⟧]*⟧/g, " ")) !== rest; ) rest = next;
  // The browser puts the first between the last two of a list, the other behind a number.
  for (const name of [...NAMES, "and", "sec"]) rest = rest.replaceAll(new RegExp(`\\b${name}\\b`, "g"), " ");
  return (rest.match(/\p{L}{2,}/gu) ?? []).join(" ");
}

function texts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [document.title];
  while (walker.nextNode()) found.push(walker.currentNode.textContent ?? "");
  for (const name of ["aria-label", "title", "alt", "placeholder"])
    found.push(...all(`[${name}]`).map((element) => element.getAttribute(name)!));
  return found;
}

const SCREENS: Record<string, () => View | View[]> = {
  passing: () => views.passing(),
  "waiting for the others": () =>
    views.passing(4, { passed: [true, false, true, true], toAct: [1], given: views.cards("As Ks Tc") }),
  received: () => [views.passing(), views.received({ version: 101 })],
  hold: () => [views.sheet({ deal: 7 }), views.hold({ version: 101 })],
  playing: () => views.playing(),
  "six seats": () => views.playingOfMany(6),
  claims: () => views.playing({ claims: ["rest-are-mine", "nothing-left"], canTakeBack: true }),
  watching: () => views.watching(),
  "choosing a moon": () => views.choosing(),
  sheet: () => views.sheet({ takeBacks: 2, replayed: true, canTakeBack: true }),
  over: () => views.over({ canReplay: true }),
  "a bot stands in": () => views.playing({ players: views.standIn(0), legal: [], refusals: {}, playedForMe: ["4s"] }),
  "a bot stands in for another": () => views.playing({ players: views.standIn(1) }),
  "a clock, and cards that it played": () =>
    views.playing({
      players: views.playing().players.map((player) => ({ ...player, secondsLeft: 75, reserveLeft: 60 })),
      tricks: [{ ...views.trick(4, 3, "Jc 7c 4c Qc", 2, 0), automatic: [0, 1] }],
      passedAutomatically: [0, 1],
      spectators: 2,
    }),
  "somebody asks for a card back": () => views.playing({ takeBack: { seat: 1, request: "1", waitsFor: [0] } }),
  "I ask for a card back": () => views.playing({ takeBack: { seat: 0, request: "1", waitsFor: [1] } }),
  "waiting for somebody away": () =>
    views.playing({ toAct: [1], legal: [], players: views.playing().players.map((player) => ({ ...player, here: false })) }),
  "choosing again": () =>
    views.passing(4, { passed: [true, false, true, true], toAct: [1], given: ["As", "Ks", "Tc"], canTakeBack: true }),
  "an invitation": () => views.gathering(),
  "an invitation of five": () => views.gathering({}, 5),
  "an invitation of six, from nobody": () => views.gathering({ host: null, players: [0, 1, 2, 3, 4, 5].map((seat) => views.bot(seat)) }, 6),
  "an invitation to a full table": () =>
    views.gathering({ players: ["Aino", "Rhea", "Noor", "Matteo"].map((name, seat) => views.person(seat, name)) }),
  "before the game, a guest": () => views.gathering({ seat: 3 }),
  "before the game, the host": () => views.gathering({ seat: 0 }),
  "sent away": () => views.gathering({ removed: true }),
  "sent away by nobody in sight": () => views.gathering({ removed: true, host: null }),
  closed: () => views.over({ phase: "closed" }),
};

/** The screens whose panels say what those of the others do not. */
const WITH_PANELS = ["passing", "playing", "watching", "over", "a clock, and cards that it played"];
const panels = (screen: string) =>
  WITH_PANELS.includes(screen) ? ([null, "menu", "help", "scores"] as const) : ([null] as const);

beforeEach(() => speakFrom(bracketed(english) as Sections));
afterEach(() => speakFrom(english));

test.each(Object.entries(SCREENS))("%s", (name, scene) => {
  const { session } = show(scene());
  for (const dialog of panels(name)) {
    session.dialog = dialog;
    flushSync();
    expect(all("[role=dialog]")).toHaveLength(dialog ? 1 : 0);
    expect(texts().some((text) => text.includes("⟦"))).toBe(true);
    expect(texts().map(foreign).filter(Boolean)).toEqual([]);
  }
});

test("another language is spoken at once by all that is on the screen; what was said aloud is not said again", () => {
  show(views.playing());
  const before = texts();
  const aloud = one("[role=status]").textContent;
  speakFrom(english);
  flushSync();
  const after = texts();
  expect(after).toHaveLength(before.length);
  expect(after.filter((text) => text.includes("⟦"))).toEqual([aloud]);
});

test("what stands in no brackets is found", () => {
  expect(foreign("⟦Hand 2 of ⟦Omnibus⟧⟧, Aino and ⟦you⟧ −26")).toBe("");
  expect(foreign("Your turn ⟦now⟧")).toBe("Your turn");
});

const CATALOGUES = import.meta.glob<Sections>("$words/*.json", { import: "default", eager: true });
const LANGUAGES = Object.entries(CATALOGUES).map(([file, sections]) => [file.split("/").at(-1)!, sections] as const);

test("the English catalogue is found among the others", () => {
  expect(LANGUAGES.map(([file]) => file)).toContain("en.json");
});

// A word, a form or a fact that is missing is a warning, and a warning fails (tests/setup.ts).
describe.each(LANGUAGES)("with the words of %s nothing is missing", (_, sections) => {
  beforeEach(() => speakFrom(sections));

  test.each(Object.entries(SCREENS))("%s", (name, scene) => {
    const { session } = show(scene());
    for (const dialog of panels(name)) {
      session.dialog = dialog;
      flushSync();
      for (const question of ["hand", "trick", "last", "points"] as const) session.ask(question);
      for (const suit of ["c", "d", "h", "s"] as const) session.goToSuit(suit);
      expect(texts().filter((text) => /[{}]|\b(table|cards)\.[a-z]/.test(text))).toEqual([]);
    }
  });

  test("a whole deal", () => {
    const [first, ...views] = ownDeal(4);
    const { tell } = show(first!);
    for (const view of views) tell(view);
    expect(texts().filter((text) => /[{}]|\b(table|cards)\.[a-z]/.test(text))).toEqual([]);
  });

  test("every refusal", () => {
    const view = views.playing();
    const facts = { card: "Qs", suit: "hearts", count: 2, seats: 4, seat: 1, given: 2, retryIn: 4 };
    for (const code of Object.keys(sections.reasons)) expect(reason(view, code, facts)).not.toMatch(/[{}]/);
  });
});
