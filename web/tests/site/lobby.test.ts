import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFresh } from "../../src/site/lobby";

const answer = vi.fn<() => Promise<Partial<Response>>>();
let list: HTMLElement;
let count: HTMLElement;

const tables = (...names: string[]) =>
  `<ul data-count="${names.length} open">${names.map((name) => `<li><a id="way-${name}" href="/t/${name}">Join</a></li>`).join("")}</ul>`;

const served = (text: string) => answer.mockResolvedValue({ ok: true, text: () => Promise.resolve(text) });

function hide(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  answer.mockReset();
  vi.stubGlobal("fetch", answer);
  document.body.innerHTML = `<p class="count">1 open</p><div data-fresh="/en/lobby/tables">${tables("one")}</div>`;
  [count, list] = [document.querySelector(".count")!, document.querySelector("[data-fresh]")!];
  keepFresh(list, count);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("shows new tables, says how many there are, and leaves the focus where it was", async () => {
  document.getElementById("way-one")!.focus();
  served(tables("two", "one"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetch).toHaveBeenCalledWith("/en/lobby/tables");
  expect(list.querySelectorAll("li")).toHaveLength(2);
  expect(count.textContent).toBe("2 open");
  expect(document.activeElement?.id).toBe("way-one");
});

it("asks again and again, but not while nobody looks", async () => {
  served(tables("one"));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(answer).toHaveBeenCalledTimes(3);
  hide(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answer).toHaveBeenCalledTimes(3);
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(answer.mock.calls.length).toBeGreaterThan(3);
});

it("keeps what it shows while the line is down", async () => {
  answer.mockRejectedValue(new TypeError("no line"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(list.querySelectorAll("li")).toHaveLength(1);
  served(tables());
  await vi.advanceTimersByTimeAsync(5000);
  expect(count.textContent).toBe("0 open");
});
