/** Who sits where, in words. */
import type { Player, View } from "../messages";
import { list, say, type Key, type Word } from "./words";

const BOT_NAMES = 16;

/** A person's own name, or the one that the catalogue gives to a bot or a nameless guest. */
export function playerName(player: Player): string {
  if (player.name) return player.name;
  if (player.kind === "person") return say("players.guest", { number: player.number + 1 });
  return say(`bots.name.${player.number % BOT_NAMES}` as Key);
}

export const nameAt = (view: View, seat: number): string => playerName(view.players[seat]!);

/** As a heading names a seat: "You", "Aino". */
export const label = (view: View, seat: number): string =>
  seat === view.seat ? say("players.you") : nameAt(view, seat);

/** As a list within a sentence does: "you", "Aino". */
const among = (view: View, seat: number): string =>
  seat === view.seat ? say("players.you-among") : nameAt(view, seat);

/** Which form of a sentence speaks about this seat. */
export const person = (view: View, seat: number): "you" | "they" => (seat === view.seat ? "you" : "they");

/** The same of a sentence about several: whether I am one of them. */
export const personAmong = (view: View, seats: readonly number[]): "you" | "they" =>
  seats.some((seat) => seat === view.seat) ? "you" : "they";

export const levelWord = (player: Player): Word => ({ table: "bots.level", entry: player.level ?? "casual" });

/** "Aino, Rhea and you": mine comes last. */
export function names(view: View, seats: readonly number[]): string {
  const mineLast = [...seats].sort((one, other) => Number(one === view.seat) - Number(other === view.seat));
  return list(mineLast.map((seat) => among(view, seat)));
}

/** Every seat, mine first, then clockwise; a spectator looks from seat 0. */
export const seatsFromMine = (view: View): number[] => seatsFrom(view, view.seat ?? 0);

/** Every seat, this one first, then clockwise. */
export function seatsFrom(view: View, first: number): number[] {
  const count = view.players.length;
  return Array.from({ length: count }, (_, step) => (first + step) % count);
}

/** "you 3, Aino 7 and Rhea 16" for a row of numbers by seat. */
export function byName(view: View, numbers: readonly number[]): string {
  const one = (number: number, seat: number) => say("table.ask.one", { name: among(view, seat), points: number });
  return list(numbers.map(one));
}

/** What whoever has no seat is told: that they watch, or may not, and that a seat is to be had. */
export function spectating(view: View): string[] {
  if (view.seat !== null) return [];
  return [
    say(view.options.spectators ? "table.spectator.text" : "table.spectator.closed"),
    ...(view.players.some(({ kind }) => kind === "bot") ? [say("table.spectator.sit")] : []),
  ];
}

/** How many people look on, besides me. */
export const onlookers = (view: View): number => Math.max(0, view.spectators - (view.seat === null ? 1 : 0));

/** Whether the cards of this table are not for me to see. */
export const isClosed = (view: View): boolean => view.seat === null && !view.options.spectators;
