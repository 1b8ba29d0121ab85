// @vitest-environment node
import { describe, expect, test } from "vitest";
import { lit } from "../../src/lib/phases";

describe("the moon waxes from the right", () => {
  test("less than half: the inner edge bulges to the right; more: to the left", () => {
    expect(lit(5 / 26)).toMatch(/A24\.62 40 0 0 0 0 -40Z$/);
    expect(lit(20 / 26)).toMatch(/A21\.54 40 0 0 1 0 -40Z$/);
    expect(lit(0.5)).toContain("A0.00 40");
  });
});
