/** Brings a worked example to life: its picture becomes a board that can be stepped through. */
import { mount } from "svelte";
import Example from "./Example.svelte";
import { told } from "./pictures";
import type { Walk } from "./walker.svelte";
import { speakExample } from "../lib/page_words";

const target = document.querySelector<HTMLElement>("[data-walk]");
if (target) {
  const [walk] = await Promise.all([told<Walk>(target.dataset["walk"]!), speakExample()]);
  if (walk) {
    target.replaceChildren();
    mount(Example, { target, props: { walk } });
  }
}
