/**
 * One lesson that is played. Where every card leads has come with it, so nothing is worked out
 * here: a card either leads on, or the view says why it may not be played.
 */
import { cardWord, suitOf, type Suit } from "../lib/cards";
import type { Spot } from "../lib/flight";
import type { Pace } from "../lib/pace";
import { myHand, myPass, myTurn } from "../lib/position";
import { reason } from "../lib/reasons";
import { speech } from "../lib/speech";
import { Stage, type Shown } from "../lib/stage.svelte";
import { Voice } from "../lib/voice.svelte";
import { numberWord, say } from "../lib/words";
import type { View } from "../messages";
import type { Board, Notice } from "../table/board";
import { between, lyingTrick, ownPace } from "./pictures";

export interface Verdict {
  text: string;
  good: boolean;
}

export interface Scene {
  view: View;
  /** By legal card: the number of the scene that follows. */
  plays?: Record<string, number>;
  verdict?: Verdict;
}

export interface Lesson {
  progress: string;
  title: string;
  text: string;
  task: string;
  /** It begins with the first. */
  scenes: Scene[];
  passing?: {
    /** Once all have passed; what I passed is to be taken out of it. */
    after: View;
    /** By card, if it is among those that I passed; the one for "" if none of them is. */
    verdicts: Record<string, Verdict>;
  };
}

export class LessonBoard implements Board {
  readonly lesson: Lesson;
  readonly stage: Stage;
  readonly voice: Voice;
  readonly #pace: () => Pace;

  scene = $state.raw() as Scene;
  notice = $state.raw<Notice | null>(null);
  readonly hint = null;
  chosen = $state.raw<string[]>([]);
  sent = $state<string | null>(null);
  readonly raised = null;
  readonly paused = false;
  origin: { card: string; spot: Spot } | null = null;

  constructor(lesson: Lesson, voice: Voice, pace = ownPace) {
    this.lesson = lesson;
    this.voice = voice;
    this.#pace = pace;
    this.stage = new Stage(pace, (shown) => this.#shown(shown));
    this.restart();
  }

  close(): void {
    this.stage.close();
  }

  get pace(): Pace {
    return this.#pace();
  }

  get view(): View {
    return this.stage.view!;
  }

  get hand(): string[] {
    return myHand(this.view);
  }

  get looking(): number | null {
    return lyingTrick(this.view)?.number ?? null;
  }

  /** What became of it, once all of it has been seen. */
  get verdict(): Verdict | null {
    return this.view === this.scene.view ? (this.scene.verdict ?? null) : null;
  }

  /** Begin again. */
  restart(): void {
    this.scene = this.lesson.scenes[0]!;
    this.notice = null;
    this.chosen = [];
    this.sent = null;
    this.stage.cut(this.scene.view);
  }

  tap(card: string): void {
    const ready = this.stage.caughtUp;
    this.stage.advance();
    if (!ready || this.scene.verdict) return;
    if (myPass(this.view)) return this.#choose(card);
    if (myTurn(this.view)) this.#play(card);
  }

  drop(card: string): void {
    this.tap(card);
  }

  pass(): void {
    const { passing } = this.lesson;
    const passed = this.chosen;
    if (!passing || !myPass(this.view) || passed.length !== this.view.passCount) return;
    const deciding = Object.keys(passing.verdicts).find((card) => passed.includes(card)) ?? "";
    const hand = passing.after.hand.filter((card) => !passed.includes(card));
    this.chosen = [];
    this.#go({ view: { ...passing.after, hand, given: passed }, verdict: passing.verdicts[deciding]! });
  }

  #choose(card: string): void {
    const count = this.view.passCount;
    const puts = !this.chosen.includes(card);
    if (puts && this.chosen.length >= count) {
      const facts = { count, number: numberWord(count) };
      return this.#tell({ text: say("table.pass.full", facts), calm: true });
    }
    this.chosen = puts ? [...this.chosen, card] : this.chosen.filter((other) => other !== card);
    this.notice = null;
    const key = puts ? "table.say.chose" : "table.say.unchose";
    this.voice.say(say(key, { card: cardWord(card), chosen: this.chosen.length, count }));
  }

  #play(card: string): void {
    const next = this.scene.plays?.[card];
    if (next === undefined) return this.#refuse(card);
    this.sent = card;
    this.#go(this.lesson.scenes[next]!);
  }

  #refuse(card: string): void {
    const refusal = this.view.refusals[card];
    const suit = refusal?.facts["suit"];
    this.#tell({
      head: say("table.refused", { card: cardWord(card) }),
      text: reason(this.view, refusal?.code ?? "unknown", refusal?.facts),
      suit: typeof suit === "string" ? (suit.slice(0, 1) as Suit) : suitOf(card),
      card,
    });
  }

  #go(scene: Scene): void {
    const before = this.scene.view;
    this.notice = null;
    this.scene = scene;
    this.stage.play(between(before, scene.view), scene.view);
  }

  #tell(notice: Notice): void {
    this.notice = notice;
    this.voice.say([notice.head, notice.text].filter(Boolean).join(" "));
  }

  #shown(shown: Shown[]): void {
    if (this.sent && !this.view.hand.includes(this.sent)) this.sent = null;
    // Where it begins, the page says what there is; a verdict says how it ended.
    if (shown.every(({ beat }) => beat.view !== this.lesson.scenes[0]!.view)) this.voice.say(speech(shown));
    if (shown.at(-1)!.beat.view === this.scene.view) this.voice.say(this.scene.verdict?.text ?? "");
  }
}
