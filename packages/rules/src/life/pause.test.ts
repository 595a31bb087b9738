// Tests pauses and restorations (TIME-8, AMNESTY rules).
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOutages } from "../../../../test/lives/arbitrary-life.ts";
import { T0, caredFor, creatureWith, deadOf, hours, livingAt } from "../../../../test/lives/creatures.ts";
import { courseOf } from "./course.ts";
import { ageMsAt } from "../creature/creature.ts";
import { postMortem } from "./death.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { recommendedPosition } from "./feeding.ts";
import { pausesSince, restoreFromOutage, moveAcrossOutages } from "./pause.ts";
import { resurrect, resurrectionOffer, returnClosesAt, returnableSince } from "../care/resurrection.ts";
import { settle } from "./settle.ts";
import { instantAfter, mergeSpans, toCalendar, overlapMs } from "../time/span.ts";

function away(fromHours: number, untilHours: number) {
  return { from: T0 + hours(fromHours), until: T0 + hours(untilHours) };
}

describe("time that does not count", () => {
  it("TIME-8: a pause moves every clock by its length, and age stands still", () => {
    const fed = caredFor(creatureWith(), "feed", T0 + hours(3));
    const life = moveAcrossOutages(fed, [away(4, 14)], T0 + hours(15));
    const before = settle(fed, T0 + hours(4));
    expect(life).toEqual({
      ...before,
      asOf: before.asOf + hours(10),
      lastFedAt: before.lastFedAt + hours(10),
      lastCleanedAt: before.lastCleanedAt + hours(10),
      lastCheckedAt: before.lastCheckedAt + hours(10),
      lastCareAt: before.lastCareAt + hours(10),
      rhythmSince: before.lastCareAt + hours(10),
      stillMs: hours(10),
      pauses: [{ kind: "amnesty", ...away(4, 14) }],
    });
    expect(livingAt(life, T0 + hours(15))).toMatchObject({ ageHours: 5, hoursSinceFed: 2 });
    expect(pausesSince(fed, life)).toEqual(life.pauses);
    expect(pausesSince(fed, fed)).toEqual([]);
  });

  it("TIME-8: overlapping spans count once", () => {
    const spans = [away(5, 9), away(1, 3), away(2, 6), away(20, 20), away(9, 10), away(12, 13)];
    expect(mergeSpans(spans)).toEqual([away(1, 10), away(12, 13)]);
    expect(overlapMs(mergeSpans(spans), T0 + hours(2), T0 + hours(12.5))).toBe(hours(8.5));
    expect(instantAfter(mergeSpans(spans), T0, hours(1))).toBe(T0 + hours(1));
    expect(instantAfter(mergeSpans(spans), T0, hours(1) + 1)).toBe(T0 + hours(10) + 1);
    expect(instantAfter(mergeSpans(spans), T0 + hours(4), hours(3))).toBe(T0 + hours(14));
    const [first] = mergeSpans(spans);
    if (first === undefined) throw new Error("the list is empty");
    expect([T0, T0 + hours(10) + 1].map((at) => toCalendar([first], at))).toEqual([T0 - hours(9), T0 + hours(10) + 1]);
  });

  it("TIME-8, RESP-1: a pause moves the cycle's recommended check-in", () => {
    const fed = caredFor(creatureWith(), "feed", T0 + hours(3));
    const life = moveAcrossOutages(fed, [away(4, 5)], T0 + hours(6));
    expect(recommendedPosition(life)).toBe(recommendedPosition(fed));
    expect(livingAt(life, T0 + hours(5)).checkIn.at).toBe(livingAt(fed, T0 + hours(4)).checkIn.at + hours(1));
  });

  it("AMNESTY-2: only outages after the last event of a life count", () => {
    const fed = caredFor(creatureWith(), "feed", T0 + hours(3));
    expect(moveAcrossOutages(fed, [away(1, 3)], T0 + hours(4))).toBe(fed);
    expect(moveAcrossOutages(fed, [away(1, 5)], T0 + hours(6)).stillMs).toBe(hours(2));
    expect(moveAcrossOutages(fed, [away(6, 7)], T0 + hours(6))).toBe(fed);
  });

  it("AMNESTY-2: an outage of ten hours delays death by ten hours", () => {
    const creature = creatureWith();
    const { death } = courseOf(creature);
    const life = moveAcrossOutages(creature, [away(30, 40)], T0 + hours(41));
    expect(settle(creature, T0 + hours(41)).death).toEqual(death);
    expect(settle(life, T0 + hours(41)).death).toBeNull();
    expect(courseOf(life).death).toEqual({ ...death, at: death.at + hours(10) });
  });

  it("AMNESTY-3: a death before an outage keeps its own instant", () => {
    const creature = creatureWith();
    const { death } = courseOf(creature);
    const outages = [away(1, 2), { from: death.at + hours(1), until: death.at + hours(30) }];
    const life = moveAcrossOutages(creature, outages, death.at + hours(40));
    expect(settle(life, death.at + hours(40)).death?.at).toBe(death.at + hours(1));
    const later = [{ from: death.at, until: death.at + hours(30) }];
    expect(moveAcrossOutages(creature, later, death.at + hours(40))).toBe(creature);
  });

  it("AMNESTY-4: a restored creature continues from the start of the outage", () => {
    fc.assert(
      fc.property(arbitraryOutages, fc.nat(100 * HOUR_MS), ({ creature }, laterMs) => {
        const { death } = courseOf(creature);
        const outage = { from: death.at - Math.min(death.at - creature.asOf, hours(3)), until: death.at + hours(1) };
        const now = outage.until + laterMs;
        const back = restoreFromOutage(creature, outage, now);
        if (back === null) throw new Error("the creature was not restored");
        const before = settle(creature, outage.from);
        expect(back).toMatchObject({ death: null, asOf: now, restorations: 1, resurrections: creature.resurrections });
        expect(back.stats).toEqual(before.stats);
        expect(ageMsAt(back, now)).toBe(ageMsAt(before, outage.from));
        expect(settle(back, now).death).toBeNull();
        expect(restoreFromOutage(creature, { from: death.at, until: now + 1 }, now)).toBeNull();
      }),
    );
  });

  it("AMNESTY-5: outages do not count toward the resurrection deadline", () => {
    const dead = settle(creatureWith(), T0 + hours(100));
    if (dead.death === null) throw new Error("the creature is still alive");
    const diedAt = dead.death.at;
    const outages = [
      { from: diedAt - hours(5), until: diedAt + hours(1) },
      { from: diedAt + hours(50), until: diedAt + hours(60) },
      { from: diedAt + 30 * DAY_MS, until: diedAt + 31 * DAY_MS },
    ];
    const closesAt = diedAt + 7 * DAY_MS + hours(11);
    expect(returnClosesAt(diedAt, outages)).toBe(closesAt);
    expect(resurrectionOffer(dead, closesAt, outages)).toMatchObject({ possible: true, closesAt });
    expect(resurrectionOffer(dead, closesAt + 1, outages)).toMatchObject({ possible: false });
    expect(resurrectionOffer(dead, closesAt)).toMatchObject({ possible: false });
    expect(returnableSince(closesAt, outages)).toBeLessThanOrEqual(diedAt);
    expect(returnableSince(closesAt, [])).toBe(closesAt - 7 * DAY_MS);
  });

  it("BACK-4, TIME-8: age excludes death and pauses alike", () => {
    const life = moveAcrossOutages(creatureWith(), [away(2, 12)], T0 + hours(13));
    const dead = settle(life, T0 + hours(100));
    const back = resurrect(deadOf(dead), T0 + hours(100));
    expect(livingAt(back, T0 + hours(101)).ageHours).toBe(37);
  });

  it("DEATH-6, FEED-6: windows missed after an outage have calendar dates", () => {
    fc.assert(
      fc.property(arbitraryOutages, ({ creature, outages }) => {
        const life = moveAcrossOutages(creature, outages, creature.asOf + 200 * HOUR_MS);
        const { death, misses } = courseOf(life);
        const told = postMortem(life, deadOf(settle(life, death.at))).filter(({ event }) => event === "window_missed");
        const dates = told.map(({ at }) => at);
        if (life.missedThisCycle === 0) expect(dates).toEqual(misses);
        else expect(dates).toEqual(expect.arrayContaining([...misses]));
      }),
    );
  });

  it("DEATH-6: a post-mortem lists an outage of the service", () => {
    const life = moveAcrossOutages(creatureWith(), [away(2, 12)], T0 + hours(13));
    const dead = settle(life, T0 + hours(100));
    if (dead.death === null) throw new Error("the creature is still alive");
    const told = postMortem(life, dead);
    expect(told).toContainEqual({
      at: T0 + hours(2),
      event: "service_away",
      note: "The service was down for 10 hours, which do not count.",
    });
    expect(told.find(({ event }) => event === "last_care")?.at).toBe(T0);
    expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted((a, b) => a - b));
  });
});
