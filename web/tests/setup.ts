/** What a browser has and jsdom lacks. */
import english from "$words/en.json";
import { vi } from "vitest";
import { speakFrom } from "../src/lib/language.svelte";

speakFrom(english);
console.warn = (message: string) => {
  throw new Error(message);
};

if (typeof Element !== "undefined") {
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: false, media }));
  Element.prototype.animate = () => ({ cancel: () => {} }) as unknown as Animation;
  Element.prototype.setPointerCapture = () => {};
  HTMLCanvasElement.prototype.getContext = () => null;
}
