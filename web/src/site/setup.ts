/**
 * Set up the table: a preset fills the fields at once, and the server's words follow each answer.
 *
 * The rules stay on the server: this only asks it what the answers mean.
 */

/** What the server says of the answers (`GET /en/setup/describe`). */
interface Described {
  /** Where the page opens with these rules, in each visitor's own language. */
  address: string;
  /** The same in the language of this page. */
  page: string;
  /** Fields that differ from the preset. */
  changed: string[];
  /** By field that has no effect: why. */
  idle: Record<string, string>;
  /** By field whose answer will not do: why. */
  wrong: Record<string, string>;
  /** The rules in words, as HTML. */
  summary: string;
}

/** Long enough that typing 100 asks once. */
const PAUSE = 200;

/** Keep the page in step with the answers in its form. */
export function followTheForm(form: HTMLFormElement): void {
  const summary = form.querySelector<HTMLElement>("#summary")!;
  const news = form.querySelector<HTMLElement>("#news")!;
  const link = copyButton(form.querySelector<HTMLAnchorElement>("#address")!, news);
  let asked = new AbortController();
  let timer = 0;

  async function ask(): Promise<void> {
    asked.abort();
    asked = new AbortController();
    try {
      const answers = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
      const answer = await fetch(`${form.dataset["describe"]}?${answers}`, { signal: asked.signal });
      if (answer.ok) show((await answer.json()) as Described);
    } catch {
      // A newer question replaced this one, or the line is down: the form works without an answer.
    }
  }

  function show(described: Described): void {
    const before = new Set(sentences(summary));
    summary.innerHTML = described.summary;
    news.textContent = sentences(summary)
      .filter((sentence) => !before.has(sentence))
      .join(" ");
    for (const row of form.querySelectorAll<HTMLElement>("[data-field]")) mark(row, described);
    if (Object.keys(described.wrong).length === 0) form.querySelector(".troubles")?.remove();
    link(described.address);
    history.replaceState(null, "", described.page);
  }

  form.addEventListener("input", (event) => {
    const answers = (event.target as HTMLElement).dataset["answers"];
    if (answers) fill(form, JSON.parse(answers) as Record<string, string>);
    clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE);
  });
}

/** Give these answers in the form. */
export function fill(form: HTMLFormElement, answers: Record<string, string>): void {
  for (const [name, answer] of Object.entries(answers)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = answer;
  }
}

function sentences(summary: HTMLElement): string[] {
  return [...summary.querySelectorAll(".txt > *")].map((sentence) => sentence.textContent ?? "");
}

function mark(row: HTMLElement, { changed, idle, wrong }: Described): void {
  const name = row.dataset["field"]!;
  const badge = row.querySelector<HTMLElement>(".changed");
  if (badge) badge.hidden = !changed.includes(name);
  tell(row.querySelector(".idle"), idle[name]);
  tell(row.querySelector(".wrong"), wrong[name]);
  const number = row.querySelector("input[type=number]");
  if (name in wrong) number?.setAttribute("aria-invalid", "true");
  else number?.removeAttribute("aria-invalid");
}

function tell(place: HTMLElement | null, words: string | undefined): void {
  if (!place) return;
  place.textContent = words ?? "";
  place.hidden = !words;
}

/** Make the link a button that copies its address, where the browser lets pages copy. */
function copyButton(link: HTMLAnchorElement, news: HTMLElement): (address: string) => void {
  if (!navigator.clipboard) return (address) => void (link.href = address);
  let address = link.href;
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  button.append(...link.childNodes);
  const label = button.querySelector("span")!;
  label.textContent = link.dataset["copy"] ?? "";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(new URL(address, location.href).href);
    label.textContent = news.textContent = link.dataset["copied"] ?? "";
  });
  link.replaceWith(button);
  return (next) => {
    address = next;
    label.textContent = link.dataset["copy"] ?? "";
  };
}
