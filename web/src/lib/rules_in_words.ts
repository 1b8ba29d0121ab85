/** The rules of a table in words. The server writes them into the table's page, for readers without scripts too. */

const WRITTEN = ".paper";
const kept = new Map<string, string>();

/** Keep what this page was sent with, in its language. */
export function keepRules(page: ParentNode, language: string): void {
  const found = page.querySelector(WRITTEN);
  if (found) kept.set(language, found.innerHTML);
}

/** The rules in this language, as HTML of the server's own. */
export async function rulesInWords(table: string, language: string): Promise<string> {
  const known = kept.get(language);
  if (known !== undefined) return known;
  const answer = await fetch(`/t/${encodeURIComponent(table)}?language=${language}`);
  if (!answer.ok) throw new Error(`the rules in ${language}: ${answer.status}`);
  keepRules(new DOMParser().parseFromString(await answer.text(), "text/html"), language);
  return kept.get(language) ?? "";
}
