/** Buttons that copy an address; without them it is there to be marked and copied. */

/** Let them appear where the browser lets pages copy. */
export function serveCopies(page: ParentNode): void {
  if (!navigator.clipboard) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>("[data-copies]")) {
    const label = button.querySelector("span")!;
    label.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset["copies"]!);
        label.textContent = button.dataset["copied"]!;
      } catch {
        button.hidden = true; // the browser does not let this page copy
      }
    });
    button.hidden = false;
  }
}
