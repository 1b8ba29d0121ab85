import { expect, it } from "vitest";
import { tellDays } from "../../src/site/times";

it("writes the day of each moment as its reader's calendar has it", () => {
  document.body.innerHTML = `<time datetime="2026-03-04T12:00:00+00:00">4 Mar</time><time>no moment</time>`;
  tellDays(document, "it");
  const told = [...document.querySelectorAll("time")].map((time) => time.textContent);
  expect(told).toEqual(["4 mar 2026", "no moment"]);
});
