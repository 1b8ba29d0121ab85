/** Several people at one table: stand-ins, clocks, taking back by consent, who looks on, and who looks away. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Player, View } from "../../src/messages";
import { bot, cards, over, passing, person, playing, sheet, trick, watching } from "../views";
import { all, button, click, held, one, press, show, spoken, told, wait } from "./table";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.unstubAllGlobals());

const PLAYERS = [person(0, "Ada"), person(1, "Aino"), person(2, "Rhea"), person(3, "Matteo")];
const changed = (seat: number, changes: Partial<Player>) =>
  PLAYERS.map((player, at) => (at === seat ? { ...player, ...changes } : player));
const together = (changes: Partial<View> = {}) => playing({ players: PLAYERS, canHint: false, canTakeBack: false, ...changes });
const theirs = (changes: Partial<View> = {}) => together({ toAct: [1], legal: [], refusals: {}, ...changes });

describe("a bot that stands in (C47)", () => {
  const away = theirs({ players: changed(0, { standIn: true, level: "strong" }), playedForMe: cards("4s 7c") });

  test("is said to its owner, with what it has played, and the seat can be taken back", () => {
    const { sent, tell } = show(away);
    expect(one(".stand h2").textContent).toBe("A bot is playing your hand");
    expect(one(".stand p").textContent.replace(/\s+/g, " ").trim()).toBe(
      "You were away, so a bot stands in for you. Its level: Strong. It plays until you come back. " +
        "In this hand it has played the four of spades and the seven of clubs.",
    );
    expect(spoken()).toContain("A bot plays your hand.");
    expect(all(".hand .card")).toEqual([]);
    expect(all(".skip")).toEqual([]);
    click(button("Take back your seat"));
    expect(sent).toEqual([{ kind: "come-back" }]);
    tell(together({ version: 101 }));
    expect(spoken()).toContain("You play again.");
    expect(all(".stand")).toEqual([]);
    expect(held("Ad")).toBeTruthy();
  });

  test("that has played nothing yet says so", () => {
    show({ ...away, playedForMe: [] });
    expect(one(".stand p").textContent).toContain("It has played no card in this hand yet.");
  });

  test("never makes it my turn: nothing can be played, and nobody is called", () => {
    const { sent } = show(together({ players: changed(0, { standIn: true, level: "strong" }), legal: [], refusals: {} }));
    expect(all(".hand .card")).toEqual([]);
    expect(document.title).not.toContain("Your turn");
    expect(sent).toEqual([]);
  });

  test("is marked on the seat for the others, who hear of it and of the way back", () => {
    const { tell } = show(together());
    tell(together({ version: 101, players: changed(3, { here: false }) }));
    expect(spoken()).toBe("Matteo is away.");
    tell(together({ version: 102, players: changed(3, { here: false, standIn: true }) }));
    expect(spoken()).toBe("A bot stands in for Matteo.");
    expect(one(".seat.e").textContent).toContain("bot stands in");
    expect(one(".seat.e").textContent).not.toContain("away");
    tell(together({ version: 103 }));
    expect(spoken()).toBe("Matteo plays again.");
  });

  test("may be relieved from the score sheet and after the game too", () => {
    for (const view of [sheet(), over()]) {
      const { sent } = show({ ...view, players: changed(0, { standIn: true, level: "strong" }) });
      click(button("Take back your seat"));
      expect(sent).toEqual([{ kind: "come-back" }]);
    }
  });
});

test("for whom the table waits is said, and what comes of it if that person stays away (C47)", () => {
  show(theirs({ players: changed(1, { here: false }) }));
  expect(told()).toBe("Aino is away. If that lasts, a bot stands in.");
  show(theirs({ players: changed(2, { here: false }) }));
  expect(told()).toBeUndefined();
  const days = { ...playing().options, clock_seconds: 86400 };
  show(theirs({ players: changed(1, { here: false }), options: days }));
  expect(told(), "in a slow game nobody is expected to sit there").toBeUndefined();
});

describe("taking a card back among people (C63)", () => {
  const asked = { seat: 3, request: "1.6.4", waitsFor: [0, 2] };

  test("asks each of the others, by button or key", () => {
    const { sent } = show(together({ takeBack: asked }));
    expect(told()).toBe("Matteo asks to take a card back.");
    expect(spoken(), "whoever comes just then hears of it too").toContain("Matteo asks to take a card back.");
    click(button("Agree"));
    press("n");
    expect(sent).toEqual([
      { kind: "answer-take-back", request: "1.6.4", agrees: true },
      { kind: "answer-take-back", request: "1.6.4", agrees: false },
    ]);
  });

  test("tells the asker for whom it waits, who may withdraw but not agree", () => {
    const { sent } = show(theirs({ takeBack: { ...asked, seat: 0, waitsFor: [1, 2] }, canTakeBack: true }));
    expect(told()).toBe("Waiting for Aino and Rhea to agree.");
    press("a");
    press("u");
    click(button("Withdraw"));
    expect(sent).toEqual([{ kind: "answer-take-back", request: "1.6.4", agrees: false }]);
  });

  test("who has agreed, or only looks on, sees for whom it waits", () => {
    for (const view of [together({ takeBack: { ...asked, waitsFor: [2] } }), watching({ players: PLAYERS, takeBack: { ...asked, waitsFor: [2] } })]) {
      show(view);
      expect(told()).toBe("Matteo asks to take a card back. Waiting for Rhea to agree.");
      expect(all(".both")).toEqual([]);
    }
  });

  test("the question and what comes of it are announced", () => {
    const { tell } = show(together());
    tell(together({ version: 101, takeBack: asked }));
    expect(spoken()).toBe("Matteo asks to take a card back.");
    tell(together({ version: 102 }));
    expect(spoken()).toBe("The card stays.");
    tell(together({ version: 103, takeBack: { ...asked, request: "1.6.5" } }));
    expect(spoken()).toBe("Matteo asks to take a card back.");
    tell(theirs({ version: 104, takeBacks: 1, toAct: [3], trick: trick(5, 2, "9d", 2) }));
    expect(spoken()).toContain("Taken back.");
    expect(spoken()).not.toContain("The card stays.");
  });

  test("my own question is announced with those for whom it waits", () => {
    const { tell } = show(theirs());
    tell(theirs({ version: 101, takeBack: { ...asked, seat: 0, waitsFor: [1] } }));
    expect(spoken()).toBe("You ask to take your card back. Waiting for Aino to agree.");
  });
});

describe("while others still choose what to pass (C18)", () => {
  const given = cards("As Ks Tc");
  const passed = passing(4, { players: PLAYERS, passed: [true, false, true, true], toAct: [1], given, canTakeBack: true });

  test("own cards can be chosen anew, and passed anew", () => {
    const { sent, tell } = show(passing(4, { players: PLAYERS }));
    for (const card of given) click(held(card));
    click(button("Pass to Matteo"));
    tell({ ...passed, version: 101 });
    click(button("Choose again"));
    tell(passing(4, { players: PLAYERS, version: 102, toAct: [0, 1], passed: [false, false, true, true] }));
    expect(spoken()).toContain("Choose 3 cards for Matteo");
    expect(all(".hand [aria-selected=true]").map((card) => card.dataset["card"]).sort()).toEqual([...given].sort());
    click(held("Ks"));
    click(held("8s"));
    click(button("Pass to Matteo"));
    expect(sent.map(({ kind }) => kind)).toEqual(["pass", "take-back", "pass"]);
    expect(sent[2]).toMatchObject({ cards: ["As", "Tc", "8s"] });
  });

  test("the button stands once", () => {
    show(passed);
    expect(all("button").filter((each) => /Take back|Choose again/.test(each.textContent))).toHaveLength(1);
  });
});

describe("a clock", () => {
  const timed = (seat: number, secondsLeft: number, reserveLeft = 0) => changed(seat, { secondsLeft, reserveLeft });
  const clock = () => one(".clk [aria-hidden]").querySelector(".lg")!.textContent;

  test("counts down beside the seat that acts, in words and figures", () => {
    show(theirs({ players: timed(1, 30) }));
    expect(one(".seat.w .clk .vh").textContent).toBe("30 seconds left");
    expect(clock()).toBe("30 sec");
    wait(7_300);
    expect(clock()).toBe("23 sec");
    wait(60_000);
    expect(clock()).toBe("0 sec");
  });

  test("tells the reserve beside the time, and when it is used up", () => {
    show(theirs({ players: timed(1, 75, 60) }));
    expect(clock()).toBe("15 sec + 60 sec");
    expect(one(".clk .vh").textContent).toBe("15 seconds left, then 60 seconds of reserve");
    wait(20_000);
    expect(clock()).toBe("reserve 55 sec");
    expect(one(".clk .vh").textContent).toBe("55 seconds of reserve left");
  });

  test("of days tells days", () => {
    show(theirs({ players: timed(1, 3 * 86_400 - 5) }));
    expect(clock()).toBe("2 days");
  });

  test("that is nearly up is announced to its owner, once, and again after more time", () => {
    const { tell } = show(together({ players: timed(0, 30) }));
    wait(19_000);
    const before = spoken();
    expect(before).not.toContain("left.");
    wait(2_000);
    expect(spoken()).toBe("10 seconds left.");
    wait(5_000);
    expect(spoken()).toBe("10 seconds left.");
    tell(together({ version: 101, players: timed(0, 33) }));
    expect(spoken()).toBe("You have more time.");
    wait(24_000);
    expect(spoken()).toMatch(/^(9|10) seconds left\.$/);
  });

  test("of somebody else is announced to nobody", () => {
    show(theirs({ players: timed(1, 11) }));
    wait(5_000);
    expect(spoken()).not.toContain("left.");
  });

  test("the others may give more time, once for a decision", () => {
    const { sent, tell } = show(theirs({ players: timed(1, 30) }));
    click(all(".tools button").find((each) => each.textContent.includes("Give Aino more time"))!);
    flushSync();
    expect(sent).toEqual([{ kind: "give-time", decision: "1.6.play.5.0", seat: 1 }]);
    expect(all("button").filter((each) => each.textContent.includes("more time"))).toEqual([]);
    tell(theirs({ version: 101, players: timed(1, 59) }));
    expect(spoken()).toBe("Aino has more time.");
    tell(theirs({ version: 102, decision: "1.6.play.6.0", players: timed(1, 30) }));
    click(button("Menu"));
    click(all(".drawer button").find((each) => each.textContent.includes("Give Aino more time"))!);
    expect(sent).toHaveLength(2);
  });

  test("is mine alone to use: I cannot give time to myself", () => {
    show(together({ players: timed(0, 30) }));
    expect(all("button").filter((each) => each.textContent.includes("more time"))).toEqual([]);
  });

  test("what it played is marked: aloud, on the card, in the log and at the last trick (C43)", () => {
    const before = theirs({ toAct: [3], trick: trick(5, 2, "9d", 2) });
    const { tell } = show(before);
    tell(together({ version: 101, trick: { ...trick(5, 2, "9d Kd", 3), automatic: [3] } }));
    const mark = "Matteo ran out of time, so the clock played the card.";
    expect(spoken()).toContain(`Matteo plays the king of diamonds. ${mark}`);
    expect(told()).toBe(mark);
    expect(one('.ring [data-card="Kd"] [role=img]').getAttribute("aria-label")).toContain(mark);
    expect(all(".log li").at(-1)!.textContent).toContain(mark);
    show(together({ tricks: [{ ...trick(4, 3, "Jc 7c 4c Qc", 2, 0), automatic: [0] }] }));
    press("l");
    expect(one(".lf").textContent).toContain("Your time was up, so the clock played your card.");
    expect(all(".log li").at(-2)!.textContent).toContain("Your time was up");
  });

  test("what it chose to pass is marked too (C43)", () => {
    const { tell } = show(passing(4, { players: PLAYERS }));
    const next = passing(4, { players: PLAYERS, version: 101, passed: [false, true, true, true], toAct: [0], passedAutomatically: [3] });
    tell(next);
    expect(spoken()).toBe("Matteo ran out of time, so the clock chose the cards.");
    tell({ ...next, version: 102 });
    expect(one(".log").textContent).toContain("Matteo ran out of time, so the clock chose the cards.");
  });
});

describe("who looks on", () => {
  test("is counted in the head and in the menu", () => {
    show(together({ spectators: 2 }));
    expect(one(".ttl .lg").textContent).toContain(" · 2 watching");
    click(button("Menu"));
    expect(one(".people").textContent).toContain("2 people are watching.");
  });

  test("sees the backs of all four hands, until the hand is over (C42)", () => {
    show(watching({ players: PLAYERS, handSizes: [9, 9, 8, 8] }));
    expect(all(".backs").map((hand) => hand.children.length).sort()).toEqual([8, 8, 9, 9]);
    expect(all(".hand .card")).toEqual([]);
  });
});

describe("the menu among people", () => {
  test("tells who is who, and lets the host hand over, but send nobody away in mid-game", () => {
    const { sent } = show(together({ players: [PLAYERS[0]!, PLAYERS[1]!, bot(2, "strong"), { ...PLAYERS[3]!, here: false }] }));
    click(button("Menu"));
    expect(all(".people li").map((each) => each.textContent.replace(/\s+/g, " ").trim())).toEqual([
      "You host",
      "Aino Options",
      "Matteo bot, Strong",
      "Matteo away Options",
    ]);
    click(button("Options for Aino"));
    expect(all(".drawer button").map((each) => each.textContent.trim())).toEqual(["Close", "Make Aino the host"]);
    click(button("Make Aino the host"));
    expect(sent).toEqual([{ kind: "hand-over", seat: 1 }]);
  });

  test("after the game somebody may be sent away", () => {
    const { sent } = show(over({ players: PLAYERS }));
    click(button("Menu"));
    click(button("Options for Aino"));
    click(button("Send Aino away"));
    click(one(".sure .btn-go"));
    expect(sent).toEqual([{ kind: "remove", seat: 1 }]);
  });
});

describe("whoever looks away (C62)", () => {
  const look = (focus: boolean, hidden = !focus) => {
    vi.spyOn(document, "hasFocus").mockReturnValue(focus);
    vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
    window.dispatchEvent(new Event(focus ? "focus" : "blur"));
    document.dispatchEvent(new Event("visibilitychange"));
    flushSync();
  };
  const Notice = () => {
    const made: { title: string; body: string }[] = [];
    class Notification {
      static permission = "granted";
      static requestPermission = vi.fn(() => Promise.resolve(Notification.permission));
      onclick = null;
      constructor(title: string, { body }: { body: string }) {
        made.push({ title, body });
      }
      close(): void {}
    }
    vi.stubGlobal("Notification", Notification);
    return { made, Notification };
  };

  test("is called by the title, at once, until they look again", () => {
    look(true);
    const { tell } = show(theirs());
    look(false);
    expect(document.title).toBe("Subtract the Moon at openhearts");
    tell(together({ version: 101 }));
    expect(document.title).toBe("● Your turn: Subtract the Moon");
    look(true);
    expect(document.title).toBe("Subtract the Moon at openhearts");
  });

  test("is told by the system only if that is switched on, and only while the page is hidden", () => {
    const { made } = Notice();
    for (const [notices, hidden] of [["off", true], ["on", false], ["on", true]] as const) {
      look(true);
      const { tell } = show(theirs(), { notices });
      look(!hidden, hidden);
      tell(together({ version: 101 }));
      expect(made).toHaveLength(notices === "on" && hidden ? 1 : 0);
    }
    expect(made[0]).toEqual({ title: "Your turn", body: "Subtract the Moon" });
    expect(JSON.stringify(made)).not.toMatch(/ of |[2-9TJQKA][cdhs]\b/);
  });

  test("is asked for permission when it is switched on, and not before", async () => {
    const { Notification } = Notice();
    const { session } = show(together());
    click(button("Menu"));
    expect(Notification.requestPermission).not.toHaveBeenCalled();
    const on = () => all(".seg label").filter((each) => each.textContent.trim() === "on")[1]!.querySelector("input")!;
    Notification.permission = "denied";
    click(on());
    await vi.waitFor(() => expect(one(".drawer").textContent).toContain("Your browser allows no notices"));
    expect(session.liking.now.notices).toBe("off");
    Notification.permission = "granted";
    click(on());
    await vi.waitFor(() => expect(session.liking.now.notices).toBe("on"));
  });

  test("has the screen on while a game is played, if it may, and only while it is looked at", async () => {
    const release = vi.fn(() => Promise.resolve());
    const request = vi.fn(() => Promise.resolve({ release }));
    vi.stubGlobal("navigator", { wakeLock: { request }, clipboard: {} });
    look(true);
    show(over());
    expect(request).not.toHaveBeenCalled();
    show(together());
    expect(request).toHaveBeenCalledOnce();
    look(false);
    await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
    show(together(), { awake: "off" });
    look(true);
    expect(request).toHaveBeenCalledOnce();
  });
});
