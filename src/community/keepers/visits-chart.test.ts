// Tests that the text alternative of the visits chart describes every mark and day.
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test } from "vitest";
import { iso } from "../../platform/clock.ts";
import { OWNER_MARKS, visitsBand } from "./visits-chart.ts";

const TODAY = Date.UTC(2026, 10, 18);

test("every mark has its words, and every day lists its due meals", () => {
  const counts = { on_time: 1, late: 1, missed: 3, by_others: 0, early: 0 };
  const days = [
    { day: iso(TODAY - DAY_MS), expected: 5, ...counts },
    { day: iso(TODAY), expected: 0, ...counts, missed: 0 },
  ];
  const list = [
    { at: TODAY - DAY_MS + HOUR_MS, mark: "fed" },
    { at: TODAY - DAY_MS + 5 * HOUR_MS, mark: "late" },
    // The next two marks belong to one visit, which shows only the more informative one.
    { at: TODAY + 2 * HOUR_MS, mark: "came" },
    { at: TODAY + 2 * HOUR_MS + 60_000, mark: "fed" },
    { at: TODAY + 3 * HOUR_MS, mark: "came" },
  ] as const;
  const page = String(visitsBand({ list, record: { days }, now: TODAY + 4 * HOUR_MS }, OWNER_MARKS));
  const said = [...page.matchAll(/role="img" aria-label="(?<words>[^"]*)"/g)].map(({ groups }) => groups?.["words"]);
  expect(said).toHaveLength(14);
  expect(said.slice(-3)).toEqual([
    "Mon, Nov 16: no visit",
    "Tue, Nov 17: 01:00 fed, on time or early; 05:00 fed late. Feeding windows met: 2 of 5",
    "Wed, Nov 18: 02:00 fed, on time or early; 03:00 came but did not feed",
  ]);
  expect(page.match(/class="short">[^<]*/g)).toEqual(['class="short">2 of 5']);
});
