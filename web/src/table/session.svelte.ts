/** One person at one table: what is shown, what is chosen, and what a tap or a key does. */
import { getContext, setContext, tick } from "svelte";
import type { Adding } from "../lib/added";
import { HOME } from "../lib/addresses";
import { answer, type Question } from "../lib/answers";
import { notify } from "../lib/attention";
import { cardWord, suitOf, suitWord, type Suit } from "../lib/cards";
import { duration, SOON_UP } from "../lib/clock";
import { reloadOnce, type Connection, type Line } from "../lib/connection";
import type { Spot } from "../lib/flight";
import type { Heard } from "../lib/heard.svelte";
import { hintWords } from "../lib/hint";
import type { Shortcut } from "../lib/keys";
import { paceOf, type Pace } from "../lib/pace";
import { Liking } from "../lib/liking.svelte";
import { myHand, myPass, myTurn, waitsForMe } from "../lib/position";
import { presetName } from "../lib/progress";
import { reason } from "../lib/reasons";
import { Player, sounds } from "../lib/sound";
import { speech } from "../lib/speech";
import { Stage, type Shown } from "../lib/stage.svelte";
import { hasTalk } from "../lib/talk";
import { turnWords } from "../lib/turn";
import { Voice } from "../lib/voice.svelte";
import { Watch } from "../lib/watch.svelte";
import { numberWord, say, type Key } from "../lib/words";
import { SCHEMA, type AnyCommand, type Hint, type Rejected, type View } from "../messages";
import { provideBoard, type Board, type Notice } from "./board";
import { Commands } from "./commands.svelte";
import { loadScreens, screens } from "./later.svelte";

export type Dialog = "menu" | "help" | "scores" | "person" | "talk";

/** A second press this soon is the end of a double click, not another decision. */
const DOUBLE = 350;

type Dial = (listener: ConstructorParameters<typeof Connection>[1]) => Pick<Connection, "send" | "close">;

/** What is said of the line when it changes. */
const LINE: Record<Line, Key> = { open: "table.back", lost: "table.lost", restarting: "table.restarting" };

export class Session implements Board {
  readonly liking: Liking;
  readonly stage: Stage;
  readonly voice = new Voice();
  readonly commands = new Commands(
    (request) => this.#line.send(request),
    () => this.stage.newest,
  );
  /** How long ago the newest view came. */
  readonly watch = new Watch(() => this.#timeGoesBy());
  readonly #line: Pick<Connection, "send" | "close">;
  /** It comes while the line to the table is opened, so no card waits for it. */
  readonly #adding = import("../lib/added").then(
    ({ Adding }) =>
      new Adding(
        (request) => this.#line.send(request),
        // Its words come with the screens that are loaded apart.
        (about) => void loadScreens().finally(() => this.#tell({ text: say(about) })),
      ),
  );
  readonly #still: () => boolean;

  dialog = $state<Dialog | null>(null);
  /** The seat of the person about whom the host is asked. */
  spokenOf = $state<number | null>(null);
  notice = $state.raw<Notice | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** The cards that I have chosen to pass. */
  chosen = $state.raw<string[]>([]);
  /** With two taps: the card that the next tap plays. */
  raised = $state<string | null>(null);
  /** The card that is on its way to the table. */
  sent = $state<string | null>(null);
  /** The number of the finished trick that is being looked at. */
  looking = $state<number | null>(null);
  line = $state<Line>("open");
  /** The talk at the table, once it is listened to. */
  heard = $state.raw<Heard | null>(null);

  /** Where the card that I play leaves my hand. */
  origin: { card: string; spot: Spot } | null = null;

  readonly #player = new Player();
  #forcing: ReturnType<typeof setTimeout> | undefined;
  #playedAt = -Infinity;
  /** The decision to which my cards are on their way. */
  #passedAt: string | null = null;
  /** Whether I have been told that my time is nearly up. */
  #warned = false;

  constructor(
    dial: Dial,
    liking = new Liking(),
    still = () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    leave = () => location.assign(HOME),
  ) {
    this.liking = liking;
    this.#still = still;
    this.stage = new Stage(
      () => this.pace,
      (shown) => this.#shown(shown),
    );
    this.#line = dial({
      view: (view) => this.#receive(view),
      rejected: (rejected, request) => this.#rejected(rejected, request),
      done: (request) => {
        if (request.kind === "leave") leave();
        this.commands.done(request);
        this.#add((adding) => adding.answered(request, true));
      },
      hint: (hint) => this.#hinted(hint),
      line: (line) => this.#lineIs(line),
      outdated: () => reloadOnce(SCHEMA),
    });
  }

  close(): void {
    this.#line.close();
    this.stage.close();
    this.voice.close();
    this.watch.close();
    clearTimeout(this.#forcing);
  }

  get pace(): Pace {
    return paceOf(this.liking.now, this.#still());
  }

  /** The letter that a button names as its key, unless letters are switched off. */
  keyOf(letter: string): string | undefined {
    return this.liking.now.keys === "on" ? letter : undefined;
  }

  /** Whether the table waits until I have seen what I was passed: a tap then only goes on. */
  get paused(): boolean {
    return this.stage.current?.kind === "pause";
  }

  /** The picture on the screen. */
  get view(): View | null {
    return this.stage.view;
  }

  /** The hand as it is held: what I have just passed is no longer in it. */
  get hand(): string[] {
    return this.view ? myHand(this.view) : [];
  }

  /** Say a sentence to the live region. */
  announce(sentence: string): void {
    this.voice.say(sentence);
  }

  #lineIs(line: Line): void {
    if (line === this.line) return;
    this.line = line;
    this.announce(say(LINE[line]));
  }

  /** Why there is no line, if there is none. */
  get lineNews(): string | null {
    return this.line === "open" ? null : say(LINE[this.line]);
  }

  // What a tap or a key does

  /** A card of my hand was tapped, or pressed with a key; nobody double-clicks with a key. */
  tap(card: string, withKey = false): void {
    if (this.looking !== null) return this.look(null);
    if (!withKey && performance.now() - this.#playedAt < DOUBLE) return;
    const ready = this.stage.caughtUp;
    this.stage.advance();
    const view = this.stage.newest;
    if (!view || !ready) return;
    if (view.phase === "passing") return this.#choose(view, card);
    if (view.phase === "playing") this.#play(view, card);
  }

  /** A card of my hand was dropped onto the table. */
  drop(card: string): void {
    this.raised = card;
    this.tap(card);
  }

  #choose(view: View, card: string): void {
    if (!myPass(view) || view.decision === this.#passedAt) return;
    const count = view.passCount;
    const without = this.chosen.filter((other) => other !== card);
    const puts = without.length < this.chosen.length;
    if (!puts && this.chosen.length >= count)
      return this.#tell({ text: say("table.pass.full", { count, number: numberWord(count) }), calm: true });
    this.chosen = puts ? without : [...this.chosen, card];
    this.notice = null;
    const key = puts ? "table.say.unchose" : "table.say.chose";
    this.announce(say(key, { card: cardWord(card), chosen: this.chosen.length, count }));
  }

  #play(view: View, card: string): void {
    if (!myTurn(view)) return this.#tell({ text: reason(view, "not-your-turn"), calm: true });
    if (!view.legal.includes(card)) return this.#refuse(view, card);
    if (this.liking.now.tap === "two" && this.raised !== card) {
      this.raised = card;
      this.notice = null;
      return this.announce(say("table.say.raised", { card: cardWord(card) }));
    }
    this.play(card);
  }

  /** Play this legal card. */
  play(card: string): void {
    if (this.sent !== null) return;
    this.#playedAt = performance.now();
    this.sent = card;
    this.raised = null;
    this.notice = null;
    this.commands.play(card);
  }

  #refuse(view: View, card: string): void {
    const refusal = view.refusals[card];
    const suit = refusal?.facts["suit"];
    this.raised = null;
    this.#tell({
      head: say("table.refused", { card: cardWord(card) }),
      text: reason(view, refusal?.code ?? "unknown", refusal?.facts),
      suit: typeof suit === "string" ? (suit.slice(0, 1) as Suit) : suitOf(card),
      card,
    });
  }

  /** Pass the chosen cards, if they are enough. */
  pass(): void {
    const cards = this.chosen;
    const view = this.stage.newest;
    if (!view || cards.length !== view.passCount || view.decision === this.#passedAt) return;
    this.#passedAt = view.decision;
    this.commands.pass(cards);
  }

  takeBack(): void {
    this.commands.takeBack();
  }

  /** Ask the host what is to become of the person on this seat. */
  speakOf(seat: number): void {
    this.spokenOf = seat;
    this.dialog = "person";
  }

  /** Somebody has said something. */
  hear(sentence: string, mine: boolean): void {
    this.announce(sentence);
    if (!mine && this.liking.now.sound === "on") this.#player.play(["talk"]);
  }

  /** Answer a question on screen and aloud. */
  ask(question: Question): string {
    const view = this.view;
    if (!view) return "";
    const text = answer(view, question);
    this.#tell({ text, calm: true });
    return text;
  }

  /** Look at the finished trick of this number, or back at the table. */
  look(trick: number | null): void {
    this.looking = trick;
    if (trick !== null) this.notice = null;
  }

  /** Look at the last trick, or, if one is being looked at, back. */
  lookAtLast(): void {
    if (this.looking !== null) return this.look(null);
    // A full trick that still lies is the last one.
    const beat = this.stage.current?.kind;
    if (beat === "rest" || beat === "sweep") this.stage.advance();
    const last = this.view?.tricks.at(-1);
    if (this.view) this.announce(answer(this.view, "last"));
    if (last) this.look(last.number);
  }

  /** Do what a key asks for. */
  follow(asked: Shortcut): void {
    switch (asked.kind) {
      case "suit":
        return this.goToSuit(asked.suit);
      case "ask":
        this.ask(asked.question);
        return;
      case "last":
        return this.lookAtLast();
      case "take-back":
        return this.takeBack();
      case "hint":
        return this.commands.askHint();
      case "consent":
        return this.commands.answerTakeBack(asked.agrees);
      case "talk":
        if (this.stage.newest && hasTalk(this.stage.newest)) this.dialog = "talk";
        return;
      case "help":
        this.dialog = "help";
    }
  }

  /** Put the focus on my first card of a suit, or say that I have none. */
  goToSuit(suit: Suit): void {
    const first = document.querySelector<HTMLElement>(`.hand [data-card$="${suit}"]`);
    if (first) first.focus();
    else this.#tell({ text: say("table.ask.no-suit", { suit: suitWord(suit) }), calm: true });
  }

  #tell(notice: Notice): void {
    this.notice = notice;
    this.announce([notice.head, notice.text].filter(Boolean).join(" "));
  }

  // What the table says

  #receive(view: View): void {
    const before = this.stage.newest;
    if (myPass(view) && before?.decision === view.decision && !myPass(before)) {
      // Who chooses anew has passed nothing, and mostly changes one card.
      this.#passedAt = null;
      this.chosen = before.given;
    }
    if (before && waitsForMe(view) && !waitsForMe(before) && this.liking.now.notices === "on")
      void notify(turnWords(view).words, presetName(view), view.table);
    this.stage.receive(view);
    this.#add((adding) => adding.see(view));
    this.watch.restart(view.nextDealIn !== null || view.players.some(({ secondsLeft }) => secondsLeft !== null));
  }

  /** Without its script the browser adds nothing, and the game goes on. */
  #add(act: (adding: Adding) => void): void {
    this.#adding.then(act, () => {});
  }

  /** Whose time is nearly up is told, once a turn. */
  #timeGoesBy(): void {
    const view = this.stage.newest;
    const given = view && view.seat !== null ? view.players[view.seat]!.secondsLeft : null;
    const left = given === null ? Infinity : given - this.watch.gone;
    if (left > SOON_UP) this.#warned = false;
    else if (!this.#warned) {
      this.#warned = true;
      this.announce(say("table.say.time-left", { time: duration(Math.max(0, left)) }));
    }
  }

  #shown(shown: Shown[]): void {
    const before = shown[0]!.before;
    const view = shown.at(-1)!.beat.view;
    if (before && before.decision !== view.decision) this.notice = null;
    if (!view.canHint || view.decision !== this.hint?.decision) this.hint = null;
    if (before?.deal !== view.deal || before?.game !== view.game || view.phase !== "passing") this.chosen = [];
    if (this.sent && !view.hand.includes(this.sent)) this.sent = null;
    if (this.raised && !view.hand.includes(this.raised)) this.raised = null;
    if (this.dialog === "person" && !this.#isPerson(view, this.spokenOf)) this.dialog = null;
    if (this.looking !== null && !view.tricks.some((trick) => trick.number === this.looking)) this.looking = null;
    this.#announceShown(shown);
    if (this.liking.now.sound === "on") this.#player.play(sounds(shown));
    if (view === this.stage.newest) this.#playForced(view);
  }

  #isPerson(view: View, seat: number | null): boolean {
    return seat !== null && view.players[seat]!.kind === "person";
  }

  /** What was shown is said; what the words of a screen are needed for, once they are there. */
  #announceShown(shown: Shown[]): void {
    const isApart = ["gathering", "sheet", "over"].includes(shown.at(-1)!.beat.view.phase);
    if (!isApart || screens()) this.announce(speech(shown));
    else void loadScreens().finally(() => this.announce(speech(shown)));
  }

  #playForced(view: View): void {
    const [only] = view.legal;
    if (this.liking.now.forced !== "itself" || !myTurn(view) || view.legal.length !== 1 || only === undefined) return;
    const { fly, gap } = this.pace;
    clearTimeout(this.#forcing);
    this.#forcing = setTimeout(() => {
      if (this.stage.newest?.decision === view.decision) this.play(only);
    }, fly + gap);
  }

  #toHintedCard(): void {
    const card = document.querySelector<HTMLElement>(".hand .hinted") ?? document.querySelector<HTMLElement>(".hand [tabindex='0']");
    card?.focus();
  }

  /** A hint that comes too late, after the card is played, is no hint any more. */
  #hinted(hint: Hint): void {
    const view = this.stage.newest;
    if (!view?.canHint || view.decision !== hint.decision) return;
    this.stage.advance();
    this.hint = hint;
    // The words take the place of the button that asked for them.
    if (document.activeElement?.matches(".tb")) void tick().then(() => this.#toHintedCard());
    this.#tell({ text: hintWords(view, hint), calm: true });
  }

  #rejected(rejected: Rejected, request: AnyCommand | undefined): void {
    // Nobody has asked for these, so nobody needs to know.
    if (request?.kind === "give-hash" || request?.kind === "reveal")
      return this.#add((adding) => adding.answered(request, false));
    this.sent = null;
    this.#passedAt = null;
    const view = this.stage.newest;
    if (request?.kind === "rename") {
      this.commands.called = "";
      return this.#tell({ text: say("table.gather.name-refused") });
    }
    if (request?.kind === "say" || request?.kind === "write") {
      this.commands.unsaid = view && reason(view, rejected.code, rejected.facts);
      return this.announce(this.commands.unsaid ?? "");
    }
    // The answer to a decision that another window has made is no news: the next view shows it.
    if (!view || (rejected.code === "already-decided" && request !== undefined)) return;
    this.#tell({ text: reason(view, rejected.code, rejected.facts) });
  }
}

const PLACE = Symbol("session");

export const provide = (session: Session): Session => setContext(PLACE, provideBoard(session));
export const useSession = (): Session => getContext<Session>(PLACE);
