/** The screens and panels that the table needs only once it stands; they are loaded apart from it. */
export { default as BetweenHands } from "./BetweenHands.svelte";
export { default as Consent } from "./Consent.svelte";
export { default as Farewell } from "./Farewell.svelte";
export { default as GameOver } from "./GameOver.svelte";
export { default as Gathering } from "./Gathering.svelte";
export { default as Hearing } from "./Hearing.svelte";
export { default as Help } from "./Help.svelte";
export { default as Menu } from "./Menu.svelte";
export { default as MoonChoice } from "./MoonChoice.svelte";
export { default as PersonPanel } from "./PersonPanel.svelte";
export { default as Rail } from "./Rail.svelte";
export { default as Saying } from "./Saying.svelte";
export { default as Scores } from "./Scores.svelte";
export { default as Shuffling } from "./Shuffling.svelte";
export { default as StandIn } from "./StandIn.svelte";
export { default as Talk } from "./Talk.svelte";
