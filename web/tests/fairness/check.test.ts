import FAIR from "../../../tests/golden/records/1/fair-among-people.hearts?raw";
import EMPTY from "../../../tests/golden/records/1/no-deals.hearts?raw";
import PLAIN from "../../../tests/golden/records/1/three-seats.hearts?raw";
import { beforeEach, expect, test, vi } from "vitest";
import { found, serve } from "../../src/fairness/check";
import { dealsIn, NoRecord } from "../../src/fairness/record";

test("every hand of a record is worked out, and those who were late are named", async () => {
  const [first, second, ...none] = await found(FAIR);
  expect(first).toMatch(/^Hand 1: As promised\./);
  expect(first).toMatch(/Ann and Cyd\. Left out, because nothing came in time: Bob\.$/);
  expect(second).toMatch(/^Hand 2: As promised\..* Ann, Bob and Cyd\.$/);
  expect(none).toEqual([]);
});

test("what does not fit is told for its hand", async () => {
  const seed = FAIR.match(/seed = "(\w+)"/g)!.at(-1)!;
  const [first, second] = await found(FAIR.replace(seed, `seed = "${"00".repeat(32)}"`));
  expect(first).toContain("As promised");
  expect(second).toContain("NOT as promised");
});

test("a record may tell nothing of it, or have no hand", async () => {
  expect(await found(PLAIN)).toEqual([expect.stringContaining("Nothing to verify")]);
  expect(await found(EMPTY)).toEqual(["There is no hand in this record."]);
});

test("records that are written as JSON are read too", async () => {
  const [deal] = dealsIn(FAIR);
  const { drawn } = deal!;
  const hands = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"];
  const fair = { seed: drawn!.seed, commitment: drawn!.commitment, hashes: drawn!.hashes, revealed: drawn!.revealed };
  const text = JSON.stringify({ hearts: 1, ruleset: {}, deals: [{ number: 1, hands, fair }] });
  expect(await found(text)).toEqual([expect.stringContaining("other cards")]);
});

test("names are those of who sat there when the hand began", () => {
  const text = FAIR.replace(
    /number = 2/,
    'number = 2\nplayer_changes = [{ seat = 1, after = 0, name = "Eve" }, { seat = 2, after = 9, bot = "casual" }]',
  );
  expect(dealsIn(text).map(({ names }) => names)).toEqual([
    ["Ann", "Bob", "Cyd", null],
    ["Ann", "Eve", "Cyd", null],
  ]);
});

test.each([
  "",
  "hearts = 2",
  "no record at all",
  "hearts = 1\ndeals = 3",
  "hearts = 1\ndeals = [{ number = 1, fair = 7 }]",
  'hearts = 1\ndeals = [{ number = 1, hands = [], fair = { seed = "00", commitment = "00" } }]',
  "hearts = 1\n[ruleset]\nseats = 7",
  FAIR.replace(/seed = "\w/, 'seed = "x'),
  FAIR.replace(/revealed = \["\w+"/, "revealed = [[1]"),
  FAIR.replace("number = 2", "number = 2\nplayer_changes = [{ seat = 9, after = 0 }]"),
  "{",
  `{"hearts": 1, "x": "${"x".repeat(5_000_000)}"}`,
])("what is no record is said to be none", async (text) => {
  expect(await found(text)).toEqual([expect.stringContaining("not the record of a game")]);
  expect(() => dealsIn(text)).toThrow(NoRecord);
});

test("without a safe line the page says what to do instead", async () => {
  vi.stubGlobal("crypto", {});
  expect(await found(FAIR)).toEqual([expect.stringContaining("https")]);
  vi.unstubAllGlobals();
});

beforeEach(() => {
  document.body.innerHTML = `<form hidden><input type="file"><textarea></textarea><button>Check</button>
    <div role="status"></div></form>`;
  serve(document.querySelector("form")!);
});

const status = () => document.querySelector("[role=status]")!;

test("the form is there with its script, and checks what is pasted", async () => {
  const form = document.querySelector("form")!;
  expect(form.hidden).toBe(false);
  document.querySelector("textarea")!.value = FAIR;
  const event = new Event("submit", { cancelable: true });
  form.dispatchEvent(event);
  expect(event.defaultPrevented, "it is sent nowhere").toBe(true);
  await vi.waitFor(() => expect(status().querySelectorAll("p")).toHaveLength(2));
});

test("a file is checked as soon as it is opened", async () => {
  const input = document.querySelector("input")!;
  Object.defineProperty(input, "files", { value: [{ text: () => Promise.resolve(FAIR) }] });
  input.dispatchEvent(new Event("change"));
  await vi.waitFor(() => expect(status().textContent).toContain("Hand 2: As promised."));
});
