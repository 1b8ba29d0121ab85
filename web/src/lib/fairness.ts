/**
 * How a deal is drawn, worked out anew (docs/fairness.md): the twin of the server's
 * tables/fairness.py and tables/verifying.py, made of the browser's own SHA-256 and HMAC.
 */
import { fromHex, hashOf } from "./hash";

/** What a record, or a view, tells of a finished deal. Digits are hexadecimal. */
export interface DealToCheck {
  seats: number;
  number: number;
  seed: string;
  /** The seed's hash, shown before. */
  commitment: string;
  /** By seat, what was shown before of what browsers would add; "" or nothing where there was nothing. */
  hashes: readonly string[];
  /** What they added, in the order of their seats. */
  revealed: readonly string[];
  /** By seat, as dealt. */
  hands: readonly (readonly string[])[];
}

export interface Verdict {
  /** What does not fit, if anything. */
  flaw: "seed" | "bytes" | "hands" | null;
  /** The seats whose browsers had a part in the deal. */
  added: number[];
  /** The seats that had promised something, and showed nothing in time. */
  missing: number[];
}

const WORDS = 2 ** 32;
/** In the order in which it is shuffled. */
const PACK = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
const REMOVED: Record<number, readonly string[]> = {
  3: ["2d"],
  4: [],
  5: ["2d", "2c"],
  6: ["2d", "2c", "2s", "3c"],
};

export async function verify(deal: DealToCheck): Promise<Verdict> {
  const seed = fromHex(deal.seed);
  if ((await hashOf(seed)) !== deal.commitment) return { flaw: "seed", added: [], missing: [] };
  const bytes = deal.revealed.map(fromHex);
  const added = seatsOf(deal.hashes, await Promise.all(bytes.map(hashOf)));
  if (added.length !== bytes.length) return { flaw: "bytes", added: [], missing: [] };
  const missing = deal.hashes.flatMap((hash, seat) => (hash && !added.includes(seat) ? [seat] : []));
  const pack = await shuffledPack(deal.seats, deal.number, seed, bytes);
  return { flaw: deal.hands.every((hand, seat) => holds(hand, pack, seat, deal.seats)) ? null : "hands", added, missing };
}

/** The seats whose hashes these are, in the order of both; fewer if one of them is nobody's. */
function seatsOf(given: readonly string[], hashes: readonly string[]): number[] {
  const seats: number[] = [];
  given.forEach((hash, seat) => {
    if (hash && hash === hashes[seats.length]) seats.push(seat);
  });
  return seats;
}

/** Whether this is the hand that a shuffled pack gives to a seat. */
function holds(hand: readonly string[], pack: readonly string[], seat: number, seats: number): boolean {
  const drawn = pack.filter((_, place) => place % seats === seat);
  return drawn.length === hand.length && drawn.every((card) => hand.includes(card));
}

/** The pack for so many seats as these bytes shuffle it. */
export async function shuffledPack(
  seats: number,
  number: number,
  seed: Uint8Array<ArrayBuffer>,
  added: readonly Uint8Array[],
): Promise<string[]> {
  const pack = PACK.filter((card) => !REMOVED[seats]?.includes(card));
  const next = uniformWords(seed, [...added.flatMap((one) => [one.length, ...one]), ...fourBytes(number)]);
  for (let last = pack.length - 1; last > 0; last--) {
    const fair = WORDS - (WORDS % (last + 1));
    let word = await next();
    while (word >= fair) word = await next();
    const place = word % (last + 1);
    [pack[last], pack[place]] = [pack[place]!, pack[last]!];
  }
  return pack;
}

/** Independent whole numbers below 2³², one after another. */
function uniformWords(seed: Uint8Array<ArrayBuffer>, message: readonly number[]): () => Promise<number> {
  const key = crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let block = 0;
  let words = new DataView(new ArrayBuffer(0));
  let at = 0;
  return async () => {
    if (at === words.byteLength) {
      const signed = Uint8Array.from([...message, ...fourBytes(block++)]);
      words = new DataView(await crypto.subtle.sign("HMAC", await key, signed));
      at = 0;
    }
    at += 4;
    return words.getUint32(at - 4);
  };
}

const fourBytes = (number: number): number[] => [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff);
