// Tests the packs, their prices, and the choice of a pack for a shortfall.
import { expect, test } from "vitest";
import { PACKS, packCovering, priceOf } from "./packs.ts";

test("the packs have the documented prices", () => {
  expect(PACKS.map((pack) => [pack.id, pack.credits, priceOf(pack)])).toEqual([
    ["100", 100, "$1.00"],
    ["500", 500, "$4.00"],
    ["1000", 1000, "$7.00"],
  ]);
});

test.each([
  [1, "100"],
  [100, "100"],
  [101, "500"],
  [500, "500"],
  [501, "1000"],
  [13_000, "1000"],
])("a shortfall of %d leads to pack %s", (shortfall, id) => {
  expect(packCovering(shortfall).id).toBe(id);
});
