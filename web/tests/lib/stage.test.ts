import { beforeEach, describe, expect, test, vi } from "vitest";
import { paceOf, type Pace } from "../../src/lib/pace";
import { DEFAULTS } from "../../src/lib/preferences";
import { Stage, type Shown } from "../../src/lib/stage.svelte";
import { ownDeal } from "../deals";
import { passing, playing, received, trick } from "../views";

const CALM = paceOf(DEFAULTS, false);
let told: Shown[];
let pace: Pace;
let stage: Stage;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  pace = CALM;
  stage = new Stage(
    () => pace,
    (shown) => told.push(...shown),
  );
});

const mine = playing({ trick: trick(5, 2, "9d Kd Jd", 3), toAct: [1] });
const full = playing({ tricks: [trick(5, 2, "9d Kd Jd 2d", 3)], trick: null, tricksPlayed: 5, toAct: [3] });

describe("the pace of the table", () => {
  test("the first view is shown at once: a reload returns to the same place (C44)", () => {
    const view = playing();
    stage.receive(view);
    expect(stage.view).toBe(view);
    expect(stage.moving).toBe(false);
  });

  test("the last card of a trick stays for a second by default (C54)", () => {
    stage.receive(mine);
    stage.receive(full);
    expect(stage.view!.trick!.cards).toHaveLength(4);
    vi.advanceTimersByTime(CALM.fly + 999);
    expect(stage.view!.trick!.cards).toHaveLength(4);
    vi.advanceTimersByTime(1 + CALM.sweep);
    expect(stage.view).toBe(full);
  });

  test.each(["500", "2000", "5000"] as const)("the rest can be set: %s ms (C54)", (rest) => {
    pace = paceOf({ ...DEFAULTS, rest }, false);
    stage.receive(mine);
    stage.receive(full);
    vi.advanceTimersByTime(pace.fly + Number(rest) - 1);
    expect(stage.current?.kind).toBe("rest");
    vi.advanceTimersByTime(1);
    expect(stage.current?.kind).toBe("sweep");
  });

  test("or until a tap: then only the tap sweeps the trick (C54)", () => {
    pace = paceOf({ ...DEFAULTS, rest: "tap" }, false);
    stage.receive(mine);
    stage.receive(full);
    vi.advanceTimersByTime(60_000);
    expect(stage.current?.kind).toBe("rest");
    stage.advance();
    expect(stage.current?.kind).toBe("sweep");
  });

  test("a tap jumps to the newest view, and everything skipped has been told once (C54)", () => {
    stage.receive(mine);
    stage.receive(full);
    stage.advance();
    expect(stage.view).toBe(full);
    expect(stage.moving).toBe(false);
    expect(told.map(({ beat }) => beat.kind)).toEqual(["show", "card", "rest", "sweep"]);
  });

  test("reduced motion: nothing flies or sweeps, but the trick rests as long (C54)", () => {
    const still = paceOf(DEFAULTS, true);
    expect(still).toMatchObject({ fly: 0, sweep: 0, rest: CALM.rest });
  });

  test("at once: a hand of thirteen tricks takes less than three seconds of motion (C55)", () => {
    pace = paceOf({ ...DEFAULTS, speed: "at-once" }, false);
    for (const view of ownDeal(4)) stage.receive(view);
    vi.advanceTimersByTime(3000);
    expect(stage.moving).toBe(false);
    expect(stage.view!.tricksPlayed).toBe(13);
  });

  test("quick halves the flights; a change of speed holds from the next card on (C55)", () => {
    const quick = paceOf({ ...DEFAULTS, speed: "quick" }, false);
    expect(quick).toMatchObject({ fly: CALM.fly / 2, sweep: CALM.sweep / 2 });
    const [first, second, third] = [...ownDeal(4)];
    stage.receive(first!);
    stage.receive(second!);
    stage.receive(third!);
    pace = quick;
    vi.advanceTimersByTime(CALM.fly + CALM.gap);
    expect(stage.view).toBe(third);
    vi.advanceTimersByTime(quick.fly + quick.gap);
    expect(stage.moving).toBe(false);
  });

  test("views that come during a flight are shown in their order", () => {
    const views = [...ownDeal(4)].slice(0, 4);
    for (const view of views) stage.receive(view);
    expect(stage.view).toBe(views[1]);
    vi.advanceTimersByTime(CALM.fly + CALM.gap);
    expect(stage.view).toBe(views[2]);
    vi.advanceTimersByTime(CALM.fly + CALM.gap);
    expect(stage.view).toBe(views[3]);
  });

  test("nobody watches a hidden page: it is always up to date", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    stage.receive(mine);
    stage.receive(full);
    expect(stage.view).toBe(full);
  });

  test("cards that came are shown until they have been read, also when others play on (C17)", () => {
    stage.receive(passing());
    stage.receive(received());
    stage.receive(received({ trick: trick(1, 1, "2c", 1), toAct: [2], version: 102 }));
    vi.advanceTimersByTime(60_000);
    expect(stage.current).toMatchObject({ kind: "pause", why: "received" });
    expect(stage.caughtUp).toBe(false);
    stage.advance();
    expect(stage.current).toBeNull();
    expect(stage.view!.trick!.cards).toEqual(["2c"]);
  });

  test("a resting trick is no reason to wait: everything played is on the screen", () => {
    stage.receive(mine);
    stage.receive(full);
    expect(stage.caughtUp).toBe(true);
  });

  test("while cards are still to come, a tap cannot answer them", () => {
    const views = [...ownDeal(4)].slice(0, 4);
    for (const view of views) stage.receive(view);
    expect(stage.caughtUp).toBe(false);
  });
});
