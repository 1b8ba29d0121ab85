import { beforeEach, describe, expect, test, vi } from "vitest";
import { playing, view } from "../views";
import { all, button, click, held, one, press, show, spoken, told } from "./table";

beforeEach(() => void vi.useFakeTimers());

const VALUES = [
  { card: "3d", points: 3.2, moon: 0 },
  { card: "6d", points: 4, moon: 0 },
  { card: "Jd", points: 5.5, moon: 0 },
  { card: "Ad", points: 11.4, moon: 0 },
];
const WORDS =
  "The expert would play the three of diamonds: about 3.2 points in this hand. With the ace of diamonds it would be about 11 points.";

describe("a hint", () => {
  test("is asked for by a button or by a key, wherever the focus is", () => {
    const { sent } = show(playing());
    const asked = { kind: "ask-hint", decision: "1.6.play.5.0" };
    click(one('.tools [aria-keyshortcuts="E"]'));
    press("e");
    expect(sent).toEqual([asked, asked]);
  });

  test("has its button in the menu, which closes", () => {
    const { sent, session } = show(playing());
    click(button("Menu"));
    click(all("dialog button, .drawer button").find((each) => each.textContent.trim() === "Hint")!);
    expect(sent.map(({ kind }) => kind)).toEqual(["ask-hint"]);
    expect(session.dialog).toBeNull();
  });

  test("is not asked for where the table gives none", () => {
    const { sent } = show(playing({ canHint: false }));
    press("e");
    expect(sent).toEqual([]);
    expect(all("button").filter((each) => each.textContent.includes("Hint"))).toEqual([]);
  });

  test("is said, and marks the card by more than its colour", () => {
    const { hint } = show(playing());
    hint({ cards: ["3d"], values: VALUES });
    expect(told()).toBe(WORDS);
    expect(spoken()).toContain(WORDS);
    expect(all(".hand .tag").map((tag) => tag.dataset["figure"])).toEqual(["11", "5.5", "4", "3.2"]);
    expect(held("3d").querySelector(".tag svg")).not.toBeNull();
    expect(all(".hand .tag svg")).toHaveLength(1);
  });

  test("is told with each card to whoever goes along the hand", () => {
    const { hint } = show(playing());
    hint({ cards: ["3d"], values: VALUES });
    const described = (card: string) => one(`[id="${held(card).getAttribute("aria-describedby")}"]`).textContent;
    expect(described("3d")).toBe("The expert’s choice. About 3.2 points.");
    expect(described("Ad")).toBe("About 11 points.");
    expect(described("Js")).toContain("Diamonds were led");
  });

  test("is gone once the card is played, and with the next decision", () => {
    const before = playing();
    const { hint, tell, session } = show(before);
    hint({ cards: ["3d"], values: VALUES });
    tell({ ...before, version: 101, toAct: [1], canHint: false, legal: [], refusals: {}, hand: before.hand.filter((card) => card !== "3d") });
    expect(session.hint).toBeNull();
    expect(all(".hand .tag")).toEqual([]);
  });

  test("that comes too late is no hint any more", () => {
    const { hint, session } = show(playing());
    hint({ decision: "1.6.play.4.0", cards: ["3d"], values: VALUES });
    expect(session.hint).toBeNull();
    expect(told()).toBeUndefined();
  });

  test("marks the cards to pass, which one still chooses oneself", () => {
    const passing = view({ phase: "passing", legal: [], canHint: true, passed: [false, true, true, true] });
    const { hint } = show(passing);
    const cards = passing.hand.slice(0, 3);
    hint({ cards });
    expect(all(".hand .hinted").map((card) => card.dataset["card"]).sort()).toEqual([...cards].sort());
    expect(all(".hand [aria-selected=true]")).toEqual([]);
    click(held(cards[0]!));
    expect(held(cards[0]!).querySelector(".tag")!.textContent.trim()).toBe("pass");
  });

  test("that is refused is answered with the reason", () => {
    const { reject } = show(playing());
    reject("no-hint");
    expect(told()).toBe("No hint came in time. Try again.");
  });
});
