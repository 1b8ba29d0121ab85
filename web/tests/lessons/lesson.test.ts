import { render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import Course from "../../src/lessons/Course.svelte";
import { LessonBoard, type Lesson } from "../../src/lessons/lesson.svelte";
import { paceOf } from "../../src/lib/pace";
import { DEFAULTS } from "../../src/lib/preferences";
import { Voice } from "../../src/lib/voice.svelte";
import type { View } from "../../src/messages";
import { cards, passing, playing, trick } from "../views";

const AT_ONCE = paceOf({ ...DEFAULTS, speed: "at-once" }, true);
const CALM = paceOf(DEFAULTS, false);

const begun = playing({
  hand: cards("Ks 4s 8d"),
  legal: cards("Ks 4s"),
  refusals: { "8d": { code: "must-follow", facts: { suit: "s", count: 2 } } },
  trick: trick(10, 1, "9s Qs Ts", 2),
  tricks: [],
  tricksPlayed: 9,
  toAct: [0],
});
const taken = (card: string, winner: number): View => ({
  ...begun,
  hand: begun.hand.filter((one) => one !== card),
  legal: [],
  refusals: {},
  toAct: [],
  trick: null,
  tricks: [{ ...trick(10, 1, `9s Qs Ts ${card}`, winner), points: 13 }],
  tricksPlayed: 10,
});
const POINTS: Lesson = {
  progress: "Lesson 1 of 2",
  title: "Points",
  text: "What it is about.",
  task: "Which spade?",
  scenes: [
    { view: begun, plays: { Ks: 1, "4s": 2 } },
    { view: taken("Ks", 0), verdict: { text: "The queen is yours.", good: false } },
    { view: taken("4s", 2), verdict: { text: "Somebody else took her.", good: true } },
  ],
};
const chosen = passing(4, { hand: cards("As Qs 4s Ah 9d"), passCount: 3 });
const PASS: Lesson = {
  ...POINTS,
  progress: "Lesson 2 of 2",
  title: "Passing",
  scenes: [{ view: chosen }],
  passing: {
    after: { ...taken("8d", 0), tricks: [], tricksPlayed: 0, hand: cards("As Qs 4s Ah 9d 2c 3c 4c"), received: cards("2c 3c 4c") },
    verdicts: { Qs: { text: "She is gone.", good: true }, "": { text: "She stays.", good: false } },
  },
};
const WORDS = { again: "Try again", next: "Next lesson", finish: "Finish", back: "Back" };

const board = (lesson: Lesson, pace = AT_ONCE) => new LessonBoard(lesson, new Voice(), () => pace);

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a lesson", () => {
  test("a card leads where the server has said it does", () => {
    const lesson = board(POINTS);
    lesson.tap("4s");
    vi.advanceTimersByTime(5000);
    expect(lesson.view).toBe(POINTS.scenes[2]!.view);
    expect(lesson.verdict).toEqual({ text: "Somebody else took her.", good: true });
    expect(lesson.looking).toBe(10);
  });

  test("what became of it is told only when all of it has been seen", () => {
    const lesson = board(POINTS, CALM);
    lesson.tap("Ks");
    expect(lesson.verdict).toBeNull();
    vi.advanceTimersByTime(CALM.fly + CALM.gap + CALM.rest);
    expect(lesson.verdict!.text).toBe("The queen is yours.");
  });

  test("a card that may not be played is answered with the table's own reason", () => {
    const lesson = board(POINTS);
    lesson.tap("8d");
    expect(lesson.view).toBe(begun);
    expect(lesson.notice).toMatchObject({ head: "Not the eight of diamonds yet.", card: "8d", suit: "s" });
    expect(lesson.notice!.text).toBe("Spades were led: play one of your 2.");
    expect(lesson.voice.said).toContain("Not the eight of diamonds yet.");
  });

  test("after the end no card does anything, and it can be tried again", () => {
    const lesson = board(POINTS);
    lesson.tap("Ks");
    lesson.tap("4s");
    expect(lesson.verdict!.text).toBe("The queen is yours.");
    lesson.restart();
    expect(lesson.view).toBe(begun);
    expect(lesson.verdict).toBeNull();
  });

  test("three cards are chosen, and only three are passed", () => {
    const lesson = board(PASS);
    for (const card of cards("As Qs 4s Ah")) lesson.tap(card);
    expect(lesson.chosen).toEqual(cards("As Qs 4s"));
    expect(lesson.notice!.text).toContain("three cards");
    lesson.tap("4s");
    lesson.pass();
    expect(lesson.view).toBe(chosen);
    lesson.tap("9d");
    lesson.pass();
    expect(lesson.hand).toEqual(cards("4s Ah 2c 3c 4c"));
    expect(lesson.verdict).toEqual({ text: "She is gone.", good: true });
  });

  test("whatever else is passed, that is told too", () => {
    const lesson = board(PASS);
    for (const card of cards("As 4s Ah")) lesson.tap(card);
    lesson.pass();
    expect(lesson.verdict!.text).toBe("She stays.");
  });
});

describe("the tutorial", () => {
  test("leads from lesson to lesson, to the heading of each, and at last to the end", async () => {
    vi.useRealTimers();
    localStorage.setItem("openhearts.preferences", JSON.stringify({ speed: "at-once" }));
    const end = document.createElement("h2");
    end.tabIndex = -1;
    document.body.append(end);
    render(Course, { props: { lessons: [POINTS, PASS], words: WORDS, end } });
    const button = (name: string) => screen.getByRole("button", { name });
    expect(screen.getByText("Which spade?")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    screen.getByRole("button", { name: "four of spades, playable" }).click();
    flushSync();
    await vi.waitFor(() => expect(screen.getByText("Somebody else took her.")).toBeTruthy());
    expect(button("Try again")).toBeTruthy();
    button("Next lesson").click();
    await tick();
    await tick();
    expect(document.activeElement?.textContent).toBe("Passing");
    button("Back").click();
    await tick();
    await tick();
    expect(document.activeElement?.textContent).toBe("Points");
    button("Next lesson").click();
    await tick();
    button("Finish").click();
    expect(document.activeElement).toBe(end);
  });
});
