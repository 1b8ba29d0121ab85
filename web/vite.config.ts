import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
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

export default defineConfig({
  base: "/static/",
  plugins: [spokenSections, svelte(), svelteTesting()],
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
        worker: at("src/worker/worker.ts"),
      },
    },
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    restoreMocks: true,
  },
});
