import english from "$words/en.json";
import finnish from "$words/fi.json";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { speakFrom, type Sections } from "../../src/lib/language.svelte";
import { Player } from "../../src/lib/sound";
import type { TalkLine, View } from "../../src/messages";
import { bot, over, person, playing, sheet, watching } from "../views";
import { all, button, click, one, press, show, spoken } from "./table";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => speakFrom(english));

const PLAYERS = [person(0, "Matteo"), person(1, "Aino"), bot(1), bot(2)];
const said = (id: number, changes: Partial<TalkLine> = {}): TalkLine => ({
  id,
  speaker: "a1",
  seat: 1,
  name: "Aino",
  phrase: "well-played",
  text: "",
  ...changes,
});
const together = (changes: Partial<View> = {}): View =>
  playing({ players: PLAYERS, speakers: ["m1", "a1", "", ""], maySay: "all", ...changes });

const lines = () => all(".lines li").map((line) => line.textContent.replace(/\s+/g, " ").trim());
const type = (text: string) => {
  const field = one(".talk .field") as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
};
const send = () => click(button("Send"));

describe("the button", () => {
  test("is there where there is somebody to talk to, in every phase, and names what is new", () => {
    for (const view of [together(), sheet({ players: PLAYERS }), over({ players: PLAYERS })]) {
      show(view);
      expect(button("Talk").getAttribute("aria-keyshortcuts")).toBe("M");
    }
    const { tell } = show(together());
    tell(together({ talk: [said(1), said(2)] }));
    expect(button("Talk").ariaLabel).toBe("Talk, 2 new");
    click(button("Talk"));
    expect(button("Talk").ariaLabel).toBe("Talk");
  });

  test("is not there alone with bots, nor at a table without talk", () => {
    show(playing({ players: [person(0, null), bot(0), bot(1), bot(2)] }));
    expect(all(".tk")).toEqual([]);
    press("m");
    expect(all("[role=dialog]")).toEqual([]);
    show(together({ options: { ...together().options, talk: "none" } }));
    expect(all(".tk")).toEqual([]);
  });

  test("has a key, unless letters are switched off", () => {
    show(together());
    press("m");
    expect(one("[role=dialog] h2").textContent).toBe("Talk");
    show(together(), { keys: "off" });
    press("m");
    expect(all("[role=dialog]")).toEqual([]);
  });
});

describe("the panel", () => {
  test("says a phrase or a reaction by its key", () => {
    const { sent } = show(together());
    click(button("Talk"));
    click(button("Good luck"));
    click(button("Applause"));
    expect(sent).toEqual([
      { kind: "say", phrase: "good-luck" },
      { kind: "say", phrase: "clap" },
    ]);
  });

  test("has a field where free text is allowed, whose keys are no keys of the table (C67)", () => {
    const { sent, session } = show(together());
    click(button("Talk"));
    type("Shall we play on? ");
    const field = one(".talk .field");
    field.focus();
    for (const key of ["h", "l", "m", "?"]) press(key, field);
    expect([session.dialog, session.looking]).toEqual(["talk", null]);
    send();
    expect(sent).toEqual([{ kind: "write", text: "Shall we play on?" }]);
    show(together({ maySay: "phrases" }));
    click(button("Talk"));
    expect(all(".talk .field")).toEqual([]);
    expect(all(".phrases button")).toHaveLength(16);
  });

  test("says nothing without words", () => {
    const { sent } = show(together());
    click(button("Talk"));
    type("  ");
    send();
    expect(sent).toEqual([]);
  });

  test("keeps what was not taken, and says why", () => {
    const { reject, session } = show(together());
    click(button("Talk"));
    type("Hello");
    send();
    reject("unreadable-text", { kind: "write", id: "1", text: "Hello" });
    expect(one(".talk .say").textContent).toContain("cannot be shown");
    expect(spoken()).toContain("cannot be shown");
    expect(session.commands.draft).toBe("Hello");
    send();
    expect(all(".talk .say")).toEqual([]);
  });

  test("shows who said what, each in the language that is read", () => {
    const mine = said(2, { speaker: "m1", seat: 0, name: "Matteo", phrase: "heart" });
    const written = said(3, { phrase: null, text: "<i>ciao</i>" });
    show(together({ talk: [said(1), mine, written] }));
    click(button("Talk"));
    expect(lines()).toEqual(["Aino Well played", "You A heart", "Aino <i>ciao</i>"]);
    flushSync(() => speakFrom(finnish as unknown as Sections));
    expect(lines()).toEqual(["Aino Hyvin pelattu", "Sinä Sydän", "Aino <i>ciao</i>"]);
  });

  test("a new line comes into sight; a card that is played moves nothing", () => {
    const { tell } = show(together({ talk: [said(1)] }));
    click(button("Talk"));
    const list = one(".lines");
    vi.spyOn(list, "scrollHeight", "get").mockReturnValue(500);
    list.scrollTop = 20;
    tell(together({ version: 101, talk: [said(1)] }));
    expect(list.scrollTop).toBe(20);
    tell(together({ version: 101, talk: [said(1), said(2)] }));
    expect(list.scrollTop).toBe(500);
  });

  test("whoever looks on reads, and has nothing to say", () => {
    show(watching({ players: PLAYERS, speakers: ["m1", "a1", "", ""], talk: [said(1)] }));
    click(button("Talk"));
    expect(lines()).toEqual(["Aino Well played"]);
    expect(all(".phrases, .talk .field")).toEqual([]);
    expect(one(".drawer").textContent).toContain("You are watching");
  });

  test("mutes a person, and all talk", () => {
    const { session } = show(together({ talk: [said(1)] }));
    click(button("Talk"));
    click(button("Mute Aino"));
    expect(lines()).toEqual([]);
    click(button("Unmute Aino"));
    expect(lines()).toHaveLength(1);
    click(all(".talk .seg input")[0]!);
    expect(session.liking.now.talk).toBe("off");
    expect(lines()).toEqual([]);
    expect(one(".drawer").textContent).toContain("Talk is switched off");
    expect(all(".phrases, .talk .field")).toEqual([]);
  });
});

describe("a new line", () => {
  const audible = () => vi.spyOn(Player.prototype, "play").mockImplementation(() => {});
  const heard = (play: ReturnType<typeof audible>) => play.mock.calls.filter(([names]) => names.includes("talk"));

  test("is announced, makes a sound if that is on, and stands beside the seat in words", () => {
    const play = audible();
    const { tell } = show(together(), { sound: "on" });
    tell(together({ talk: [said(1, { phrase: "clap" })] }));
    expect(spoken()).toBe("Aino: Applause");
    expect(heard(play)).toHaveLength(1);
    expect(one("[data-seat='1'] .saying").textContent).toBe("Applause");
  });

  test("is announced while the panel is open, and cards are too (C65)", () => {
    const { tell } = show(together({ toAct: [3], legal: [], refusals: {}, trick: { ...playing().trick!, cards: ["9d"] } }));
    click(button("Talk"));
    spoken();
    tell(together({ version: 101, talk: [said(1)] }));
    expect(spoken()).toContain("Aino: Well played");
    expect(lines()).toEqual(["Aino Well played"]);
  });

  test("of somebody who is muted is neither shown nor spoken nor heard", () => {
    const play = audible();
    const { tell, session } = show(together(), { sound: "on" });
    session.heard!.mute("a1", true);
    spoken();
    tell(together({ talk: [said(1)] }));
    expect(spoken()).not.toContain("Aino");
    expect(heard(play)).toEqual([]);
    expect(all(".saying")).toEqual([]);
    expect(button("Talk").ariaLabel).toBe("Talk");
  });
});

test("the help names the key", () => {
  show(together());
  press("?");
  expect(one(".drawer dl").textContent.replace(/\s+/g, " ")).toContain("M talk to the others");
});
