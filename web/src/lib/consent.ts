/** Taking a card back among people, in words. */
import type { TakeBackAsked, View } from "../messages";
import { nameAt, names, person } from "./players";
import { say } from "./words";

export const asksBack = (view: View, { seat }: TakeBackAsked): string =>
  say(`table.consent.asks.${person(view, seat)}`, { name: nameAt(view, seat) });

export const waitsToAgree = (view: View, { waitsFor }: TakeBackAsked): string =>
  say("table.consent.waiting", { names: names(view, waitsFor) });

/** Whether the take-back has a button; in the pass it is called choosing again, and stands there. */
export const offersTakeBack = (view: View): boolean =>
  view.canTakeBack && view.takeBack === null && view.phase !== "passing";
