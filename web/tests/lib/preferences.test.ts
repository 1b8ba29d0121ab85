import { describe, expect, test } from "vitest";
import { Liking } from "../../src/lib/liking.svelte";
import { DEFAULTS, dress, readPreferences } from "../../src/lib/preferences";

describe("preferences", () => {
  test("are kept over a reload (C68)", () => {
    localStorage.clear();
    new Liking().keep("deck", "four");
    expect(new Liking().now.deck).toBe("four");
  });

  test("what cannot be read, or is unknown, is the default", () => {
    localStorage.setItem("openhearts.preferences", "{broken");
    expect(readPreferences()).toEqual(DEFAULTS);
    localStorage.setItem("openhearts.preferences", JSON.stringify({ speed: "warp", deck: "four" }));
    expect(readPreferences()).toEqual({ ...DEFAULTS, deck: "four" });
    localStorage.clear();
  });

  test("sound is off, nothing is timed, and one tap plays, unless somebody wishes otherwise (C58)", () => {
    expect(DEFAULTS).toMatchObject({ sound: "off", forced: "ask", tap: "one", keys: "on", rest: "1000" });
  });

  test("deck, theme and thumb side are marks on the page", () => {
    const page = document.createElement("html");
    dress(page, { ...DEFAULTS, deck: "four", theme: "dark", thumb: "left" });
    expect(page.dataset).toMatchObject({ deck: "4", theme: "dark", thumb: "left" });
    dress(page, DEFAULTS);
    expect({ ...page.dataset }).toEqual({});
  });
});
