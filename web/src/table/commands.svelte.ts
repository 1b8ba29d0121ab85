/** What one person asks of the table and its people. What comes of it, the views show. */
import type { Request } from "../lib/connection";
import type { Phrase } from "../lib/talk";
import type { AnyCommand, View } from "../messages";

export class Commands {
  /** What I was called when the page was made, or have asked to be called since. */
  called = "";
  /** What I write to the others. */
  draft = $state("");
  /** Why what I wanted to say was not said, if it was not. */
  unsaid = $state<string | null>(null);
  /** The decision for which I have let somebody think longer; that counts once. */
  #gaveTimeAt = $state<string | null>(null);
  readonly #send: (request: Request) => void;
  readonly #newest: () => View | null;

  /** `newest` is the last view that came. */
  constructor(send: (request: Request) => void, newest: () => View | null) {
    this.#send = send;
    this.#newest = newest;
  }

  // The game

  pass(cards: string[]): void {
    this.#answer((decision) => ({ kind: "pass", decision, cards }));
  }

  play(card: string): void {
    this.#answer((decision) => ({ kind: "play", decision, card }));
  }

  claim(claim: View["claims"][number]): void {
    this.#answer((decision) => ({ kind: "claim", decision, claim }));
  }

  chooseMoon(moon: "add" | "subtract"): void {
    this.#answer((decision) => ({ kind: "choose-moon", decision, moon }));
  }

  ready(): void {
    this.#answer((decision) => ({ kind: "ready", decision }));
  }

  askHint(): void {
    if (this.#newest()?.canHint) this.#answer((decision) => ({ kind: "ask-hint", decision }));
  }

  rematch(): void {
    this.#answer((decision) => ({ kind: "rematch", decision }));
  }

  replay(): void {
    this.#answer((decision) => ({ kind: "replay", decision }));
  }

  // What the others have a say in

  takeBack(): void {
    const view = this.#newest();
    if (view?.canTakeBack && !view.takeBack) this.#answer((decision) => ({ kind: "take-back", decision }));
  }

  /** Agree that the card goes back that somebody asks for, or not; my own request I withdraw. */
  answerTakeBack(agrees: boolean): void {
    const view = this.#newest();
    const asked = view?.takeBack;
    if (!asked || view.seat === null) return;
    const mayAnswer = asked.waitsFor.includes(view.seat) || (asked.seat === view.seat && !agrees);
    if (mayAnswer) this.#send({ kind: "answer-take-back", request: asked.request, agrees });
  }

  /** The seat of the person whom I may let think longer. */
  get mayGiveTime(): number | null {
    const view = this.#newest();
    if (!view || view.seat === null || view.decision === this.#gaveTimeAt) return null;
    const timed = (seat: number) => seat !== view.seat && view.players[seat]!.secondsLeft !== null;
    return view.toAct.find(timed) ?? null;
  }

  giveTime(seat: number): void {
    this.#gaveTimeAt = this.#newest()?.decision ?? null;
    this.#answer((decision) => ({ kind: "give-time", decision, seat }));
  }

  // Who sits where, and is called what

  /** Take this seat, called by this name from now on. */
  sit(seat: number, name = ""): void {
    this.rename(name);
    this.#send({ kind: "sit", seat });
  }

  leave(): void {
    this.#send({ kind: "leave" });
  }

  /** Play on myself: a bot stood in for me. */
  comeBack(): void {
    this.#send({ kind: "come-back" });
  }

  begin(): void {
    this.#send({ kind: "start" });
  }

  remove(seat: number): void {
    this.#send({ kind: "remove", seat });
  }

  handOver(seat: number): void {
    this.#send({ kind: "hand-over", seat });
  }

  /** My name, as far as this page knows it. */
  get name(): string {
    const view = this.#newest();
    return (view && view.seat !== null && view.players[view.seat]!.name) || this.called;
  }

  /** Be called by this name, if it is another one. */
  rename(name: string): void {
    const wanted = name.trim();
    if (!wanted || wanted === this.name) return;
    this.called = wanted;
    this.#send({ kind: "rename", name: wanted });
  }

  forgetName(): void {
    this.called = "";
    this.#send({ kind: "forget-name" });
  }

  // Talk

  /** Say one of the phrases to everybody at the table. */
  say(phrase: Phrase): void {
    this.unsaid = null;
    this.#send({ kind: "say", phrase });
  }

  /** Say what I have written; it stands there until the table has taken it. */
  write(): void {
    const text = this.draft.trim();
    this.unsaid = null;
    if (text) this.#send({ kind: "write", text });
  }

  /** The table has done this. */
  done(request: AnyCommand): void {
    if (request.kind === "write" && request.text === this.draft.trim())
      this.draft = "";
  }

  #answer(command: (decision: string) => Request): void {
    const decision = this.#newest()?.decision;
    if (decision !== undefined) this.#send(command(decision));
  }
}
