// Generated from src/openhearts/tables/messages.py by `make messages`: do not edit.

/** Version of these messages: a view with another one asks for a newer page. */
export const SCHEMA = 2;

/**
 * Whatever a client may send.
 */
export type AnyCommand =
  | Pass
  | Play
  | Claim
  | ChooseMoon
  | Ready
  | Reveal
  | TakeBack
  | GiveTime
  | Rematch
  | Replay
  | Sit
  | Leave
  | Start
  | Remove
  | HandOver
  | ComeBack
  | AnswerTakeBack
  | GiveHash
  | Say
  | Write
  | AskHint
  | Rename
  | ForgetName;
/**
 * Whatever a client is told.
 */
export type AnyUpdate = View | Done | Rejected | Hint;

/**
 * Give these cards to the seat that the deal's direction names.
 */
export interface Pass {
  kind: "pass";
  id: string;
  decision: string;
  /**
   * @maxItems 5
   */
  cards: string[];
}
/**
 * Play this card to the trick.
 */
export interface Play {
  kind: "play";
  id: string;
  decision: string;
  card: string;
}
/**
 * End the deal early: nothing is left to win, or the rest are mine (docs/rules.md 4).
 */
export interface Claim {
  kind: "claim";
  id: string;
  decision: string;
  claim: "nothing-left" | "rest-are-mine";
}
/**
 * The shooter's choice under ``moon = choice``.
 */
export interface ChooseMoon {
  kind: "choose-moon";
  id: string;
  decision: string;
  moon: "add" | "subtract";
}
/**
 * I have read the score sheet: deal on.
 */
export interface Ready {
  kind: "ready";
  id: string;
  decision: string;
}
/**
 * These are the bytes whose hash I gave.
 */
export interface Reveal {
  kind: "reveal";
  id: string;
  decision: string;
  bytes: string;
}
/**
 * Back to my last decision: alone with bots at once; else, while nobody has acted since, if
 * all the other people agree; while cards are still chosen to pass, always mine.
 */
export interface TakeBack {
  kind: "take-back";
  id: string;
  decision: string;
}
/**
 * Let the person on this seat think longer about the decision at hand.
 */
export interface GiveTime {
  kind: "give-time";
  id: string;
  decision: string;
  seat: number;
}
/**
 * Another game with the same rules and seats, with new deals.
 */
export interface Rematch {
  kind: "rematch";
  id: string;
  decision: string;
}
/**
 * The same game once more: same rules, seats and deals; only alone with bots.
 */
export interface Replay {
  kind: "replay";
  id: string;
  decision: string;
}
/**
 * Take a bot's seat.
 */
export interface Sit {
  kind: "sit";
  id: string;
  seat: number;
}
/**
 * Give my seat to a bot.
 */
export interface Leave {
  kind: "leave";
  id: string;
}
/**
 * Begin the game with those who are here, and bots on the other seats; only the host.
 */
export interface Start {
  kind: "start";
  id: string;
}
/**
 * Send the person on this seat away, before a game or after one; only the host.
 */
export interface Remove {
  kind: "remove";
  id: string;
  seat: number;
}
/**
 * Make the person on this seat the table's host; only the host.
 */
export interface HandOver {
  kind: "hand-over";
  id: string;
  seat: number;
}
/**
 * I play on myself: a bot stood in for me while I was away.
 */
export interface ComeBack {
  kind: "come-back";
  id: string;
}
/**
 * Whether I agree that somebody's card goes back to the hand; ``request`` is the view's.
 */
export interface AnswerTakeBack {
  kind: "answer-take-back";
  id: string;
  request: string;
  agrees: boolean;
}
/**
 * I shall add bytes of my own to the next deal; this is their SHA-256. The last one that is
 * given before the deal counts.
 */
export interface GiveHash {
  kind: "give-hash";
  id: string;
  hash: string;
}
/**
 * Tell everybody at the table one of the fixed phrases, or react.
 */
export interface Say {
  kind: "say";
  id: string;
  phrase:
    | "back-again"
    | "clap"
    | "good-game"
    | "good-luck"
    | "goodbye"
    | "heart"
    | "hello"
    | "just-a-moment"
    | "moon"
    | "nice-one"
    | "oops"
    | "ouch"
    | "smile"
    | "sorry"
    | "thank-you"
    | "well-played";
}
/**
 * Tell everybody at the table something of my own; only where the table allows it.
 */
export interface Write {
  kind: "write";
  id: string;
  text: string;
}
/**
 * Tell me what the expert would do here; only alone with bots.
 */
export interface AskHint {
  kind: "ask-hint";
  id: string;
  decision: string;
}
/**
 * Call me by this name.
 */
export interface Rename {
  kind: "rename";
  id: string;
  name: string;
}
/**
 * Erase my name, at every table.
 */
export interface ForgetName {
  kind: "forget-name";
  id: string;
}
/**
 * Everything that one client may know about its table, whole, each time.
 */
export interface View {
  kind: "view";
  schema: number;
  version: number;
  table: string;
  rules: Rules;
  options: TableOptions;
  players: Player[];
  seat: number | null;
  host: number | null;
  removed: boolean;
  spectators: number;
  game: number;
  deal: number;
  phase: "choosing" | "closed" | "gathering" | "over" | "passing" | "playing" | "sheet" | "shuffling";
  decision: string;
  toAct: number[];
  rows: SheetRow[];
  scores: number[];
  ready: boolean[];
  nextDealIn: number | null;
  nextDirection: ("across" | "hold" | "left" | "right" | "second-left" | "second-right") | null;
  winners: number[];
  takeBack: TakeBackAsked | null;
  canTakeBack: boolean;
  canHint: boolean;
  canReplay: boolean;
  takeBacks: number;
  replayed: boolean;
  nextHash: string;
  nextShuffle: Shuffle | null;
  shuffle: Shuffle | null;
  direction: "across" | "hold" | "left" | "right" | "second-left" | "second-right";
  passCount: number;
  passTo: number | null;
  receiveFrom: number | null;
  passed: boolean[];
  passedAutomatically: number[];
  given: string[];
  received: string[];
  hand: string[];
  playedForMe: string[];
  legal: string[];
  refusals: {
    [k: string]: Refusal;
  };
  handSizes: number[];
  tricks: Trick[];
  trick: Trick | null;
  tricksPlayed: number;
  heartsBroken: boolean;
  queenPlayed: boolean;
  points: number[] | null;
  moon: Moon | null;
  claims: ("nothing-left" | "rest-are-mine")[];
  claim: ClaimMade | null;
  moonChoices: {
    [k: string]: number[];
  };
  hands: string[][];
  passes: string[][];
  talk: TalkLine[];
  speakers: string[];
  maySay: "all" | "none" | "phrases";
}
/**
 * The table's ruleset in the words of docs/rules.md section 2.
 */
export interface Rules {
  preset: string;
  fields: {
    [k: string]: string | number | boolean;
  };
  changed: string[];
  idle: string[];
}
/**
 * What the people at a table agreed on besides the rules.
 */
export interface TableOptions {
  listed: boolean;
  running_points: boolean;
  older_tricks: boolean;
  spectators: boolean;
  take_back: boolean;
  hints: "all" | "alone" | "none";
  talk: "all" | "none" | "phrases";
  sheet_seconds: number;
  clock_seconds: number;
  reserve_seconds: number;
}
/**
 * Who sits on a seat.
 *
 * A person has a name; a bot a level and, in words, the ``number``-th name.
 */
export interface Player {
  kind: "bot" | "person";
  number: number;
  name: string | null;
  level: string | null;
  here: boolean;
  standIn: boolean;
  secondsLeft: number | null;
  reserveLeft: number | null;
}
/**
 * One finished deal: points by seat, and how its moon was settled.
 */
export interface SheetRow {
  deal: number;
  direction: "across" | "hold" | "left" | "right" | "second-left" | "second-right";
  points: number[];
  scores: number[];
  shooter: number | null;
  moon: ("add" | "subtract") | null;
}
/**
 * The person on ``seat`` asks to take its last card, or choice, back.
 */
export interface TakeBackAsked {
  seat: number;
  request: string;
  waitsFor: number[];
}
/**
 * What a deal is drawn from (docs/fairness.md), in hexadecimal digits.
 *
 * ``hashes`` and ``revealed`` are by seat, empty where nothing was added, and have no seats at
 * all where nobody added anything.
 */
export interface Shuffle {
  commitment: string;
  hashes: string[];
  revealed: string[];
  seed: string | null;
}
/**
 * Why a card of mine may not be played now: a key of the catalogue and its facts.
 */
export interface Refusal {
  code:
    | "already-decided"
    | "already-passed"
    | "already-seated"
    | "can-lose-a-trick"
    | "deal-over"
    | "hearts-not-broken"
    | "hints-not-allowed"
    | "malformed"
    | "must-follow"
    | "must-open"
    | "no-choice-of-moon"
    | "no-clock"
    | "no-hint"
    | "no-penalty-on-first-trick"
    | "no-person-there"
    | "no-such-seat"
    | "no-take-back-asked"
    | "no-talk"
    | "not-in-hand"
    | "not-now"
    | "not-on-lead"
    | "not-seated"
    | "not-the-host"
    | "not-your-turn"
    | "nothing-to-pass"
    | "other-bytes"
    | "penalties-still-out"
    | "phrases-only"
    | "removed"
    | "repeated-card"
    | "replay-unavailable"
    | "saw-another-hand"
    | "seat-taken"
    | "server-fault"
    | "stand-in-plays"
    | "table-closed"
    | "take-back-unavailable"
    | "too-large"
    | "too-many-commands"
    | "too-much-talk"
    | "tricks-still-count"
    | "unknown-command"
    | "unreadable-text"
    | "wrong-number-of-cards"
    | "wrong-phase";
  facts: {
    [k: string]: string | number;
  };
}
/**
 * Cards in order of play, ``leader``'s first. ``winner`` leads so far, or took it.
 */
export interface Trick {
  number: number;
  leader: number;
  cards: string[];
  winner: number | null;
  points: number | null;
  automatic: number[];
}
/**
 * One seat alone has taken every penalty card so far: ``taken`` of ``of`` points.
 */
export interface Moon {
  seat: number;
  taken: number;
  of: number;
}
/**
 * A claim that ended the deal. ``hand`` is the claimant's, for "the rest are mine".
 */
export interface ClaimMade {
  seat: number;
  claim: "nothing-left" | "rest-are-mine";
  hand: string[];
}
/**
 * Something that a person said at the table: a phrase, or a text of its own.
 */
export interface TalkLine {
  id: number;
  speaker: string;
  seat: number | null;
  name: string | null;
  phrase:
    | (
        | "back-again"
        | "clap"
        | "good-game"
        | "good-luck"
        | "goodbye"
        | "heart"
        | "hello"
        | "just-a-moment"
        | "moon"
        | "nice-one"
        | "oops"
        | "ouch"
        | "smile"
        | "sorry"
        | "thank-you"
        | "well-played"
      )
    | null;
  text: string;
}
/**
 * The command with this id has been carried out, now or at an earlier sending.
 */
export interface Done {
  kind: "done";
  id: string;
}
/**
 * The command changed nothing. ``code`` is a key of the catalogue, ``facts`` fill it.
 *
 * ``id`` is None when the message could not be read well enough to find one.
 */
export interface Rejected {
  kind: "rejected";
  id: string | null;
  code:
    | "already-decided"
    | "already-passed"
    | "already-seated"
    | "can-lose-a-trick"
    | "deal-over"
    | "hearts-not-broken"
    | "hints-not-allowed"
    | "malformed"
    | "must-follow"
    | "must-open"
    | "no-choice-of-moon"
    | "no-clock"
    | "no-hint"
    | "no-penalty-on-first-trick"
    | "no-person-there"
    | "no-such-seat"
    | "no-take-back-asked"
    | "no-talk"
    | "not-in-hand"
    | "not-now"
    | "not-on-lead"
    | "not-seated"
    | "not-the-host"
    | "not-your-turn"
    | "nothing-to-pass"
    | "other-bytes"
    | "penalties-still-out"
    | "phrases-only"
    | "removed"
    | "repeated-card"
    | "replay-unavailable"
    | "saw-another-hand"
    | "seat-taken"
    | "server-fault"
    | "stand-in-plays"
    | "table-closed"
    | "take-back-unavailable"
    | "too-large"
    | "too-many-commands"
    | "too-much-talk"
    | "tricks-still-count"
    | "unknown-command"
    | "unreadable-text"
    | "wrong-number-of-cards"
    | "wrong-phase";
  facts: {
    [k: string]: string | number;
  };
}
/**
 * Answers the AskHint with this id: what the expert would do at ``decision``.
 */
export interface Hint {
  kind: "hint";
  id: string;
  decision: string;
  cards: string[];
  claim: ("nothing-left" | "rest-are-mine") | null;
  moon: ("add" | "subtract") | null;
  values: CardValue[];
}
/**
 * What a legal card is worth: the points that I may expect of the deal, and the chance of my
 * moon, from 0 to 1.
 */
export interface CardValue {
  card: string;
  points: number;
  moon: number;
}
