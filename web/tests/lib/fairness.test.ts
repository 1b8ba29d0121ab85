import { expect, test } from "vitest";
import cases from "../../../tests/golden/shuffles.json";
import { shuffledPack, verify, type DealToCheck } from "../../src/lib/fairness";
import { fromHex, hashOf, toHex } from "../../src/lib/hash";

/** A hand as records write it: spades, hearts, diamonds, clubs. */
const cardsOf = (hand: string) => hand.split(".").flatMap((ranks, at) => [...ranks].map((rank) => rank + "shdc"[at]));

const deals: DealToCheck[] = cases.map(({ added, hands, ...rest }) => ({
  ...rest,
  revealed: added,
  hands: hands.map(cardsOf),
}));
const flawOf = async (deal: DealToCheck) => (await verify(deal)).flaw;

test("the pack is shuffled as the server shuffles it, for any seats, numbers and bytes", async () => {
  for (const { seats, number, seed, added, hands } of cases) {
    const pack = await shuffledPack(seats, number, fromHex(seed), added.map(fromHex));
    const drawn = hands.map((_, seat) => pack.filter((_, place) => place % seats === seat).sort());
    expect(drawn).toEqual(hands.map((hand) => cardsOf(hand).sort()));
  }
});

test("what was dealt as promised is right", async () => {
  for (const deal of deals)
    expect(await verify(deal)).toEqual({ flaw: null, added: deal.revealed.map((_, seat) => seat), missing: [] });
});

test("a hash without bytes is somebody who was left out, wherever it stands", async () => {
  const deal = deals.find(({ revealed, seats }) => seats === 4 && revealed.length === 2)!;
  const [ann, cyd] = deal.hashes as [string, string];
  const other = await hashOf(fromHex("00"));
  expect(await verify({ ...deal, hashes: [ann, other, "", cyd] })).toEqual({ flaw: null, added: [0, 3], missing: [1] });
  expect(await verify({ ...deal, hashes: [other, ann, cyd, ""] })).toEqual({ flaw: null, added: [1, 2], missing: [0] });
});

test("a change of anything is found", async () => {
  const deal = deals.find(({ revealed, seats }) => seats === 4 && revealed.length === 2)!;
  const other = "0f".repeat(32);
  const [one, two] = deal.revealed as [string, string];
  expect(await flawOf({ ...deal, seed: other })).toBe("seed");
  expect(await flawOf({ ...deal, commitment: other })).toBe("seed");
  expect(await flawOf({ ...deal, revealed: [one, other] })).toBe("bytes");
  expect(await flawOf({ ...deal, revealed: [two, one] })).toBe("bytes");
  expect(await flawOf({ ...deal, hashes: [] })).toBe("bytes");
  expect(await flawOf({ ...deal, revealed: [one] })).toBe("hands");
  expect(await flawOf({ ...deal, number: deal.number + 1 })).toBe("hands");
  const [first, second, ...rest] = deal.hands;
  expect(await flawOf({ ...deal, hands: [second!, first!, ...rest] })).toBe("hands");
});

test("bytes are written as digits and read again", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(fromHex(toHex(bytes))).toEqual(bytes);
  expect(toHex(bytes).slice(0, 6)).toBe("000102");
});
