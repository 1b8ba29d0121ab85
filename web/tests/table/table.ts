/** One table on the page, with the far end of its line in the test's hand. */
import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, vi } from "vitest";
import type { Line, Listener, Request } from "../../src/lib/connection";
import { Liking } from "../../src/lib/liking.svelte";
import type { Preferences } from "../../src/lib/preferences";
import { SOON } from "../../src/lib/voice.svelte";
import type { AnyCommand, Hint, Rejected, View } from "../../src/messages";
import { loadScreens } from "../../src/table/later.svelte";
import Table from "../../src/table/Table.svelte";
import { Session } from "../../src/table/session.svelte";

export interface Shown {
  session: Session;
  /** What the screen has sent. */
  sent: Request[];
  /** The server tells a new view. */
  tell: (view: View) => void;
  /** The line breaks, or is there again. */
  line: (line: Line) => void;
  reject: (code: Rejected["code"], request?: AnyCommand) => void;
  hint: (hint: Partial<Hint>) => void;
  left: ReturnType<typeof vi.fn<() => void>>;
}

await loadScreens();

const opened: Session[] = [];
// No timer of a table outlives its test: the page may be gone by then.
afterEach(() => opened.splice(0).forEach((session) => session.close()));

/** A table that shows these views, with nothing moving unless wished. */
export function show(views: View | View[], wishes: Partial<Preferences> = {}): Shown {
  cleanup();
  localStorage.clear();
  const liking = new Liking();
  for (const [name, choice] of Object.entries({ speed: "at-once", ...wishes }))
    liking.keep(name as keyof Preferences, choice as never);
  const sent: Request[] = [];
  let listener!: Listener;
  const left = vi.fn<() => void>();
  const line = (given: Listener) => {
    listener = given;
    return { send: (request: Request) => void sent.push(request), close: () => {} };
  };
  const session = new Session(line, liking, () => false, left);
  opened.push(session);
  render(Table, { session });
  const tell = (view: View) => {
    listener.view(view);
    flushSync();
  };
  for (const view of [views].flat()) tell(view);
  const reject = (code: Rejected["code"], request?: AnyCommand) => {
    const rejected: Rejected = { kind: "rejected", id: request?.id ?? null, code, facts: {} };
    listener.rejected(rejected, request);
    flushSync();
  };
  const hint = (changes: Partial<Hint>) => {
    const decision = session.stage.newest?.decision ?? "";
    listener.hint({ kind: "hint", id: "1", decision, cards: [], claim: null, moon: null, values: [], ...changes });
    flushSync();
  };
  const lineIs = (line: Line) => {
    listener.line(line);
    flushSync();
  };
  return { session, sent, tell, line: lineIs, reject, hint, left };
}

/** Everything that an element of the table matches. */
export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

export function one(selector: string): HTMLElement {
  const found = all(selector);
  if (found.length !== 1) throw new Error(`${found.length} elements match ${selector}`);
  return found[0]!;
}

/** A card of my hand. */
export const held = (card: string): HTMLElement => one(`.hand [data-card="${card}"]`);
export const hand = (): string[] => all(".hand .card").map((card) => card.dataset["card"]!);

export function button(words: string): HTMLElement {
  const name = (each: HTMLElement) => (each.ariaLabel ?? each.textContent).replace(/\s+/g, " ").trim();
  const found = all("button, a.btn").filter((each) => name(each).startsWith(words));
  if (found.length !== 1) throw new Error(`${found.length} buttons begin with "${words}"`);
  return found[0]!;
}

/** Let time pass, and the screen follow. */
export function wait(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  flushSync();
}

export function click(element: HTMLElement): void {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  flushSync();
}

export function press(key: string, target: Element = document.activeElement ?? document.body): void {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  // As a browser does: Enter and Space on a button press it.
  if (
    !event.defaultPrevented &&
    (key === "Enter" || key === " ") &&
    target instanceof HTMLElement &&
    target.matches("button, a")
  )
    target.click();
  flushSync();
}

/** What the live region says, once it has said what came before; with a clock of the test's own. */
export function spoken(): string {
  wait(SOON);
  return one("[role=status]").textContent.trim();
}

/** What the status box says. */
export const told = (): string | undefined => document.querySelector(".say")?.textContent.replace(/\s+/g, " ").trim();
