import { beforeEach, describe, expect, test, vi } from "vitest";
import { bot, cards, choosing, passing, playing, received, sheet, trick, watching } from "../views";
import { all, button, click, hand, held, one, press, show, spoken, told, wait } from "./table";

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

describe("focus", () => {
  test("the hand is one stop for Tab, and arrows move inside it (C67)", () => {
    show(playing());
    expect(all(".hand [tabindex='0']")).toHaveLength(1);
    held("Js").focus();
    press("ArrowRight");
    expect(document.activeElement).toBe(held("Ah"));
    press("End");
    expect(document.activeElement).toBe(held("3d"));
    press("Home");
    press("ArrowDown");
    expect(document.activeElement).toBe(held("Ah"));
    press("ArrowDown");
    expect(document.activeElement).toBe(held("9c"));
    press("ArrowUp");
    expect(document.activeElement).toBe(held("Ah"));
    expect(all(".hand [tabindex='0']")).toEqual([held("Ah")]);
  });

  test("the order of focus is the order on the screen (C66)", () => {
    show(playing());
    held("Js").focus();
    const seen = [document.activeElement];
    for (let step = 1; step < hand().length; step++) {
      press("ArrowRight");
      seen.push(document.activeElement);
    }
    expect(seen).toEqual(all(".hand .card"));
  });

  test("after a play it goes to the neighbour, not to the page's top (C66)", async () => {
    const { sent, tell } = show(playing());
    held("Jd").focus();
    press("Enter");
    expect(sent).toHaveLength(1);
    tell(
      playing({
        version: 101,
        toAct: [1],
        legal: [],
        refusals: {},
        hand: playing().hand.filter((card) => card !== "Jd"),
        trick: trick(5, 2, "9d Kd Jd", 3),
      }),
    );
    await vi.waitFor(() => expect(document.activeElement).toBe(held("6d")));
  });

  test("after the last card of a suit it stays in the hand", async () => {
    const { tell } = show(playing());
    held("3d").focus();
    tell(
      playing({
        version: 101,
        toAct: [1],
        legal: [],
        refusals: {},
        hand: playing().hand.filter((card) => card !== "3d"),
        trick: trick(5, 2, "9d Kd 3d", 3),
      }),
    );
    await vi.waitFor(() => expect(document.activeElement).toBe(held("6d")));
  });

  test("passing, reading what came and playing hand the focus on (C66)", async () => {
    const { tell } = show(passing());
    for (const card of ["As", "Ks", "Tc"]) click(held(card));
    button("Pass to Matteo").focus();
    press("Enter");
    tell(received({ version: 101 }));
    await vi.waitFor(() => expect(document.activeElement).toBe(button("Continue")));
    press("Enter");
    await vi.waitFor(() => expect(document.activeElement!.closest(".hand")).not.toBeNull());
  });

  test("the sheet takes the focus that the hand had, at its heading (C66)", async () => {
    const last = playing({
      hand: ["4h"],
      legal: ["4h"],
      refusals: {},
      tricksPlayed: 12,
      tricks: [],
      trick: trick(13, 1, "Ah 5h 2h", 1),
    });
    const { tell } = show(last);
    held("4h").focus();
    tell(sheet({ version: 101, tricks: [trick(13, 1, "Ah 5h 2h 4h", 1)] }));
    wait(1000);
    await vi.waitFor(() => expect(document.activeElement).toBe(one(".tale h2")));
  });
});

describe("what the table shows", () => {
  test("whose turn it is, in words and on the ring", () => {
    const { tell } = show(playing());
    expect(one(".self .turn").textContent).toContain("Your turn");
    expect(all(".ring .arc")).toHaveLength(1);
    tell(playing({ version: 101, toAct: [1], legal: [], refusals: {} }));
    expect(one(".self .turn").textContent).toContain("Aino to play");
    expect(one(".seat.w").className).toContain("on");
  });

  test("the led suit and broken hearts, in words and shape (C58, C68)", () => {
    show(playing());
    expect(one(".facts:not(.queen)").textContent).toMatch(/Diamonds led\s*Hearts broken/);
    expect(all(".facts use").map((use) => use.getAttribute("href"))).toEqual(["#suit-d", "#broken", "#suit-s"]);
    show(playing({ heartsBroken: false, queenPlayed: false }));
    expect(one(".facts").textContent).toContain("Hearts not broken");
    expect(all(".facts use").map((use) => use.getAttribute("href"))).toEqual(["#suit-d", "#whole"]);
  });

  test("that the queen of spades is out, also after a reload (C58)", () => {
    show(playing());
    expect(one(".queen").textContent).toContain("Queen played");
    show(playing({ queenPlayed: false }));
    expect(all(".queen")).toEqual([]);
  });

  test("points of this hand; where they are hidden, only the totals (C59)", () => {
    show(playing());
    expect(one(".seat.e").textContent).toContain("+14");
    show(playing({ points: null, moon: null }));
    expect(one(".seat.e").textContent).toContain("10");
    expect(one(".game").textContent).not.toContain("+");
  });

  test("the moon of one seat, in words", () => {
    show(playing());
    expect(one(".seat.e .alive").textContent).toBe("moon 14 of 26");
    expect(all(".alive")).toHaveLength(1);
  });

  test("who is highest is said in words, not by place or colour (C68)", () => {
    show(playing());
    expect(one(".ring .win").textContent).toBe("highest");
    const card = one(".ring .win").closest("[data-card]")!;
    expect(card.querySelector("[role=img]")!.getAttribute("aria-label")).toBe("Matteo played the king of diamonds.");
  });

  test("bots carry the word, people who are away too", () => {
    const { players } = playing();
    show(playing({ players: [players[0]!, { ...players[1]!, here: false }, players[2]!, bot(4)] }));
    expect(one(".seat.n").textContent).toContain("bot, Strong");
    expect(one(".seat.w").textContent).toContain("away");
  });

  test("claims are one tap away when they can be made (C12)", () => {
    const { sent } = show(playing({ claims: ["rest-are-mine"] }));
    click(button("The rest are mine"));
    expect(sent).toEqual([{ kind: "claim", decision: playing().decision, claim: "rest-are-mine" }]);
    show(playing());
    expect(() => button("The rest are mine")).toThrow();
  });

  test("take back is a labelled button and a key, when it is allowed", () => {
    const { sent } = show(playing());
    click(one(".tools .tb"));
    press("u", document.body);
    expect(sent).toEqual([
      { kind: "take-back", decision: playing().decision },
      { kind: "take-back", decision: playing().decision },
    ]);
    const without = show(playing({ canTakeBack: false }));
    expect(all(".tb")).toEqual([]);
    press("u", document.body);
    expect(without.sent).toEqual([]);
  });

  test("a lost line is told on the table and aloud, and that it is back (C65)", () => {
    const { line } = show(playing());
    line(true);
    line(false);
    expect(told()).toBe("The connection is lost. Trying again.");
    expect(spoken()).toBe("The connection is lost. Trying again.");
    line(true);
    expect(told()).toBeUndefined();
    expect(spoken()).toBe("The connection is back.");
  });

  test("a table that is not for watching shows nothing of its cards", () => {
    const { options } = watching();
    show(watching({ options: { ...options, spectators: false }, trick: null, tricks: [], points: null }));
    expect(all(".ring, .slot, .facts")).toEqual([]);
    expect(one(".watch").textContent).toContain("This table is not for watching. Take a bot’s seat to play.");
    expect(spoken()).toContain("This table is not for watching.");
  });

  test("whoever has no seat may take a bot's", () => {
    const { sent } = show(watching());
    expect(all(".hand")).toEqual([]);
    expect(one(".watch").textContent).toContain("You are watching.");
    click(button("Take the seat of Matteo"));
    expect(sent).toEqual([{ kind: "sit", seat: 3 }]);
    expect(() => button("Take the seat of Aino")).toThrow();
  });
});

describe("the last trick", () => {
  test("is one key or a labelled button away, with leader and winner in words (C56)", () => {
    show(playing());
    press("l", document.body);
    expect(all(".ring .card").map((card) => card.dataset["card"])).toEqual(cards("Jc 7c 4c Qc"));
    expect(all(".ring .win").map((label) => label.textContent)).toEqual(["led", "took it"]);
    expect(one(".lf").textContent).toContain("Rhea took it with the queen of clubs: no points.");
    expect(spoken()).toContain("Matteo led the jack of clubs.");
    click(button("Back to play"));
    expect(all(".ring .card").map((card) => card.dataset["card"])).toEqual(cards("9d Kd"));
  });

  test("is the one that still lies there, once it is full (C56)", () => {
    const { tell } = show(playing({ trick: trick(5, 2, "9d Kd Jd", 3), toAct: [1], legal: [] }), { speed: "calm" });
    tell(playing({ tricks: [trick(5, 2, "9d Kd Jd 2d", 3)], trick: null, tricksPlayed: 5, toAct: [3], legal: [] }));
    wait(500);
    press("l", document.body);
    expect(all(".ring .card").map((card) => card.dataset["card"])).toEqual(cards("9d Kd Jd 2d"));
    wait(5000);
    expect(one(".lf").textContent).toContain("number 5");
  });

  test("a tap on my hand goes back to the game, and plays nothing", () => {
    const { sent } = show(playing());
    click(button("Last trick"));
    click(held("Jd"));
    expect(sent).toEqual([]);
    expect(all(".lastm")).toEqual([]);
  });

  test("is not there before the first trick is full (C56)", () => {
    show(playing({ tricks: [], tricksPlayed: 0 }));
    expect(() => button("Last trick")).toThrow();
    press("l", document.body);
    expect(all(".lastm")).toEqual([]);
    expect(spoken()).toContain("No trick is finished yet.");
  });

  test("is not offered while a moon is to be scored: its place is taken", () => {
    show(choosing({ tricks: playing().tricks }));
    expect(() => button("Last trick")).toThrow();
  });

  test("older tricks only where the table shows them (C56)", () => {
    show(playing());
    click(button("Last trick"));
    expect(all(".older")).toEqual([]);
    show(playing({ tricks: [trick(3, 1, "2h Th 4h 3h", 3, 4), ...playing().tricks] }));
    click(button("Last trick"));
    click(button("Earlier trick"));
    expect(one(".lf").textContent).toContain("Trick 3.");
    expect(button("Earlier trick").getAttribute("aria-disabled")).toBe("true");
    click(button("Later trick"));
    expect(one(".lf").textContent).toContain("trick, number 4");
  });
});
