import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, followTheForm } from "../../src/site/setup";

const FORM = `<form class="setup" data-describe="/it/setup/describe">
  <fieldset data-field="moon"><em class="changed" hidden></em><small class="idle" hidden></small><small class="wrong" hidden></small>
    <input type="radio" name="moon" value="add" checked><input type="radio" name="moon" value="subtract"></fieldset>
  <div data-field="target"><small class="wrong" hidden></small><input type="number" name="target" value="100"></div>
  <div id="summary"><p class="txt"><span>Four players.</span></p></div><p id="news"></p>
  <a id="address" href="/setup"><span>Link</span></a></form>`;

const told = {
  address: "/setup?moon=subtract",
  page: "/it/setup?moon=subtract",
  changed: ["moon"],
  idle: {},
  wrong: {},
  summary: '<p class="txt"><span>Four players.</span> <mark>The score drops.</mark></p>',
};

let form: HTMLFormElement;
const asked: string[] = [];

function serverSays(...answers: (object | "nothing")[]) {
  const fetch = vi.fn(async (address: string) => {
    asked.push(address);
    const answer = answers.shift();
    if (answer === undefined || answer === "nothing") throw new TypeError("the line is down");
    return { ok: true, json: async () => answer } as Response;
  });
  vi.stubGlobal("fetch", fetch);
}

async function choose(name: string, value: string) {
  fill(form, { [name]: value });
  form.querySelector(`[name=${name}]`)!.dispatchEvent(new Event("input", { bubbles: true }));
  await vi.runAllTimersAsync();
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  document.body.innerHTML = FORM;
  form = document.querySelector("form")!;
  followTheForm(form);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the set-up page", () => {
  it("asks the server what the answers mean, and shows and tells what is new", async () => {
    serverSays(told);
    await choose("moon", "subtract");
    expect(asked).toEqual(["/it/setup/describe?moon=subtract&target=100"]);
    expect(form.querySelector("mark")!.textContent).toBe("The score drops.");
    expect(form.querySelector("#news")!.textContent).toBe("The score drops.");
    expect(form.querySelector<HTMLElement>(".changed")!.hidden).toBe(false);
    expect(form.querySelector("a")!.getAttribute("href")).toBe("/setup?moon=subtract");
    expect(location.pathname + location.search).toBe("/it/setup?moon=subtract");
  });

  it("asks once for answers that come quickly", async () => {
    serverSays(told);
    for (const digit of ["1", "10", "100"]) {
      fill(form, { target: digit });
      form.querySelector("[name=target]")!.dispatchEvent(new Event("input", { bubbles: true }));
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });

  it("says beside a field what is wrong, and takes it back", async () => {
    serverSays({ ...told, wrong: { target: "A whole number." } }, told);
    await choose("target", "0");
    const said = form.querySelector<HTMLElement>("[data-field=target] .wrong")!;
    const number = form.querySelector("[name=target]")!;
    expect([said.hidden, said.textContent]).toEqual([false, "A whole number."]);
    expect(number.getAttribute("aria-invalid")).toBe("true");
    await choose("target", "50");
    expect([said.hidden, said.textContent]).toEqual([true, ""]);
    expect(number.hasAttribute("aria-invalid")).toBe(false);
  });

  it("says why a field has no effect", async () => {
    serverSays({ ...told, idle: { moon: "There is no moon." } });
    await choose("moon", "subtract");
    const said = form.querySelector<HTMLElement>(".idle")!;
    expect([said.hidden, said.textContent]).toEqual([false, "There is no moon."]);
  });

  it("stays as it is when the line is down", async () => {
    serverSays("nothing");
    await choose("moon", "subtract");
    expect(asked).toHaveLength(1);
    expect(form.querySelector("#summary")!.textContent).toBe("Four players.");
  });
});
