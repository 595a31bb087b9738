// Counting living creatures by one of their attributes.
import { expect, test } from "vitest";
import { tallied } from "./living-list.ts";

test("species are counted by their slug, whatever it is", () => {
  const counts = tallied(["constructor", "housecat", "constructor", "__proto__"]);
  expect(Object.entries(counts)).toEqual([
    ["constructor", 2],
    ["housecat", 1],
    ["__proto__", 1],
  ]);
});
