// Tests when an agent with a declared period counts as silent.
import { describe, expect, it } from "vitest";
import { HABITS, measureSilence } from "../../../../scripts/simulate/silence.ts";
import { HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { periodOf, silentAt } from "./silence.ts";

const at = (minutes: number) => minutes * MINUTE_MS;

describe("silence", () => {
  it("SILENT-2: the grace is declared, or one period plus 15 minutes", () => {
    expect(periodOf(30, 5)).toEqual({ everyMinutes: 30, graceMinutes: 5 });
    expect(periodOf(30)).toEqual({ everyMinutes: 30, graceMinutes: 45 });
    expect(periodOf(2_880)).toEqual({ everyMinutes: 2_880, graceMinutes: 1_440 });
    expect(silentAt(periodOf(30), at(7), [], () => null)).toBe(at(7 + 75));
  });

  it("SILENT-3: outages do not count, and agents get half an hour after them", () => {
    const outage = { from: at(40), until: at(160) };
    expect(silentAt(periodOf(60), 0, [outage], () => null)).toBe(at(135 + 120));
    expect(silentAt(periodOf(60), 0, [{ from: at(130), until: at(140) }], () => null)).toBe(at(170));
    expect(silentAt(periodOf(5, 5), at(150), [outage], () => null)).toBe(at(190));
    // An outage before the last sign changes nothing.
    expect(silentAt(periodOf(60), at(500), [outage], () => null)).toBe(at(635));
  });

  it("SILENT-2: regular agents cause fewer than 0.3 false alarms a month", () => {
    for (const habit of HABITS) {
      const agents = Array.from({ length: 20 }, (_, nth) => measureSilence(habit, nth, 5));
      const alarms = agents.reduce((sum, { falseAlarms }) => sum + falseAlarms, 0);
      expect(alarms / 100, habit.name).toBeLessThan(0.3);
      expect(agents.every(({ isInTime }) => isInTime)).toBe(true);
      expect(Math.max(...agents.map(({ longestMs }) => longestMs))).toBeGreaterThan(habit.everyMinutes * MINUTE_MS);
    }
    expect(HABITS.map(({ everyMinutes }) => (everyMinutes * MINUTE_MS) / HOUR_MS)).toEqual([0.5, 1, 4, 12]);
  });
});
