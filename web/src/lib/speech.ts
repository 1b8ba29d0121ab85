/** What each step on the table says, in whole sentences, to the polite live region. */
import type { TakeBackAsked, View } from "../messages";
import { byTheClock } from "./answers";
import { cardWord, cardWords } from "./cards";
import { asksBack, waitsToAgree } from "./consent";
import type { Beat } from "./motion";
import { farewell } from "./farewell";
import { lead, title } from "./gathering";
import { nameAt, person, spectating } from "./players";
import { myPass, myTurn } from "./position";
import { claimed, result } from "./result";
import type { Shown } from "./stage.svelte";
import { say } from "./words";

/** The sentences of these steps, in order. */
export function speech(shown: Shown[]): string {
  return shown.flatMap(({ before, beat }) => sentences(before, beat)).join(" ");
}

function sentences(before: View | null, beat: Beat): string[] {
  return [...own(before, beat), ...(before ? news(before, beat) : arrival(beat.view))];
}

function own(before: View | null, beat: Beat): string[] {
  const { view } = beat;
  switch (beat.kind) {
    case "card": {
      const leads = !before?.trick || before.trick.number !== (view.trick ?? view.tricks.at(-1))?.number;
      const facts = { name: nameAt(view, beat.seat), card: cardWord(beat.card) };
      const trick = [view.trick, ...view.tricks].find((one) => one?.cards.includes(beat.card));
      return [
        say(`table.say.${leads ? "led" : "played"}.${person(view, beat.seat)}`, facts),
        ...(trick?.automatic.includes(beat.seat) ? [byTheClock(view, beat.seat)] : []),
      ];
    }
    case "sweep":
      return [taken(view, beat.seat)];
    case "pause":
      return beat.why === "received"
        ? [say("table.log.got", { name: nameAt(view, view.receiveFrom!), cards: cardWords(view.received) })]
        : [say("table.say.deal", { deal: view.deal }), say("table.say.choose.hold")];
    case "rest":
    case "show":
      return [];
  }
}

function taken(view: View, seat: number): string {
  const points = view.tricks.at(-1)?.points;
  const facts = { name: nameAt(view, seat), count: points ?? 0 };
  const who = person(view, seat);
  return points ? say(`table.say.took-points.${who}`, facts) : say(`table.say.took.${who}`, facts);
}

/** What somebody who comes to the table, or reloads the page, is told. */
function arrival(view: View): string[] {
  const end = farewell(view);
  if (end) return [`${end.title}.`, end.text];
  if (view.phase === "gathering") return [`${title(view)}.`, lead(view)];
  if (view.phase === "shuffling") return []; // the cards come at once
  const deal = say("table.say.deal", { deal: view.deal });
  return [
    deal,
    ...spectating(view),
    ...(view.seat !== null && view.players[view.seat]!.standIn ? [whoPlays(view, view.seat)] : []),
    ...asked(view),
    ...awaited(view),
    ...(view.takeBack ? askedBack(view, view.takeBack) : []),
    ...(over(view) ? [...claimed(view), ...result(view).sentences] : []),
  ];
}

const over = (view: View) => view.phase === "sheet" || view.phase === "over";

/** What has changed between two pictures besides the cards. */
function news(before: View, { kind, view }: Beat): string[] {
  if (farewell(view)) return farewell(before) ? [] : arrival(view);
  const newDeal = before.deal !== view.deal || before.game !== view.game;
  const back = !newDeal && view.takeBacks > before.takeBacks;
  return [
    ...peopleNews(before, view),
    ...hostNews(before, view),
    ...(before.phase === "gathering" && view.phase !== "gathering" ? [say("table.say.begins")] : []),
    ...consentNews(before, view, back),
    ...clockNews(before, view),
    ...(!before.heartsBroken && view.heartsBroken ? [say("table.say.broken")] : []),
    ...(!before.queenPlayed && view.queenPlayed ? [say("table.say.queen")] : []),
    ...moonNews(before, view),
    ...chosenNews(before, view),
    ...(newDeal && view.phase !== "shuffling" && !over(view) && kind !== "pause" ? [say("table.say.deal", { deal: view.deal })] : []),
    ...(!before.claim || newDeal ? claimed(view) : []),
    ...(over(view) && before.phase !== view.phase ? result(view).sentences : []),
    ...(newDeal || back || asksMe(view, before) ? asked(view) : []),
  ];
}

/** Whether it has become my turn. A decision lasts a whole trick, so its name alone does not tell. */
function asksMe(view: View, before: View): boolean {
  if (!waits(view)) return false;
  return !waits(before) || (view.decision !== before.decision && view.trick === null);
}

/** Whether the table waits for me, or for a shooter; a picture between two views has no legal cards. */
const waits = (view: View) =>
  (myTurn(view) && view.legal.length > 0) || myPass(view) || view.phase === "choosing";

/** What I am asked to do now. */
function asked(view: View): string[] {
  if (myTurn(view)) return [say(view.trick ? "table.say.turn" : "table.say.lead")];
  if (myPass(view) && view.direction !== "hold" && view.passTo !== null)
    return [say(`table.say.choose.${view.direction}`, { name: nameAt(view, view.passTo), count: view.passCount })];
  if (view.phase === "choosing") {
    const shooter = view.toAct[0];
    if (shooter === undefined) return [];
    return [
      shooter === view.seat ? say("table.say.decide") : say("table.say.deciding", { name: nameAt(view, shooter) }),
    ];
  }
  return [];
}

/** For which person the table waits; a bot does not let anybody wait. */
function awaited(view: View): string[] {
  const [acting] = view.toAct;
  if (view.phase !== "playing" || acting === undefined || acting === view.seat) return [];
  return view.players[acting]!.kind === "person" ? [say("table.say.turn-other", { name: nameAt(view, acting) })] : [];
}

function moonNews(before: View, view: View): string[] {
  const moon = view.moon;
  if (!moon || moon.seat === before.moon?.seat) return [];
  const facts = { name: nameAt(view, moon.seat), taken: moon.taken, of: moon.of };
  return [say(`table.say.moon.${person(view, moon.seat)}`, facts)];
}

function chosenNews(before: View, view: View): string[] {
  if (view.phase !== "passing" || before.deal !== view.deal) return [];
  return view.passed.flatMap((passed, seat) => {
    if (!passed || before.passed[seat]) return [];
    // While I choose, others who are done are no news: the table still waits for me.
    if (seat !== view.seat) return myPass(view) ? [] : [say("table.say.chosen", { name: nameAt(view, seat) })];
    return view.passTo === null ? [] : [say("table.say.sent", { name: nameAt(view, view.passTo) })];
  });
}

function peopleNews(before: View, view: View): string[] {
  return view.players.flatMap((player, seat) => {
    const was = before.players[seat];
    const gathering = view.phase === "gathering";
    if (seat === view.seat && before.seat === null)
      return [gathering ? say("table.say.seated-here") : say("table.say.seated", { name: nameAt(before, seat) })];
    if (was && seat === view.seat && player.standIn !== was.standIn)
      return [whoPlays(view, seat)];
    if (!was || seat === view.seat || seat === before.seat) return [];
    if (player.kind === "person" && was.kind === "bot") return [say("table.say.sat", { name: nameAt(view, seat) })];
    if (player.kind === "bot" && was.kind === "person" && gathering)
      return [say("table.say.gone", { name: nameAt(before, seat) })];
    if (player.kind === "bot" && was.kind === "person")
      return [say("table.say.left", { name: nameAt(before, seat), bot: nameAt(view, seat) })];
    if (player.kind === "person" && player.standIn !== was.standIn)
      return [whoPlays(view, seat)];
    if (player.kind === "person" && player.name !== was.name)
      return [say("table.say.renamed", { before: nameAt(before, seat), name: nameAt(view, seat) })];
    if (player.kind === "person" && player.here !== was.here)
      return [say(player.here ? "table.say.here" : "table.say.away", { name: nameAt(view, seat) })];
    return [];
  });
}

/** That a bot plays for the person on this seat, or the person again. */
const whoPlays = (view: View, seat: number): string =>
  say(`table.say.${view.players[seat]!.standIn ? "stands-in" : "plays-again"}.${person(view, seat)}`, {
    name: nameAt(view, seat),
  });

function hostNews(before: View, view: View): string[] {
  const host = view.host;
  if (host === null || before.host === host || before.host === null) return [];
  return [say(`table.say.host.${person(view, host)}`, { name: nameAt(view, host) })];
}

/** Whoever is to agree is asked; the others are told for whom that waits. */
function askedBack(view: View, asked: TakeBackAsked): string[] {
  const asksMe = view.seat !== null && asked.waitsFor.includes(view.seat);
  return [asksBack(view, asked), ...(asksMe ? [] : [waitsToAgree(view, asked)])];
}

/** Somebody asks to take a card back, and what comes of it. */
function consentNews(before: View, view: View, back: boolean): string[] {
  const asked = view.takeBack;
  if (asked && asked.request !== before.takeBack?.request) return askedBack(view, asked);
  if (back) return [say("table.say.taken-back")];
  return before.takeBack && !asked ? [say("table.consent.stays")] : [];
}

/** The clock chose somebody's cards, or somebody was given more time. */
function clockNews(before: View, view: View): string[] {
  const known = before.deal === view.deal ? before.passedAutomatically : [];
  const chosen = view.passedAutomatically.filter((seat) => !known.includes(seat));
  const given = view.players.flatMap((_, seat) => (hasMoreTime(before, view, seat) ? [seat] : []));
  const who = (seat: number) => ({ name: nameAt(view, seat) });
  return [
    ...chosen.map((seat) => say(`table.clock.passed.${person(view, seat)}`, who(seat))),
    ...given.map((seat) => say(`table.say.more-time.${person(view, seat)}`, who(seat))),
  ];
}

/** Time that runs only grows when somebody gives it. */
function hasMoreTime(before: View, view: View, seat: number): boolean {
  const was = before.players[seat]!.secondsLeft;
  const is = view.players[seat]!.secondsLeft;
  const sameTurn = before.decision === view.decision && before.trick?.cards.length === view.trick?.cards.length;
  return sameTurn && was !== null && is !== null && is > was + 1;
}
