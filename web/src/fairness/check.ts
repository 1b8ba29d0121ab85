/** The page about fair deals: it checks a record that is opened or pasted there, and sends it nowhere. */
import { told } from "../lib/checking";
import { verify } from "../lib/fairness";
import { canHash } from "../lib/hash";
import { list, say } from "../lib/words";
import { dealsIn, NoRecord, type RecordedDeal } from "./record";

/** What is found in a text, a sentence or more for each hand. */
export async function found(text: string): Promise<string[]> {
  if (!canHash()) return [say("table.check.cannot")];
  try {
    const deals = dealsIn(text);
    if (!deals.length) return [say("table.check.empty")];
    return await Promise.all(deals.map(ofDeal));
  } catch (error) {
    if (error instanceof NoRecord) return [say("table.check.no-record")];
    throw error;
  }
}

async function ofDeal({ number, names, drawn }: RecordedDeal): Promise<string> {
  const named = (seats: readonly number[]) =>
    list(seats.map((seat) => names[seat] ?? say("players.guest", { number: seat + 1 })));
  const words = drawn ? told(await verify(drawn), named) : say("table.check.nothing");
  return say("table.check.hand", { number, told: words });
}

/** Have the form check what is given to it. */
export function serve(form: HTMLFormElement): void {
  const text = form.querySelector("textarea")!;
  const file = form.querySelector<HTMLInputElement>("input[type=file]")!;
  const answers = form.querySelector<HTMLElement>("[role=status]")!;

  async function check(): Promise<void> {
    const lines = text.value.trim() ? await found(text.value) : [];
    answers.replaceChildren(
      ...lines.map((words) => Object.assign(document.createElement("p"), { textContent: words })),
    );
  }

  file.addEventListener("change", async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
    await check();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void check();
  });
  form.hidden = false;
}
