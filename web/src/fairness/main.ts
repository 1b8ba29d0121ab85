/** Starts the checker on the page about fair deals. */
import { speakFairness } from "../lib/page_words";
import { serve } from "./check";

await speakFairness();
serve(document.querySelector<HTMLFormElement>("form.check")!);
