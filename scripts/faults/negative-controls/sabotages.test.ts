// The long run of faults is not part of every check: that its sabotages still fit the code is.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SABOTAGES } from "./sabotages.ts";

test.each(Object.entries(SABOTAGES))("the sabotage %s finds its place in the code", (_, edits) => {
  const sources = new Map<string, string>();
  for (const { file, from, to } of edits) {
    const source = sources.get(file) ?? readFileSync(new URL(`../../../src/${file}`, import.meta.url), "utf8");
    expect(source, `${file}: ${from}`).toContain(from);
    sources.set(
      file,
      source.replaceAll(from, () => to),
    );
  }
});
