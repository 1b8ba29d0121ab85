/** What a browser has and jsdom lacks. */
import { vi } from "vitest";

if (typeof Element !== "undefined") {
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: false, media }));
  Element.prototype.animate = () => ({ cancel: () => {} }) as unknown as Animation;
  Element.prototype.setPointerCapture = () => {};
  HTMLCanvasElement.prototype.getContext = () => null;
}
