/**
 * What this browser adds to deals, so that nobody can choose them (docs/fairness.md).
 *
 * Between two deals it gives the hash of fresh random bytes. Once all hashes and the server's are
 * fixed, it shows the bytes, which it has kept until then, also over a reload, and looks whether
 * they counted. Where the browser has no SHA-256 it takes no part.
 */
import type { AnyCommand, Shuffle, View } from "../messages";
import type { Request } from "./connection";
import { canHash, hashOf, toHex } from "./hash";
import type { Key } from "./words";

/** Random bytes and their hash, in hexadecimal digits. */
export interface Added {
  hash: string;
  bytes: string;
}

const PLACE = "openhearts.added";
/** More than anybody plays at a time. */
const MOST = 40;
const LENGTH = 32;

/** Where nothing can be stored they are at least remembered. */
let remembered: Added[] = [];

/** Fresh bytes, or nothing where they could not be hashed. */
export async function fresh(): Promise<Added | null> {
  if (!canHash()) return null;
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return { hash: await hashOf(bytes), bytes: toHex(bytes) };
}

/** Keep them until they are shown. */
export function keep(added: Added, storage: Storage = localStorage): void {
  write([...kept(storage), added].slice(-MOST), storage);
}

/** The bytes of this hash, if this browser has made them. */
export const bytesOf = (hash: string, storage: Storage = localStorage): string | undefined =>
  kept(storage).find((one) => one.hash === hash)?.bytes;

function forget(hash: string, storage: Storage = localStorage): void {
  write(
    kept(storage).filter((one) => one.hash !== hash),
    storage,
  );
}

function kept(storage: Storage): Added[] {
  try {
    return JSON.parse(storage.getItem(PLACE) ?? "[]") as Added[];
  } catch {
    return remembered;
  }
}

function write(all: Added[], storage: Storage): void {
  remembered = all;
  try {
    storage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // Not stored, then; a reload loses them, and the deal goes on without them.
  }
}

const BETWEEN_DEALS: readonly View["phase"][] = ["gathering", "sheet", "over"];

/** What was fixed for a deal when the bytes were shown. */
interface Promised {
  deal: string;
  hash: string;
  shuffle: Pick<Shuffle, "commitment" | "hashes">;
  /** Whether the server has taken the bytes; nothing until it has answered. */
  taken: boolean | null;
  /** Whether the deal was dealt without them. */
  missed: boolean;
}

/** Takes this browser's part in the deals of one table. */
export class Adding {
  readonly #send: (request: Request) => void;
  readonly #complain: (about: Key) => void;
  /** The place and the decision for which a hash was made. */
  #offered = "";
  /** The hash that the server has taken for the deal after this one. */
  #given: { hash: string; after: string } | null = null;
  #promised: Promised | null = null;

  constructor(send: (request: Request) => void, complain: (about: Key) => void) {
    this.#send = send;
    this.#complain = complain;
  }

  /** The table is like this now. */
  see(view: View): void {
    if (view.seat === null) {
      this.#offered = "";
      this.#given = null;
    } else if (view.nextShuffle) this.#show(view, view.nextShuffle, view.seat);
    else if (BETWEEN_DEALS.includes(view.phase)) void this.#offer(view);
    else if (view.shuffle) this.#check(view, view.shuffle, view.seat);
  }

  /** The server has done what was asked, or refused to. */
  answered(request: AnyCommand, done: boolean): void {
    if (request.kind === "give-hash" && done && this.#given) this.#given.hash = request.hash;
    if (request.kind === "reveal" && this.#promised) {
      this.#promised.taken ??= done;
      this.#judge();
    }
  }

  async #offer(view: View): Promise<void> {
    const place = `${view.decision} ${view.seat}`;
    if (place === this.#offered || bytesOf(view.nextHash) !== undefined) return;
    this.#offered = place;
    const added = await fresh();
    if (!added || this.#offered !== place) return;
    keep(added);
    this.#given = { hash: "", after: dealOf(view) };
    this.#send({ kind: "give-hash", hash: added.hash });
  }

  /** Show the bytes, if what was fixed has their hash in it. */
  #show(view: View, shuffle: Shuffle, seat: number): void {
    const hash = shuffle.hashes[seat] ?? "";
    const bytes = bytesOf(hash);
    if (bytes === undefined) return this.#miss(view, hash);
    this.#given = null;
    const deal = `${view.game}.${view.deal + 1}`;
    if (shuffle.revealed[seat] || this.#promised?.deal === deal) return;
    const { commitment, hashes } = shuffle;
    this.#promised = { deal, hash, shuffle: { commitment, hashes }, taken: null, missed: false };
    this.#send({ kind: "reveal", decision: view.decision, bytes });
  }

  /** Look whether a deal was dealt as it was promised. */
  #check(view: View, shuffle: Shuffle, seat: number): void {
    const promised = this.#promised;
    if (promised?.deal !== dealOf(view)) {
      // The same deal as before is one that was taken back to.
      if (this.#given?.after !== dealOf(view)) this.#miss(view, shuffle.hashes[seat] ?? "");
      return;
    }
    if (promised.missed) return;
    const { commitment, hashes } = promised.shuffle;
    if (shuffle.commitment !== commitment || shuffle.hashes.join() !== hashes.join()) this.#end("table.check.complaint.changed");
    else if (shuffle.revealed[seat]) this.#end();
    else {
      promised.missed = true;
      this.#judge();
    }
  }

  /** The server had taken my hash; now it should be among those of the deal. */
  #miss(view: View, hash: string): void {
    const given = this.#given;
    this.#given = null;
    if (given?.hash && !hash && !view.replayed && !view.players[view.seat!]?.standIn) this.#complain("table.check.complaint.dropped");
  }

  /** The bytes did not count: the server's doing if it had taken them. */
  #judge(): void {
    const promised = this.#promised;
    if (promised?.missed && promised.taken !== null) this.#end(promised.taken ? "table.check.complaint.left-out" : "table.check.complaint.late");
  }

  #end(complaint?: Key): void {
    forget(this.#promised!.hash);
    this.#promised = null;
    if (complaint) this.#complain(complaint);
  }
}

const dealOf = (view: View): string => `${view.game}.${view.deal}`;
