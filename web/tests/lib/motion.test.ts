// @vitest-environment node
import { describe, expect, test } from "vitest";
import { beats, type Beat } from "../../src/lib/motion";
import type { View } from "../../src/messages";
import { ownDeal } from "../deals";
import { cards, hold, passing, playing, received, sheet, trick, view } from "../views";

const kinds = (all: Beat[]) => all.map((beat) => beat.kind);
const played = (all: Beat[]) => all.flatMap((beat) => (beat.kind === "card" ? [`${beat.seat} ${beat.card}`] : []));

describe("what happens between two views", () => {
  test("one card more: it is played, and the real view is shown", () => {
    const before = playing({ toAct: [3], trick: trick(5, 2, "9d", 2), legal: [], refusals: {} });
    const next = playing();
    const all = beats(before, next);
    expect(played(all)).toEqual(["3 Kd"]);
    expect(all.at(-1)!.view).toBe(next);
  });

  test("bots that played at once are shown one after another, across the end of a trick (C54)", () => {
    const before = playing();
    const next = playing({
      hand: before.hand.filter((card) => card !== "Jd"),
      tricks: [trick(5, 2, "9d Kd Jd 2d", 3)],
      trick: trick(6, 3, "3c 4c", 0),
      tricksPlayed: 5,
      handSizes: [8, 8, 8, 7],
    });
    const all = beats(before, next);
    expect(kinds(all)).toEqual(["card", "card", "rest", "sweep", "card", "card"]);
    expect(played(all)).toEqual(["0 Jd", "1 2d", "3 3c", "0 4c"]);
  });

  test("while a full trick rests, all its cards lie and its taker is known", () => {
    const before = playing({ trick: trick(5, 2, "9d Kd Jd", 3), toAct: [1] });
    const next = playing({ tricks: [trick(5, 2, "9d Kd Jd 2d", 3)], trick: null, tricksPlayed: 5 });
    const rest = beats(before, next).find((beat) => beat.kind === "rest")!;
    expect(rest.view.trick).toMatchObject({ cards: cards("9d Kd Jd 2d"), winner: 3 });
    expect(rest.view.legal).toEqual([]);
  });

  test("pictures between keep the facts that are known, and the hand loses cards as they are played", () => {
    const before = playing();
    const next = playing({
      hand: before.hand.filter((card) => card !== "Jd"),
      tricks: [trick(5, 2, "9d Kd Jd Td", 3)],
      trick: null,
      tricksPlayed: 5,
      points: [0, 0, 0, 18],
    });
    const [mine, last] = beats(before, next);
    expect(mine!.view.hand).not.toContain("Jd");
    expect(mine!.view.points).toEqual(before.points);
    expect(last!.view.trick!.cards).toHaveLength(4);
  });

  test("a take-back is shown at once", () => {
    const before = playing({ trick: trick(5, 2, "9d Kd Jd", 3) });
    const next = playing();
    expect(kinds(beats(before, next))).toEqual(["show"]);
  });

  test("a take-back to an earlier trick is shown at once", () => {
    const before = playing();
    const next = playing({ tricks: [], trick: trick(4, 3, "Jc", 3), tricksPlayed: 3 });
    expect(kinds(beats(before, next))).toEqual(["show"]);
  });

  test("another card than the shown one means that a decision was taken back and made anew", () => {
    const before = playing({ trick: trick(5, 2, "9d Kd Jd", 3) });
    const next = playing({ trick: trick(5, 2, "9d Kd 3d 2d", 3) });
    expect(kinds(beats(before, next))).toEqual(["show"]);
  });

  test("cards that came are to be read before the first trick, even if others have played (C17)", () => {
    const next = received({ trick: trick(1, 1, "2c 5c", 2), toAct: [3], handSizes: [13, 12, 12, 13] });
    const all = beats(passing(), next);
    expect(kinds(all)).toEqual(["pause", "card", "card"]);
    expect(all[0]!.view.trick).toBeNull();
    expect(all[0]!.view.handSizes).toEqual([13, 13, 13, 13]);
  });

  test("a hand without passing is announced, but not where no hand ever passes (C16)", () => {
    expect(kinds(beats(sheet({ deal: 7 }), hold()))).toEqual(["pause"]);
    const never = { ...view().rules, fields: { ...view().rules.fields, passing: "none" } };
    expect(kinds(beats(sheet({ deal: 7 }), hold({ rules: never })))).toEqual(["show"]);
  });

  test("a new deal is shown at once", () => {
    expect(kinds(beats(sheet(), passing(4, { deal: 7 })))).toEqual(["show"]);
  });

  test("lost views: with older tricks hidden the story goes on at the oldest known trick", () => {
    const next = playing({ tricks: [trick(8, 0, "2d 3d 4d 5d", 3)], trick: trick(9, 3, "6d", 3), tricksPlayed: 8 });
    expect(played(beats(playing(), next))).toEqual(["0 2d", "1 3d", "2 4d", "3 5d", "3 6d"]);
  });

  test("the last card of a hand ends at the sheet", () => {
    const before = playing({ tricksPlayed: 12, tricks: [], trick: trick(13, 3, "Ah 5h 2h", 3), deal: 6 });
    const next = sheet({ tricks: [trick(13, 3, "Ah 5h 2h 4h", 3)] });
    const all = beats(before, next);
    expect(kinds(all)).toEqual(["card", "rest", "sweep"]);
    expect(all.at(-1)!.view).toBe(next);
  });

  test("what a claim ends rests on the table, with the claim, before the sheet", () => {
    const claim = { seat: 1, claim: "nothing-left" as const, hand: [] };
    const next = sheet({ claim, tricksPlayed: 4, tricks: playing().tricks });
    const [rest, show] = beats(playing(), next);
    expect([rest?.kind, show?.kind]).toEqual(["rest", "show"]);
    expect(rest!.view).toMatchObject({ phase: "playing", trick: playing().trick, claim, toAct: [] });
    expect(show!.view).toBe(next);
  });

  test("the newest card brings its news with it, also as the last one of a trick (C58)", () => {
    const before = playing({ trick: trick(5, 2, "9d Kd Jd", 3), toAct: [1], queenPlayed: false });
    const tricks = [trick(5, 2, "9d Kd Jd Qs", 3)];
    const next = playing({ tricks, trick: null, tricksPlayed: 5, toAct: [3], queenPlayed: true });
    expect(beats(before, next)[0]).toMatchObject({ kind: "card", view: { queenPlayed: true } });
  });

  test.each([3, 4, 5, 6] as const)(
    "a whole deal of %i seats, however many views are lost, shows each card once",
    (seats) => {
      const all = [...ownDeal(seats)];
      const every = all.slice(1).flatMap((next, at) => played(beats(all[at]!, next)));
      const size = Math.floor(52 / seats) * seats;
      expect(every).toHaveLength(size);
      expect(new Set(every).size).toBe(size);
      for (const step of [2, 3, seats]) {
        const some = all.filter((_, at) => at % step === 0 || at === all.length - 1);
        expect(some.slice(1).flatMap((next, at) => played(beats(some[at]!, next)))).toEqual(every);
      }
    },
  );

  test("a picture never holds a card that the next view says is played", () => {
    const all: View[] = [...ownDeal(4)];
    for (let at = 4; at < all.length; at += 4)
      for (const beat of beats(all[at - 4]!, all[at]!)) {
        const lying = [...(beat.view.trick?.cards ?? []), ...beat.view.tricks.flatMap((one) => one.cards)];
        expect(beat.view.hand.filter((card) => lying.includes(card))).toEqual([]);
      }
  });
});
