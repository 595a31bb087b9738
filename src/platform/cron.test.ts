// Tests which cron expressions are accepted, and when they run across daylight saving changes.
import { expect, test } from "vitest";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { fitOf, runsFrom, scheduleFrom } from "./cron.ts";

const NOW = Date.UTC(2026, 10, 19);

test.each([
  "0 9 * * 1-5",
  "*/30 8-21 * * *",
  "0 9 * * MON",
  "0 9 * * 7",
  "0 0 1 * *",
  "0 9 13 * 5",
  "*/5 * * * *",
  // The times 0 and 58 are close only across hours that do not both have runs.
  "0,58 9 * * *",
  "0,58 */2 * * *",
  // December has no run, but the gap is only 32 days.
  "0 9 * 1-11 *",
])("SCHED-1: %s is accepted", (cron) => {
  expect(scheduleFrom(cron, "europe/berlin", 60, NOW)).toMatchObject({ cron, zone: "Europe/Berlin" });
});

const RARE = "must name a run every five weeks or more often";
const OFTEN = "must leave 5 minutes between runs";
const FIELDS = "must have five fields, such as 0 9 * * 1-5";
const UNREAD = "has a field that cannot be read. 0 9 * * 1-5 is on weekdays at 9:00";
test.each([
  ...["0 0 30 2 *", "1 1 1 1 *", "0 9 * 1-6 *", "*/30 * * 1 *", "0 9 29 * *", "0 0 29 2 *"].map((cron) => [cron, RARE]),
  ...["* * * * *", "*/7 * * * *", "0,58 * * * *", "0,58 23,0 * * *", "0,3 9 * * 1"].map((cron) => [cron, OFTEN]),
  ...["@daily", "0 9 L * *", "0 9 * * 1#2", "0 9 * *", "0 0 9 * * 1", "", "0 9 * * ?"].map((cron) => [cron, FIELDS]),
  ...["99 9 * * *", "0 9 * * xyz", "0 24 * * *"].map((cron) => [cron, UNREAD]),
])("SCHED-1: %s is refused because it %s", (cron = "", why) => {
  expect(scheduleFrom(cron, "UTC", 60, NOW)).toBe(why);
});

test("SCHED-1: an unknown time zone is refused", () => {
  for (const zone of ["Mars/Base", "+02:00", ""])
    expect(scheduleFrom("0 9 * * *", zone, 60, NOW)).toMatch(/^needs an IANA zone/);
});

test("FIT-1, FIT-4: the fit of frequent schedules is cheap to compute", () => {
  const started = process.cpuUsage();
  const count = 10;
  for (let nth = 0; nth < count; nth++) {
    const at = NOW + nth * DAY_MS;
    expect(scheduleFrom("*/5 * * * *", "Europe/Berlin", 60, at)).toBeTypeOf("object");
    expect(fitOf({ cron: "*/5 * * * *", zone: "Europe/Berlin" }, at)).toMatchObject({ species: "housecat" });
  }
  const { user, system } = process.cpuUsage(started);
  // Takes about 3 ms on an idle machine.
  expect((user + system) / 1000 / count).toBeLessThan(20);
});

test("a skipped hour delays its run, and a repeated hour runs once", () => {
  const runs = (from: number) =>
    runsFrom({ cron: "30 2 * * *", zone: "Europe/Berlin" }, from, { count: 3 }).map((at) => new Date(at).toISOString());
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
