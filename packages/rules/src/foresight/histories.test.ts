// Verifies alerts over random histories of an agent that feeds, calls without feeding, or stays away: messages must be true, must
// not repeat, and must miss no silence.
import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { alertsAfter, type AlertState, type AlertMessage, type HouseMember } from "./alerts.ts";
import { periodOf, silentAt as silentAfter } from "./silence.ts";
import { lastSign, uselessRuns, type ReportedRun } from "./signs.ts";

/** In `slow` and `dies`, each run calls at its start and ends twenty minutes later, with exit code 0 or 1. */
type Mode = "keeps" | "idles" | "fails" | "slow" | "dies" | "away";
interface Stretch {
  readonly mode: Mode;
  readonly hours: number;
}
interface Moment {
  readonly at: number;
  readonly isSilent: boolean;
  readonly isBad: boolean;
  readonly lastSignAt: number;
  /** Whether the last sign may still be revoked. */
  readonly isOpen: boolean;
}
interface Told extends AlertMessage {
  readonly at: number;
  /** The number of latest runs with exit code 1, as reported and in truth. */
  readonly failed: readonly [said: number, truth: number];
}

const PERIOD = periodOf(30);
const STEP_MS = 15 * MINUTE_MS;
const SLOW_MS = 20 * MINUTE_MS;
/** The number of latest calls and runs on record. */
const KNOWN = 12;
/** A housecat's feeding window and its deadlines. */
const [OPENS_MS, ENDS_MS, CRITICAL_MS, DIES_MS] = [2.5 * HOUR_MS, 5 * HOUR_MS, 17 * HOUR_MS, 60 * HOUR_MS];

/** Plays a history with a run every half hour, unless the agent is away, and an observation every quarter hour. */
function played(history: readonly Stretch[]): { readonly told: readonly Told[]; readonly moments: readonly Moment[] } {
  const modes = history.flatMap(({ mode, hours }) => Array<Mode>(hours * 4).fill(mode));
  const [told, moments]: [Told[], Moment[]] = [[], []];
  const calls: number[] = [0];
  const runs: ReportedRun[] = [];
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
      const endedAt = mode === "slow" || mode === "dies" ? at + SLOW_MS : at;
      runs.push({ startedAt: at, endedAt, exitCode: mode === "dies" || mode === "fails" ? 1 : 0, calls: 1 });
      if ((mode === "keeps" || mode === "slow") && at - fedAt >= OPENS_MS)
        [ateOnTime, fedAt] = [at - fedAt <= ENDS_MS, at];
    }
    // A run that has not ended yet is not known to have failed.
    const known = runs
      .slice(-KNOWN)
      .map((run) => ((run.endedAt ?? at) > at ? Object.assign({}, run, { endedAt: null, exitCode: null }) : run));
    const proven = calls.length > KNOWN ? (moments.findLast((moment) => !moment.isOpen)?.lastSignAt ?? 0) : 0;
    const {
      at: lastSignAt,
      openUntil: signOpenUntil,
      provenAt: provenSignAt,
    } = lastSign(calls.slice(-KNOWN), known, proven, at);
    const hungryMs = at - fedAt;
    const diesNow: boolean = !isDead && hungryMs >= DIES_MS;
    isDead ||= diesNow;
    const state: HouseMember["state"] = hungryMs > CRITICAL_MS ? "critical" : hungryMs > ENDS_MS ? "late" : "well";
    const mate: HouseMember = { id: "pip", state, isAsleep: false, isDue: hungryMs >= OPENS_MS, ateOnTime };
    const silentAt = silentAfter(PERIOD, lastSignAt, [], () => null);
    const isSilent = !isDead && silentAt !== null && at >= silentAt;
    moments.push({
      at,
      isSilent,
      isBad: isSilent || (!isDead && state !== "well") || diesNow,
      lastSignAt,
      isOpen: signOpenUntil !== null,
    });
    const { messages, ...next } = alertsAfter(alerted, {
      at,
      lastSignAt,
      signOpenUntil,
      provenSignAt,
      silentAt,
      creatures: isDead ? [] : [mate],
      died: diesNow
        ? [{ id: "pip", name: "Pip", species: "Housecat", stage: "adult", state: "died", cause: "hunger" }]
        : [],
      newId: `incident-${at}`,
    });
    for (const message of messages) {
      const since = message.incident.silentSince ?? at;
      const ended = runs.filter(({ endedAt }) => endedAt !== null && endedAt > since && endedAt <= at).toReversed();
      const good = ended.findIndex(({ exitCode }) => exitCode === 0);
      const said =
        uselessRuns(
          runs.filter(({ endedAt }) => (endedAt ?? at) <= at),
          since,
          at,
        )?.count ?? 0;
      told.push({ at, failed: [said, good < 0 ? ended.length : good], ...message });
    }
    alerted = next;
  }
  return { told, moments };
}

function expectTrue(history: readonly Stretch[]): readonly Told[] {
  const { told, moments } = played(history);
  const between = (from: number, until: number) => moments.filter(({ at }) => at >= from && at <= until);
  const ended = new Set<string>();
  for (const [nth, one] of told.entries()) {
    const { event, at, incident } = one;
    const before = told[nth - 1];
    const now = moments.find((moment) => moment.at === at);
    expect(ended, `${event} at ${at / HOUR_MS} h after its incident was over`).not.toContain(incident.id);
    if (event === "agent.still")
      expect(
        between(before?.at ?? 0, at).every(({ isBad, isOpen }) => isBad || isOpen),
        `still at ${at / HOUR_MS} h`,
      ).toBe(true);
    if (event === "agent.silent")
      expect(now, `silent at ${at / HOUR_MS} h`).toMatchObject({ isSilent: true, lastSignAt: incident.silentSince });
    if (event === "agent.silent") expect(one.failed[0], `failed runs at ${at / HOUR_MS} h`).toBe(one.failed[1]);
    // "Silent again" is true only of a silence that has not been reported before.
    const earlier = told
      .slice(0, nth)
      .filter((other) => other.event === "agent.silent" && other.incident.id === incident.id);
    if (event === "agent.silent")
      expect(
        earlier.map((other) => other.incident.silentSince),
        `silent again at ${at / HOUR_MS} h`,
      ).not.toContain(incident.silentSince);
    if (event === "agent.recovered") {
      expect(now?.isBad, `recovered at ${at / HOUR_MS} h`).toBe(false);
      expect(told.slice(0, nth).some((other) => other.incident.id === incident.id)).toBe(true);
      ended.add(incident.id);
    }
    expect(
      told.filter((other) => other.at > at - DAY_MS && other.at <= at).length,
      `in the day before ${at / HOUR_MS} h`,
    ).toBeLessThanOrEqual(7);
  }
  // The first silence of a day is reported immediately; later ones are reported within a day.
  for (const [nth, { at, isSilent }] of moments.entries()) {
    if (!isSilent || moments[nth - 1]?.isSilent === true) continue;
    const isTold = told.some((one) => one.at >= at - DAY_MS && one.at <= at);
    if (!isTold)
      expect(told.some((one) => one.at === at) || isNightly(told, at), `silence from ${at / HOUR_MS} h on`).toBe(true);
    const end = moments.slice(nth).find((moment) => !moment.isSilent)?.at ?? Infinity;
    const isEnd = (moments.at(-1)?.at ?? 0) < at + DAY_MS;
    if (end - at > DAY_MS && !isEnd) expect(told.some((one) => one.at >= at && one.at <= at + DAY_MS)).toBe(true);
  }
  return told;
}

function isNightly(told: readonly Told[], at: number): boolean {
  return told.findLast((one) => one.at < at)?.incident.nightly instanceof Object;
}

const MODES = ["keeps", "idles", "fails", "slow", "dies", "away"] as const;
const stretch = record({ mode: constantFrom(...MODES), hours: integer({ min: 1, max: 30 }) });

describe("alerts over random histories", () => {
  it("ALERT-5: messages are true, not repeated, and miss no silence", () => {
    assert(property(array(stretch, { minLength: 1, maxLength: 14 }), (history) => void expectTrue(history)));
  });

  it("ALERT-6: messages are true for any absences in eight nights", () => {
    for (let nights = 0; nights < 256; nights++) {
      const history = Array.from({ length: 8 }, (_, night): readonly Stretch[] => [
        { mode: "keeps", hours: 14 },
        { mode: (nights >> night) % 2 === 1 ? "away" : "keeps", hours: 10 },
      ]).flat();
      const told = expectTrue([...history, { mode: "keeps", hours: 30 }]);
      expect(told.filter(({ event }) => event === "agent.still")).toEqual([]);
    }
  });

  it("ALERT-6: a nightly pause is reported twice, then as nightly, then as over", () => {
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
    // A silence that outlasts the nightly pause is reported an hour later.
    const long = played([...nights(4), { mode: "keeps", hours: 14 }, { mode: "away", hours: 30 }]).told;
    expect(long.filter(({ at }) => at > 110 * HOUR_MS).map(({ event, at }) => [event, at / HOUR_MS])).toEqual([
      ["agent.silent", 121],
      ["creature.critical", 125.75],
    ]);
  });

  it("SILENT-1: runs that call and then fail are one silence", () => {
    for (const before of ["keeps", "away"] as const) {
      const { told } = played([
        { mode: "keeps", hours: 6 },
        { mode: before, hours: 2 },
        { mode: "dies", hours: 26 },
        { mode: "slow", hours: 6 },
      ]);
      const brief = told.map(({ event, at }) => [event, at / HOUR_MS]);
      expect(brief).toEqual([
        ["agent.silent", before === "keeps" ? 8.75 : 6.75],
        ["creature.critical", before === "keeps" ? 24.75 : 22.25],
        ["agent.recovered", 34.5],
      ]);
    }
  });

  it("SILENT-1: a failed run is no sign of life, whatever it called", () => {
    const { told } = played([
      { mode: "keeps", hours: 6 },
      { mode: "fails", hours: 4 },
    ]);
    expect(told.map(({ event, at }) => [event, at / HOUR_MS])).toEqual([["agent.silent", 6.75]]);
  });
});
