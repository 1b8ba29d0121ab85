// @vitest-environment node
import { describe, expect, test } from "vitest";
import { axis as line, widthOf } from "../../src/lib/axis";

const NAMES = ["Aino", "Åsa Lindqvist-Ström", "Bo", "You", "Maximiliana", "Matteo"];
const axis = (scores: number[], target: number, before?: number) => line(scores, NAMES.map(widthOf), target, before);

describe("the line to the target", () => {
  test("begins below zero when somebody is there, and ends beyond the target", () => {
    const line = axis([24, 39, 57, -16], 100);
    expect(line.place(-16)).toBeGreaterThan(0);
    expect(line.place(-16)).toBeLessThan(line.zero);
    expect(line.target).toBeLessThan(100);
    expect(axis([45, 52, 101, -16], 100).place(101)).toBeLessThan(100);
  });

  test.each([[[0, 5, 7, 14]], [[26, 0, 26, 26]], [[95, 97, 98, 99]], [[0, 0, 0, 0, 0, 0]], [[3, 7, 14, 2, 0, -26]]])(
    "labels on one side never touch, and none leaves the line: %j",
    (scores) => {
      const { marks } = axis(scores, 100);
      for (const below of [true, false]) {
        const labels = marks.filter((mark) => mark.below === below);
        labels.slice(1).forEach((mark, at) => {
          const before = labels[at]!;
          expect(mark.label - before.label).toBeGreaterThanOrEqual((mark.width + before.width) / 2 - 1e-9);
        });
        labels.forEach(({ label }) => expect(label).toBeLessThanOrEqual(96));
      }
      expect(marks.map((mark) => mark.seat).sort()).toEqual(scores.map((_, seat) => seat));
    },
  );

  test("reaches to where a score fell from, also beyond the target", () => {
    const line = axis([14, 10, 12, 9], 1, 40);
    expect(line.place(40)).toBeLessThan(100);
    expect(axis([14, 10, 12, 9], 20, 15).place(20)).toBe(axis([14, 10, 12, 9], 20).place(20));
  });

  test("the lowest is marked", () => {
    expect(
      axis([24, 39, 57, -16], 100)
        .marks.filter((mark) => mark.lowest)
        .map((mark) => mark.seat),
    ).toEqual([3]);
  });
});
