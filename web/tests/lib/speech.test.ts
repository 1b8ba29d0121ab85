// @vitest-environment node
import { describe, expect, test } from "vitest";
import { beats } from "../../src/lib/motion";
import { speech } from "../../src/lib/speech";
import type { View } from "../../src/messages";
import { bot, cards, choosing, hold, over, passing, playing, received, sheet, trick, watching } from "../views";

/** What is said on the way from one view to the next. */
function said(before: View, next: View): string {
  let shown: View | null = before;
  return beats(before, next)
    .map((beat) => {
      const words = speech([{ before: shown, beat }]);
      shown = beat.view;
      return words;
    })
    .filter(Boolean)
    .join(" ");
}

const arrives = (view: View) => speech([{ before: null, beat: { kind: "show", view } }]);

describe("each step says one whole sentence (C65)", () => {
  test("a card, and that it is my turn", () => {
    const before = playing({ toAct: [3], trick: trick(5, 2, "9d", 2), legal: [], decision: "1.6.play.5" });
    // The decision of a trick keeps its name while the others play to it.
    const next = playing({ decision: before.decision });
    expect(said(before, next)).toBe("Matteo plays the king of diamonds. Your turn.");
  });

  test("after the cards received, whose turn it is", () => {
    const next = received({ toAct: [0], legal: cards("2c"), trick: null });
    expect(said(passing(), next).match(/You lead\./g)).toHaveLength(1);
    const led = received({ toAct: [0], trick: trick(1, 3, "2c", 3), legal: cards("9c") });
    expect(said(passing(), led)).toMatch(/Matteo leads the two of clubs\. Your turn\.$/);
  });

  test("a lead, mine and another's", () => {
    const before = playing({ trick: null, toAct: [2], tricksPlayed: 4 });
    expect(said(before, playing({ trick: trick(5, 2, "9d", 2), toAct: [3] }))).toBe("Rhea leads the nine of diamonds.");
    const mine = playing({ trick: null, toAct: [0] });
    expect(said(mine, playing({ trick: trick(5, 0, "Jd", 0), toAct: [1] }))).toBe("You lead the jack of diamonds.");
  });

  test("the first heart and the queen have notices of their own, once (C58)", () => {
    const before = playing({ trick: trick(5, 2, "9d", 2), toAct: [3], heartsBroken: false, queenPlayed: false });
    const heart = playing({ trick: trick(5, 2, "9d 3h", 2), toAct: [0], heartsBroken: true, queenPlayed: false });
    const queen = playing({ trick: trick(5, 2, "9d 3h Qs", 2), toAct: [1], heartsBroken: true, queenPlayed: true });
    expect(said(before, heart)).toContain("Hearts are broken.");
    expect(said(heart, queen)).toContain("The queen of spades is out.");
    expect(said(heart, queen)).not.toContain("Hearts are broken.");
  });

  test("who takes the trick, with its points where the table shows them", () => {
    const before = playing({ trick: trick(5, 2, "9d Kd Jd", 3), toAct: [1] });
    const next = (points: number | null) =>
      playing({ tricks: [trick(5, 2, "9d Kd Jd 2d", 3, points)], trick: null, tricksPlayed: 5, toAct: [3] });
    expect(said(before, next(13))).toMatch(/Matteo takes the trick: 13 points\.$/);
    expect(said(before, next(1))).toMatch(/Matteo takes the trick: 1 point\.$/);
    expect(said(before, next(null))).toMatch(/Matteo takes the trick\.$/);
  });

  test("a moon in sight is said when it begins, not at every trick", () => {
    const before = playing({ moon: null });
    const next = playing({ moon: { seat: 3, taken: 13, of: 26 }, version: 101 });
    const later = playing({ moon: { seat: 3, taken: 14, of: 26 }, version: 102 });
    expect(said(before, next)).toContain("Matteo has every penalty card so far: moon 13 of 26.");
    expect(said(next, later)).toBe("");
  });

  test("passing: who has chosen, and what came from whom", () => {
    const chosen = passing(4, { passed: [false, true, true, true], toAct: [0] });
    expect(said(passing(), chosen)).toBe("");
    const sent = passing(4, { passed: [true, true, false, true], toAct: [2] });
    const all = passing(4, { passed: [true, true, true, true], toAct: [] });
    expect(said(chosen, sent)).toContain("Your cards lie ready for Matteo.");
    expect(said(sent, all)).toBe("Rhea has chosen.");
    expect(said(chosen, received())).toBe(
      "Aino passed you the jack of spades, the king of clubs and the ace of diamonds.",
    );
  });

  test("a new hand says what to choose, and for whom (C16)", () => {
    expect(said(sheet(), passing(4, { deal: 7 }))).toBe("Hand 7. Choose 3 cards for Matteo, on your right.");
    expect(said(sheet({ deal: 7 }), hold())).toMatch(/^Hand 8\. No cards are passed\./);
    expect(said(sheet({ deal: 7 }), hold()).match(/Hand 8\./g)).toHaveLength(1);
  });

  test("the sheet and the end of the game say the result", () => {
    expect(said(playing({ tricksPlayed: 13, trick: null, tricks: [] }), sheet())).toBe(
      "Matteo shot the moon. Matteo’s score drops by 26, from 10 to −16. Nobody else scores this hand.",
    );
    expect(said(sheet({ deal: 9 }), over())).toContain(
      "Matteo wins. Rhea reached 101. Matteo alone is lowest. You come second with 45.",
    );
  });

  test("a claim is said once, before its result", () => {
    const claim = { seat: 1, claim: "nothing-left" as const, hand: [] };
    const next = sheet({ claim, tricks: [], tricksPlayed: 4 });
    expect(said(playing(), next)).toMatch(/^Aino ended the hand: no points were left to win\. Matteo shot the moon\./);
    expect(said(playing(), next).match(/ended the hand/g)).toHaveLength(1);
    expect(arrives(next)).toContain("Aino ended the hand");
  });

  test("a take-back is said, with whose turn it is", () => {
    const before = playing({ trick: trick(5, 2, "9d Kd Jd", 3), toAct: [1] });
    expect(said(before, playing({ takeBacks: 1 }))).toBe("Taken back. Your turn.");
  });

  test("people who come and go are told", () => {
    const { players } = playing();
    const left = playing({ players: [players[0]!, bot(5), players[2]!, players[3]!] });
    expect(said(playing(), left)).toBe("Aino left. Leila plays on, a bot.");
    expect(said(left, playing())).toBe("Aino sits down.");
    const away = playing({ players: [players[0]!, { ...players[1]!, here: false }, players[2]!, players[3]!] });
    expect(said(playing(), away)).toBe("Aino is away.");
    expect(said(away, playing())).toBe("Aino is back.");
    const renamed = playing({ players: [players[0]!, { ...players[1]!, name: "Tove" }, players[2]!, players[3]!] });
    expect(said(playing(), renamed)).toBe("Aino is now called Tove.");
  });

  test("whoever takes a bot's seat is told so", () => {
    const next = playing({ seat: 3, toAct: [3] });
    expect(said(watching(), { ...next, trick: watching().trick, tricks: watching().tricks })).toBe(
      "You take the seat of Matteo. Your turn.",
    );
  });

  test("the moon is for the shooter to decide", () => {
    const before = playing({ tricksPlayed: 13, trick: null, tricks: [] });
    expect(said(before, choosing())).toBe("You shot the moon. Decide how it is scored.");
    expect(said(before, choosing({ toAct: [3], moonChoices: {} }))).toBe(
      "Matteo shot the moon and decides how it is scored.",
    );
  });

  test("whoever comes to the table is told where it stands", () => {
    expect(arrives(playing())).toBe("Hand 6. Your turn.");
    expect(arrives(passing())).toBe("Hand 6. Choose 3 cards for Matteo, on your right.");
    expect(arrives(playing({ toAct: [1], legal: [] }))).toBe("Hand 6. Aino is to play.");
    expect(arrives(playing({ toAct: [2], legal: [] })), "bots let nobody wait").toBe("Hand 6.");
    expect(arrives(sheet())).toContain("Matteo shot the moon.");
  });

  test("a view that changes nothing says nothing", () => {
    expect(said(playing(), playing({ version: 101, hand: cards("Js Ah 8h 5h 9c Ad Jd 6d 3d") }))).toBe("");
  });
});
