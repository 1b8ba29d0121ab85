/** What boards on pages to read say: of the catalogue only the parts that they need. */
import { speakFrom, type Sections } from "../lib/language.svelte";

const EXAMPLE = import.meta.glob<Sections>("$words/*.json", { import: "default", query: "?example" });
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
