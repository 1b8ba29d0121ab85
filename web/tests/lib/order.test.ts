// @vitest-environment node
import { describe, expect, test } from "vitest";
import { rows, sorted, suitOrder } from "../../src/lib/order";
import { suitOf } from "../../src/lib/cards";
import { cards } from "../views";

const red = (suit: string) => "hd".includes(suit);

describe("the order of a hand (C60)", () => {
  test("ranks fall from ace to two, the ten between nine and jack", () => {
    expect(sorted(cards("9s Ts Js 2s As"))).toEqual(cards("As Js Ts 9s 2s"));
  });

  test("colours alternate with four suits", () => {
    const order = suitOrder(cards("9s 3h 4d 2c")).map(red);
    expect(order).toEqual([false, true, false, true]);
  });

  test.each(["3h 4d 9s", "3h 4d 9c", "9s 2c 3h", "9s 2c 4d"])("with one suit gone the others regroup: %s", (hand) => {
    const [first, second, third] = suitOrder(cards(hand)).map(red);
    expect(second).not.toBe(first);
    expect(third).not.toBe(second);
  });

  test("two suits of one colour stay together when there is no other", () => {
    expect(suitOrder(cards("3h 4d"))).toEqual(["h", "d"]);
  });

  test("the wire's order does not matter", () => {
    const hand = cards("2c 9s Th Qd Ac 4s");
    expect(sorted([...hand].reverse())).toEqual(sorted(hand));
  });
});

describe("rows of a hand on a phone (C61)", () => {
  test("at most seven in a row, the longer row on top", () => {
    const lines = rows(sorted(cards("As Ks 8s 4s Ah 8h 5h Tc 9c 7c Jd 6d 3d")));
    expect(lines.map((line) => line.length)).toEqual([7, 6]);
  });

  test("a row breaks between two suits where no row then exceeds seven", () => {
    const lines = rows(sorted(cards("Js Ah 8h 5h 9c Ad Jd 6d 3d")));
    expect(lines).toEqual([cards("Js Ah 8h 5h 9c"), cards("Ad Jd 6d 3d")]);
  });

  test("seven cards or fewer lie in one row", () => {
    expect(rows(cards("As Ks Qs Js Ts 9s 8s"))).toHaveLength(1);
  });

  test("seventeen cards lie in three rows: 6, 6 and 5", () => {
    const lines = rows(sorted(cards("As Qs Ts 8s 6s 3s Kh 9h 7h 4h Jc 6c Kd Td 8d 7d 5d")));
    expect(lines.map((line) => line.length)).toEqual([6, 6, 5]);
  });

  test("where a suit is too long for a row, rows are as even as can be", () => {
    const lines = rows(sorted(cards("As Ks Qs Js Ts 9s 8s 7s 6s")));
    expect(lines.map((line) => line.length)).toEqual([5, 4]);
  });

  test("no card is lost or moved", () => {
    for (let size = 1; size <= 17; size++) {
      const hand = sorted(cards("As Qs Ts 8s 6s 3s Kh 9h 7h 4h Jc 6c Kd Td 8d 7d 5d").slice(0, size));
      const lines = rows(hand);
      expect(lines.flat()).toEqual(hand);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(7);
      expect(new Set(hand.map(suitOf)).size).toBeGreaterThan(0);
    }
  });
});
