import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Plugin as StylePlugin } from "postcss";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const at = (path: string) => new URL(path, import.meta.url).pathname;

/** The table speaks these sections; those of the pages and of the command line stay on the server. */
const SPOKEN = ["bots", "cards", "language", "players", "reasons", "table"];

const spokenSections: Plugin = {
  name: "spoken-sections",
  enforce: "pre",
  transform: {
    filter: { id: /openhearts\/words\/[\w-]+\.json$/ },
    handler: (text) => {
      const sections = Object.entries(JSON.parse(text) as object);
      return JSON.stringify(Object.fromEntries(sections.filter(([name]) => SPOKEN.includes(name))));
    },
  },
};

/**
 * Whoever has set larger letters in the browser gets all of it larger, as with its zoom: what
 * the style sheets measure in px, breakpoints included, follows the size of the text.
 */
const inTextSizes = (lengths: string) =>
  lengths.replace(/(\d*\.?\d+)px\b/g, (_, px: string) => `${Number((Number(px) / 16).toFixed(5))}rem`);

const followTextSize: StylePlugin = {
  postcssPlugin: "follow-text-size",
  Declaration: (declaration) => {
    if (declaration.value.includes("px")) declaration.value = inTextSizes(declaration.value);
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
    rolldownOptions: { input: { table: at("src/table/main.ts"), site: at("src/site/site.ts") } },
  },
  test: {
    environment: "jsdom",
    css: { include: [/tokens\.css/] },
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    restoreMocks: true,
  },
});
