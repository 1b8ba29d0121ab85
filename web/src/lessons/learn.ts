/** Brings the tutorial to life: its lessons become boards to play on, one after another. */
import { mount } from "svelte";
import Course from "./Course.svelte";
import type { Lesson } from "./lesson.svelte";
import { told } from "./pictures";
import { speakLessons } from "../lib/page_words";

interface Told {
  lessons: Lesson[];
  words: Record<"again" | "next" | "finish" | "back", string>;
}

const target = document.querySelector<HTMLElement>("[data-lessons]");
if (target) {
  const [course] = await Promise.all([told<Told>(target.dataset["lessons"]!), speakLessons()]);
  if (course) {
    target.replaceChildren();
    mount(Course, { target, props: { ...course, end: document.querySelector<HTMLElement>("#ready") } });
  }
}
