/** Measures how long ago the newest view came, as long as somebody's time runs. */

const TICK = 250;

export class Watch {
  /** Seconds since the view came. */
  gone = $state(0);
  #since = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #ticked: () => void;

  constructor(ticked: () => void) {
    this.#ticked = ticked;
  }

  /** A view has come; whether any time runs in it. */
  restart(runs: boolean): void {
    this.close();
    this.#since = performance.now();
    this.gone = 0;
    if (runs) this.#timer = setInterval(() => this.#tick(), TICK);
    this.#ticked();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.gone = (performance.now() - this.#since) / 1000;
    this.#ticked();
  }
}
