import { describe, expect, it } from "vitest";
import { serveSteppers, stepped } from "../../src/site/steppers";

describe("one press of a number's button", () => {
  it.each([
    [100, 1, 110],
    [100, -1, 90],
    [77, 1, 80],
    [77, -1, 70],
    [995, 1, 1000],
    [1000, 1, 1000],
    [10, -1, 1],
    [0, 1, 10],
  ] as const)("takes %d by %d step of ten to %d, within 1 and 1000", (value, way, expected) => {
    expect(stepped(value, 10, way, 1, 1000)).toBe(expected);
  });

  it("starts an empty number at its first step", () => {
    document.body.innerHTML = `<form><div class="num" data-step="1"><button type="button" data-way="-1" hidden></button>
      <input type="number" min="1" max="100" value=""><button type="button" data-way="1" hidden></button></div></form>`;
    const heard: string[] = [];
    const input = document.querySelector("input")!;
    document.querySelector("form")!.addEventListener("input", () => heard.push(input.value));
    serveSteppers(document);
    const [lower, higher] = document.querySelectorAll("button");
    expect(higher!.hidden).toBe(false);
    higher!.click();
    higher!.click();
    lower!.click();
    expect(heard).toEqual(["1", "2", "1"]);
  });
});
