/** Why nothing can be done at a table any more, in words. */
import type { View } from "../messages";
import { nameAt } from "./players";
import { say } from "./words";

export interface Farewell {
  title: string;
  text: string;
}

/** Nothing as long as I may stay and the table is open. */
export function farewell(view: View): Farewell | null {
  if (view.removed) return { title: say("table.removed.title"), text: removed(view) };
  if (view.phase === "closed") return { title: say("table.closed.title"), text: say("table.closed.text") };
  return null;
}

const removed = (view: View) =>
  view.host === null
    ? say("table.removed.text-nameless")
    : say("table.removed.text", { name: nameAt(view, view.host) });
