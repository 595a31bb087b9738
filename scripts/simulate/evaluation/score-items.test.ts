// Enforces the accuracy targets of the judge with the real model. `node scripts/simulate/items.ts` prints the figures, the tuning
// half and every miss.
import { expect, test } from "vitest";
import { drawn } from "../../../test/tier.ts";
import { categorySets, everydaySets } from "./item-sets.ts";
import { judgeInProcess } from "./judge-in-process.ts";
import { agreement, categoryFaults, everydayCounts, everydayFaults, judgeSet } from "./score-items.ts";

const judge = await judgeInProcess();

/** How many dangers and kind things a set must have, so that no target is reached by an empty one. */
const SIZES: Readonly<Record<string, readonly [dangers: number, kind: number]>> = {
  "everyday a": [70, 345],
  "everyday b": [69, 305],
  "truth a": [417, 346],
  "truth b": [391, 340],
  "play session": [196, 219],
  fresh: [84, 100],
};

/** The halves that the judge was tuned on, and can hardly fail, wait for the full check. */
const isUntuned = ({ name }: { readonly name: string }): boolean => !name.endsWith(" a");

test.each(drawn(everydaySets(), isUntuned))(
  "ITEM-10: dangers and kind things of the set $name are told apart",
  async (set) => {
    const counts = everydayCounts(await judgeSet(judge, set));
    expect(everydayFaults(set, counts)).toEqual([]);
    expect([counts["dangers liked"]?.of, counts["kind harmful"]?.of]).toEqual(SIZES[set.name]);
  },
);

test("ITEM-10: the targets of a set can be missed", () => {
  const one = { species: "housecat", action: "feed", item: "x", score: 0.5, reason: "" } as const;
  const counts = everydayCounts([
    { ...one, label: "dangerous", effect: "liked" },
    { ...one, label: "good", effect: "harmful" },
  ]);
  for (const set of everydaySets()) expect(everydayFaults(set, counts)).toHaveLength(4);
});

test.each(drawn(categorySets(), isUntuned))("ITEM-10: the set $name is judged as well as before", async (set) => {
  expect(categoryFaults(set, agreement(await judgeSet(judge, set)))).toEqual([]);
});
