// Loaded before the service with `--import`: takes the migrations from the folder that MIGRATIONS_DIR names, so that a test can
// add some that take their time.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const [from, to] = [
  `new URL("../../../migrations", import.meta.url)`,
  pathToFileURL(process.env["MIGRATIONS_DIR"] ?? ""),
];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/src/store/db/migrate.ts")) return loaded;
    if (loaded.source === undefined || loaded.source === null) throw new Error(`${url} has no source`);
    const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    if (!source.includes(from)) throw new Error(`${url} has no ${from}`);
    return { ...loaded, source: source.replace(from, JSON.stringify(to.href)) };
  },
});
