// Loaded before the service (`--import`): takes one protection out of its source while it is read. So the code that runs
// in production has no switch for it, and a sabotage that no longer fits the code says so instead of doing nothing.
import { registerHooks } from "node:module";
import { SABOTAGES } from "./sabotages.ts";

const name = process.env["SABOTAGE"] ?? "";
const sabotage = SABOTAGES[name];
if (sabotage === undefined) throw new Error(`there is no sabotage ${name}`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const edits = sabotage.filter(({ file }) => url.endsWith(`/src/${file}`));
    if (edits.length === 0) return loaded;
    if (loaded.source === undefined || loaded.source === null) throw new Error(`${url} has no source`);
    let source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    for (const { file, from, to } of edits) {
      if (!source.includes(from)) throw new Error(`the sabotage ${name} does not find its place in ${file}: ${from}`);
      source = source.replaceAll(from, () => to);
    }
    return { ...loaded, source };
  },
});
