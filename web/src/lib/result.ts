/** What a finished hand, or a finished game, comes to, in words. */
import type { SheetRow, View } from "../messages";
import { cardWords } from "./cards";
import { nameAt, names, person, personAmong } from "./players";
import { target } from "./position";
import { say, type Key } from "./words";

export interface Result {
  title: string;
  text: string;
  /** Title and text as whole sentences, to be spoken; a claim has been told before them. */
  sentences: string[];
}

/** The result that the sheet or the end of the game shows. */
export function result(view: View): Result {
  const { title, texts } = view.phase === "over" ? ofGame(view) : ofDeal(view);
  return { title, text: [...texts, ...claimed(view)].join(" "), sentences: [title, ...texts] };
}

interface Telling {
  title: string;
  texts: string[];
}

function ofDeal(view: View): Telling {
  const row = view.rows.at(-1);
  if (!row) return { title: say("table.sheet.over", { deal: view.deal }), texts: [] };
  const told = row.shooter !== null && row.moon ? ofMoon(view, row, row.shooter, row.moon) : ofPoints(view, row);
  return { ...told, texts: [...told.texts, ...goesOn(view)] };
}

/** Why a game that has come to its end is not over: a tie is played on. */
function goesOn(view: View): string[] {
  const limit = Number(view.rules.fields["deal_limit"]); // not a number where there is none
  const ends = Math.max(...view.scores) >= target(view) || view.deal >= limit;
  return view.phase === "sheet" && ends ? [say("table.sheet.goes-on")] : [];
}

function ofMoon(view: View, row: SheetRow, shooter: number, moon: "add" | "subtract"): Telling {
  const who = person(view, shooter);
  const name = nameAt(view, shooter);
  const count = moon === "subtract" ? -row.points[shooter]! : Math.max(...row.points);
  const after = row.scores[shooter]!;
  const facts = { name, count, before: after - row.points[shooter]!, after };
  const others = row.points.filter((_, seat) => seat !== shooter);
  const alike = others.every((points) => points === others[0]) && (moon === "subtract" || row.points[shooter] === 0);
  const told = moon === "add" && !alike ? "add-bonus" : moon;
  const nobody = moon === "subtract" && others.every((points) => points === 0) ? [say("table.sheet.nobody")] : [];
  return {
    title: say(`table.sheet.shot.${who}`, { name }),
    texts: [say(`table.sheet.moon.${told}.${who}`, facts), ...nobody],
  };
}

function ofPoints(view: View, row: SheetRow): Telling {
  if (view.seat === null) return { title: say("table.sheet.over", { deal: row.deal }), texts: [standing(view)] };
  const count = row.points[view.seat]!;
  if (count === 0) return { title: say("table.sheet.none"), texts: [standing(view)] };
  const title = count < 0 ? say("table.sheet.bonus", { count: -count }) : say("table.sheet.took", { count });
  return { title, texts: [standing(view)] };
}

const lowest = (view: View) => Math.min(...view.scores);
const seatsAt = (view: View, score: number) => view.scores.flatMap((one, seat) => (one === score ? [seat] : []));

function standing(view: View): string {
  const low = lowest(view);
  const seats = seatsAt(view, low);
  if (view.seat === null) return say("table.sheet.watching", { low, names: names(view, seats) });
  const score = view.scores[view.seat]!;
  if (!seats.includes(view.seat))
    return say("table.sheet.standing.behind", { score, low, count: seats.length, names: names(view, seats) });
  return say(seats.length > 1 ? "table.sheet.standing.shared" : "table.sheet.standing.lowest", { score });
}

/** Who has claimed the rest of the hand, and with which cards. */
export function claimed(view: View): string[] {
  const claim = view.claim;
  if (!claim) return [];
  const who = person(view, claim.seat);
  const name = nameAt(view, claim.seat);
  const done = say(`table.claim.done.${claim.claim}.${who}`, { name });
  if (!claim.hand.length) return [done];
  return [done, say(`table.claim.hand.${who}`, { name, cards: cardWords(claim.hand) })];
}

function ofGame(view: View): Telling {
  const reached = view.scores.flatMap((score, seat) => (score >= target(view) ? [seat] : []));
  const texts = [ended(view, reached), ...alone(view), ...place(view)];
  return { title: winners(view), texts };
}

function ended(view: View, reached: number[]): string {
  const [first] = reached;
  if (first === undefined) return say("table.over.last-hand", { deal: view.deal });
  const who = personAmong(view, reached);
  if (reached.length > 1) return say(`table.over.reached-all.${who}`, { names: names(view, reached) });
  return say(`table.over.reached.${who}`, { name: nameAt(view, first), score: view.scores[first]! });
}

function winners(view: View): string {
  const [first] = view.winners;
  if (first === undefined) return say("table.over.nobody");
  if (view.winners.length === 1) return say(`table.over.wins.${person(view, first)}`, { name: nameAt(view, first) });
  const others = view.winners.filter((seat) => seat !== view.seat);
  return say(`table.over.share.${personAmong(view, view.winners)}`, { names: names(view, others) });
}

function alone(view: View): string[] {
  if (view.winners.length !== 1) return [];
  const seat = view.winners[0]!;
  return [say(`table.over.alone.${person(view, seat)}`, { name: nameAt(view, seat) })];
}

function place(view: View): string[] {
  if (view.seat === null || view.winners.includes(view.seat)) return [];
  const score = view.scores[view.seat]!;
  const before = view.scores.filter((other) => other < score).length;
  return [say(`table.over.place.${before + 1}` as Key, { score })];
}
