import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bytesOf } from "../../src/lib/added";
import { fromHex, hashOf } from "../../src/lib/hash";
import { addToFirstDeals } from "../../src/site/adding";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** A page with a form that opens a table, once its bytes are made. */
async function page(): Promise<HTMLFormElement> {
  document.body.innerHTML = `<form action="/en/tables" method="post"><button>Play</button>
    <button formmethod="get" formaction="/en/setup">Change</button></form>`;
  addToFirstDeals(document);
  await new Promise((resolve) => setTimeout(resolve, 30));
  return document.querySelector("form")!;
}

/** What the browser sends when this button is pressed. */
function sent(form: HTMLFormElement, button: number): FormData {
  const submitter = form.querySelectorAll("button")[button]!;
  form.dispatchEvent(Object.assign(new Event("submit"), { submitter }));
  return read(form);
}

/** What a script reads from the form. */
function read(form: HTMLFormElement): FormData {
  const formData = new FormData();
  form.dispatchEvent(Object.assign(new Event("formdata"), { formData }));
  return formData;
}

test("whoever opens a table brings along the hash of bytes that are kept for its page", async () => {
  const form = await page();
  const hash = sent(form, 0).get("hash") as string;
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf(fromHex(bytesOf(hash)!))).toBe(hash);
});

test("every table gets bytes of its own, also when one comes back to the page", async () => {
  const form = await page();
  const first = sent(form, 0).get("hash");
  await new Promise((resolve) => setTimeout(resolve, 30));
  const second = sent(form, 0).get("hash");
  expect(second).toBeTruthy();
  expect(second).not.toBe(first);
});

test("the address of another page, and a script that reads the answers, have no hash in them", async () => {
  const form = await page();
  expect([...read(form)]).toEqual([]);
  expect([...sent(form, 1)]).toEqual([]);
  expect([...read(form)]).toEqual([]);
  expect(localStorage.getItem("openhearts.added")).toBeNull();
});

test("without a safe line the form is sent as it is", async () => {
  vi.stubGlobal("crypto", {});
  const form = await page();
  expect([...sent(form, 0)]).toEqual([]);
});
