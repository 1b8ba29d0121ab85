/** Days are the reader's own: the server does not know where they live. */

/** Write each moment's day as it is here. */
export function tellDays(page: ParentNode, language: string): void {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  for (const time of page.querySelectorAll<HTMLTimeElement>("time[datetime]")) {
    time.textContent = day.format(new Date(time.dateTime));
  }
}
