import { beforeEach, expect, test, vi } from "vitest";
import type { View } from "../../src/messages";
import { ownDeal } from "../deals";
import { SOON } from "../../src/lib/voice.svelte";
import { all, hand, one, show, wait } from "./table";

beforeEach(() => void vi.useFakeTimers());

const text = () => one("[role=status]").textContent;

/** The card that was played between two views, and by whom. */
function play(before: View, next: View): { seat: number; card: string } {
  const trick = next.trick ?? next.tricks.at(-1)!;
  const seat = (trick.leader + trick.cards.length - 1) % next.players.length;
  expect(before.version).toBe(next.version - 1);
  return { seat, card: trick.cards.at(-1)! };
}

test("each of 52 plays changes the live text once, with a whole sentence (C65)", async () => {
  const { cardName } = await import("../../src/lib/cards");
  const views = [...ownDeal(4)];
  const { tell } = show(views[0]!, { speed: "calm" });
  for (const [at, next] of views.slice(1).entries()) {
    const before = text();
    const { seat, card } = play(views[at]!, next);
    wait(5000);
    tell(next);
    expect(text(), card).not.toBe(before);
    expect(text()).toMatch(new RegExp(`^${seat === 0 ? "You" : "[A-Z][a-z]+"} (lead|play)s? the ${cardName(card)}\\.`));
  }
});

test("the same text twice still changes the live region (C65)", () => {
  const { session } = show([...ownDeal(4)][0]!);
  wait(1000);
  const seen = new Set<string>();
  for (let time = 0; time < 2; time++) {
    session.announce("It is not your turn.");
    wait(1000);
    seen.add(session.voice.said);
    wait(SOON);
  }
  expect(seen.size).toBe(2);
  expect([...seen].map((words) => words.trim())).toEqual(["It is not your turn.", "It is not your turn."]);
});

test("the hand loses each card as it is played, and never shows one that lies on the table", () => {
  const views = [...ownDeal(4)];
  const { tell } = show(views[0]!, { speed: "calm" });
  for (const next of views.slice(1)) {
    tell(next);
    wait(5000);
    expect(hand().sort()).toEqual([...next.hand].sort());
    const lying = all(".ring .card").map((card) => card.dataset["card"]);
    expect(lying).toEqual(next.trick?.cards ?? []);
  }
});

test.each([3, 4, 5, 6] as const)("a whole deal of %i seats that arrives at once is shown to its end (C61)", (seats) => {
  const views = [...ownDeal(seats)];
  show(views, { speed: "quick" });
  wait(300_000);
  expect(hand()).toEqual([]);
  expect(one(".self .tot").textContent).toContain("0");
});
