import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import Example from "../../src/lessons/Example.svelte";
import { between, lyingTrick } from "../../src/lessons/pictures";
import { Walker, type Step } from "../../src/lessons/walker.svelte";
import { paceOf } from "../../src/lib/pace";
import { DEFAULTS } from "../../src/lib/preferences";
import type { View } from "../../src/messages";
import { playing, row, sheet, trick } from "../views";

const CALM = paceOf(DEFAULTS, false);
const fifth = trick(5, 0, "9d Kd Jd 2d", 1);
const sixth = trick(6, 1, "Ac 4c 5c 6c", 1);

const resting = (changes: Partial<View>): View =>
  playing({ seat: null, trick: null, toAct: [], legal: [], refusals: {}, handSizes: [8, 8, 8, 8], ...changes });
const start = resting({ tricks: [fifth], tricksPlayed: 5, hand: ["6c", "Ah"] });
const next = resting({ tricks: [sixth], tricksPlayed: 6, hand: ["Ah"], handSizes: [7, 7, 7, 7] });
const end = sheet({ seat: null, hand: [], tricks: [fifth, sixth], rows: [row(1, [-26, 0, 0, 0], [-16, 1, 2, 3])] });

const step = (view: View, told: string): Step => ({ view, caption: `${told} below`, told, title: "" });
const STEPS = [step(start, "The fifth trick."), step(next, "The sixth trick."), { ...step(end, "The end."), title: "The moon" }];

beforeEach(() => {
  vi.useFakeTimers();
});

describe("from one picture to the next", () => {
  test("the trick that lies there is swept, then each card comes, and the new trick stays", () => {
    expect(between(start, next).map(({ kind }) => kind)).toEqual(["sweep", "card", "card", "card", "card", "show"]);
    expect(between(start, next).at(-1)!.view).toBe(next);
  });

  test("the result follows when the last trick has been swept", () => {
    expect(between(next, end).map(({ kind }) => kind)).toEqual(["sweep", "show"]);
  });

  test("only a picture at rest shows the trick that was taken", () => {
    expect(lyingTrick(start)).toBe(fifth);
    expect(lyingTrick(playing())).toBeNull();
    expect(lyingTrick(end)).toBeNull();
  });
});

describe("a worked example", () => {
  test("goes on card by card, says each step, and comes to rest", () => {
    const walker = new Walker(STEPS, () => CALM);
    expect(walker.view).toBe(start);
    expect(walker.voice.said).toBe("");
    walker.next();
    expect(walker.voice.said).toContain("The sixth trick.");
    expect(walker.looking).toBe(5);
    expect(walker.arrived).toBe(false);
    vi.advanceTimersByTime(CALM.sweep + 1);
    expect(walker.view.trick!.cards).toEqual(["Ac"]);
    expect(walker.looking).toBeNull();
    vi.advanceTimersByTime(5 * (CALM.fly + CALM.gap));
    expect(walker.view).toBe(next);
    expect(walker.looking).toBe(6);
    expect(walker.arrived).toBe(true);
  });

  test("does not make anybody wait: the next step begins at once", () => {
    const walker = new Walker(STEPS, () => CALM);
    walker.next();
    walker.next();
    vi.advanceTimersByTime(CALM.sweep + 1);
    expect(walker.view).toBe(end);
    expect(walker.last).toBe(true);
    walker.next();
    expect(walker.view).toBe(end);
  });

  test("goes back a step, and to the start, without playing anything", () => {
    const walker = new Walker(STEPS, () => CALM);
    walker.next();
    walker.next();
    walker.back();
    expect(walker.view).toBe(next);
    expect(walker.voice.said).not.toBe("");
    walker.start();
    expect(walker.view).toBe(start);
    walker.back();
    expect(walker.first).toBe(true);
  });

  test("shows the caption of its step, and has buttons that say when there is no way", () => {
    const words = { start: "To the start", back: "Back", next: "Next" };
    render(Example, { props: { walk: { steps: STEPS, words } } });
    const button = (name: string) => screen.getByRole("button", { name });
    expect(screen.getByText("The fifth trick. below")).toBeTruthy();
    expect(button("Back").getAttribute("aria-disabled")).toBe("true");
    expect(screen.getAllByRole("button")).toHaveLength(3);
    button("Next").click();
    button("Next").click();
    flushSync();
    vi.advanceTimersByTime(CALM.sweep + 1);
    flushSync();
    expect(screen.getByText("The moon")).toBeTruthy();
    expect(button("Next").getAttribute("aria-disabled")).toBe("true");
  });
});
