import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Adding, bytesOf, fresh, keep } from "../../src/lib/added";
import type { Request } from "../../src/lib/connection";
import { fromHex, hashOf } from "../../src/lib/hash";
import type { AnyCommand, Shuffle, View } from "../../src/messages";
import { gathering, over, passing, sheet } from "../views";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const COMMITMENT = "c0".repeat(32);
const shuffleOf = (hashes: string[], revealed = hashes.map(() => ""), changes: Partial<Shuffle> = {}): Shuffle => ({
  commitment: COMMITMENT,
  hashes,
  revealed,
  seed: null,
  ...changes,
});

/** A table at the far end of the line, at which my seat is 0. */
function adding() {
  const sent: Request[] = [];
  const complaints: string[] = [];
  const one = new Adding(
    (request) => void sent.push(request),
    (about) => void complaints.push(about),
  );
  const done = (request: Request) => one.answered({ ...request, id: "1" } as AnyCommand, true);
  const refused = (request: Request) => one.answered({ ...request, id: "1" } as AnyCommand, false);
  /** See the sheet, and give a hash. */
  const given = async (view: View = sheet()) => {
    one.see(view);
    await vi.waitFor(() => expect(sent.at(-1)?.kind).toBe("give-hash"));
    const request = sent.at(-1)! as Request & { kind: "give-hash" };
    done(request);
    return request.hash;
  };
  return { one, sent, complaints, done, refused, given };
}

const shuffling = (hash: string, changes: Partial<View> = {}): View =>
  sheet({ phase: "shuffling", decision: "1.6.shuffling", nextShuffle: shuffleOf([hash, "", "", ""]), ...changes });
const dealt = (shuffle: Shuffle | null, changes: Partial<View> = {}): View => passing(4, { deal: 7, shuffle, ...changes });

test("between two hands a hash is given once, of bytes that nobody else knows", async () => {
  const { one, sent, given } = adding();
  const hash = await given();
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf(fromHex(bytesOf(hash)!))).toBe(hash);
  one.see(sheet({ version: 200 }));
  one.see(sheet({ version: 201, nextHash: hash }));
  await fresh();
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toContain(bytesOf(hash));
});

test.each([gathering({ seat: 0 }), sheet(), over()])("a hash is given while nothing is played", async (view) => {
  expect(await adding().given(view)).toBeTruthy();
});

test("nobody adds anything without a seat, in a hand, or over a line that is not safe", async () => {
  const { one, sent } = adding();
  one.see(sheet({ seat: null }));
  one.see(passing());
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  one.see(sheet());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([]);
});

test("after a reload the bytes are still there, and no other hash is given", async () => {
  const hash = await adding().given();
  const { one, sent } = adding();
  one.see(sheet({ nextHash: hash }));
  await fresh();
  expect(sent).toEqual([]);
  one.see(shuffling(hash));
  expect(sent).toEqual([{ kind: "reveal", decision: "1.6.shuffling", bytes: bytesOf(hash) }]);
});

test("a hash whose bytes are lost is replaced", async () => {
  expect(await adding().given(sheet({ nextHash: "ab".repeat(32) }))).not.toBe("ab".repeat(32));
});

test("the bytes are shown once, when all hashes are fixed, mine among them", async () => {
  const { one, sent, given, complaints } = adding();
  const hash = await given();
  const bytes = bytesOf(hash)!;
  one.see(shuffling(hash));
  one.see(shuffling(hash, { version: 300 }));
  expect(sent.slice(1)).toEqual([{ kind: "reveal", decision: "1.6.shuffling", bytes }]);
  one.see(dealt(shuffleOf([hash, "", "", ""], [bytes, "", "", ""])));
  expect(complaints).toEqual([]);
  expect(bytesOf(hash), "they are public now").toBeUndefined();
});

test("bytes of another hash than mine are shown to nobody", async () => {
  const { one, sent, given } = adding();
  await given();
  one.see(shuffling("ab".repeat(32)));
  expect(sent).toHaveLength(1);
});

test("a server that leaves out what it has received is found out, in whatever order it answers", async () => {
  for (const answersFirst of [true, false]) {
    const { one, sent, given, done, complaints } = adding();
    const hash = await given();
    one.see(shuffling(hash));
    if (answersFirst) done(sent.at(-1)!);
    one.see(dealt(shuffleOf([hash, "", "", ""])));
    if (!answersFirst) done(sent.at(-1)!);
    expect(complaints).toEqual(["table.check.complaint.left-out"]);
  }
});

test("what came too late is told as that", async () => {
  const { one, sent, given, refused, complaints } = adding();
  const hash = await given();
  one.see(shuffling(hash));
  one.see(dealt(shuffleOf([hash, "", "", ""])));
  expect(complaints).toEqual([]);
  refused(sent.at(-1)!);
  expect(complaints).toEqual(["table.check.complaint.late"]);
});

test.each([{ commitment: "d0".repeat(32) }, { hashes: ["", "", "", ""] }])(
  "a promise that was changed afterwards is found out",
  async (changes) => {
    const { one, sent, given, done, complaints } = adding();
    const hash = await given();
    const bytes = bytesOf(hash)!;
    one.see(shuffling(hash));
    done(sent.at(-1)!);
    one.see(dealt(shuffleOf([hash, "", "", ""], [bytes, "", "", ""], changes)));
    expect(complaints).toEqual(["table.check.complaint.changed"]);
  },
);

test("a server that takes a hash and then does without it is found out", async () => {
  for (const view of [shuffling(""), dealt(shuffleOf([], []))]) {
    const { one, given, complaints } = adding();
    await given();
    one.see(view);
    one.see(view);
    expect(complaints).toEqual(["table.check.complaint.dropped"]);
  }
});

test("nobody is accused of what has its reasons", async () => {
  const { players } = sheet();
  const standIn = players.map((player) => ({ ...player, standIn: true }));
  const back = passing(4, { deal: 6, shuffle: shuffleOf([], []) });
  for (const view of [
    dealt(shuffleOf([], []), { replayed: true }),
    dealt(shuffleOf([], []), { players: standIn }),
    back,
    sheet({ seat: null }),
  ]) {
    const { one, given, complaints } = adding();
    await given();
    one.see(view);
    expect(complaints).toEqual([]);
  }
});

test("where nothing can be stored the bytes are remembered as long as the page lives", async () => {
  const broken = {
    getItem: () => {
      throw new Error("blocked");
    },
    setItem: () => {
      throw new Error("blocked");
    },
  } as unknown as Storage;
  const added = (await fresh())!;
  keep(added, broken);
  expect(bytesOf(added.hash, broken)).toBe(added.bytes);
});

test("what is kept does not grow without end", async () => {
  const first = (await fresh())!;
  keep(first);
  for (let count = 0; count < 60; count++) keep({ hash: String(count), bytes: "" });
  expect(bytesOf(first.hash)).toBeUndefined();
  expect(JSON.parse(localStorage.getItem("openhearts.added")!)).toHaveLength(40);
});
