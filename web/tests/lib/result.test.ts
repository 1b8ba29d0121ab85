// @vitest-environment node
import { describe, expect, test } from "vitest";
import { result } from "../../src/lib/result";
import { over, row, sheet } from "../views";

const after = (points: number[], scores: number[], moon: Parameters<typeof row>[3] = { shooter: null, moon: null }) =>
  sheet({ rows: [row(1, points, scores, moon)], scores });

describe("the result of a hand", () => {
  test("a moon that subtracts tells the fall, below zero with a true minus (C64)", () => {
    expect(result(sheet()).text).toBe("Matteo’s score drops by 26, from 10 to −16. Nobody else scores this hand.");
  });

  test("a moon that adds tells what the others get", () => {
    const told = result(after([0, 26, 26, 26], [0, 26, 26, 26], { shooter: 0, moon: "add" }));
    expect(told.title).toBe("You shot the moon.");
    expect(told.text).toBe("Everyone else gets 26. Your score stays at 0.");
  });

  test("with a bonus card that survives the moon, nobody is told a wrong sum", () => {
    const add = result(after([0, 16, 26, 26], [0, 16, 26, 26], { shooter: 0, moon: "add" }));
    expect(add.text).toContain("the bonus card counts too");
    const subtract = result(after([-26, -10, 0, 0], [-26, -10, 0, 0], { shooter: 0, moon: "subtract" }));
    expect(subtract.text).toBe("Your score drops by 26, from 0 to −26.");
  });

  test("my points and where I stand", () => {
    expect(result(after([5, 7, 14, 0], [5, 7, 14, 0])).sentences).toEqual([
      "You took 5 points.",
      "You have 5. Matteo is lowest with 0.",
    ]);
    expect(result(after([1, 0, 25, 0], [1, 0, 25, 0])).sentences).toEqual([
      "You took 1 point.",
      "You have 1. Aino and Matteo are lowest with 0.",
    ]);
    expect(result(after([0, 7, 14, 5], [0, 7, 14, 5])).sentences).toEqual([
      "You took no points.",
      "You are lowest with 0.",
    ]);
    expect(result(after([-10, 7, 14, 5], [-10, 7, 14, 5])).title).toBe("10 points come off your score.");
    expect(result(after([0, 0, 21, 5], [0, 0, 21, 5])).text).toBe("You share the lowest score, 0.");
  });

  test("a game that only a tie keeps going says so, after a moon as well", () => {
    const goesOn = "The game would end here, but the lowest score is shared: another hand follows.";
    expect(result(after([26, 0, 0, 0], [101, 30, 30, 60])).text).toContain(goesOn);
    const moon = after([0, 26, 26, 26], [30, 30, 104, 60], { shooter: 0, moon: "add" });
    expect(result(moon).text).toContain(goesOn);
    const last = after([26, 0, 0, 0], [26, 0, 0, 0]);
    expect(result({ ...last, rules: { ...last.rules, fields: { ...last.rules.fields, deal_limit: last.deal } } }).text).toContain(goesOn);
    expect(result(after([26, 0, 0, 0], [99, 30, 30, 60])).text).not.toContain(goesOn);
  });

  test("a claim is told with the hand that it showed (C12)", () => {
    const claimed = sheet({ claim: { seat: 1, claim: "rest-are-mine", hand: ["As", "Ks"] } });
    expect(result(claimed).text).toMatch(
      / Aino claimed the rest\. Aino held the ace of spades and the king of spades\.$/,
    );
    const nothing = sheet({ claim: { seat: 0, claim: "nothing-left", hand: [] } });
    expect(result(nothing).text).toMatch(/ You ended the hand: no points were left to win\.$/);
  });

  test("a spectator is told the lowest score", () => {
    expect(
      result(sheet({ seat: null, rows: [row(1, [5, 7, 14, 0], [5, 7, 14, 0])], scores: [5, 7, 14, 0] })).sentences,
    ).toEqual(["Hand 1 is over.", "The lowest score is 0: Matteo."]);
  });
});

describe("the result of a game", () => {
  test("who reached the target, who wins, and my place", () => {
    expect(result(over()).sentences).toEqual([
      "Matteo wins.",
      "Rhea reached 101.",
      "Matteo alone is lowest.",
      "You come second with 45.",
    ]);
  });

  test("I win", () => {
    expect(result(over({ winners: [0], scores: [-20, 52, 101, -16] })).sentences).toEqual([
      "You win.",
      "Rhea reached 101.",
      "You alone are lowest.",
    ]);
  });

  test("a shared win", () => {
    expect(result(over({ winners: [0, 3], scores: [-16, 52, 101, -16] })).title).toBe("You share the win with Matteo.");
    expect(result(over({ winners: [1, 3], scores: [0, -16, 101, -16] })).title).toBe("Aino and Matteo share the win.");
  });

  test("a game that ends by the number of its hands, or with two at the target", () => {
    expect(result(over({ scores: [45, 52, 90, -16] })).text).toMatch(/^The game ended with hand 9\./);
    expect(result(over({ scores: [45, 104, 101, -16] })).text).toMatch(/^Aino and Rhea reached the target\./);
  });

  test("at the target I am told as myself, last among several", () => {
    expect(result(over({ scores: [104, 52, 90, -16] })).text).toMatch(/^You reached 104\./);
    expect(result(over({ scores: [104, 52, 101, -16] })).text).toMatch(/^Rhea and you reached the target\./);
  });
});
