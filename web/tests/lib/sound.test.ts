// @vitest-environment node
import { expect, test } from "vitest";
import { sounds } from "../../src/lib/sound";
import { playing, sheet } from "../views";

test("sounds: a card, the first heart, the queen, a moon that falls, my turn", () => {
  const before = playing({ heartsBroken: false, queenPlayed: false, legal: [], toAct: [3] });
  const beat = { kind: "card", view: playing(), seat: 3, card: "Kd" } as const;
  expect(sounds([{ before, beat }])).toEqual(["card", "broken", "queen", "turn"]);
  expect(sounds([{ before: playing(), beat: { kind: "show", view: sheet() } }])).toEqual(["moon-falls"]);
  expect(sounds([{ before: null, beat: { kind: "show", view: playing() } }])).toEqual([]);
});
