// Tests that an incident shows only calls of the time that it explains.
import { describe, expect, it } from "vitest";
import { T0, creatureWith, hours } from "../../../../test/lives/creatures.ts";
import type { FeedingCycle } from "./feeding-cycle.ts";
import { incidentOf, type AcceptedCare, type TracedCall } from "./incident.ts";

const MINUTE = hours(1 / 60);
const PIP = creatureWith({ id: "pip", species: { feedingWindowHours: 5 } });
const FED_AT = T0 + hours(5.5);

/** Pip ate at `T0`, so that its meal was on time from 2.5 to 5 hours, and came after 5.5 hours. */
const LATE: FeedingCycle = { creature: PIP, startedAt: T0, startedEarly: false, end: { kind: "fed", at: FED_AT } };

function row(from: number, until: number, more: Partial<TracedCall> = {}): TracedCall {
  return {
    operation: "POST /api/house/care",
    isCare: true,
    status: 200,
    code: null,
    creatureId: null,
    bySitter: false,
    count: 5,
    first: { at: from, requestId: "first" },
    last: { at: until, requestId: "last" },
    ...more,
  };
}

const given = (creatureId: string, at: number): AcceptedCare => ({ creatureId, action: "play", at });

describe("calls of an incident", () => {
  it("ALERT-2: a cause shows no call after its time", () => {
    const looked = row(T0 + hours(4.9), FED_AT, { operation: "GET /api/house/status", isCare: false });
    const incident = incidentOf(LATE, { calls: [looked], care: [] });
    expect(incident).toMatchObject({ kind: "did_not_feed", calls: [{ count: 1, last: { requestId: "first" } }] });
  });

  it("ALERT-2: care for another creature is not the care that fed it", () => {
    const at = T0 + hours(4.9);
    const incident = incidentOf(LATE, { calls: [row(at, FED_AT)], care: [given("moss", at)] });
    expect(incident).toMatchObject({ kind: "other_creature", calls: [{ last: { at, requestId: "first" } }] });
  });

  it("ALERT-2: a cause shows all equal calls within its time", () => {
    const looked = row(T0 + hours(3), T0 + hours(3) + 40 * MINUTE);
    expect(incidentOf(LATE, { calls: [looked], care: [given("pip", T0 + hours(3))] })?.calls).toEqual([looked]);
  });

  it("ALERT-2: a fatal call is named only if it is recorded", () => {
    const end = { kind: "died", at: FED_AT, harmBy: "feed" } as const;
    const fatal = (...calls: readonly TracedCall[]) => incidentOf({ ...LATE, end }, { calls, care: [] })?.calls;
    expect(fatal(row(FED_AT - MINUTE, FED_AT))).toMatchObject([{ last: { at: FED_AT, requestId: "last" } }]);
    expect(fatal(row(FED_AT - MINUTE, FED_AT + MINUTE))).toEqual([]);
  });
});
