import { beforeEach, describe, expect, test, vi } from "vitest";
import { SOON, Voice } from "../../src/lib/voice.svelte";

beforeEach(() => void vi.useFakeTimers());

/** Everything that the region says in turn, as a reader hears it. */
function hear(voice: Voice, sentences: [at: number, sentence: string][]): string[] {
  const heard: string[] = [];
  const start = Date.now();
  for (const [at, sentence] of [...sentences, [10_000, ""] as const]) {
    while (Date.now() - start < at) {
      vi.advanceTimersByTime(10);
      if (voice.said !== heard.at(-1) && voice.said) heard.push(voice.said);
    }
    voice.say(sentence);
    if (voice.said !== heard.at(-1) && voice.said) heard.push(voice.said);
  }
  return heard.map((words) => words.trim());
}

describe("the live region (C65)", () => {
  test("says each sentence once, in order, however fast they come", () => {
    const heard = hear(new Voice(), [
      [0, "Hand 1."],
      [20, "Rhea has chosen."],
      [40, "Noor has chosen."],
      [1000, "Rhea leads the two of clubs."],
    ]);
    expect(heard).toEqual(["Hand 1.", "Rhea has chosen. Noor has chosen.", "Rhea leads the two of clubs."]);
  });

  test("says the same again when it happens again", () => {
    const voice = new Voice();
    voice.say("You take the trick.");
    const first = voice.said;
    vi.advanceTimersByTime(SOON);
    voice.say("You take the trick.");
    expect(voice.said).not.toBe(first);
    expect(voice.said.trim()).toBe(first.trim());
  });
});
