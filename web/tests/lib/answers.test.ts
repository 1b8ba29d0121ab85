// @vitest-environment node
import { expect, test } from "vitest";
import { answer } from "../../src/lib/answers";
import { history } from "../../src/lib/history";
import { passing, playing, received, trick } from "../views";

test("read my hand: every card, suit by suit (C65)", () => {
  expect(answer(playing(), "hand")).toBe(
    "You hold 9 cards. Spades: jack. Hearts: ace, eight and five. Clubs: nine. Diamonds: ace, jack, six and three.",
  );
  expect(answer(playing({ hand: [] }), "hand")).toBe("You hold no cards.");
});

test("the trick: what lies on the table and whose turn it is", () => {
  expect(answer(playing(), "trick")).toBe(
    "Trick 5. Rhea led the nine of diamonds. Matteo played the king of diamonds. Your turn.",
  );
  expect(answer(playing({ trick: null, toAct: [1] }), "trick")).toBe(
    "Trick 5. No card lies on the table. Aino is to play.",
  );
});

test("the last trick: who played what, who led and who won (C56)", () => {
  expect(answer(playing(), "last")).toBe(
    "Trick 4. Matteo led the jack of clubs. You played the seven of clubs. Aino played the four of clubs. " +
      "Rhea played the queen of clubs. Rhea took it with the queen of clubs: no points.",
  );
  expect(answer(playing({ tricks: [] }), "last")).toBe("No trick is finished yet.");
});

test("points: this hand, the scores, the target, the moon", () => {
  expect(answer(playing(), "points")).toBe(
    "This hand: you 0, Aino 0, Rhea 0 and Matteo 14. Matteo has every penalty card so far: moon 14 of 26. " +
      "Scores: you 24, Aino 39, Rhea 57 and Matteo 10. The target is 100.",
  );
});

test("where the table hides points, no answer tells them (C59)", () => {
  const hidden = playing({ points: null, moon: null, tricks: [trick(4, 3, "Jc 7c 4c Qc", 2, null)] });
  expect(answer(hidden, "points")).toContain("hidden at this table");
  expect(answer(hidden, "last")).toMatch(/Rhea took it with the queen of clubs\.$/);
  expect(JSON.stringify(history(hidden))).not.toMatch(/points/);
});

test("the log tells the pass to giver and receiver, and the tricks that the view knows (C17)", () => {
  expect(history(received()).map(({ text }) => text)).toEqual([
    "Hand 6 passes to the right.",
    "You passed the ace of spades, the king of spades and the ten of clubs to Matteo.",
    "Aino passed you the jack of spades, the king of clubs and the ace of diamonds.",
  ]);
  expect(history(passing()).map(({ text }) => text)).toContain("Rhea has chosen.");
  expect(history(playing()).at(-1)).toEqual({
    trick: 5,
    text: "Rhea led the nine of diamonds. Matteo played the king of diamonds.",
  });
});
