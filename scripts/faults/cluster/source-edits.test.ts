// Tests every source edit, because the gate runs only a few negative controls.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { SOURCE_EDITS } from "./source-edits.ts";

test.each(Object.entries(SOURCE_EDITS))('the source edit "%s" matches and leaves valid syntax', (_, edits) => {
  const sources = new Map<string, string>();
  for (const { file, from, to } of edits) {
    const source = sources.get(file) ?? readFileSync(new URL(`../../../src/${file}`, import.meta.url), "utf8");
    expect(source, `${file}: ${from}`).toContain(from);
    sources.set(
      file,
      source.replaceAll(from, () => to),
    );
  }
  for (const [file, source] of sources) expect(() => stripTypeScriptTypes(source), file).not.toThrow();
});
