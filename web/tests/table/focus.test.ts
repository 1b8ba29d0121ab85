import { beforeEach, describe, expect, test, vi } from "vitest";
import { passing, playing, received, sheet, trick } from "../views";
import { all, button, click, hand, held, one, press, show, wait } from "./table";

beforeEach(() => void vi.useFakeTimers());

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
