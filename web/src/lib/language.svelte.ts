/**
 * The language that this page speaks. Each catalogue (src/openhearts/words) is a chunk of its
 * own, of which only the one that is spoken is loaded.
 */
import type english from "$words/en.json";

/** The sections of a catalogue that the table speaks; vite.config.ts leaves out the others. */
export type Sections = Pick<typeof english, "bots" | "cards" | "language" | "players" | "reasons" | "table">;

interface Spoken {
  sections: Sections;
  plurals: Intl.PluralRules;
  conjunction: Intl.ListFormat;
  /** Numbers that are not exact: 3.2, 14. */
  tenths: Intl.NumberFormat;
}

const CATALOGUES = import.meta.glob<Sections>("$words/*.json", { import: "default" });
/** The longest that browsers keep a cookie, in seconds. */
const KEPT = 400 * 24 * 3600;

let now = $state.raw<Spoken>();

/** The catalogue that is spoken. Whatever is shown with its words follows when it changes. */
export function spoken(): Spoken {
  if (!now) throw new Error("no language is spoken yet");
  return now;
}

/** Speak the words of this catalogue from now on. */
export function speakFrom(sections: Sections): void {
  const { locale } = sections.language;
  now = {
    sections,
    plurals: new Intl.PluralRules(locale),
    conjunction: new Intl.ListFormat(locale, { type: "conjunction" }),
    tenths: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
  };
}

/** The language that was asked for last: a slow answer to an older wish is not wanted any more. */
let asked = "";

/** Speak this language as soon as its catalogue is there; whether it is still the one that is wanted. */
export async function speak(language: string): Promise<boolean> {
  const file = Object.keys(CATALOGUES).find((path) => path.endsWith(`/${language}.json`));
  if (!file) throw new Error(`there is no catalogue of ${language}`);
  asked = language;
  const sections = await CATALOGUES[file]!();
  if (asked !== language) return false;
  speakFrom(sections);
  return true;
}

/** The languages that the server offers, by code, each in its own words. */
export const offered = (page: ParentNode = document): Record<string, string> =>
  JSON.parse(page.querySelector<HTMLElement>("[data-languages]")?.dataset["languages"] ?? "{}") as Record<
    string,
    string
  >;

/** Speak another language in the middle of everything, and have the server remember it. */
export async function change(language: string): Promise<void> {
  if (!(await speak(language))) return;
  document.documentElement.lang = language;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `language=${language}; path=/; max-age=${KEPT}; samesite=lax${secure}`;
}
