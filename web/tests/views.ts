/** Views as a server might send them, in every phase, for three to six seats. */
import { SCHEMA, type Player, type Refusal, type SheetRow, type Trick, type View } from "../src/messages";

export type Seats = 3 | 4 | 5 | 6;

export const person = (number: number, name: string | null, here = true): Player => ({
  kind: "person",
  number,
  name,
  level: null,
  here,
  standIn: false,
  secondsLeft: null,
  reserveLeft: null,
});
export const bot = (number: number, level = "casual"): Player => ({
  kind: "bot",
  number,
  name: null,
  level,
  here: true,
  standIn: false,
  secondsLeft: null,
  reserveLeft: null,
});

const PLAYERS: Record<Seats, Player[]> = {
  3: [person(1, null), bot(0), bot(2)],
  4: [person(1, null), person(2, "Aino"), bot(1, "strong"), bot(2)],
  5: [person(1, null), bot(0), bot(3), bot(1), bot(2)],
  6: [person(1, null), person(2, "Aino"), bot(3), bot(1, "strong"), bot(4), bot(2)],
};

const SCORES: Record<Seats, number[]> = {
  3: [26, 30, 22],
  4: [24, 39, 57, 10],
  5: [24, 39, 57, 10, 31],
  6: [31, 18, 44, 27, 9, 53],
};

const HANDS: Record<Seats, string> = {
  3: "As Qs Ts 8s 6s 3s Kh 9h 7h 4h Jc 6c Kd Td 8d 7d 5d",
  4: "As Ks 8s 4s Ah 8h 5h Tc 9c 7c Jd 6d 3d",
  5: "As 8s 4s Ah 8h 9c 7c Jd 6d 3d",
  6: "Ks Qh 5h 9c 8c Qd 5d 3s",
};

export const cards = (text: string): string[] => text.split(" ").filter(Boolean);

export const row = (
  deal: number,
  points: number[],
  scores: number[],
  moon: Pick<SheetRow, "shooter" | "moon"> = NO_MOON,
): SheetRow => ({
  deal,
  direction: (["left", "right", "across", "hold"] as const)[(deal - 1) % 4]!,
  points,
  scores,
  ...moon,
});
const NO_MOON = { shooter: null, moon: null };

const ROWS: SheetRow[] = [
  row(1, [3, 7, 14, 2], [3, 7, 14, 2]),
  row(2, [0, 5, 20, 1], [3, 12, 34, 3]),
  row(3, [14, 6, 4, 2], [17, 18, 38, 5]),
  row(4, [1, 18, 2, 5], [18, 36, 40, 10]),
  row(5, [6, 3, 17, 0], [24, 39, 57, 10]),
];

/** A view of seat 0 between two tricks, with whatever a test says otherwise. */
export function view(changes: Partial<View> = {}, seats: Seats = 4): View {
  const hand = cards(HANDS[seats]);
  const all = Array.from({ length: seats }, () => 0);
  return {
    kind: "view",
    schema: SCHEMA,
    version: 100,
    table: "t4ble",
    rules: {
      preset: "subtract-the-moon",
      fields: { seats, target: 100, moon: "subtract", passing: "cycle" },
      changed: [],
      idle: [],
    },
    options: {
      listed: false,
      running_points: true,
      older_tricks: false,
      spectators: true,
      take_back: true,
      hints: "alone",
      talk: "all",
      sheet_seconds: 30,
      clock_seconds: 0,
      reserve_seconds: 0,
    },
    players: PLAYERS[seats],
    seat: 0,
    host: 0,
    removed: false,
    spectators: 0,
    game: 1,
    deal: 6,
    phase: "playing",
    decision: "1.6.play.1.0",
    toAct: [0],
    direction: "right",
    passCount: 3,
    passTo: seats - 1,
    receiveFrom: 1,
    passed: all.map(() => true),
    passedAutomatically: [],
    given: [],
    received: [],
    hand,
    playedForMe: [],
    legal: hand,
    refusals: {},
    handSizes: all.map(() => hand.length),
    tricks: [],
    trick: null,
    tricksPlayed: 0,
    heartsBroken: false,
    queenPlayed: false,
    points: all,
    moon: null,
    claims: [],
    claim: null,
    moonChoices: {},
    rows: seats === 4 ? ROWS : [],
    scores: SCORES[seats],
    hands: [],
    ready: [],
    nextDealIn: null,
    nextDirection: null,
    winners: [],
    takeBack: null,
    canTakeBack: false,
    canHint: false,
    canReplay: false,
    takeBacks: 0,
    replayed: false,
    passes: [],
    talk: [],
    speakers: [],
    maySay: "none",
    nextHash: "",
    nextShuffle: null,
    shuffle: null,
    ...changes,
  };
}

export const trick = (
  number: number,
  leader: number,
  text: string,
  winner: number | null,
  points: number | null = null,
): Trick => ({
  number,
  leader,
  cards: cards(text),
  winner,
  points,
  automatic: [],
});

/** Choosing three cards for the player on the right; two others have chosen. */
export const passing = (seats: Seats = 4, changes: Partial<View> = {}): View =>
  view(
    {
      phase: "passing",
      decision: "1.6.pass.0",
      toAct: [0, seats - 1],
      passed: Array.from({ length: seats }, (_, seat) => seat !== 0 && seat !== seats - 1),
      legal: [],
      ...changes,
    },
    seats,
  );

/** Three cards have come from Aino, and nobody has played. */
export const received = (changes: Partial<View> = {}): View => {
  const hand = cards("Js 8s 4s Ah 8h 5h Kc 9c 7c Ad Jd 6d 3d");
  return view({
    given: cards("As Ks Tc"),
    received: cards("Js Kc Ad"),
    hand,
    legal: [],
    toAct: [1],
    ...changes,
  });
};

/** My turn in trick 5: diamonds led, and I hold four. */
export function playing(changes: Partial<View> = {}): View {
  const hand = cards("Js Ah 8h 5h 9c Ad Jd 6d 3d");
  const legal = cards("Ad Jd 6d 3d");
  const refusal: Refusal = { code: "must-follow", facts: { suit: "d", count: 4 } };
  return view({
    decision: "1.6.play.5.0",
    hand,
    legal,
    refusals: Object.fromEntries(hand.filter((card) => !legal.includes(card)).map((card) => [card, refusal])),
    handSizes: [9, 9, 8, 8],
    tricks: [trick(4, 3, "Jc 7c 4c Qc", 2, 0)],
    trick: trick(5, 2, "9d Kd", 3),
    tricksPlayed: 4,
    heartsBroken: true,
    queenPlayed: true,
    points: [0, 0, 0, 14],
    moon: { seat: 3, taken: 14, of: 26 },
    takeBack: null,
    canTakeBack: true,
    canHint: true,
    ...changes,
  });
}

/** Three seats: seventeen cards each, clubs led. */
export const playingOfThree = (changes: Partial<View> = {}): View => {
  const hand = cards(HANDS[3]);
  const refusal: Refusal = { code: "must-follow", facts: { suit: "c", count: 2 } };
  return view(
    {
      deal: 4,
      legal: cards("Jc 6c"),
      refusals: Object.fromEntries(hand.filter((card) => !card.endsWith("c")).map((card) => [card, refusal])),
      handSizes: [17, 17, 16],
      trick: trick(1, 2, "2c", 2),
      passTo: 1,
      receiveFrom: 2,
      ...changes,
    },
    3,
  );
};

/** Five or six seats in the third trick. */
export const playingOfMany = (seats: 5 | 6, changes: Partial<View> = {}): View => {
  const hand = cards(HANDS[seats]).slice(0, -2);
  const legal = hand.filter((card) => card.endsWith("d"));
  const refusal: Refusal = { code: "must-follow", facts: { suit: "d", count: legal.length } };
  return view(
    {
      deal: 4,
      hand,
      legal,
      refusals: Object.fromEntries(hand.filter((card) => !legal.includes(card)).map((card) => [card, refusal])),
      handSizes: Array.from({ length: seats }, (_, seat) => hand.length - (seat >= seats - 2 ? 1 : 0)),
      tricks: [trick(2, 1, seats === 5 ? "6s 9s Qs As 5s" : "6s 9s Qs As 5s 3s", 4)],
      trick: trick(3, seats - 2, "3d Jd", seats - 1),
      tricksPlayed: 2,
      queenPlayed: true,
      points: Array.from({ length: seats }, (_, seat) => (seat === 4 ? 13 : 0)),
      moon: { seat: 4, taken: 13, of: 26 },
      ...changes,
    },
    seats,
  );
};

/** Hand 6 is over: seat 3 shot the moon under subtract and falls below zero. */
export const sheet = (changes: Partial<View> = {}): View =>
  view({
    phase: "sheet",
    decision: "1.6.sheet",
    toAct: [0, 1],
    hand: [],
    legal: [],
    tricks: [trick(13, 3, "Ah 5h 2h 4h", 3)],
    tricksPlayed: 13,
    heartsBroken: true,
    queenPlayed: true,
    points: [0, 0, 0, 26],
    rows: [...ROWS, row(6, [0, 0, 0, -26], [24, 39, 57, -16], { shooter: 3, moon: "subtract" })],
    scores: [24, 39, 57, -16],
    hands: [
      cards("Js 8s 4s 8h 5h 2h Kc 9c 7c Ad Jd 6d 3d"),
      cards("9s 7s 3s 4h 3h Tc 6c 2c Qd 9d 7d 4d 2d"),
      cards("Ts 6s 5s 2s 7h 6h Qc 8c 5c Td 8d 5d 3c"),
      cards("As Ks Qs Ah Kh Qh Jh Th 9h Ac Jc Kd 4c"),
    ],
    ready: [false, false, true, true],
    nextDealIn: 24,
    nextDirection: "across",
    ...changes,
  });

/** The next hand is being drawn: what Aino's browser adds is still to come. */
export const shuffling = (changes: Partial<View> = {}): View =>
  sheet({
    phase: "shuffling",
    decision: "1.6.shuffling",
    toAct: [1],
    nextDealIn: null,
    nextShuffle: { commitment: "", hashes: ["", "ab", "", ""], revealed: ["", "", "", ""], seed: null },
    ...changes,
  });

/** Seat 2 has passed the target, and seat 3 wins below zero. */
export const over = (changes: Partial<View> = {}): View =>
  sheet({
    phase: "over",
    decision: "1.over",
    deal: 9,
    toAct: [0, 1],
    rows: [
      ...ROWS,
      row(6, [0, 0, 0, -26], [24, 39, 57, -16], { shooter: 3, moon: "subtract" }),
      row(7, [5, 3, 18, 0], [29, 42, 75, -16]),
      row(8, [14, 4, 8, 0], [43, 46, 83, -16]),
      row(9, [2, 6, 18, 0], [45, 52, 101, -16]),
    ],
    scores: [45, 52, 101, -16],
    nextDealIn: null,
    nextDirection: null,
    winners: [3],
    ...changes,
  });

/** I have shot the moon and may decide how it is scored. */
export const choosing = (changes: Partial<View> = {}): View =>
  view({
    phase: "choosing",
    decision: "1.6.moon",
    hand: [],
    legal: [],
    tricks: [trick(13, 0, "Ah 5h 2h 4h", 0)],
    tricksPlayed: 13,
    points: [26, 0, 0, 0],
    moonChoices: { add: [24, 65, 83, 36], subtract: [-2, 39, 57, 10] },
    ...changes,
  });

/** A new hand in which no cards are passed. */
export const hold = (changes: Partial<View> = {}): View =>
  view({ deal: 8, direction: "hold", passTo: null, receiveFrom: null, ...changes });

/** The usual players, with a bot that plays for whoever sits on `seat`. */
export const standIn = (seat: number): Player[] =>
  PLAYERS[4].map((player, at) => (at === seat ? { ...player, standIn: true, level: "strong" } : player));

/** Before the first game: Aino has opened the table on seat 0, Matteo is there, two places are free. */
export const gathering = (changes: Partial<View> = {}, seats: Seats = 4): View =>
  view(
    {
      phase: "gathering",
      decision: "0.0.gathering.0.0",
      game: 0,
      deal: 0,
      players: Array.from({ length: seats }, (_, seat) =>
        seat === 0 ? person(0, "Aino") : seat === seats - 1 ? person(seat, "Matteo") : bot(seat, "strong"),
      ),
      seat: null,
      toAct: [],
      hand: [],
      legal: [],
      handSizes: [],
      points: null,
      rows: [],
      scores: Array.from({ length: seats }, () => 0),
      direction: "hold",
      passCount: 0,
      passTo: null,
      receiveFrom: null,
      passed: [],
      ...changes,
    },
    seats,
  );

/** Somebody without a seat looks on. */
export const watching = (changes: Partial<View> = {}): View =>
  playing({ seat: null, hand: [], legal: [], refusals: {}, toAct: [0], canTakeBack: false, ...changes });
