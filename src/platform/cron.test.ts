// Which cron expressions are taken, and when they next run where clocks change.
import { expect, test } from "vitest";
import { runsFrom, scheduleFrom } from "./cron.ts";

const NOW = Date.UTC(2026, 10, 19);

test.each(["0 9 * * 1-5", "*/30 8-21 * * *", "0 9 * * MON", "0 9 * * 7", "0 0 1 * *", "0 9 13 * 5"])(
  "SCHED-1: %s is taken",
  (cron) => {
    expect(scheduleFrom(cron, "europe/berlin", 60, NOW)).toMatchObject({ cron, zone: "Europe/Berlin" });
  },
);

test.each([
  "0 0 30 2 *",
  "1 1 1 1 *",
  "* * * * *",
  "*/7 * * * *",
  "@daily",
  "0 9 L * *",
  "0 9 * * 1#2",
  "99 9 * * *",
  "0 9 * *",
  "",
])("%s is refused in words", (cron) => {
  expect(scheduleFrom(cron, "UTC", 60, NOW)).toBeTypeOf("string");
});

test("a run in an hour that is left out comes right after it, and one in an hour that comes twice comes once", () => {
  const runs = (from: number) =>
    runsFrom({ cron: "30 2 * * *", zone: "Europe/Berlin" }, from, 3).map((at) => new Date(at).toISOString());
  expect(runs(Date.UTC(2027, 2, 27))).toEqual([
    "2027-03-27T01:30:00.000Z",
    "2027-03-28T01:00:00.000Z",
    "2027-03-29T00:30:00.000Z",
  ]);
  expect(runs(Date.UTC(2026, 9, 24))).toEqual([
    "2026-10-24T00:30:00.000Z",
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});
