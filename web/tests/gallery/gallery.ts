/** Every screen of the table without a server: ?scene=playing&do=refuse. Not part of the build. */
import { mount } from "svelte";
import { speak } from "../../src/lib/language.svelte";
import type { View } from "../../src/messages";
import "../../src/styles/table.css";
import Table from "../../src/table/Table.svelte";
import { Session } from "../../src/table/session.svelte";
import { ownDeal } from "../deals";
import * as views from "../views";

const SCENES: Record<string, () => View[]> = {
  passing: () => [views.passing()],
  passing3: () => [views.passing(3, { passTo: 1, direction: "left" })],
  passing5: () => [views.passing(5)],
  passing6: () => [views.passing(6)],
  waiting: () => [views.passing(4, { passed: [true, false, true, true], toAct: [1], given: views.cards("As Ks Tc") })],
  received: () => [views.passing(), views.received({ version: 101 })],
  new: () => [views.received()],
  playing: () => [views.playing()],
  theirs: () => [views.playing({ toAct: [1], legal: [], refusals: {}, trick: views.trick(5, 2, "9d Kd 6d", 3) })],
  three: () => [views.playingOfThree()],
  five: () => [views.playingOfMany(5)],
  six: () => [views.playingOfMany(6)],
  claims: () => [views.playing({ claims: ["rest-are-mine", "nothing-left"], trick: null })],
  older: () => [views.playing({ tricks: [views.trick(3, 1, "2h Th 4h 3h", 3), views.trick(4, 3, "Jc 7c 4c Qc", 2)] })],
  sheet: () => [views.sheet()],
  plainsheet: () => [
    views.sheet({
      rows: [views.row(1, [5, 7, 14, 0], [5, 7, 14, 0])],
      scores: [5, 7, 14, 0],
      deal: 1,
      takeBacks: 2,
      replayed: true,
      canTakeBack: true,
    }),
  ],
  addsheet: () => [
    views.sheet({
      rows: [views.row(1, [0, 26, 26, 26], [0, 26, 26, 26], { shooter: 0, moon: "add" })],
      scores: [0, 26, 26, 26],
      deal: 1,
    }),
  ],
  sheet6: () => [
    views.sheet({
      ...six(),
      rows: [
        views.row(1, [3, 7, 14, 2, 0, 0], [3, 7, 14, 2, 0, 0]),
        views.row(2, [0, 0, 0, 0, 0, -26], [3, 7, 14, 2, 0, -26], { shooter: 5, moon: "subtract" }),
      ],
      scores: [3, 7, 14, 2, 0, -26],
    }),
  ],
  over: () => [views.over()],
  choosing: () => [views.choosing()],
  hold: () => [views.sheet({ deal: 7 }), views.hold({ version: 101 })],
  watching: () => [views.watching()],
  long: () => [views.playing({ players: LONG })],
  longsheet: () => [views.sheet({ players: LONG })],
  deal: () => [...ownDeal(4)],
};

const LONG: View["players"] = [
  "Maximiliana Wolfeschlegel",
  "Anne-Sophie d’Ourville X",
  "Bartholomew Featherstone",
  "Guðrún Sigurðardóttir Ló",
].map((name, number) => ({ kind: "person", number, name, level: null, here: number !== 1, standIn: false, secondsLeft: null, reserveLeft: null }));

const six = (): Partial<View> => {
  const { players } = views.view({}, 6);
  return { players, hands: [], ready: players.map(() => false) };
};

const asked = new URLSearchParams(location.search);
const scene = SCENES[asked.get("scene") ?? "playing"]!();
await speak(document.documentElement.lang);
const session = new Session(() => ({ send: (request) => console.log(JSON.stringify(request)), close: () => {} }));
mount(Table, { target: document.querySelector("#table")!, props: { session } });
for (const view of scene) session.stage.receive(view);
Object.assign(window, { session });
