import { beforeEach, describe, expect, test, vi } from "vitest";
import shuffles from "../../../tests/golden/shuffles.json";
import type { Shuffle, View } from "../../src/messages";
import { cards, over, passing, sheet, shuffling } from "../views";
import { all, button, one, show, spoken, told, wait } from "./table";

beforeEach(() => void vi.useFakeTimers());

const details = (summary: string) => {
  const found = all("details.old").filter((each) => each.querySelector("summary")!.textContent.trim() === summary);
  if (found.length !== 1) throw new Error(`${found.length} parts are called "${summary}"`);
  return found[0] as HTMLDetailsElement;
};

/** Open it, and wait until the browser has worked out what it asks for. */
async function open(summary: string): Promise<string> {
  const found = details(summary);
  found.open = true;
  found.dispatchEvent(new Event("toggle"));
  await vi.waitFor(() => {
    if (!/[.]/.test(found.querySelector("p")!.textContent) || /shuffling again/.test(found.textContent)) throw new Error();
  });
  return found.querySelector("p")!.textContent.trim();
}

const cardsOf = (hand: string) => hand.split(".").flatMap((ranks, at) => [...ranks].map((rank) => rank + "shdc"[at]));

/** The sheet of a deal among four people, two of whom added to it; nobody has passed. */
function finished(changes: Partial<Shuffle> = {}, more: Partial<View> = {}): View {
  const deal = shuffles.find(({ seats, added }) => seats === 4 && added.length === 2)!;
  return sheet({
    deal: deal.number,
    direction: "hold",
    hands: deal.hands.map(cardsOf),
    passes: [[], [], [], []],
    shuffle: {
      commitment: deal.commitment,
      seed: deal.seed,
      hashes: [deal.hashes[0]!, deal.hashes[1]!, "", ""],
      revealed: [deal.added[0]!, deal.added[1]!, "", ""],
      ...changes,
    },
    ...more,
  });
}

describe("Check how this hand was dealt", () => {
  test("says at one click what was worked out, and who added", async () => {
    show(finished());
    const words = await open("Check how this hand was dealt");
    expect(words).toMatch(/^As promised\./);
    expect(words).toContain("Aino and you.");
    expect(spoken()).toContain("As promised.");
    expect(one(".old a").getAttribute("href")).toBe("/fairness");
  });

  test("is there at the end of the game too, and while the next hand is drawn", async () => {
    show({ ...finished(), phase: "over", winners: [3] });
    expect(await open("Check how this hand was dealt")).toContain("As promised.");
    show({ ...finished(), phase: "shuffling" });
    expect(await open("Check how this hand was dealt")).toContain("As promised.");
  });

  test("takes back the pass before it compares the cards", async () => {
    const view = finished();
    const passes = view.hands.map((hand) => hand.slice(0, 3));
    const hands = view.hands.map((hand, seat) => [...hand.slice(3), ...passes[(seat + 3) % 4]!]);
    show({ ...view, hands, passes, direction: "left" });
    expect(await open("Check how this hand was dealt")).toContain("As promised.");
  });

  test("names whose browsers were late", async () => {
    const { shuffle } = finished();
    const late = "ab".repeat(32);
    const view = finished({ hashes: [shuffle!.hashes[0]!, shuffle!.hashes[1]!, late, ""] });
    show(view);
    expect(await open("Check how this hand was dealt")).toContain("Left out, because nothing came in time: Rhea.");
    show(passing(4, { shuffle: view.shuffle }));
    expect(one("[role=log]").textContent).toContain("Left out, because nothing came in time: Rhea.");
  });

  test.each([
    [{ seed: "00".repeat(32) }, "secret number does not fit"],
    [{ revealed: ["00".repeat(32), "", "", ""] }, "fits none of the fingerprints"],
    [{ hashes: [], revealed: [] }, "other cards"],
  ])("says what does not fit: %j", async (changes, words) => {
    show(finished(changes));
    expect(await open("Check how this hand was dealt")).toMatch(new RegExp(`^NOT as promised: .*${words}`));
  });

  test("has nothing to say where the seed is not told", async () => {
    show(finished({ seed: null }));
    expect(await open("Check how this hand was dealt")).toContain("Nothing to verify");
  });
});

describe("What the bots had to go by", () => {
  test("is the hand, what it passed and what it was given, of every bot", () => {
    const view = sheet();
    const passes = [cards("Js 8s 4s"), cards("9s 7s 3s"), cards("Ts 6s 5s"), cards("As Ks Qs")];
    const hands = view.hands.map((hand, seat) => [...hand.filter((card) => !passes[seat]!.includes(card)), ...passes[(seat + 3) % 4]!]);
    const { players } = view;
    show({ ...view, hands, passes, players: players.map((player, seat) => ({ ...player, standIn: seat === 1 })) });
    const saw = details("What the bots had to go by");
    expect([...saw.querySelectorAll("h3")].map((head) => head.textContent)).toEqual(["Aino", "Rhea", "Matteo"]);
    expect([...saw.querySelectorAll("dt")].map((head) => head.textContent)).toEqual([
      ...["Dealt", "Passed to Rhea", "Given by you"],
      ...["Dealt", "Passed to Matteo", "Given by Aino"],
      ...["Dealt", "Passed to you", "Given by Rhea"],
    ]);
    const sizes = [...saw.querySelectorAll("dd")].map((line) => line.querySelectorAll(".chip").length);
    expect(sizes).toEqual([13, 3, 3, 13, 3, 3, 13, 3, 3]);
  });

  test("has no pass where none was, and is not there without bots", () => {
    show(finished());
    expect([...details("What the bots had to go by").querySelectorAll("dt")].map((head) => head.textContent)).toEqual([
      "Dealt",
      "Dealt",
    ]);
    const { players } = finished();
    show(finished({}, { players: players.map((player) => ({ ...player, kind: "person" })) }));
    expect(() => details("What the bots had to go by")).toThrow();
  });
});

describe("while the next hand is drawn", () => {
  test("the sheet stays, and nothing is said unless it takes long", () => {
    const { tell } = show(sheet());
    tell(shuffling({ version: 200 }));
    expect(one(".tale h2").textContent).toBe("Matteo shot the moon.");
    expect(one(".acts").textContent.trim()).toBe("Ready");
    expect(() => button("Next hand")).toThrow();
    wait(600);
    expect(one(".acts").textContent.trim()).toBe("The cards are being shuffled together. Still to come: Aino.");
    expect(spoken()).toContain("Still to come: Aino.");
  });

  test("before the first hand there is one quiet line", () => {
    show(shuffling({ deal: 0, rows: [], hands: [], toAct: [0] }));
    expect(one(".waiting").textContent.trim()).toBe("Going to the table.");
    wait(600);
    expect(one(".waiting").textContent.trim()).toBe("The cards are being shuffled together.");
    expect(all(".result")).toEqual([]);
  });

  test("then the hand begins as ever", () => {
    const { tell } = show(shuffling());
    tell(passing(4, { deal: 7, version: 300 }));
    expect(one(".passbox h2").textContent).toContain("Pass three cards");
    expect(spoken()).toContain("Hand 7.");
  });

  test("a rematch says nothing of a hand that there is not yet", () => {
    const { tell } = show(over());
    tell(shuffling({ game: 2, deal: 0, version: 300, rows: [], hands: [] }));
    wait(100);
    expect(spoken()).not.toContain("Hand 0");
  });
});

test("a complaint about the site is said and shown", async () => {
  const { tell, sent } = show(sheet());
  await vi.waitFor(() => expect(sent.at(-1)?.kind).toBe("give-hash"));
  const hash = (sent.at(-1) as { hash: string }).hash;
  const none = { revealed: ["", "", "", ""], seed: null };
  tell(sheet({ phase: "shuffling", version: 200, nextShuffle: { commitment: "aa", hashes: [hash, "", "", ""], ...none } }));
  await vi.waitFor(() => expect(sent.at(-1)?.kind).toBe("reveal"));
  tell(passing(4, { deal: 7, version: 201, shuffle: { commitment: "bb", hashes: [hash, "", "", ""], ...none } }));
  await vi.waitFor(() => expect(told()).toContain("has not kept its promise"));
  expect(spoken()).toContain("has not kept its promise");
});

test("what the browser asked for by itself is refused without a word", async () => {
  const { session, reject } = show(sheet());
  for (const request of [{ kind: "give-hash", id: "1", hash: "" }, { kind: "reveal", id: "1", decision: "", bytes: "" }] as const)
    reject("not-now", request);
  expect(session.notice).toBeNull();
});
