/** Which key means what on the table. Single letters can be switched off. */
import type { Question } from "./answers";
import type { Suit } from "./cards";

export type Shortcut =
  | { kind: "suit"; suit: Suit }
  | { kind: "ask"; question: Exclude<Question, "last"> }
  | { kind: "last" }
  | { kind: "take-back" }
  | { kind: "hint" }
  | { kind: "consent"; agrees: boolean }
  | { kind: "talk" }
  | { kind: "help" };

const LETTERS: Record<string, Shortcut> = {
  c: { kind: "suit", suit: "c" },
  d: { kind: "suit", suit: "d" },
  h: { kind: "suit", suit: "h" },
  s: { kind: "suit", suit: "s" },
  r: { kind: "ask", question: "hand" },
  t: { kind: "ask", question: "trick" },
  p: { kind: "ask", question: "points" },
  l: { kind: "last" },
  u: { kind: "take-back" },
  e: { kind: "hint" },
  a: { kind: "consent", agrees: true },
  n: { kind: "consent", agrees: false },
  m: { kind: "talk" },
  "?": { kind: "help" },
};

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "repeat" | "target">;

/** What this press asks for; nothing while somebody types, or with a modifier. */
export function shortcut(press: Press): Shortcut | null {
  if (press.ctrlKey || press.altKey || press.metaKey || press.repeat || typing(press.target)) return null;
  return LETTERS[press.key.toLowerCase()] ?? null;
}

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["radio", "checkbox", "button"].includes(target.type);
}
