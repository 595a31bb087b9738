// The score of a run, with the example of docs/rules.md.
import { expect, test } from "vitest";
import { T0, caredFor, done, hours, idThat, livingOf, speciesWith } from "../../../test/lives/creatures.ts";
import { adopt, hatch, type Adoption } from "@denkeeper/rules/care/adoption.ts";
import { standStill } from "@denkeeper/rules/life/pause.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import type { LifeRecord, RunRecord, TrialEvent } from "./record.ts";
import { score } from "./score.ts";

const DAYS = 2;
/** Creatures that sleep in none of the nights, so that the hours of the examples are those of their clocks. */
const AWAKE = idThat({ awake: Array.from({ length: 24 * DAYS + 1 }, (_, hour) => T0 + hours(hour)) });

interface Life {
  readonly window: number;
  readonly meals: readonly number[];
  /** When the service is away, in hours. */
  readonly outage?: readonly [number, number];
}

const NOTHING = { until: null, uncheckedSince: null, action: null, isTask: false, timing: null } as const;

function event(kind: TrialEvent["kind"], at: number, more: Partial<TrialEvent> = {}): TrialEvent {
  return { ...NOTHING, kind, at, ...more };
}

/** A life whose meals come at these hours, and that is cleaned once a day. */
function lived({ window, meals, outage }: Life): { adoption: Adoption; life: LifeRecord } {
  const species = speciesWith({ feedingWindowHours: window, hungerDecayPerHour: 0.3 });
  const adoption = { id: AWAKE, name: "Alder", species, zone: "UTC", at: T0 };
  let creature = hatch(adopt(adoption), T0);
  const events = [event("adopt", T0), event("hatch", T0)];
  for (const meal of meals) {
    const at = T0 + hours(meal);
    if (outage !== undefined && meal >= outage[1] && !events.some(({ kind }) => kind === "amnesty")) {
      const span = { from: T0 + hours(outage[0]), until: T0 + hours(outage[1]) };
      creature = standStill(livingOf(settle(creature, span.from)), { kind: "amnesty", ...span });
      events.push(event("amnesty", span.from, { until: span.until }));
    }
    const { timing } = done(creature, "feed", at);
    creature = caredFor(creature, "feed", at);
    events.push(event("care", at, { action: "feed", timing }));
  }
  return { adoption, life: { events, lastCheckedAt: creature.lastCheckedAt } };
}

const SCENARIO = { name: "test", days: DAYS, places: [], blind: false, visits: 20, faults: null, ranked: false };
const DRAW = { seed: "test", zone: "UTC", startsAt: T0, endsAt: T0 + hours(24 * DAYS) };

function runOf(lives: readonly Life[], learningDays = 0): RunRecord {
  const all = lives.map(lived);
  const outages = lives.flatMap(({ outage }) =>
    outage === undefined ? [] : [{ from: T0 + hours(outage[0]), until: T0 + hours(outage[1]) }],
  );
  return {
    scenario: { ...SCENARIO, learningDays },
    draw: { ...DRAW, outages, adoptions: all.map(({ adoption }) => adoption) },
    lives: all.map(({ life }) => life),
    visits: [T0],
    calls: 96,
  };
}

const late: Life = { window: 6, meals: [4, 12, 16, 21, 26, 31, 36, 41, 46] };
const early: Life = { window: 20, meals: [8, 20, 36] };

test("TRIAL-11: an hour is on time when every creature is in a cycle whose meal was on time", () => {
  const both = score(runOf([late, early]));
  expect(both.feedings).toEqual({ early: 1, on_time: 10, late: 1, missed_window: 0 });
  expect(both.onTimeShare).toBe(0.75);
  expect(both.lifeShares).toEqual([40 / 48, 40 / 48]);
  expect(both.dayShares).toEqual([0.5, 1]);
  expect(both.callsPerCreatureDay).toBe(24);
});

test("TRIAL-11: a cycle that is open at the end was on time unless it is overdue", () => {
  expect(score(runOf([{ window: 24, meals: [24] }])).onTimeShare).toBe(1);
  expect(score(runOf([{ window: 20, meals: [20] }])).onTimeShare).toBe(20 / 48);
});

test("TRIAL-11: whoever dies has lost the rest", () => {
  const { events, ...rest } = lived({ window: 6, meals: [4, 8] }).life;
  const record = runOf([{ window: 6, meals: [4, 8] }]);
  const [adoption] = record.draw.adoptions;
  const fed = [4, 8].reduce(
    (creature, meal) => caredFor(creature, "feed", T0 + hours(meal)),
    hatch(adopt(adoption ?? { id: "", name: "", species: speciesWith(), zone: "UTC", at: T0 }), T0),
  );
  const { death } = settle(fed, T0 + hours(24 * 30));
  const longer = {
    ...record,
    scenario: { ...record.scenario, days: 30 },
    draw: { ...record.draw, endsAt: T0 + hours(24 * 30) },
    lives: [{ ...rest, events: [...events, event("death", death?.at ?? 0)] }],
  };
  const expected = { deaths: 1, passed: false, onTimeShare: 8 / 720, failures: 1, failedDays: 30 };
  expect(score(longer)).toMatchObject(expected);
});

test("TRIAL-11: outages are left out on both sides", () => {
  const away: Life = { window: 24, meals: [20, 36], outage: [10, 14] };
  const lost: Life = { window: 24, meals: [10, 30], outage: [2, 6] };
  expect(score(runOf([away])).onTimeShare).toBe(1);
  // Fed early at hour 10, of which four did not count.
  expect(score(runOf([lost])).onTimeShare).toBe((48 - 10) / (48 - 4));
});

test("TRIAL-11: where a meal counts later, one that was on time by the rules can be lost", () => {
  const record = runOf([{ window: 20, meals: [11, 26, 40] }]);
  const counted = { ...record, scenario: { ...record.scenario, countsFrom: 0.65 } };
  expect([score(record), score(counted)].map(({ onTimeShare }) => onTimeShare)).toEqual([1, (48 - 11) / 48]);
  expect(score(counted).feedings.on_time).toBe(3);
});

test("TRIAL-11: a creature that arrives later counts from the end of its grace on", () => {
  const record = runOf([early]);
  const graced = (hour: number) => score({ ...record, scenario: { ...record.scenario, graceHours: hour } });
  expect([0, 4, 8].map((hour) => graced(hour).onTimeShare)).toEqual([40 / 48, 44 / 48, 1]);
  expect([0, 4, 8].map((hour) => graced(hour).lifeShares[0])).toEqual([40 / 48, 40 / 44, 1]);
});

test("TRIAL-11: the share while visits lasted leaves out what came after the last one", () => {
  const record = runOf([{ window: 6, meals: [4, 8, 12, 16, 20, 24] }]);
  const told = (visits: number) =>
    score({ ...record, visits: [T0, T0 + hours(30)], scenario: { ...record.scenario, visits, tellsVisits: true } });
  expect(told(3)).toMatchObject({ onTimeShare: 0.5, shareWhileVisitsLasted: 0.5 });
  expect(told(2)).toMatchObject({ onTimeShare: 0.5, shareWhileVisitsLasted: 24 / 30 });
  expect(score(record)).not.toHaveProperty("shareWhileVisitsLasted");
});

test("TRIAL-12: a day fails when less than half of it was on time, and a run passes without a failed day or a death", () => {
  const good = score(runOf([late, early]));
  expect([good.failedDays, good.firstFailedDay, good.passed]).toEqual([0, null, true]);
  const bad = score(runOf([late, { window: 20, meals: [9, 20, 36] }, { window: 30, meals: [13, 29] }]));
  expect(bad.dayShares[0]).toBe(11 / 24);
  expect([bad.failedDays, bad.failures, bad.firstFailedDay, bad.passed]).toEqual([1, 1, 1, false]);
});

test("TRIAL-11: days in which something has to be found out first are not scored", () => {
  const scored = score(runOf([late, early], 1));
  expect([scored.onTimeShare, scored.scoredDays, scored.dayShares.length]).toEqual([1, 1, 1]);
  expect(scored.feedings.late).toBe(0);
});

test("TRIAL-11: a log that cannot have happened has no score", () => {
  const record = runOf([late]);
  const [life] = record.lives;
  const events = life?.events ?? [];
  const index = events.findIndex(({ timing }) => timing === "late");
  const forged = events.with(index, { ...(events[index] ?? event("care", T0)), timing: "on_time" });
  expect(() => score({ ...record, lives: [{ events: forged, lastCheckedAt: T0 }] })).toThrow(/was late, not on_time/);
});
