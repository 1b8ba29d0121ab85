import { beforeEach, describe, expect, test, vi } from "vitest";
import { cards, playing, trick } from "../views";
import { all, click, held, press, show, spoken, told, wait } from "./table";

beforeEach(() => void vi.useFakeTimers());

const play = (card: string) => ({ kind: "play", decision: playing().decision, card });

describe("playing a card", () => {
  test("one tap plays a legal card", () => {
    const { sent } = show(playing());
    click(held("Jd"));
    expect(sent).toEqual([play("Jd")]);
  });

  test("with two taps the first raises, the second plays; another card takes its place", () => {
    const { sent } = show(playing(), { tap: "two" });
    click(held("Jd"));
    click(held("6d"));
    expect(sent).toEqual([]);
    expect(held("6d").getAttribute("aria-label")).toContain("once more plays it");
    click(held("6d"));
    expect(sent).toEqual([play("6d")]);
  });

  test("legal cards are raised and marked in words; the others keep their face and are focusable (C57, C66)", () => {
    show(playing());
    expect(all(".hand .up").map((card) => card.dataset["card"])).toEqual(playing().legal);
    expect(held("Jd").getAttribute("aria-label")).toBe("jack of diamonds, playable");
    const refused = held("Ah");
    expect(refused.getAttribute("aria-disabled")).toBe("true");
    refused.focus();
    expect(document.activeElement).toBe(refused);
    const reason = document.getElementById(refused.getAttribute("aria-describedby")!);
    expect(reason!.textContent).toBe("Diamonds were led: play one of your 4.");
  });

  test("a refused card says why and plays nothing (C57)", () => {
    const { sent } = show(playing());
    click(held("Ah"));
    expect(sent).toEqual([]);
    expect(told()).toBe("Not the ace of hearts yet. Diamonds were led: play one of your 4.");
    expect(spoken()).toContain(told());
    expect(held("Ah").className).toContain("no");
  });

  test("the marks are the server's list, whatever it is (C57)", () => {
    const odd = playing({ legal: ["Js", "5h"], refusals: { Jd: { code: "hearts-not-broken", facts: {} } } });
    show(odd);
    expect(all(".hand .up").map((card) => card.dataset["card"])).toEqual(["Js", "5h"]);
    click(held("Jd"));
    expect(told()).toContain("Hearts are not broken");
  });

  test("in another's turn no card is marked for the rules, and a tap says whose turn it is not (C57)", () => {
    const { sent } = show(playing({ toAct: [1], legal: [], refusals: {} }));
    expect(all(".hand [aria-disabled], .hand .rest, .hand .up")).toEqual([]);
    click(held("Jd"));
    expect(sent).toEqual([]);
    expect(told()).toBe("It is not your turn.");
  });

  test("a double click plays one card (C51)", () => {
    const { sent } = show(playing());
    click(held("Jd"));
    click(held("Jd"));
    expect(sent).toHaveLength(1);
  });

  test("also when the next trick begins at once with the same seat (C51)", () => {
    const { sent, tell } = show(playing());
    click(held("Jd"));
    tell(
      playing({
        version: 101,
        decision: "1.6.play.6.0",
        trick: null,
        tricks: [trick(5, 2, "9d Kd Jd Ad", 0)],
        tricksPlayed: 5,
        legal: cards("6d 3d"),
        hand: cards("6d 3d"),
        refusals: {},
      }),
    );
    click(held("6d"));
    expect(sent).toHaveLength(1);
    wait(1000);
    click(held("6d"));
    expect(sent).toHaveLength(2);
  });

  test("a fast player at the keyboard is not taken for a double click", () => {
    const { sent, tell } = show(playing());
    press("Enter", held("Jd"));
    tell(
      playing({
        version: 101,
        decision: "1.6.play.6.0",
        trick: null,
        tricks: [trick(5, 2, "9d Kd Jd Ad", 0)],
        tricksPlayed: 5,
        legal: cards("6d 3d"),
        hand: cards("6d 3d"),
        refusals: {},
      }),
    );
    press("Enter", held("6d"));
    press("Enter", held("6d"));
    expect(sent).toHaveLength(2);
  });

  test("an answer to a decision that another window has made is no error (C49)", () => {
    const { sent, reject } = show(playing());
    click(held("Jd"));
    reject("already-decided", { ...play("Jd"), kind: "play", id: "x" });
    expect(sent).toHaveLength(1);
    expect(told()).toBeUndefined();
  });

  test("another refusal of the server is told, and the card may be played again", () => {
    const { sent, reject } = show(playing());
    click(held("Jd"));
    reject("too-many-commands", { ...play("Jd"), kind: "play", id: "x" });
    expect(told()).toContain("too fast");
    wait(1000);
    click(held("Jd"));
    expect(sent).toHaveLength(2);
  });

  test("the only playable card plays itself, if wished", () => {
    const forced = playing({ legal: ["Jd"] });
    const asking = show(forced);
    wait(5000);
    expect(asking.sent).toEqual([]);
    const itself = show(forced, { forced: "itself" });
    wait(5000);
    expect(itself.sent).toEqual([play("Jd")]);
  });

  test("while cards are still on their way, a tap only hurries them (C54)", () => {
    const before = playing({ toAct: [2], trick: null, legal: [], refusals: {} });
    const { sent } = show([before, playing({ version: 101 })], { speed: "calm" });
    expect(all(".ring .card")).toHaveLength(1);
    click(held("Jd"));
    expect(all(".ring .card")).toHaveLength(2);
    expect(sent).toEqual([]);
    click(held("Jd"));
    expect(sent).toEqual([play("Jd")]);
  });

  test("a resting trick does not hold up my lead (C54)", () => {
    const before = playing({ toAct: [1], trick: trick(5, 2, "9d 8d Ad", 0), legal: [], refusals: {} });
    const lead = playing({
      version: 101,
      tricks: [trick(5, 2, "9d 8d Ad 2d", 0)],
      trick: null,
      tricksPlayed: 5,
      legal: cards("Jd 6d"),
      refusals: {},
    });
    const { sent } = show([before, lead], { speed: "calm" });
    wait(400);
    click(held("Jd"));
    expect(sent).toHaveLength(1);
  });
});
