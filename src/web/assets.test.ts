// A stylesheet that index.css does not import would never be served.
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

test("the stylesheet imports every file of styles once", () => {
  const folder = join(import.meta.dirname, "style");
  const imported = readFileSync(join(folder, "index.css"), "utf8").matchAll(/^@import "(.+)";$/gm);
  const all = globSync("**/*.css", { cwd: import.meta.dirname }).map((file) => relative("style", file));
  const files = all.filter((file) => file !== "index.css");
  expect(Array.from(imported, ([, file]) => file ?? "").toSorted()).toEqual(files.toSorted());
});
