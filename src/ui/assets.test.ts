// Tests that index.css imports every stylesheet, because others would never be served, and that the script stays small.
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

test("the stylesheet imports every style file once", () => {
  const folder = join(import.meta.dirname, "style");
  const imported = readFileSync(join(folder, "index.css"), "utf8").matchAll(/^@import "(.+)";$/gm);
  const all = globSync("**/*.css", { cwd: join(import.meta.dirname, "..") }).map((file) => relative("ui/style", file));
  const files = all.filter((file) => file !== "index.css");
  expect(Array.from(imported, ([, file]) => file ?? "").toSorted()).toEqual(files.toSorted());
});

test("the script of open pages is as small as docs/pages.md says", () => {
  const said = /Its script \(`src\/ui\/browser\/`, less than (?<most>\d+) KB compressed\)/;
  const { most } = said.exec(readFileSync("docs/pages.md", "utf8"))?.groups ?? {};
  const script = readFileSync(join(import.meta.dirname, "generated", "live.js"));
  expect(gzipSync(script).length).toBeLessThan(Number(most) * 1000);
});
