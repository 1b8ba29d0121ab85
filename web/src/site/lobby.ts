/** The lobby keeps itself fresh while it is looked at. */

/** In milliseconds. */
const PAUSE = 5000;

/** Fetch the list anew again and again; `count` says how many tables there are when that changes. */
export function keepFresh(list: HTMLElement, count: HTMLElement): void {
  const address = list.dataset["fresh"]!;
  let before = "";
  let timer = 0;

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      const answer = await fetch(address);
      if (answer.ok) show(await answer.text());
    } catch {
      // The line is down: what is shown is the newest there is.
    }
    clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE);
  }

  function show(tables: string): void {
    if (tables === before) return;
    before = tables;
    const focused = list.contains(document.activeElement) ? document.activeElement!.id : "";
    list.innerHTML = tables;
    if (focused) document.getElementById(focused)?.focus();
    const told = list.querySelector<HTMLElement>("[data-count]")?.dataset["count"] ?? "";
    if (count.textContent !== told) count.textContent = told;
  }

  document.addEventListener("visibilitychange", ask);
  timer = window.setTimeout(ask, PAUSE);
}
