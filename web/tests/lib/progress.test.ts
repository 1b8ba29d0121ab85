// @vitest-environment node
import { describe, expect, test } from "vitest";
import { pageTitle, progress } from "../../src/lib/progress";
import { passing, playing, sheet } from "../views";

describe("the page's title (C62)", () => {
  test("tells when the table waits for me", () => {
    expect(pageTitle(playing(), false)).toBe("● Your turn: Subtract the Moon");
    expect(pageTitle(passing(), false)).toMatch(/^● /);
    expect(pageTitle(playing({ toAct: [1] }), false)).toBe("Subtract the Moon at openhearts");
    expect(pageTitle(sheet(), false)).not.toMatch(/^● /);
  });

  test("names no card", () => {
    expect(pageTitle(playing(), false)).not.toMatch(/ of /);
  });
});

test("the header tells target, hand and trick, or the pass (C64)", () => {
  expect(progress(playing())).toEqual({ short: "to 100 · hand 6", long: "to 100 · hand 6, trick 5" });
  expect(progress(passing()).long).toBe("to 100 · hand 6, passing to the right");
  expect(progress(sheet()).short).toBe("to 100 · hand 6 is over");
});
