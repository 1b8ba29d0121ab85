/** Home: the line beside "Play now" names exactly the game that it starts. */

/** Keep the form's line in step with what is chosen in it. */
export function nameTheGame(form: HTMLFormElement): void {
  const line = form.querySelector<HTMLElement>("#what");
  if (!line) return;
  const tell = () => {
    const chosen = form.querySelector<HTMLInputElement>("input[name=preset]:checked");
    const target = form.querySelector<HTMLInputElement>("input[name=target]")?.value ?? "";
    const sentence = chosen?.dataset["what"];
    if (sentence) line.textContent = sentence.replace("{target}", target);
  };
  form.addEventListener("input", tell);
  // A page that comes back from the browser's memory keeps its answers.
  window.addEventListener("pageshow", tell);
  tell();
}
