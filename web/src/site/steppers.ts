/** The buttons beside a number, lower and higher. */

/** The next number of `step` in the direction `way`, within the bounds. */
export function stepped(value: number, step: number, way: 1 | -1, min: number, max: number): number {
  const next = way > 0 ? Math.floor(value / step) * step + step : Math.ceil(value / step) * step - step;
  return Math.min(max, Math.max(min, next));
}

/** Show the buttons of every number on the page, and let them work. */
export function serveSteppers(page: ParentNode): void {
  for (const number of page.querySelectorAll<HTMLElement>(".num")) {
    const input = number.querySelector("input")!;
    const step = Number(number.dataset["step"]);
    for (const button of number.querySelectorAll<HTMLButtonElement>("button[data-way]")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const way = button.dataset["way"] === "1" ? 1 : -1;
        const value = Number(input.value) || 0;
        input.value = String(stepped(value, step, way, Number(input.min), Number(input.max)));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
    }
  }
}
