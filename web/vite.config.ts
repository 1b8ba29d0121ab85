import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Plugin as StylePlugin } from "postcss";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const at = (path: string) => new URL(path, import.meta.url).pathname;

/** What each page speaks; the rest, such as the words of other pages, stays on the server. */
const BOARD = ["cards", "language", "players", "table.region", "table.ring", "table.facts", "table.seat"];
const SPOKEN: Record<string, readonly string[]> = {
  table: ["bots", "cards", "language", "players", "reasons", "table"],
  screens: ["check", "gather", "help", "menu", "moon", "over", "scores", "sheet", "stand-in", "talk"].map((part) => `table.${part}`),
  example: BOARD,
  fairness: ["language", "players", "table.check"],
  learn: [
    ...BOARD,
    "reasons",
    ...["card", "log", "number", "over", "pass", "refused", "say", "sheet", "trick", "turn"].map((part) => `table.${part}`),
  ],
};

type Words = { [key: string]: Words | string };

/** These sections of a catalogue, and no others. */
function only(words: Words, paths: readonly string[]): Words {
  const chosen: Words = {};
  for (const path of paths) {
    const [section, part] = path.split(".") as [string, string?];
    const whole = words[section] as Words;
    chosen[section] = part ? { ...(chosen[section] as Words), [part]: whole[part]! } : whole;
  }
  return chosen;
}

/** Tests speak all of it at once. */
let inOne = false;

/** The words of a page. What only screens say that are loaded apart is loaded with them. */
function spoken(words: Words, page: string): Words {
  if (page !== "table" || inOne) return only(words, SPOKEN[page]!);
  const apart = SPOKEN["screens"]!.map((path) => path.split(".")[1]);
  const first = Object.entries(words["table"] as Words).filter(([part]) => !apart.includes(part));
  return only({ ...words, table: Object.fromEntries(first) }, SPOKEN[page]!);
}

const spokenSections: Plugin = {
  name: "spoken-sections",
  enforce: "pre",
  configResolved: ({ mode }) => {
    inOne = mode === "test";
  },
  transform: {
    filter: { id: /openhearts\/words\/[\w-]+\.json(\?\w+)?$/ },
    handler: (text, id) => {
      const [, page] = id.split("?");
      const code = JSON.stringify(spoken(JSON.parse(text) as Words, page ?? "table"));
      // With a question in its name it is no file of JSON to the bundler.
      return page ? { code: `export default JSON.parse(${JSON.stringify(code)})`, moduleType: "js" } : code;
    },
  },
};

/**
 * Whoever has set larger letters in the browser gets all of it larger, as with its zoom: what
 * the style sheets measure in px, breakpoints included, follows the size of the text.
 */
const inTextSizes = (lengths: string) =>
  lengths.replace(/(\d*\.?\d+)px\b/g, (_, px: string) => `${Number((Number(px) / 16).toFixed(5))}rem`);

/** Letters in a drawing are as large as the drawing makes them: its units are its own. */
const isDrawn = (rule: unknown) => /(^|\s)text(?![\w-])/.test((rule as { selector?: string }).selector ?? "");

const followTextSize: StylePlugin = {
  postcssPlugin: "follow-text-size",
  Declaration: (declaration) => {
    if (declaration.value.includes("px") && !isDrawn(declaration.parent))
      declaration.value = inTextSizes(declaration.value);
  },
  AtRule: (rule) => {
    if (rule.params.includes("px")) rule.params = inTextSizes(rule.params);
  },
};

export default defineConfig({
  base: "/static/",
  plugins: [spokenSections, svelte(), svelteTesting()],
  css: { postcss: { plugins: [followTextSize] } },
  resolve: { alias: { $words: at("../src/openhearts/words") } },
  server: { fs: { allow: [at("..")] } },
  build: {
    outDir: at("../src/openhearts/static"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // The policy allows no fonts or scripts in data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        table: at("src/table/main.ts"),
        site: at("src/site/site.ts"),
        opening: at("src/site/opening.ts"),
        worker: at("src/worker/worker.ts"),
        example: at("src/lessons/example.ts"),
        learn: at("src/lessons/learn.ts"),
        fairness: at("src/fairness/main.ts"),
      },
    },
  },
  test: {
    environment: "jsdom",
    css: { include: [/tokens\.css/] },
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    restoreMocks: true,
    // Whole deals are played: on a busy machine that takes its time.
    testTimeout: 30_000,
  },
});
