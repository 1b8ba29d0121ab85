/**
 * A whole deal, from the pass to the score sheet, as it is heard in each language (C65).
 *
 * `vitest run spoken_deal -u` writes web/tests/golden/spoken-deal.*.txt anew. Read them aloud.
 */
// @vitest-environment node
import { describe, expect, test } from "vitest";
import { speakFrom, type Sections } from "../../src/lib/language.svelte";
import { beats } from "../../src/lib/motion";
import { speech } from "../../src/lib/speech";
import { cardName } from "../../src/lib/cards";
import { named } from "../../src/lib/words";
import type { View } from "../../src/messages";
import { ownDeal } from "../deals";
import { passing, sheet } from "../views";

const CATALOGUES = import.meta.glob<Sections>("$words/*.json", { import: "default", eager: true });
const languages = Object.entries(CATALOGUES).map(([file, words]) => [/(\w+)\.json$/.exec(file)![1]!, words] as const);

/** The views of a deal: cards are passed, 52 are played, and the sheet comes. */
function deal(): View[] {
  const plays = [...ownDeal(4)].map((view): View => ({ ...view, received: view.hand.slice(0, 3) }));
  const last = plays.at(-1)!;
  const points = last.points!;
  const end = sheet({
    version: last.version + 1,
    tricks: last.tricks,
    points,
    rows: [{ deal: 6, direction: "right", points, scores: points, shooter: null, moon: null }],
    scores: points,
  });
  return [passing(4, { hand: plays[0]!.hand }), ...plays, end];
}

/** What is said at each step, and which card it was, if any. */
function spoken(views: View[]): { said: string; card: string | null }[] {
  let shown: View | null = null;
  return views.flatMap((view) => {
    const steps = shown ? beats(shown, view) : [{ kind: "show", view } as const];
    return steps.map((beat) => {
      const said = speech([{ before: shown, beat }]);
      shown = beat.view;
      return { said, card: beat.kind === "card" ? beat.card : null };
    });
  });
}

describe.each(languages)("in %s", (language, words) => {
  test("a deal is told as somebody has read it and kept it", async () => {
    speakFrom(words);
    const lines = spoken(deal()).flatMap(({ said }) => (said ? [said] : []));
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`../golden/spoken-deal.${language}.txt`);
  });

  test("each of 52 plays is a sentence of its own that names its card", () => {
    speakFrom(words);
    const plays = spoken(deal()).filter(({ card }) => card !== null);
    expect(plays).toHaveLength(52);
    expect(new Set(plays.map(({ card }) => card)).size).toBe(52);
    for (const { said, card } of plays) {
      const forms = Object.keys(words.cards).flatMap((table) => /^name-(.+)$/.exec(table)?.[1] ?? []);
      const names = [cardName(card!), ...forms.map((form) => named({ table: "cards.name", entry: card! }, form))];
      expect(names.some((name) => said.includes(name)), said).toBe(true);
    }
  });
});
