import { mergeConfig } from "vite";
import client from "../../vite.config.ts";

export default mergeConfig(client, {
  base: "/",
  root: new URL("../..", import.meta.url).pathname,
  server: { open: false },
});
