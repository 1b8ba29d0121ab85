import english from "$words/en.json";
import finnish from "$words/fi.json";
import italian from "$words/it.json";
import swedish from "$words/sv.json";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { shortcut } from "../../src/lib/keys";
import { speakFrom, type Sections } from "../../src/lib/language.svelte";
import { over, playing, sheet } from "../views";
import { all, button, click, held, one, press, show, spoken, told } from "./table";

beforeEach(() => void vi.useFakeTimers());

const choose = (words: string) => {
  const label = all(".seg label").find((each) => each.textContent.trim() === words)!;
  click(label.querySelector("input")!);
};

describe("the menu", () => {
  test("settings hold at once and are kept (C55, C68)", () => {
    const { session } = show(playing(), { speed: "calm" });
    click(button("Menu"));
    choose("quick");
    choose("four colours");
    choose("until I tap");
    expect(session.pace).toMatchObject({ fly: 130, rest: Infinity });
    expect(document.documentElement.dataset["deck"]).toBe("four");
    expect(JSON.parse(localStorage.getItem("openhearts.preferences")!)).toMatchObject({
      speed: "quick",
      deck: "four",
      rest: "tap",
    });
  });

  describe("letters on the cards, those that the language's players know (C71)", () => {
    const speak = (words: unknown) => flushSync(() => speakFrom(words as Sections));
    const offered = () => all(".seg label").flatMap((label) => (/^[A-Z] [A-Z] /.test(label.textContent.trim()) ? [label.textContent.trim()] : []));
    afterEach(() => speak(english));

    test.each([
      ["Italian", italian, "A R D F"],
      ["Swedish", swedish, "E K D Kn"],
    ])("%s has letters of its own", (_, words, own) => {
      speak(words);
      show(playing(), { deck: "two" }).session.dialog = "menu";
      flushSync();
      expect(offered()).toEqual(["A K Q J", own]);
      choose(own);
      expect(document.documentElement.dataset["letters"]).toBe("own");
      expect(held("Js").querySelector("b")!.dataset).toMatchObject({ index: "J", own: own.split(" ")[3] });
      expect(held("Js").getAttribute("aria-label")).not.toContain("jack");
    });

    test.each([
      ["English", english],
      ["Finnish", finnish],
    ])("%s has those of the international deck, and nothing to choose", (_, words) => {
      speak(words);
      show(playing()).session.dialog = "menu";
      flushSync();
      expect(offered()).toEqual([]);
    });
  });

  test("takes the focus, makes the table inert, and gives the focus back (C67)", async () => {
    show(playing());
    const opener = button("Menu");
    opener.focus();
    click(opener);
    expect(document.activeElement).toBe(button("Close"));
    expect(one(".game").inert).toBe(true);
    press("Escape");
    expect(all("[role=dialog]")).toEqual([]);
    expect(one(".game").inert).toBe(false);
    await vi.waitFor(() => expect(document.activeElement).toBe(opener));
  });

  test("the live region speaks while it is open (C65)", () => {
    const { tell } = show(
      playing({ toAct: [3], trick: { ...playing().trick!, cards: ["9d"] }, legal: [], refusals: {} }),
    );
    click(button("Menu"));
    tell(playing({ version: 101 }));
    expect(spoken()).toContain("Matteo plays the king of diamonds.");
    expect(one("[role=status]").closest("[inert]")).toBeNull();
  });

  test("leaving asks once more, and goes when the table has answered", () => {
    const { sent } = show(playing());
    click(button("Menu"));
    click(button("Leave the table"));
    expect(sent).toEqual([]);
    click(one(".sure .btn-go"));
    expect(sent).toEqual([{ kind: "leave" }]);
  });

  test("my name can be changed; letters typed there are no shortcuts (C67)", () => {
    const { sent, session } = show(playing());
    click(button("Menu"));
    const field = one("#my-name") as HTMLInputElement;
    field.value = "  Ada ";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    press("r", field);
    expect(told()).toBeUndefined();
    click(one("form.mi button"));
    expect(sent).toEqual([{ kind: "rename", name: "Ada" }]);
    expect(session.dialog).toBeNull();
  });

  test("my name can be forgotten, once I have one", () => {
    const called = (name: string | null) =>
      playing().players.map((player, seat) => (seat === playing().seat ? { ...player, name } : player));
    const { sent, tell, session } = show(playing({ players: called("Ada") }));
    click(button("Menu"));
    click(button("Forget my name"));
    expect(sent).toEqual([{ kind: "forget-name" }]);
    expect(session.dialog).toBeNull();
    tell(playing({ version: 101, players: called(null) }));
    click(button("Menu"));
    expect(all("form.mi button")).toHaveLength(1);
  });

  describe("the table's link", () => {
    const link = `${location.origin}/t/${playing().table}?language=it`;

    function menuOf(browser: object): void {
      vi.stubGlobal("navigator", browser);
      document.documentElement.lang = "it";
      show(playing());
      click(button("Menu"));
    }

    afterEach(() => vi.unstubAllGlobals());

    test("can be copied, and says the language of who sends it", async () => {
      const writeText = vi.fn(() => Promise.resolve());
      menuOf({ clipboard: { writeText } });
      click(button("Copy the table’s link"));
      expect(writeText).toHaveBeenCalledWith(link);
      await vi.waitFor(() => expect(spoken()).toContain("The link is copied."));
    });

    test("stands there to be copied by hand where the browser refuses to", async () => {
      menuOf({ clipboard: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) } });
      click(button("Copy the table’s link"));
      await vi.waitFor(() => expect(document.activeElement).toBe(one(".drawer input[readonly]")));
      expect((document.activeElement as HTMLInputElement).value).toBe(link);
    });

    test("can be handed to another program with an invitation", () => {
      const share = vi.fn(() => Promise.reject(new DOMException("not now", "AbortError")));
      menuOf({ clipboard: {}, share });
      click(button("Invite somebody"));
      expect(share).toHaveBeenCalledWith({ text: "Come and play Subtract the Moon to 100.", url: link });
    });

    test("stands there where a browser lets nobody copy", () => {
      menuOf({});
      expect((one(".drawer input[readonly]") as HTMLInputElement).value).toBe(link);
      expect(all(".drawer .ml button").map(({ textContent }) => textContent)).not.toContain("Invite somebody");
    });
  });

  test("says whether points are shown during a hand (C59)", () => {
    show(playing());
    click(button("Menu"));
    expect(one(".opt").textContent).toContain("are shown");
    show(playing({ options: { ...playing().options, running_points: false } }));
    click(button("Menu"));
    expect(one(".opt").textContent).toContain("hidden");
  });

  test("has the take-back, for screens that have no room for the button", () => {
    const { sent } = show(playing({ canHint: false }));
    click(button("Menu"));
    click(all(".drawer .ml button")[0]!);
    expect(sent).toEqual([{ kind: "take-back", decision: playing().decision }]);
  });
});

describe("help", () => {
  test("whatever a letter does, a labelled button does too (C65, C67)", () => {
    const target = document.body;
    const means = (key: string) =>
      shortcut({ key, target, ctrlKey: false, altKey: false, metaKey: false, repeat: false });
    const letters = [..."abcdefghijklmnopqrstuvwxyz?"].filter(means).map((letter) => letter.toUpperCase());
    const named = [playing(), playing({ takeBack: { seat: 1, request: "1", waitsFor: [0] } })].flatMap((view) => {
      const { session } = show(view);
      session.dialog = "help";
      flushSync();
      for (const one of all(".drawer li button, [aria-keyshortcuts]")) expect(one.textContent.trim()).not.toBe("");
      return [
        ...all(".drawer li:has(button) kbd").map((key) => key.textContent),
        ...all("[aria-keyshortcuts]").map((one) => one.getAttribute("aria-keyshortcuts")!),
      ];
    });
    expect([...new Set(named)].sort()).toEqual(letters.sort());
  });

  test("the same answers as the keys give, as labelled buttons (C65)", () => {
    show(playing());
    press("?", document.body);
    click(button("Read my hand"));
    expect(one(".ask").textContent).toContain("You hold 9 cards. Spades: jack.");
    expect(spoken()).toContain("You hold 9 cards.");
  });

  test("goes to a suit, or says that there is none", async () => {
    show(playing({ hand: ["Ah", "Jd"], legal: ["Jd"] }));
    press("?", document.body);
    click(button("Diamonds"));
    await vi.waitFor(() => expect(document.activeElement).toBe(held("Jd")));
    press("c");
    expect(told()).toBe("You have no clubs.");
  });

  test("answers the keys r, t and p on the table, from any focus (C65)", () => {
    show(playing());
    button("Menu").focus();
    press("r");
    expect(told()).toContain("You hold 9 cards.");
    press("t");
    expect(told()).toContain("Trick 5.");
    press("p");
    expect(told()).toContain("Scores: you 24");
    expect(spoken()).toContain("Scores: you 24");
  });

  test("letters can be switched off (C67)", () => {
    show(playing(), { keys: "off" });
    press("r", document.body);
    press("?", document.body);
    expect(told()).toBeUndefined();
    expect(all("[role=dialog]")).toEqual([]);
  });
});

test("the scores are a panel where there is no rail", () => {
  show(playing());
  click(button("Scores"));
  expect(one(".drawer table").textContent).toContain("Matteo");
  expect(one(".drawer [role=log]")).toBeTruthy();
});

test("the menu is there on the sheet and at the end too", () => {
  for (const view of [sheet(), over()]) {
    show(view);
    click(button("Menu"));
    expect(one("[role=dialog]")).toBeTruthy();
  }
});
