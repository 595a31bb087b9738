// What people are told over all histories of an agent that keeps, comes and does nothing, or stays away: no sentence is false,
// nothing is told twice, and no silence is slept through. The truth is computed here from the history alone.
import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { alertsAfter, type AlertState, type AlertMessage, type HouseMember } from "./alerts.ts";
import { periodOf, silentAt as silentAfter } from "./silence.ts";
import { lastSign, type ToldRun } from "./signs.ts";

type Mode = "keeps" | "idles" | "fails" | "away";
interface Stretch {
  readonly mode: Mode;
  readonly hours: number;
}
interface Moment {
  readonly at: number;
  readonly isSilent: boolean;
  readonly isBad: boolean;
  readonly lastSignAt: number;
}
interface Told extends AlertMessage {
  readonly at: number;
}

const PERIOD = periodOf(30);
const STEP_MS = 15 * MINUTE_MS;
/** Of a housecat. */
const [OPENS_MS, ENDS_MS, CRITICAL_MS, DIES_MS] = [2.5 * HOUR_MS, 5 * HOUR_MS, 17 * HOUR_MS, 60 * HOUR_MS];

/** Plays a history: a run every half hour unless it is away, and a look every quarter of an hour or when one is due. */
function played(history: readonly Stretch[]): { readonly told: readonly Told[]; readonly moments: readonly Moment[] } {
  const modes = history.flatMap(({ mode, hours }) => Array<Mode>(hours * 4).fill(mode));
  const [told, moments]: [Told[], Moment[]] = [[], []];
  const calls: number[] = [0];
  const runs: ToldRun[] = [];
  let [alerted, fedAt, ateOnTime, isDead]: [AlertState, number, boolean, boolean] = [
    { open: null, closedAt: null },
    0,
    true,
    false,
  ];
  for (const [nth, mode] of modes.entries()) {
    const at = nth * STEP_MS;
    if (nth % 2 === 0 && mode !== "away") {
      calls.push(at);
      runs.push({ startedAt: at, endedAt: at, exitCode: mode === "fails" ? 1 : 0, calls: 1 });
      if (mode === "keeps" && at - fedAt >= OPENS_MS) [ateOnTime, fedAt] = [at - fedAt <= ENDS_MS, at];
    }
    const { at: lastSignAt } = lastSign(
      calls.slice(-50),
      runs.slice(-50),
      calls.length > 50 ? (moments.at(-1)?.lastSignAt ?? 0) : 0,
    );
    const hungryMs = at - fedAt;
    const diesNow: boolean = !isDead && hungryMs >= DIES_MS;
    isDead ||= diesNow;
    const state: HouseMember["state"] = hungryMs > CRITICAL_MS ? "critical" : hungryMs > ENDS_MS ? "late" : "well";
    const mate: HouseMember = { id: "pip", state, isAsleep: false, isDue: hungryMs >= OPENS_MS, ateOnTime };
    const silentAt = silentAfter(PERIOD, lastSignAt, [], () => null);
    const isSilent = !isDead && silentAt !== null && at >= silentAt;
    moments.push({ at, isSilent, isBad: isSilent || (!isDead && state !== "well") || diesNow, lastSignAt });
    const { messages, ...next } = alertsAfter(alerted, {
      at,
      lastSignAt,
      silentAt,
      creatures: isDead ? [] : [mate],
      died: diesNow
        ? [{ id: "pip", name: "Pip", species: "Housecat", stage: "adult", state: "died", cause: "hunger" }]
        : [],
      newId: `incident-${at}`,
    });
    told.push(...messages.map((message) => Object.assign({ at }, message)));
    alerted = next;
  }
  return { told, moments };
}

function expectTrue(history: readonly Stretch[]): void {
  const { told, moments } = played(history);
  const between = (from: number, until: number) => moments.filter(({ at }) => at >= from && at <= until);
  const ended = new Set<string>();
  for (const [nth, { event, at, incident }] of told.entries()) {
    const before = told[nth - 1];
    const now = moments.find((moment) => moment.at === at);
    expect(ended, `${event} at ${at / HOUR_MS} h after its incident was over`).not.toContain(incident.id);
    if (event === "agent.still")
      expect(
        between(before?.at ?? 0, at).every(({ isBad }) => isBad),
        `still at ${at / HOUR_MS} h`,
      ).toBe(true);
    if (event === "agent.silent")
      expect(now, `silent at ${at / HOUR_MS} h`).toMatchObject({ isSilent: true, lastSignAt: incident.silentSince });
    if (event === "agent.recovered") {
      expect(now?.isBad, `recovered at ${at / HOUR_MS} h`).toBe(false);
      expect(told.slice(0, nth).some((one) => one.incident.id === incident.id)).toBe(true);
      ended.add(incident.id);
    }
    expect(
      told.filter((one) => one.at > at - DAY_MS && one.at <= at).length,
      `in the day before ${at / HOUR_MS} h`,
    ).toBeLessThanOrEqual(7);
  }
  // No silence is slept through: the first of a day is told at once, any is told within a day.
  for (const [nth, { at, isSilent }] of moments.entries()) {
    if (!isSilent || moments[nth - 1]?.isSilent === true) continue;
    const isTold = told.some((one) => one.at >= at - DAY_MS && one.at <= at);
    if (!isTold)
      expect(told.some((one) => one.at === at) || isNightly(told, at), `silence from ${at / HOUR_MS} h on`).toBe(true);
    const end = moments.slice(nth).find((moment) => !moment.isSilent)?.at ?? Infinity;
    const isEnd = (moments.at(-1)?.at ?? 0) < at + DAY_MS;
    if (end - at > DAY_MS && !isEnd) expect(told.some((one) => one.at >= at && one.at <= at + DAY_MS)).toBe(true);
  }
}

function isNightly(told: readonly Told[], at: number): boolean {
  return told.findLast((one) => one.at < at)?.incident.nightly instanceof Object;
}

const MODES = ["keeps", "idles", "fails", "away"] as const;
const stretch = record({ mode: constantFrom(...MODES), hours: integer({ min: 1, max: 30 }) });

describe("ALERT over all histories", () => {
  it("ALERT-5: no sentence is false, nothing is told twice, and no silence is slept through", () => {
    assert(property(array(stretch, { minLength: 1, maxLength: 14 }), expectTrue));
  });

  it("ALERT-6: of eight nights, whichever of them it stays away", () => {
    for (let nights = 0; nights < 256; nights++) {
      const history = Array.from({ length: 8 }, (_, night): readonly Stretch[] => [
        { mode: "keeps", hours: 14 },
        { mode: (nights >> night) % 2 === 1 ? "away" : "keeps", hours: 10 },
      ]).flat();
      expectTrue([...history, { mode: "keeps", hours: 30 }]);
      const { told } = played([...history, { mode: "keeps", hours: 30 }]);
      expect(told.filter(({ event }) => event === "agent.still")).toEqual([]);
    }
  });

  it("ALERT-6: a pause of every night is told twice, then once as that, and once that it is over", () => {
    const nights = (count: number): readonly Stretch[] =>
      Array.from({ length: count }, (): readonly Stretch[] => [
        { mode: "keeps", hours: 14 },
        { mode: "away", hours: 10 },
      ]).flat();
    const { told } = played([...nights(9), { mode: "keeps", hours: 40 }]);
    expect(told.map(({ event, at, incident }) => [event, at / HOUR_MS, incident.nightly !== null])).toEqual([
      ["agent.silent", 14.75, false],
      ["agent.recovered", 24, false],
      ["agent.silent", 38.75, false],
      ["agent.silent", 62.75, true],
      ["agent.recovered", 240, true],
    ]);
    // One that does not end in the morning is told an hour later.
    const long = played([...nights(4), { mode: "keeps", hours: 14 }, { mode: "away", hours: 30 }]).told;
    expect(long.filter(({ at }) => at > 110 * HOUR_MS).map(({ event, at }) => [event, at / HOUR_MS])).toEqual([
      ["agent.silent", 121],
      ["creature.critical", 125.75],
    ]);
  });

  it("SILENT-1: a run that fails is no sign of life, whatever it called", () => {
    const { told } = played([
      { mode: "keeps", hours: 6 },
      { mode: "fails", hours: 4 },
    ]);
    expect(told.map(({ event, at }) => [event, at / HOUR_MS])).toEqual([["agent.silent", 6.75]]);
  });
});
