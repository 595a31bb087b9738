// A file of this code that is missing is an error where it is named.
import { expect, test } from "vitest";
import { ownFile } from "./own-file.ts";

test("a file that exists keeps its address; a missing one is refused", () => {
  const here = new URL("own-file.ts", import.meta.url);
  expect(ownFile(here)).toBe(here);
  expect(() => ownFile(new URL("missing.json", import.meta.url))).toThrow(/ENOENT.*missing\.json/);
});
