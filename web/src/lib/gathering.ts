/** Before the game: who is there, which places are free, and where they are. */
import type { View } from "../messages";
import { label, levelWord, nameAt, person, seatsFrom } from "./players";
import { placeFrom, type Place } from "./position";
import { say } from "./words";

export interface PlaceAtTable {
  seat: number;
  place: Place;
  /** Nothing where the place is free. */
  name: string | null;
  /** Who that is, in a few words, or where the free place is. */
  words: string[];
  /** Whether it is the free place that is offered first. */
  best: boolean;
  /** Whether its person may be made host, or sent away, by me. */
  mayBeTold: boolean;
}

const isFree = (view: View, seat: number) => view.players[seat]!.kind === "bot";
export const freeSeats = (view: View): number[] => view.players.flatMap((_, seat) => (isFree(view, seat) ? [seat] : []));

/** The free place that faces the host, or comes nearest to that. */
export function bestSeat(view: View): number | null {
  const count = view.players.length;
  const turned = (seat: number) => Math.abs(((seat - (view.host ?? 0) + count) % count) - count / 2);
  return freeSeats(view).reduce<number | null>(
    (best, seat) => (best === null || turned(seat) < turned(best) ? seat : best),
    null,
  );
}

/** The places around the one from which I look: my own, or the one that I am offered. */
export function places(view: View): PlaceAtTable[] {
  const best = view.seat === null ? bestSeat(view) : null;
  const from = view.seat ?? best ?? 0;
  return seatsFrom(view, from).map((seat) => ({
    seat,
    place: placeFrom(view, seat, from),
    name: isFree(view, seat) ? null : label(view, seat),
    words: isFree(view, seat) ? free(view, seat) : sitting(view, seat),
    best: seat === best,
    mayBeTold: view.seat !== null && view.seat === view.host && seat !== view.seat && !isFree(view, seat),
  }));
}

function free(view: View, seat: number): string[] {
  const from = view.seat ?? view.host;
  return from === null ? [say("table.gather.free")] : [where(view, seat, from)];
}

function sitting(view: View, seat: number): string[] {
  const { here } = view.players[seat]!;
  const host = seat === view.host;
  return [
    ...(host ? [say("table.gather.host")] : []),
    ...(here && !host && seat !== view.seat ? [say("table.gather.here")] : []),
    ...(here ? [] : [say("table.seat.away")]),
  ];
}

/** Where a seat is, as whoever sits on `from` would be told, or of them. */
function where(view: View, seat: number, from: number): string {
  const count = view.players.length;
  const turn = (seat - from + count) % count;
  return say(`table.gather.where.${direction(turn, count)}.${person(view, from)}`, { name: nameAt(view, from) });
}

function direction(turn: number, count: number): "left" | "right" | "across" | "second-left" | "second-right" {
  if (turn * 2 === count) return "across";
  if (turn * 2 < count) return turn === 1 ? "left" : "second-left";
  return turn === count - 1 ? "right" : "second-right";
}

/** What this screen is, in the words of its heading. */
export function title(view: View): string {
  const host = view.host;
  const facts = { name: host === null ? "" : nameAt(view, host) };
  if (view.seat !== null) return say(view.seat === host ? "table.gather.title.host" : "table.gather.title.guest", facts);
  return host !== null && view.players[host]!.name
    ? say("table.gather.title.invited", facts)
    : say("table.gather.title.nameless");
}

/** What one may do here. */
export function lead(view: View): string {
  const host = view.host;
  if (view.seat !== null) return say(view.seat === host ? "table.gather.lead.host" : "table.gather.lead.guest");
  if (!freeSeats(view).length) return say(view.options.spectators ? "table.gather.lead.full" : "table.spectator.closed");
  const seats = view.players.length;
  return host === null
    ? say("table.gather.lead.empty", { seats })
    : say("table.gather.lead.visitor", { seats, name: nameAt(view, host) });
}

/** Who takes the places that are still free, if any are. */
export function botsToCome(view: View): string {
  const bot = view.players.find(({ kind }) => kind === "bot");
  return bot ? say("table.gather.bots", { level: levelWord(bot) }) : "";
}
