/** The forms that open a table at once: this browser adds to the first deal there too (lib/added.ts). */
import { fresh, keep, type Added } from "../lib/added";

/** Have every form of the page that opens a table bring along the hash of fresh bytes. */
export function addToFirstDeals(page: ParentNode): void {
  for (const form of page.querySelectorAll<HTMLFormElement>("form[action$='/tables']")) bringHash(form);
}

function bringHash(form: HTMLFormElement): void {
  let ready: Added | null = null;
  let opens = false;
  const prepare = () => void fresh().then((added) => (ready = added));
  // Another button of the form may lead elsewhere, and others read its answers without sending it.
  form.addEventListener("submit", ({ submitter }) => {
    opens = submitter?.getAttribute("formmethod") !== "get";
  });
  form.addEventListener("formdata", ({ formData }) => {
    if (!opens || !ready) return;
    keep(ready);
    formData.set("hash", ready.hash);
    opens = false;
    ready = null;
    prepare(); // who comes back to this page opens another table
  });
  prepare();
}
