/**
 * What the parts of a board ask of whoever runs it: a session at a table, or a lesson.
 *
 * Cards, ring and hand know nothing of servers; they show a view and hand on what is tapped.
 */
import { getContext, setContext } from "svelte";
import type { Suit } from "../lib/cards";
import type { Spot } from "../lib/flight";
import type { Pace } from "../lib/pace";
import type { Stage } from "../lib/stage.svelte";
import type { Hint } from "../messages";

/** What the status box says. */
export interface Notice {
  head?: string;
  text: string;
  suit?: Suit | undefined;
  /** The card that it is about. */
  card?: string;
  calm?: boolean;
}

export interface Board {
  readonly stage: Pick<Stage, "current" | "moving">;
  readonly pace: Pace;
  /** The hand as it is held: what I have just passed is no longer in it. */
  readonly hand: string[];
  /** The cards that I have chosen to pass. */
  readonly chosen: string[];
  /** With two taps: the card that the next tap plays. */
  readonly raised: string | null;
  /** The card that is on its way to the table. */
  readonly sent: string | null;
  /** Whether a tap would only end a pause. */
  readonly paused: boolean;
  /** The number of the finished trick that is being looked at. */
  readonly looking: number | null;
  readonly notice: Notice | null;
  /** What the expert would do at this decision, once it is asked. */
  readonly hint: Hint | null;
  /** Where the card that I play leaves my hand. */
  origin: { card: string; spot: Spot } | null;
  /** A card of my hand was tapped, or pressed with a key. */
  tap(card: string, withKey?: boolean): void;
  /** A card of my hand was dropped onto the table. */
  drop(card: string): void;
  /** Pass the chosen cards, if they are enough. */
  pass(): void;
  /** Back to my last decision, where somebody might have one back. */
  takeBack?(): void;
}

const PLACE = Symbol("board");

export const provideBoard = <B extends Board>(board: B): B => setContext(PLACE, board);
export const useBoard = (): Board => getContext<Board>(PLACE);
