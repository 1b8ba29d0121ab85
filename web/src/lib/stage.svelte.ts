/**
 * The picture on the screen, on its way to the newest view.
 *
 * Views arrive when they arrive; the stage shows what lies between them at a pace that people
 * can follow. Whoever does not want to wait calls `advance`.
 */
import type { View } from "../messages";
import { beats, type Beat } from "./motion";
import type { Pace } from "./pace";

/** One beat with the picture that it changed. */
export interface Shown {
  before: View | null;
  beat: Beat;
}

export class Stage {
  /** The picture. */
  view = $state.raw<View | null>(null);
  /** What the server last told. */
  newest = $state.raw<View | null>(null);
  /** The beat that lasts: a resting or swept trick, or a pause. */
  current = $state.raw<Beat | null>(null);

  #queue: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  readonly #pace: () => Pace;
  readonly #shown: (shown: Shown[]) => void;

  constructor(pace: () => Pace, shown: (shown: Shown[]) => void) {
    this.#pace = pace;
    this.#shown = shown;
  }

  /** Show this view next. */
  receive(view: View): void {
    this.play(this.newest ? beats(this.newest, view) : [{ kind: "show", view }], view);
  }

  /** Show these beats next, which end at `view`. */
  play(beats: Beat[], view: View): void {
    this.newest = view;
    this.#queue.push(...beats);
    if (!this.#busy) this.#next();
  }

  /** Show this view now, whatever was on its way. */
  cut(view: View): void {
    this.close();
    this.play([{ kind: "show", view }], view);
  }

  /** Show nothing more. */
  close(): void {
    this.#queue = [];
    this.#stop();
  }

  /** Whether every card that has been played is on the screen, so that a click may answer it. */
  get caughtUp(): boolean {
    return this.current?.kind !== "pause" && !this.#queue.some((beat) => beat.kind === "card" || beat.kind === "pause");
  }

  /** Whether something is still on its way to the screen. */
  get moving(): boolean {
    return this.#busy;
  }

  /** Do not wait: end a pause, or a rest that waits for a tap; else jump to the newest view. */
  advance(): void {
    if (!this.#busy) return;
    const waits = this.current?.kind === "pause" || (this.current?.kind === "rest" && this.#pace().rest === Infinity);
    if (waits) this.#next();
    else this.#jump();
  }

  #jump(): void {
    this.#stop();
    const shown: Shown[] = [];
    let before = this.view;
    while (this.#queue.length && this.#queue[0]!.kind !== "pause") {
      const beat = this.#queue.shift()!;
      shown.push({ before, beat });
      before = beat.view;
    }
    if (before) this.view = before;
    if (shown.length) this.#shown(shown);
    this.#next();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    // A sweep that was under way has happened.
    if (this.current?.kind === "sweep") this.view = this.current.view;
    this.current = null;
    this.#busy = false;
  }

  #next(): void {
    this.#stop();
    const beat = this.#queue.shift();
    if (!beat) return;
    this.#show([{ before: this.view, beat }]);
    const lasts = this.#lasts(beat);
    if (lasts === 0) return this.#next();
    this.#busy = true;
    this.current = beat.kind === "card" || beat.kind === "show" ? null : beat;
    if (lasts !== Infinity) this.#timer = setTimeout(() => this.#next(), lasts);
  }

  #show(shown: Shown[]): void {
    const beat = shown.at(-1)!.beat;
    if (beat.kind !== "sweep") this.view = beat.view;
    else this.current = beat;
    this.#shown(shown);
  }

  #lasts(beat: Beat): number {
    const pace = this.#pace();
    // Nobody watches a hidden page: it is up to date when they return.
    if (document.hidden && beat.kind !== "pause") return 0;
    switch (beat.kind) {
      case "card":
        return this.#queue[0]?.kind === "rest" ? pace.fly : pace.fly + pace.gap;
      case "rest":
        return pace.rest;
      case "sweep":
        return pace.sweep;
      case "pause":
        return Infinity;
      case "show":
        return 0;
    }
  }
}
