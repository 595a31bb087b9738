// Enforces the judge's accuracy targets with the real model. `node scripts/simulate/items.ts` prints figures and misses.
import { expect, test } from "vitest";
import { drawn } from "../../../test/tier.ts";
import { categorySets, everydaySets } from "./item-sets.ts";
import { judgeInProcess } from "./judge-in-process.ts";
import { agreement, categoryFaults, everydayCounts, everydayFaults, judgeSet } from "./score-items.ts";

const judge = await judgeInProcess();

/** Number of dangers and kind things in each set, so that an empty set cannot meet its target. */
const SIZES: Readonly<Record<string, readonly [dangers: number, kind: number]>> = {
  "everyday a": [70, 345],
  "everyday b": [69, 305],
  "truth a": [417, 346],
  "truth b": [391, 340],
  "play session": [196, 219],
  fresh: [84, 100],
};

/** Excludes the halves on which the judge was tuned. They rarely fail, so they run only in the full check. */
const isUntuned = ({ name }: { readonly name: string }): boolean => !name.endsWith(" a");

test.each(drawn(everydaySets(), isUntuned))(
  "ITEM-10: the judge distinguishes dangers from kind things in $name",
  async (set) => {
    const counts = everydayCounts(await judgeSet(judge, set));
    expect(everydayFaults(set, counts)).toEqual([]);
    expect([counts["dangers liked"]?.of, counts["kind harmful"]?.of]).toEqual(SIZES[set.name]);
  },
);

test("ITEM-10: everydayFaults reports each exceeded limit", () => {
  const one = { species: "housecat", action: "feed", item: "x", score: 0.5, reason: "" } as const;
  const counts = everydayCounts([
    { ...one, label: "dangerous", effect: "liked" },
    { ...one, label: "good", effect: "harmful" },
  ]);
  for (const set of everydaySets()) expect(everydayFaults(set, counts)).toHaveLength(4);
});

test.each(drawn(categorySets(), isUntuned))(
  "ITEM-10: the judge meets its accuracy target on set $name",
  async (set) => {
    expect(categoryFaults(set, agreement(await judgeSet(judge, set)))).toEqual([]);
  },
);
