import { describe, expect, it } from "vitest";
import { creatureWith, hours, idThat, livingAt, speciesWith } from "../../../../test/lives/creatures.ts";
import { adopt, hatch } from "../care/adoption.ts";
import { applyCare } from "../care/care.ts";
import { CARE_ACTIONS } from "../creature/creature.ts";
import { HOUR_MS } from "./durations.ts";
import { afterWaking, isAsleepAt, nextWakingInstant, sleepStretches, sleeperOf } from "./sleep.ts";
import { isZone, localHourAt } from "./zone.ts";

/** Nights around every offset change that the rules must handle, and ordinary nights in zones without such changes. */
const NIGHTS = [
  { zone: "UTC", edge: "2026-06-01T00:00Z", nightHours: 8 },
  { zone: "Asia/Kolkata", edge: "2026-06-01T00:00Z", nightHours: 8 },
  { zone: "America/New_York", edge: "2026-03-08T07:00Z", nightHours: 7 },
  { zone: "America/New_York", edge: "2026-11-01T06:00Z", nightHours: 9 },
  { zone: "Europe/London", edge: "2026-03-29T01:00Z", nightHours: 7 },
  { zone: "Europe/London", edge: "2026-10-25T01:00Z", nightHours: 9 },
  // Lord Howe changes by half an hour, so the hour of the change lasts one and a half hours or half an hour.
  { zone: "Australia/Lord_Howe", edge: "2026-04-04T15:00Z", nightHours: 9 },
  { zone: "Australia/Lord_Howe", edge: "2026-10-03T15:30Z", nightHours: 8 },
  // Samoa skipped December 30: the 29th was followed by the 31st.
  { zone: "Pacific/Apia", edge: "2011-12-30T10:00Z", nightHours: 8 },
  { zone: "Pacific/Apia", edge: "2026-06-01T10:00Z", nightHours: 8 },
] as const;

function localClock(zone: string, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** Returns the instants from 18 hours before an edge to 18 hours after it, every ten minutes. */
function around(edge: string): number[] {
  const centre = Temporal.Instant.from(edge).epochMilliseconds;
  return Array.from({ length: 216 }, (_, index) => centre + (index - 108) * 600_000);
}

describe("sleep", () => {
  it.each(NIGHTS)(
    "SLEEP-1, TIME-3: $zone around $edge sleeps only from 22:00 to 06:00 local time",
    ({ zone, edge }) => {
      let asleep = 0;
      for (let number = 0; number < 40; number++) {
        const sleeper = sleeperOf({ id: `sleeper-${number}`, zone });
        for (const at of around(edge)) {
          const { hour } = localClock(zone, at);
          expect(localHourAt(zone, at).hour).toBe(hour);
          if (!isAsleepAt(sleeper, at)) continue;
          asleep++;
          expect(hour >= 22 || hour < 6).toBe(true);
        }
      }
      expect(asleep).toBeGreaterThan(0);
    },
  );

  it.each(NIGHTS)(
    "SLEEP-1, SLEEP-2: $zone around $edge sleeps or wakes for whole hours",
    ({ zone, edge, nightHours }) => {
      // The night that contains the edge, from one noon to the next.
      const centre = localClock(zone, Temporal.Instant.from(edge).epochMilliseconds);
      const noon = centre.subtract({ hours: 12 }).withPlainTime("12:00").epochMilliseconds;
      const starts = new Set<number>();
      for (let at = noon; at < noon + 24 * HOUR_MS; at += 60_000) {
        const { hour, startsAt, endsAt } = localHourAt(zone, at);
        expect(startsAt).toBeLessThanOrEqual(at);
        expect(endsAt).toBeGreaterThan(at);
        expect(endsAt - startsAt).toBeLessThanOrEqual(HOUR_MS);
        if (hour >= 22 || hour < 6) starts.add(startsAt);
        const sleeper = sleeperOf({ id: "whole", zone });
        expect(isAsleepAt(sleeper, at)).toBe(isAsleepAt(sleeper, startsAt));
      }
      expect(starts.size).toBe(nightHours);
    },
  );

  it("TIME-3: only zones that the calendar knows are accepted", () => {
    for (const zone of ["UTC", "Europe/Berlin", "Asia/Kathmandu"]) expect(isZone(zone)).toBe(true);
    for (const zone of ["Mars/Phobos", "", "Europe/Berlin; drop"]) expect(isZone(zone)).toBe(false);
  });

  it("SLEEP-2: sleep is decided separately for each occurrence of a repeated hour", () => {
    const first = Date.UTC(2026, 10, 1, 5);
    const second = Date.UTC(2026, 10, 1, 6);
    expect(localHourAt("America/New_York", first).hour).toBe(1);
    expect(localHourAt("America/New_York", second).hour).toBe(1);
    const differs = Array.from({ length: 40 }, (_, number) =>
      sleeperOf({ id: `n${number}`, zone: "America/New_York" }),
    );
    expect(differs.some((sleeper) => isAsleepAt(sleeper, first) !== isAsleepAt(sleeper, second))).toBe(true);
  });

  it("SLEEP-2: an offset change within an hour (Lord Howe) starts a new hour", () => {
    const change = Date.UTC(2026, 3, 4, 15);
    expect(localHourAt("Australia/Lord_Howe", change - 1)).toEqual({
      hour: 1,
      startsAt: change - HOUR_MS,
      endsAt: change,
    });
    expect(localHourAt("Australia/Lord_Howe", change)).toEqual({
      hour: 1,
      startsAt: change,
      endsAt: change + HOUR_MS / 2,
    });
  });

  it("SLEEP-1: creatures sleep through about a third of all night hours", () => {
    let asleep = 0;
    const total = 3000 * 8;
    for (let number = 0; number < 3000; number++) {
      const sleeper = sleeperOf({ id: `third-${number}`, zone: "UTC" });
      for (let hour = 22; hour < 30; hour++) if (isAsleepAt(sleeper, Date.UTC(2026, 5, 1, hour))) asleep++;
    }
    expect(asleep / total).toBeGreaterThan(0.32);
    expect(asleep / total).toBeLessThan(0.347);
  });

  it.each(NIGHTS)(
    "SLEEP-3, TIME-3, DECAY-1: $zone around $edge halves decay asleep, by elapsed time",
    ({ zone, edge }) => {
      const from = around(edge)[0] ?? 0;
      const egg = adopt({ id: `decay ${zone}`, name: "Pip", species: speciesWith(), zone, at: from });
      const creature = hatch(egg, from);
      const sleeper = sleeperOf(creature);
      let effective = 0;
      for (const at of around(edge).slice(0, 180)) effective += isAsleepAt(sleeper, at) ? 1 / 12 : 1 / 6;
      const { stats } = livingAt(creature, from + 30 * HOUR_MS).creature;
      expect(stats.hunger).toBeCloseTo(100 - 1.6 * effective, 9);
      expect(stats.happiness).toBeCloseTo(100 - 0.8 * effective, 9);
    },
  );

  it.each(NIGHTS)("MECH-6, TIME-3: $zone around $edge doubles care from 0:00 to 6:00 local time", ({ zone, edge }) => {
    const owl = { id: `owl ${zone}`, name: "Pip", species: speciesWith({ mechanic: "night" }), zone };
    let byNight = 0;
    for (const at of around(edge)) {
      const outcome = applyCare(hatch(adopt({ ...owl, at }), at), "reflect", undefined, at);
      if (outcome.kind !== "done") throw new Error("reflect is never refused");
      const night = localClock(zone, at).hour < 6;
      if (night) byNight++;
      expect(outcome.creature.stats.trust).toBe(night ? 24 : 21);
    }
    expect(byNight).toBeGreaterThan(0);
  });

  it("SLEEP-4: a sleeper refuses everything but reflect", () => {
    const night = Date.UTC(2026, 5, 1, 23, 30);
    const creature = creatureWith({ id: idThat({ asleep: [night] }) });
    for (const action of CARE_ACTIONS) {
      const outcome = applyCare(creature, action, undefined, night);
      expect(outcome.kind).toBe(action === "reflect" ? "done" : "refused");
    }
  });

  it("SLEEP-4: the action sleep does not cause sleep", () => {
    const creature = creatureWith();
    const outcome = applyCare(creature, "sleep", undefined, creature.asOf + hours(1));
    expect(outcome.kind).toBe("done");
    expect(livingAt(outcome.creature, creature.asOf + hours(1) + 1).asleep).toBe(false);
  });

  it("SLEEP-1: sleep stretches have no gaps and agree with every instant", () => {
    for (const { zone, edge } of NIGHTS) {
      const sleeper = sleeperOf({ id: "gapless", zone });
      const instants = around(edge);
      const [from = 0] = instants;
      const to = instants.at(-1) ?? 0;
      const stretches = sleepStretches(sleeper, from, to);
      expect(stretches[0]?.from).toBe(from);
      expect(stretches.at(-1)?.until).toBe(to);
      stretches.forEach((stretch, index) => {
        const next = stretches[index + 1];
        if (next === undefined) return;
        expect(stretch.until).toBe(next.from);
        expect(stretch.asleep).not.toBe(next.asleep);
      });
      for (const at of instants.slice(0, -1)) {
        const stretch = stretches.find(({ from: start, until }) => start <= at && at < until);
        expect(stretch?.asleep).toBe(isAsleepAt(sleeper, at));
      }
    }
  });

  it("SLEEP-1, FEED-2: waking time equals a minute-by-minute count", () => {
    const sleeper = sleeperOf({ id: "waking", zone: "Europe/London" });
    const from = Temporal.Instant.from("2026-10-24T20:00Z").epochMilliseconds;
    let waking = 0;
    for (let at = from; at < from + 20 * HOUR_MS; at += 60_000) {
      if (isAsleepAt(sleeper, at)) {
        expect(nextWakingInstant(sleeper, at)).toBeGreaterThan(at);
        continue;
      }
      expect(nextWakingInstant(sleeper, at)).toBe(at);
      waking += 60_000;
      expect(afterWaking(sleeper, from, waking)).toBe(at + 60_000);
    }
  });
});
