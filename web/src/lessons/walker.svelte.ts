/** A worked example that is stepped through, one picture after another. */
import { Stage } from "../lib/stage.svelte";
import { Voice } from "../lib/voice.svelte";
import type { Pace } from "../lib/pace";
import type { View } from "../messages";
import type { Board } from "../table/board";
import { between, lyingTrick, ownPace } from "./pictures";

export interface Step {
  view: View;
  /** Stands under the picture. */
  caption: string;
  /** Is said of it. */
  told: string;
  /** Of what the deal came to. */
  title: string;
}

export interface Walk {
  steps: Step[];
  words: Record<"start" | "back" | "next", string>;
}

export class Walker implements Board {
  readonly steps: readonly Step[];
  readonly stage: Stage;
  readonly voice = new Voice();
  readonly #pace: () => Pace;

  at = $state(0);

  // Nobody plays here: the hand only lies there.
  readonly chosen = [];
  readonly raised = null;
  readonly sent = null;
  readonly paused = false;
  readonly notice = null;
  readonly hint = null;
  readonly origin = null;

  constructor(steps: readonly Step[], pace = ownPace) {
    this.steps = steps;
    this.#pace = pace;
    this.stage = new Stage(pace, () => undefined);
    this.stage.cut(this.step.view);
  }

  get pace(): Pace {
    return this.#pace();
  }

  get step(): Step {
    return this.steps[this.at]!;
  }

  get view(): View {
    return this.stage.view!;
  }

  get hand(): string[] {
    return this.view.hand;
  }

  get looking(): number | null {
    return lyingTrick(this.view)?.number ?? null;
  }

  /** Whether all of the step is on the board: before that, its caption would spoil it. */
  get arrived(): boolean {
    return this.view === this.step.view;
  }

  get first(): boolean {
    return this.at === 0;
  }

  get last(): boolean {
    return this.at === this.steps.length - 1;
  }

  /** One step on: its cards are played one after another. */
  next(): void {
    if (this.last) return;
    this.stage.advance();
    const before = this.step.view;
    this.at += 1;
    this.stage.play(between(before, this.step.view), this.step.view);
    this.voice.say(this.step.told);
  }

  back(): void {
    this.#cut(this.at - 1);
  }

  start(): void {
    this.#cut(0);
  }

  #cut(to: number): void {
    if (this.first) return;
    this.at = to;
    this.stage.cut(this.step.view);
    this.voice.say(this.step.told);
  }

  tap(): void {}
  drop(): void {}
  pass(): void {}
}
