import { beforeEach, describe, expect, test, vi } from "vitest";
import { choosing, over, passing, playing, row, sheet, trick, view } from "../views";
import { all, button, click, one, press, show, spoken, wait } from "./table";

beforeEach(() => void vi.useFakeTimers());

const cells = (table: Element) =>
  [...table.querySelectorAll("tr")].map((line) =>
    [...line.children].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()),
  );

describe("the score sheet between two hands", () => {
  test("has totals first, then this hand with its moon, then the older hands (C64)", () => {
    show(sheet());
    const [now, older] = all(".tally table");
    expect(cells(now!)).toEqual([
      ["Hand", "You", "Aino", "Rhea", "Matteo"],
      ["Total", "24", "39", "57", "−16lowest"],
      ["66, the moon", "0", "0", "0", "−26"],
    ]);
    expect(cells(older!)[1]).toEqual(["1 passed left", "3", "7", "14", "2"]);
    expect(cells(older!)).toHaveLength(6);
  });

  test("hands [13,5,8,0] and a moon of seat 3 add up to [13,5,8,−26] (C64)", () => {
    show(
      sheet({
        rows: [
          row(1, [13, 5, 8, 0], [13, 5, 8, 0]),
          row(2, [0, 0, 0, -26], [13, 5, 8, -26], { shooter: 3, moon: "subtract" }),
        ],
        scores: [13, 5, 8, -26],
      }),
    );
    expect(cells(all(".tally table")[0]!)[1]!.slice(1)).toEqual(["13", "5", "8", "−26lowest"]);
    expect(cells(all(".tally table")[1]!)[1]!.slice(1)).toEqual(["13", "5", "8", "0"]);
    expect(all(".tally .mr")).toHaveLength(1);
  });

  test("header cells belong to their columns and rows for readers (C64)", () => {
    show(sheet());
    expect(all(".tally thead th").every((cell) => cell.getAttribute("scope") === "col")).toBe(true);
    expect(all(".tally tbody th").every((cell) => cell.getAttribute("scope") === "row")).toBe(true);
    expect(one(".axis").getAttribute("aria-label")).toBe(
      "Scores on a line to the target, 100: you 24, Aino 39, Rhea 57 and Matteo −16.",
    );
  });

  test("names that are longer than a phone's columns are wide stand on two levels, and are said whole", () => {
    show(sheet());
    expect(all(".tally .long")).toEqual([]);
    const [me, ...others] = sheet().players;
    show(sheet({ players: [me!, ...others.map((other) => ({ ...other, name: "Alessandrina" }))] }));
    const heads = all(".tally .long").at(-1)!;
    expect([...heads.children].slice(2).map((head) => head.textContent)).toEqual(Array(3).fill("Alessandrina"));
  });

  test("tells where the next hand passes", () => {
    show(sheet());
    expect(one(".nx").textContent).toContain("Hand 7 passes across.");
  });

  test("the next hand begins at the press of a button, or after the seconds that it counts", () => {
    const { sent } = show(sheet({ nextDealIn: 3 }));
    expect(button("Next hand (3)")).toBeTruthy();
    wait(2100);
    expect(button("Next hand")!.textContent).toContain("(1)");
    click(button("Next hand"));
    expect(sent).toEqual([{ kind: "ready", decision: sheet().decision }]);
  });

  test("without a limit there is no count", () => {
    show(sheet({ nextDealIn: null }));
    expect(button("Next hand").textContent.trim()).toBe("Next hand");
  });

  test("whoever is ready sees for whom the table waits", () => {
    show(sheet({ ready: [true, false, true, true], toAct: [1] }));
    expect(() => button("Next hand")).toThrow();
    expect(one(".acts").textContent).toContain("Waiting for Aino");
  });

  test("shows all four hands as they were after passing", () => {
    show(sheet());
    expect(one(".hands").querySelectorAll(".chip")).toHaveLength(52);
    expect([...one(".hands").querySelectorAll("dt")].map((name) => name.textContent)).toEqual([
      "You",
      "Aino",
      "Rhea",
      "Matteo",
    ]);
  });

  test("a game with decisions taken back, or deals replayed, is marked", () => {
    show(sheet({ takeBacks: 2, replayed: true }));
    expect(one(".nx .marks").textContent).toMatch(/taken back 2 times\s*deals replayed/);
    show(sheet());
    expect(all(".marks")).toEqual([]);
  });

  test("the last card of a hand may be taken back there too", () => {
    const { sent } = show(sheet({ canTakeBack: true }));
    click(button("Take back"));
    expect(sent).toEqual([{ kind: "take-back", decision: sheet().decision }]);
  });

  test("a spectator may take a bot's seat there too", () => {
    const { sent } = show(sheet({ seat: null }));
    click(button("Take the seat of Rhea"));
    expect(sent).toEqual([{ kind: "sit", seat: 2 }]);
  });
});

describe("the end of the game", () => {
  test("tells the winner and how it ended", () => {
    show(over());
    expect(one(".tale h2").textContent).toBe("Matteo wins.");
    expect(one(".tale p").textContent).toBe("Rhea reached 101. Matteo alone is lowest. You come second with 45.");
    expect(one(".bigno").textContent).toBe("−16after 9 hands");
  });

  test("a rematch asks for the same rules (C14)", () => {
    const { sent } = show(over());
    click(button("Rematch"));
    expect(sent).toEqual([{ kind: "rematch", decision: over().decision }]);
  });

  test("the same deals again only where the table offers it", () => {
    show(over());
    expect(() => button("Replay the same deals")).toThrow();
    const { sent } = show(over({ canReplay: true }));
    click(button("Replay the same deals"));
    expect(sent).toEqual([{ kind: "replay", decision: over().decision }]);
  });

  test("leads to the set-up with this table's rules, and away from the table", () => {
    const { sent } = show(over());
    expect(all(".nx a")[0]!.getAttribute("href")).toBe("/setup?from=t4ble");
    click(button("Leave the table"));
    expect(one("[role=dialog]")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test("a rematch begins with an empty hand of choices", () => {
    const { tell } = show(over());
    tell(passing(4, { game: 2, deal: 1, version: 300, rows: [], scores: [0, 0, 0, 0] }));
    expect(one(".passbox h2").textContent).toContain("Pass three cards");
    expect(spoken()).toContain("Hand 1.");
  });
});

describe("the choice of a moon", () => {
  test("shows the scores that each way gives", () => {
    const { sent } = show(choosing());
    const [subtract, add] = all(".choice");
    expect(subtract!.textContent).toMatch(/Your score drops by 26\s*you −2, Aino 39, Rhea 57 and Matteo 10/);
    expect(add!.textContent).toMatch(/The others get 26 each\s*you 24, Aino 65, Rhea 83 and Matteo 36/);
    click(subtract!);
    expect(sent).toEqual([{ kind: "choose-moon", decision: choosing().decision, moon: "subtract" }]);
  });

  test("the others wait, and are told for whom", () => {
    show(choosing({ toAct: [3], moonChoices: {} }));
    expect(one(".passbox").textContent).toContain("Matteo decides how it is scored.");
    expect(all(".choice")).toEqual([]);
  });
});

test("the running score stands beside the table, with every hand so far", () => {
  show(playing());
  expect(cells(one(".rail table")).at(-1)).toEqual(["Total", "24", "39", "57", "10"]);
  expect(cells(one(".rail table"))).toHaveLength(7);
});

test("the log keeps this hand, and does not speak by itself", () => {
  show(playing());
  const log = one(".rail [role=log]");
  expect(log.getAttribute("aria-live")).toBe("off");
  expect(log.textContent).toContain("Rhea took it with the queen of clubs: no points.");
});

test("older tricks do not stay in the log of a table that hides them", () => {
  const { tell } = show(playing());
  tell(playing({ version: 101, tricks: [trick(5, 2, "9d Kd Jd 2d", 3, 0)], trick: null, tricksPlayed: 5 }));
  wait(1000);
  expect(one(".rail [role=log]").textContent).not.toContain("queen of clubs");
});

test("a table waits for the first view", () => {
  show([]);
  expect(one(".waiting").textContent).toBe("Going to the table.");
  press("l", document.body);
  expect(view().kind).toBe("view");
});
