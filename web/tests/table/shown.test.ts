import { beforeEach, describe, expect, test, vi } from "vitest";
import { bot, cards, choosing, playing, trick, watching } from "../views";
import { all, button, click, held, one, press, show, spoken, told, wait } from "./table";

beforeEach(() => void vi.useFakeTimers());

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
    const { sent } = show(playing({ canHint: false }));
    click(one(".tools .tb"));
    press("u", document.body);
    expect(sent).toEqual([
      { kind: "take-back", decision: playing().decision },
      { kind: "take-back", decision: playing().decision },
    ]);
    const without = show(playing({ canTakeBack: false, canHint: false }));
    expect(all(".tb")).toEqual([]);
    press("u", document.body);
    expect(without.sent).toEqual([]);
  });

  test("a lost line is told on the table and aloud, and that it is back (C65)", () => {
    const { line } = show(playing());
    line("open");
    line("lost");
    expect(told()).toBe("The connection is lost. Trying again.");
    expect(spoken()).toBe("The connection is lost. Trying again.");
    line("open");
    expect(told()).toBeUndefined();
    expect(spoken()).toBe("The connection is back.");
  });

  test("a server that restarts is told as that: nothing is lost", () => {
    const { line } = show(playing());
    line("restarting");
    const news = "The server is being restarted. Your game is kept, and goes on by itself in a moment.";
    expect(told()).toBe(news);
    expect(spoken()).toBe(news);
    line("open");
    expect(told()).toBeUndefined();
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
