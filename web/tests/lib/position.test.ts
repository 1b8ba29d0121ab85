// @vitest-environment node
import { describe, expect, test } from "vitest";
import { newCards, ring, seats, slots } from "../../src/lib/position";
import { passing, playing, playingOfMany, playingOfThree, received, trick } from "../views";

describe("where things are", () => {
  test("my seat is south, my left neighbour west, for three to six seats", () => {
    expect(seats(playingOfThree()).map(({ place }) => place)).toEqual(["s", "w", "e"]);
    expect(seats(playing()).map(({ place }) => place)).toEqual(["s", "w", "n", "e"]);
    expect(seats(playingOfMany(5)).map(({ place }) => place)).toEqual(["s", "w1", "w", "e", "e1"]);
    expect(seats(playingOfMany(6)).map(({ place }) => place)).toEqual(["s", "w1", "w", "n", "e", "e1"]);
    expect(seats(playing({ seat: 2 })).map(({ seat }) => seat)).toEqual([2, 3, 0, 1]);
  });

  test("cards lie before their players; the lead and the highest are known", () => {
    expect(ring(playing(), playing().trick)).toEqual([
      { card: "9d", seat: 2, place: "n", led: true, highest: false },
      { card: "Kd", seat: 3, place: "e", led: false, highest: true },
    ]);
  });

  test("empty places say whose they are", () => {
    expect(slots(playing()).map(({ words }) => words)).toEqual(["your card", "Aino next"]);
    // Where the words do not fit, the others' initials stand for them.
    expect(slots(playing()).map(({ short }) => short)).toEqual([null, "A"]);
    expect(slots(passing())).toEqual([]);
  });

  test("received cards are marked until my first play, not the others' (C17)", () => {
    expect(newCards(received())).toEqual(["Js", "Kc", "Ad"]);
    expect(newCards(received({ trick: trick(1, 1, "2c 3c 4c", 3) }))).toHaveLength(3);
    expect(newCards(received({ trick: trick(1, 1, "2c 3c 4c Kc", 0) }))).toEqual([]);
    expect(newCards(received({ tricksPlayed: 1 }))).toEqual([]);
  });
});
