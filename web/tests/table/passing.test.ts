import { beforeEach, describe, expect, test, vi } from "vitest";
import { bot, cards, passing, received, sheet, hold, trick } from "../views";
import { all, button, click, hand, held, one, press, show, spoken, told } from "./table";

beforeEach(() => void vi.useFakeTimers());

describe("choosing the cards to pass", () => {
  test("choose and unchoose; the confirm button is there at exactly three (C18)", () => {
    const { sent } = show(passing());
    for (const card of ["As", "Ks", "Tc"]) click(held(card));
    expect(button("Pass to Matteo").getAttribute("aria-disabled")).toBe("false");
    click(held("Ks"));
    expect(button("Choose one more card").getAttribute("aria-disabled")).toBe("true");
    click(button("Choose one more card"));
    expect(sent).toEqual([]);
    click(held("8s"));
    click(button("Pass to Matteo"));
    expect(sent).toEqual([{ kind: "pass", decision: passing().decision, cards: cards("As Tc 8s") }]);
    click(held("8s"));
    click(button("Pass to Matteo"));
    expect(sent).toHaveLength(1);
  });

  test("the first stop of the Tab key leads to my hand (C66)", () => {
    show(passing());
    const skip = button("Go to your hand");
    expect(document.querySelector("a, button")).toBe(skip);
    click(skip);
    expect(document.activeElement).toBe(all(".hand .card")[0]);
  });

  test("a fourth tap chooses nothing and says why (C18)", () => {
    show(passing());
    for (const card of ["As", "Ks", "Tc", "8s"]) click(held(card));
    expect(held("8s").getAttribute("aria-selected")).toBe("false");
    expect(told()).toBe("You have chosen three cards. Put one back to choose another.");
    expect(spoken()).toContain("You have chosen three cards.");
  });

  test("who receives is named in words, on the line and by the arrow (C16)", () => {
    show(passing());
    expect(one(".passbox h2").textContent).toBe("Pass three cards to Matteo, on your right");
    expect(one(".pline").textContent).toContain("Right to Matteo, 0 of 3");
    click(held("As"));
    expect(one(".pline").textContent).toContain("Right to Matteo, 1 of 3");
    expect(one(".seat.e").textContent).toContain("gets your cards");
    expect(spoken()).toContain("ace of spades chosen, 1 of 3.");
  });

  test.each([
    ["left", "on your left"],
    ["right", "on your right"],
    ["across", "across the table"],
    ["second-left", "second on your left"],
    ["second-right", "second on your right"],
  ] as const)("the direction %s has its words (C16)", (direction, words) => {
    show(passing(4, { direction }));
    expect(one(".passbox h2").textContent).toContain(words);
  });

  test("one card to pass has its own sentences", () => {
    show(passing(4, { passCount: 1 }));
    expect(one(".passbox h2").textContent).toBe("Pass one card to Matteo, on your right");
    expect(button("Choose one more card")).toBeTruthy();
  });

  test("the keyboard chooses as the mouse does (C18, C67)", () => {
    show(passing());
    held("As").focus();
    press("Enter");
    press("ArrowRight");
    press(" ");
    expect(all(".hand [aria-selected=true]").map((card) => card.dataset["card"])).toEqual(["As", "Ks"]);
    expect(one(".hand").getAttribute("role")).toBe("listbox");
    expect(one(".hand").getAttribute("aria-multiselectable")).toBe("true");
  });

  test("who has chosen is told of the others (C20)", () => {
    show(passing());
    expect(one(".seat.w").textContent).toContain("chosen");
    expect(one(".seat.n").textContent).toContain("chosen");
  });

  test("after passing, taps do nothing, and the hand is without the cards (C18)", () => {
    const { sent } = show(passing(4, { passed: [true, false, true, true], toAct: [1], given: cards("As Ks Tc") }));
    expect(hand()).not.toContain("As");
    expect(hand()).toHaveLength(10);
    click(held("8s"));
    expect(sent).toEqual([]);
    expect(one(".passbox h2").textContent).toBe("Waiting for Aino");
  });

  test("a new hand begins with nothing chosen", () => {
    const { tell } = show(passing());
    click(held("As"));
    tell(passing(4, { deal: 7, version: 101, decision: "1.7.pass" }));
    expect(all(".hand [aria-selected=true]")).toEqual([]);
  });
});

describe("the received cards", () => {
  test("are shown, and marked in words until my first play (C17)", () => {
    const { tell } = show([passing(), received()]);
    expect(one(".passbox h2").textContent).toBe("Aino passed you three cards");
    click(button("Continue"));
    expect(all(".hand .tag").length).toBe(3);
    expect(held("Js").getAttribute("aria-label")).toBe("jack of spades, new from Aino");
    tell(received({ version: 102, trick: trick(1, 1, "2c 5c 3c", 1), toAct: [0], legal: cards("Kc 9c 7c") }));
    expect(held("Kc").getAttribute("aria-label")).toBe("king of clubs, new from Aino, playable");
    tell(
      received({
        version: 103,
        hand: cards("Js 9c"),
        tricks: [trick(1, 1, "2c 5c 3c Kc", 0)],
        trick: null,
        tricksPlayed: 1,
      }),
    );
    expect(all(".hand .tag")).toEqual([]);
  });

  test("are still marked after a reload (C17)", () => {
    show(received());
    expect(all(".hand .tag").length).toBe(3);
  });

  test("a tap on the hand goes on, but plays nothing: no card is called playable before", () => {
    const { sent } = show([passing(), received({ toAct: [0], legal: cards("9c 7c Kc") })]);
    expect(held("9c").getAttribute("aria-label")).toBe("nine of clubs");
    click(held("9c"));
    expect(sent).toEqual([]);
    expect(held("9c").getAttribute("aria-label")).toBe("nine of clubs, playable");
  });
});

test("a hand without passing says so (C16)", () => {
  show([sheet({ deal: 7 }), hold()]);
  expect(one(".passbox h2").textContent).toBe("No passing this hand");
  click(button("Continue"));
  expect(all(".ring")).toHaveLength(1);
});

test("the confirm sentence names a bot as it names a person", () => {
  const players = passing().players.map((player, seat) => (seat === 3 ? bot(9) : player));
  show(passing(4, { players }));
  expect(one(".passbox h2").textContent).toContain("to Emil");
});
