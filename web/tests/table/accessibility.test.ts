import axe from "axe-core";
import { describe, expect, test } from "vitest";
import type { View } from "../../src/messages";
import * as views from "../views";
import { all, button, click, held, one, press, show } from "./table";

/** What axe finds wrong. Contrast and places need a real browser: jsdom draws nothing. */
async function faults(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    rules: {
      "color-contrast": { enabled: false },
      "link-in-text-block": { enabled: false },
      region: { enabled: false },
    },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

const SCREENS: Record<string, () => View | View[]> = {
  passing: () => views.passing(),
  "waiting for the others": () =>
    views.passing(4, { passed: [true, false, true, true], toAct: [1], given: views.cards("As Ks Tc") }),
  received: () => [views.passing(), views.received()],
  playing: () => views.playing(),
  "three seats": () => views.playingOfThree(),
  "five seats": () => views.playingOfMany(5),
  "six seats": () => views.playingOfMany(6),
  claims: () => views.playing({ claims: ["rest-are-mine", "nothing-left"] }),
  watching: () => views.watching(),
  "choosing a moon": () => views.choosing(),
  sheet: () => views.sheet(),
  "between two hands": () => views.shuffling(),
  "before the first hand": () => views.shuffling({ deal: 0, rows: [], hands: [] }),
  over: () => views.over({ canReplay: true }),
  "a bot stands in": () => views.playing({ players: views.standIn(0), legal: [], refusals: {}, playedForMe: ["4s"] }),
  "a clock, and cards that it played": () =>
    views.playing({
      players: views.playing().players.map((player) => ({ ...player, secondsLeft: 75, reserveLeft: 60 })),
      tricks: [{ ...views.trick(4, 3, "Jc 7c 4c Qc", 2, 0), automatic: [0, 1] }],
      passedAutomatically: [0, 1],
      spectators: 2,
    }),
  "somebody asks for a card back": () => views.playing({ takeBack: { seat: 1, request: "1", waitsFor: [0] } }),
  "choosing again": () =>
    views.passing(4, { passed: [true, false, true, true], toAct: [1], given: ["As", "Ks", "Tc"], canTakeBack: true }),
  "an invitation": () => views.gathering(),
  "before the game, the host": () => views.gathering({ seat: 0 }),
  "sent away": () => views.gathering({ removed: true }),
};

describe("axe finds nothing on", () => {
  test.each(Object.entries(SCREENS))("%s", async (_, scene) => {
    show(scene());
    document.documentElement.lang = "en";
    document.title ||= "table";
    expect(await faults()).toEqual([]);
  });

  test.each(["Menu", "Help", "Scores"])("the panel %s", async (panel) => {
    show(views.playing());
    click(panel === "Help" ? one(".he") : button(panel));
    expect(await faults()).toEqual([]);
  });

  test("a refusal, and the last trick", async () => {
    show(views.playing());
    click(held("Ah"));
    press("l", document.body);
    expect(await faults()).toEqual([]);
  });
});

describe("every card has a name and its state (C66)", () => {
  test("in my hand: a button with the card's name", () => {
    show(views.playing());
    const names = all(".hand button").map((card) => card.getAttribute("aria-label"));
    expect(names).toContain("ace of hearts");
    expect(names).toContain("ace of diamonds, playable");
    expect(names).toHaveLength(9);
  });

  test("on the table: a picture that says who played it", () => {
    show(views.playing());
    expect(all(".ring [role=img]").map((card) => card.getAttribute("aria-label"))).toEqual([
      "Rhea led the nine of diamonds.",
      "Matteo played the king of diamonds.",
    ]);
  });

  test("each player's seat tells how many cards it hides", () => {
    show(views.playing());
    const hidden = all(".play > .seat").map((seat) => [...seat.querySelectorAll(".nums > .vh")].map((words) => words.textContent).join());
    expect(hidden).toEqual(["9 cards", "8 cards", "8 cards"]);
  });

  test("what is not legal says why, each reason being in the page once, and read only with its cards", () => {
    show(views.playing());
    const reasons = all("[id^=why-not]");
    expect(reasons.map((reason) => reason.textContent)).toEqual(["Diamonds were led: play one of your 4."]);
    expect(reasons[0]!.closest("[hidden]")).not.toBeNull();
    for (const card of all(".hand [aria-disabled]")) expect(card.getAttribute("aria-describedby")).toBe(reasons[0]!.id);
  });

  test("keys are told as keys, not as a part of a button's name, and only while they work", () => {
    show(views.playing());
    expect(button("Last trick").getAttribute("aria-keyshortcuts")).toBe("L");
    expect(all(".tools .tb").map((each) => each.getAttribute("aria-keyshortcuts"))).toEqual(["E", "U"]);
    expect(all("button kbd:not([aria-hidden=true])")).toEqual([]);
    show(views.playing(), { keys: "off" });
    expect(all("[aria-keyshortcuts]")).toEqual([]);
  });

  test("no other hand's cards are in the page during a hand (C41)", () => {
    show(views.playing());
    const known = [...views.playing().hand, ...views.playing().trick!.cards];
    expect(
      all("[data-card]")
        .map((card) => card.dataset["card"])
        .filter((card) => !known.includes(card!)),
    ).toEqual([]);
  });
});

test("one live region, polite, from the first moment on (C65)", () => {
  show([]);
  expect(all("[aria-live=polite]")).toHaveLength(1);
  expect(one("[role=status]").getAttribute("aria-live")).toBe("polite");
});
