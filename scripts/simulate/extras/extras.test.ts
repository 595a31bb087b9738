// A short piece of `npm run simulate -- --extras`, which the full check plays in whole.
import { expect, test } from "vitest";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { keptBy } from "./keepers.ts";

const DAYS = 8;

test("WISH-6: wishes that are ignored, or granted by neutral items, leave a life as it is; approved meals cost no visit", () => {
  for (const species of CATALOG.filter((_, index) => index % 12 === 5)) {
    const without = keptBy("without", species, 1, DAYS);
    const plainly = keptBy("plainly", species, 1, DAYS);
    const lovingly = keptBy("lovingly", species, 1, DAYS);
    expect(keptBy("ignores", species, 1, DAYS)).toEqual({ ...without, wished: DAYS });
    expect(plainly).toEqual({ ...without, wished: DAYS, granted: DAYS });
    expect(lovingly).toMatchObject({ alive: true, late: 0, granted: DAYS });
    expect(lovingly.digest).not.toBe(without.digest);
    expect(lovingly.visits).toBeLessThanOrEqual(without.visits);
  }
});
