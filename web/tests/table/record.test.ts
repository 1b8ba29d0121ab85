import { beforeEach, expect, test, vi } from "vitest";
import type { View } from "../../src/messages";
import { over, playing, sheet } from "../views";
import { all, button, click, press, show } from "./table";

beforeEach(() => void vi.useFakeTimers());

const links = (): HTMLAnchorElement[] =>
  all("a").filter((link) => link.textContent.trim() === "Save the record") as HTMLAnchorElement[];

/** The links to the record in the menu. */
function inMenu(view: View): HTMLAnchorElement[] {
  show(view);
  click(button("Menu"));
  return links().filter((link) => link.closest("[role=dialog]"));
}

test("the end of the game has a link that saves its record, whichever game is played next (C73)", () => {
  show(over({ game: 3 }));
  const [link] = links();
  expect(link!.getAttribute("href")).toBe("/api/tables/t4ble/record?game=3");
  expect(link!.hasAttribute("download")).toBe(true);
  expect(links()).toHaveLength(1);
});

test("the menu has it too, once a hand is over", () => {
  for (const view of [playing({ game: 2 }), sheet({ game: 2 }), over({ game: 2 })]) {
    const [link] = inMenu(view);
    expect(link!.getAttribute("href")).toBe("/api/tables/t4ble/record?game=2");
    expect(link!.hasAttribute("download")).toBe(true);
  }
  expect(inMenu(playing({ rows: [], deal: 1 }))).toEqual([]);
});

test("somebody who watches may save it where the table shows the hands to those who watch", () => {
  const watched = { seat: null, hand: [], legal: [], refusals: {} };
  expect(inMenu(playing(watched))).toHaveLength(1);
  expect(inMenu(playing({ ...watched, options: { ...playing().options, spectators: false } }))).toEqual([]);
  expect(inMenu(playing({ options: { ...playing().options, spectators: false } }))).toHaveLength(1);
});

test("a key opens it like any link, and the table stays as it is (C67)", () => {
  const { sent, session } = show(over());
  const [link] = links();
  let followed = 0;
  link!.addEventListener("click", (event) => {
    followed += 1;
    event.preventDefault();
  });
  link!.focus();
  expect(document.activeElement).toBe(link);
  press("Enter");
  expect(followed).toBe(1);
  expect(session.dialog).toBeNull();
  expect(sent).toEqual([]);
});
