/** What this person likes, kept in this browser. */

export interface Preferences {
  speed: "calm" | "quick" | "at-once";
  /** How long a full trick rests, in milliseconds, or until a tap. */
  rest: "500" | "1000" | "2000" | "3000" | "5000" | "tap";
  deck: "two" | "four";
  /** The usual colours, or those that red-green blind people tell apart. */
  palette: "usual" | "red-green";
  cards: "normal" | "big";
  /** Those of the international deck, or those that the language's own players know. */
  letters: "international" | "own";
  theme: "system" | "light" | "dark";
  /** One tap plays a card, or the first raises it and the second plays it. */
  tap: "one" | "two";
  /** Whether the only card that may be played plays itself. */
  forced: "ask" | "itself";
  thumb: "left" | "right";
  sound: "off" | "on";
  /** Whether the system tells of my turn while the page is hidden. */
  notices: "off" | "on";
  /** Whether the screen stays on while a game is played. */
  awake: "off" | "on";
  /** Whether anything that others say is heard. */
  talk: "off" | "on";
  /** Whether single letters are shortcuts. */
  keys: "on" | "off";
}

/** Every value that each preference may have. */
export const CHOICES: { readonly [K in keyof Preferences]: readonly Preferences[K][] } = {
  deck: ["two", "four"],
  palette: ["usual", "red-green"],
  cards: ["normal", "big"],
  letters: ["international", "own"],
  tap: ["one", "two"],
  forced: ["ask", "itself"],
  speed: ["calm", "quick", "at-once"],
  rest: ["500", "1000", "2000", "3000", "5000", "tap"],
  thumb: ["left", "right"],
  sound: ["off", "on"],
  notices: ["off", "on"],
  awake: ["off", "on"],
  talk: ["off", "on"],
  theme: ["system", "light", "dark"],
  keys: ["off", "on"],
};

export const DEFAULTS: Preferences = {
  deck: "two",
  palette: "usual",
  cards: "normal",
  letters: "international",
  tap: "one",
  forced: "ask",
  speed: "calm",
  rest: "1000",
  thumb: "right",
  sound: "off",
  notices: "off",
  awake: "on",
  talk: "on",
  theme: "system",
  keys: "on",
};

export const PLACE = "openhearts.preferences";
export const NAMES = Object.keys(CHOICES) as (keyof Preferences)[];

type Unread = Partial<Record<keyof Preferences, unknown>>;

/** The preferences as they were kept. */
export const keptPreferences = (storage: Storage = localStorage): Preferences => known(read(storage.getItem(PLACE)));

/** The preferences of this page: those of the chair in which somebody sits here come before the browser's own. */
export const readPreferences = (storage: Storage = localStorage, page = document.documentElement): Preferences =>
  known({ ...read(storage.getItem(PLACE)), ...read(page.dataset["chair"]) });

function read(text: string | null | undefined): Unread {
  try {
    return (JSON.parse(text ?? "{}") as Unread | null) ?? {};
  } catch {
    return {}; // What cannot be read is as good as nothing kept.
  }
}

function known(kept: Unread): Preferences {
  const chosen = (name: keyof Preferences) => CHOICES[name].find((choice) => choice === kept[name]) ?? DEFAULTS[name];
  return Object.fromEntries(NAMES.map((name) => [name, chosen(name)])) as unknown as Preferences;
}

/** What is a matter of looks only. */
const LOOKS = ["deck", "palette", "cards", "letters", "thumb", "theme"] as const;

/** Mark the page with every look that is not the usual one; the style sheets do the rest. */
export function dress(page: HTMLElement, liked: Preferences): void {
  for (const look of LOOKS) {
    if (liked[look] === DEFAULTS[look]) delete page.dataset[look];
    else page.dataset[look] = liked[look];
  }
  frame(page, liked.theme);
}

/** What the browser draws around the page has the page's theme. */
function frame(page: HTMLElement, theme: Preferences["theme"]): void {
  for (const colour of page.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const of = colour.dataset["of"];
    const chosen = theme === of ? "all" : "not all";
    colour.media = theme === "system" ? `(prefers-color-scheme: ${of})` : chosen;
  }
}
