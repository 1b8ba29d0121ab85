/** What is loaded after the table itself, so that the first card can be played sooner. */
import { speakWhole } from "../lib/language.svelte";

type Screens = typeof import("./screens");

let loaded = $state.raw<Screens>();

/** The screens that are loaded apart, once they are there with their words. */
export const screens = (): Screens | undefined => loaded;

/** Load them; whoever has no line now asks again. */
export async function loadScreens(): Promise<void> {
  if (loaded) return;
  const [found] = await Promise.all([import("./screens"), speakWhole()]);
  loaded = found;
}
