// A stylesheet that index.css does not import would never be served.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the stylesheet imports every file below style/ once", () => {
  const folder = new URL("style/", import.meta.url);
  const imported = readFileSync(new URL("index.css", folder), "utf8").matchAll(/^@import "(.+)";$/gm);
  const files = globSync("**/*.css", { cwd: folder }).filter((file) => file !== "index.css");
  expect(Array.from(imported, ([, file]) => file ?? "").toSorted()).toEqual(files.toSorted());
});
