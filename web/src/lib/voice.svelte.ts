/** What the polite live region says, one announcement after another. */

/** Sentences nearer to one another than this, in milliseconds, are one announcement. */
export const SOON = 200;

/**
 * Some readers drop a text that is replaced before they have begun it, others read twice what
 * is repeated. So each sentence is said once, and what comes too soon waits for a moment.
 */
export class Voice {
  said = $state("");
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #odd = false;

  /** Say this, also when it is the same as before. */
  say(sentence: string): void {
    if (!sentence) return;
    this.#waiting.push(sentence);
    if (this.#timer === undefined) this.#speak();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #speak(): void {
    this.#timer = undefined;
    if (!this.#waiting.length) return;
    const words = this.#waiting.splice(0).join(" ");
    this.#odd = !this.#odd;
    this.said = this.#odd ? words : `${words}\u00a0`;
    this.#timer = setTimeout(() => this.#speak(), SOON);
  }
}
