import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Heard, STANDS } from "../../src/lib/heard.svelte";
import { hasTalk, lineAloud, lineWords } from "../../src/lib/talk";
import { keepTalk, keptTalk } from "../../src/lib/talk_kept";
import type { TalkLine, View } from "../../src/messages";
import { bot, person, playing, watching } from "../views";

const AINO = "a1";
const MINE = "m1";
const PLAYERS = [person(0, "Matteo"), person(1, "Aino"), bot(1), bot(2)];

const line = (id: number, changes: Partial<TalkLine> = {}): TalkLine => ({
  id,
  speaker: AINO,
  seat: 1,
  name: "Aino",
  phrase: "well-played",
  text: "",
  ...changes,
});
const mine = (id: number) => line(id, { speaker: MINE, seat: 0, name: "Matteo" });
const talking = (...talk: TalkLine[]): View =>
  playing({ players: PLAYERS, speakers: [MINE, AINO, "", ""], maySay: "all", talk });

/** One who listens from this view on, and what is told. */
function listener(view: View, off = false) {
  const told: string[] = [];
  const heard = new Heard(view, () => off, (now, said) => void told.push(lineAloud(now, said)));
  opened.push(heard);
  return { heard, told };
}

const opened: Heard[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => opened.splice(0).forEach((heard) => heard.close()));

describe("what is said at a table", () => {
  test("is told once, each line, and not what was said before one came (C65)", () => {
    const { heard, told } = listener(talking(line(1)));
    heard.see(talking(line(1)));
    expect(told).toEqual([]);
    heard.see(talking(line(1), line(2), mine(3)));
    heard.see(talking(line(1), line(2), mine(3)));
    expect(told).toEqual(["Aino: Well played", "You: Well played"]);
  });

  test("the same words again are told again", () => {
    const { heard, told } = listener(talking());
    heard.see(talking(line(1)));
    heard.see(talking(line(1), line(2)));
    expect(told).toEqual(["Aino: Well played", "Aino: Well played"]);
  });

  test("counts as unread until it is read, over a reload too; what I say never does", () => {
    const { heard } = listener(talking(line(1)));
    heard.see(talking(line(1), line(2), mine(3)));
    expect(heard.unread).toBe(2);
    heard.read();
    expect(heard.unread).toBe(0);
    const again = listener(talking(line(1), line(2), mine(3), line(4))).heard;
    expect(again.unread).toBe(1);
  });

  test("stands beside the speaker's seat for a while; a later line has its own while; mine does not", () => {
    const { heard } = listener(talking());
    heard.see(talking(line(1)));
    vi.advanceTimersByTime(STANDS - 1);
    heard.see(talking(line(1), line(2), mine(3)));
    vi.advanceTimersByTime(2);
    expect([...heard.beside].map(([seat, { id }]) => [seat, id])).toEqual([[1, 2]]);
    vi.advanceTimersByTime(STANDS);
    expect(heard.beside.size).toBe(0);
  });

  test("somebody who has left has a name still, or none", () => {
    expect(lineAloud(talking(), line(1, { seat: null }))).toBe("Aino: Well played");
    expect(lineAloud(talking(), line(1, { seat: null, name: null }))).toBe("Somebody who has left: Well played");
  });

  test("a text is as it was written", () => {
    expect(lineWords(line(1, { phrase: null, text: "{name} <b>" }))).toBe("{name} <b>");
  });
});

describe("who is muted", () => {
  test("is neither told nor shown nor counted, at this table, over a reload too", () => {
    const { heard, told } = listener(talking(line(1)));
    heard.mute(AINO, true);
    heard.see(talking(line(1), line(2)));
    const again = listener(talking(line(1), line(2)));
    again.heard.see(talking(line(1), line(2), line(3), mine(4)));
    expect(told).toEqual([]);
    expect(again.told).toEqual(["You: Well played"]);
    expect([again.heard.lines.map(({ id }) => id), again.heard.unread, again.heard.beside.size]).toEqual([[4], 0, 0]);
    const elsewhere = listener({ ...talking(line(1)), table: "another" });
    expect(elsewhere.heard.lines).toHaveLength(1);
  });

  test("falls silent at once", () => {
    const { heard } = listener(talking());
    heard.see(talking(line(1)));
    heard.mute(AINO, true);
    expect([heard.lines.length, heard.beside.size]).toEqual([0, 0]);
  });

  test("stays so when another tab reads on", () => {
    const [one, other] = [listener(talking()).heard, listener(talking()).heard];
    one.mute(AINO, true);
    other.see(talking(line(1)));
    other.read();
    expect(keptTalk(talking().table)).toEqual({ read: 1, muted: [AINO] });
  });

  test("is heard again, with what was missed, which is not told any more", () => {
    const { heard, told } = listener(talking());
    heard.mute(AINO, true);
    heard.see(talking(line(1)));
    heard.mute(AINO, false);
    heard.see(talking(line(1)));
    expect([heard.lines.length, heard.unread, told]).toEqual([1, 1, []]);
  });
});

test("with all talk off nothing is told, shown or counted", () => {
  const { heard, told } = listener(talking(line(1)), true);
  heard.see(talking(line(1), line(2)));
  expect([heard.lines.length, heard.unread, heard.beside.size, told]).toEqual([0, 0, 0, []]);
});

test("there is talk where there is somebody to talk to, or something to read", () => {
  const alone = playing({ players: [person(0, "Matteo"), bot(0), bot(1), bot(2)] });
  expect(hasTalk(alone)).toBe(false);
  expect(hasTalk({ ...alone, talk: [line(1)] })).toBe(true);
  expect(hasTalk(talking())).toBe(true);
  expect(hasTalk({ ...talking(), options: { ...talking().options, talk: "none" } })).toBe(false);
  expect(hasTalk({ ...talking(), removed: true })).toBe(false);
  expect(hasTalk(watching({ players: PLAYERS }))).toBe(true);
});

test("what is kept of many tables is not kept for ever; what cannot be read is nothing", () => {
  for (let table = 0; table < 60; table++) keepTalk(`t${table}`, { read: table, muted: [] });
  expect([keptTalk("t0").read, keptTalk("t59").read]).toEqual([0, 59]);
  expect((JSON.parse(localStorage.getItem("openhearts.talk")!) as unknown[]).length).toBe(40);
  for (const nonsense of ["{", "null", "[null]", '[["t", null]]', '[["t", {"read": "1", "muted": 2}]]', '{"a": 1}']) {
    localStorage.setItem("openhearts.talk", nonsense);
    expect(keptTalk("t")).toEqual({ read: 0, muted: [] });
  }
});
