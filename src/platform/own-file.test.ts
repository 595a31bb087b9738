// Tests that a missing file of this package is reported where the code names it.
import { expect, test } from "vitest";
import { ownFile } from "./own-file.ts";

test("an existing file's URL is returned, and a missing one throws", () => {
  const here = new URL("own-file.ts", import.meta.url);
  expect(ownFile(here)).toBe(here);
  expect(() => ownFile(new URL("missing.json", import.meta.url))).toThrow(/ENOENT.*missing\.json/);
});
