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

type Catalogues = Record<string, () => Promise<Sections>>;

const CATALOGUES: Catalogues = import.meta.glob<Sections>("$words/*.json", { import: "default" });
/** What is said by the screens that are loaded apart (table/screens.ts). */
const APART: Catalogues = import.meta.glob<Sections>("$words/*.json", { import: "default", query: "?screens" });
/** The longest that browsers keep a cookie, in seconds. */
const KEPT = 400 * 24 * 3600;

let now = $state.raw<Spoken>();

/** The catalogue that is spoken. Whatever is shown with its words follows when it changes. */
export function spoken(): Spoken {
  if (!now) throw new Error("no language is spoken yet");
  return now;
}

/** The code of the language that is spoken. */
export const language = (): string => spoken().sections.language.locale.split("-")[0]!;

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
/** Whether the words of the screens that are loaded apart are spoken too. */
let whole = false;

/** Speak this language as soon as its catalogue is there; whether it is still the one that is wanted. */
export async function speak(language: string): Promise<boolean> {
  asked = language;
  const sections = await (whole ? wholeCatalogue(language) : catalogue(CATALOGUES, language));
  if (asked !== language) return false;
  speakFrom(sections);
  return true;
}

/** From now on also speak the words of the screens that are loaded apart. */
export async function speakWhole(): Promise<void> {
  whole = true;
  if (asked) await speak(asked);
}

async function wholeCatalogue(language: string): Promise<Sections> {
  const [first, apart] = await Promise.all([catalogue(CATALOGUES, language), catalogue(APART, language)]);
  return { ...first, table: { ...first.table, ...apart.table } };
}

function catalogue(catalogues: Catalogues, language: string): Promise<Sections> {
  const file = Object.keys(catalogues).find((path) => path.endsWith(`/${language}.json`));
  if (!file) return Promise.reject(new Error(`there is no catalogue of ${language}`));
  return catalogues[file]!();
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
