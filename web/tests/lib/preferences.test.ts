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

  test("what was kept before there were more is not lost", () => {
    localStorage.setItem("openhearts.preferences", JSON.stringify({ deck: "four", rest: "tap", theme: "dark" }));
    expect(readPreferences()).toEqual({ ...DEFAULTS, deck: "four", rest: "tap", theme: "dark" });
    new Liking().keep("cards", "big");
    expect(readPreferences()).toEqual({ ...DEFAULTS, deck: "four", rest: "tap", theme: "dark", cards: "big" });
    localStorage.clear();
  });

  test("a chair's come first on its page, and are never kept as the browser's own", () => {
    localStorage.setItem("openhearts.preferences", JSON.stringify({ deck: "two", theme: "dark" }));
    document.documentElement.dataset["chair"] = JSON.stringify({ deck: "four", cards: "big", speed: "warp" });
    const liking = new Liking();
    expect(liking.now).toEqual({ ...DEFAULTS, deck: "four", cards: "big", theme: "dark" });
    liking.keep("thumb", "left");
    liking.keep("deck", "two");
    expect(liking.now).toMatchObject({ deck: "two", cards: "big", thumb: "left" });
    delete document.documentElement.dataset["chair"];
    expect(readPreferences()).toEqual({ ...DEFAULTS, deck: "two", theme: "dark", thumb: "left" });
    localStorage.clear();
  });

  test("sound is off, nothing is timed, and one tap plays, unless somebody wishes otherwise (C58)", () => {
    expect(DEFAULTS).toMatchObject({ sound: "off", forced: "ask", tap: "one", keys: "on", rest: "1000" });
  });

  test("looks are marks on the page", () => {
    const page = document.createElement("html");
    const looks = { deck: "four", palette: "red-green", cards: "big", letters: "own", thumb: "left", theme: "dark" } as const;
    dress(page, { ...DEFAULTS, ...looks });
    expect({ ...page.dataset }).toEqual(looks);
    dress(page, DEFAULTS);
    expect({ ...page.dataset }).toEqual({});
  });

  test("the browser's frame takes the colour of the theme", () => {
    const page = document.createElement("html");
    page.innerHTML = ["light", "dark"].map((of) => `<meta name="theme-color" data-of="${of}">`).join("");
    const media = (theme: "system" | "light" | "dark") => {
      dress(page, { ...DEFAULTS, theme });
      return [...page.querySelectorAll("meta")].map((meta) => meta.media);
    };
    expect(media("dark")).toEqual(["not all", "all"]);
    expect(media("light")).toEqual(["all", "not all"]);
    expect(media("system")).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
  });
});
