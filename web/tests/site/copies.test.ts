import { afterEach, expect, it, vi } from "vitest";
import { serveCopies } from "../../src/site/copies";

const page = `<button data-copies="https://hearts.example/device/x" data-copied="Copied." hidden><span>Copy</span></button>`;

afterEach(() => vi.unstubAllGlobals());

it("copies the address, and says so", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  document.body.innerHTML = page;
  serveCopies(document);
  const button = document.querySelector("button")!;
  expect(button.hidden).toBe(false);
  button.click();
  await vi.waitFor(() => expect(button.textContent).toBe("Copied."));
  expect(writeText).toHaveBeenCalledWith("https://hearts.example/device/x");
});

it("offers nothing where the browser lets nobody copy", () => {
  vi.stubGlobal("navigator", {});
  document.body.innerHTML = page;
  serveCopies(document);
  expect(document.querySelector("button")!.hidden).toBe(true);
});
