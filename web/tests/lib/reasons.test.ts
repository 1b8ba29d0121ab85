// @vitest-environment node
import { expect, test } from "vitest";
import { reason } from "../../src/lib/reasons";
import type { Rejected } from "../../src/messages";
import { playing } from "../views";

/** Every code that the rules or the table answer with, and its facts. */
const CODES: Record<Rejected["code"], Record<string, string | number>> = {
  "not-your-turn": { seat: 1 },
  "not-in-hand": { card: "Qs" },
  "must-follow": { suit: "d", count: 4 },
  "must-open": { card: "2c" },
  "no-penalty-on-first-trick": {},
  "hearts-not-broken": {},
  "wrong-number-of-cards": { count: 3, given: 2 },
  "repeated-card": { card: "Qs" },
  "already-passed": {},
  "nothing-to-pass": {},
  "wrong-phase": { phase: "passing" },
  "penalties-still-out": {},
  "not-on-lead": {},
  "can-lose-a-trick": { card: "Qs" },
  "no-choice-of-moon": {},
  "deal-over": {},
  malformed: {},
  "unknown-command": {},
  "too-large": {},
  "already-decided": {},
  "not-seated": {},
  "seat-taken": {},
  "already-seated": {},
  "take-back-unavailable": {},
  "too-many-commands": {},
  "tricks-still-count": {},
  "not-now": {},
  "no-such-seat": { seats: 4 },
  "saw-another-hand": { seat: 2 },
  removed: {},
  "not-the-host": {},
  "no-person-there": {},
  "stand-in-plays": {},
  "table-closed": {},
  "no-take-back-asked": {},
  "no-clock": {},
  "other-bytes": {},
  "replay-unavailable": {},
  "hints-not-allowed": {},
  "no-hint": {},
  "no-talk": {},
  "phrases-only": {},
  "unreadable-text": {},
  "too-much-talk": { retryIn: 4 },
  "server-fault": {},
};

test.each(Object.entries(CODES))("%s has a sentence of its own, all filled (C57)", (code, facts) => {
  const sentence = reason(playing(), code, facts);
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(sentence).not.toMatch(/[{}]/);
  expect(sentence).not.toBe(reason(playing(), "something-new"));
});

test("facts become names of the catalogue", () => {
  expect(reason(playing(), "must-follow", { suit: "d", count: 4 })).toBe("Diamonds were led: play one of your 4.");
  expect(reason(playing(), "must-open", { card: "2c" })).toContain("two of clubs");
});

test("one card to pass is told as one", () => {
  const told = [1, 2].map((count) => reason(playing(), "wrong-number-of-cards", { count, given: 0 }));
  expect(told).toEqual(["Choose one card; you chose 0.", "Choose 2 cards; you chose 0."]);
});

test("an unknown code has the fallback sentence", () => {
  expect(reason(playing(), "something-new")).toBe("That is not possible now.");
  expect(reason(playing(), "unknown")).toBe("That is not possible now.");
});
