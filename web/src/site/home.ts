/** Home: the line beside "Play now" names exactly the game that it starts. */

/** Keep the form's line in step with what is chosen in it. */
export function nameTheGame(form: HTMLFormElement): void {
  const line = form.querySelector<HTMLElement>("[data-say]");
  if (!line) return;
  const sentence = line.dataset["say"] ?? "";
  const tell = () => {
    const chosen = form.querySelector("input[name=preset]:checked")?.closest("label")?.querySelector(".gt b");
    const target = form.querySelector<HTMLInputElement>("input[name=target]")?.value ?? "";
    const [before = "", after = ""] = sentence.replace("{target}", target).split("{game}");
    const game = document.createElement("b");
    game.textContent = chosen?.textContent ?? "";
    line.replaceChildren(before, game, after);
  };
  form.addEventListener("input", tell);
  // A page that comes back from the browser's memory keeps its answers.
  window.addEventListener("pageshow", tell);
  tell();
}
