// Preloaded into a service (`--import`): applies the source edit that SOURCE_EDIT names, so that production code needs no switch.
import { registerHooks } from "node:module";
import { SOURCE_EDITS } from "./source-edits.ts";

const name = process.env["SOURCE_EDIT"] ?? "";
const selected = SOURCE_EDITS[name];
if (selected === undefined) throw new Error(`there is no source edit "${name}"`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const edits = selected.filter(({ file }) => url.endsWith(`/src/${file}`));
    if (edits.length === 0) return loaded;
    if (loaded.source === undefined || loaded.source === null) throw new Error(`${url} has no source`);
    let source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    for (const { file, from, to } of edits) {
      if (!source.includes(from)) throw new Error(`the source edit "${name}" does not match ${file}: ${from}`);
      source = source.replaceAll(from, () => to);
    }
    return { ...loaded, source };
  },
});
