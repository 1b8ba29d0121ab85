/** What scripts of pages to read say: of the catalogue only the parts that they need. */
import { speakFrom, type Sections } from "./language.svelte";

const EXAMPLE = import.meta.glob<Sections>("$words/*.json", { import: "default", query: "?example" });
const FAIRNESS = import.meta.glob<Sections>("$words/*.json", { import: "default", query: "?fairness" });
const LEARN = import.meta.glob<Sections>("$words/*.json", { import: "default", query: "?learn" });

async function speak(catalogues: Record<string, () => Promise<Sections>>): Promise<void> {
  const { lang } = document.documentElement;
  const file = Object.keys(catalogues).find((path) => path.endsWith(`/${lang}.json`));
  if (!file) throw new Error(`there is no catalogue of ${lang}`);
  speakFrom(await catalogues[file]!());
}

/** Speak the words of a worked example, in the language of the page. */
export const speakExample = (): Promise<void> => speak(EXAMPLE);

/** Speak the words of the tutorial, in the language of the page. */
export const speakLessons = (): Promise<void> => speak(LEARN);

/** Speak the words of the page about fair deals, in its language. */
export const speakFairness = (): Promise<void> => speak(FAIRNESS);
