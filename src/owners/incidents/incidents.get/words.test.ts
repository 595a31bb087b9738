// Tests that the sentence and the fix of an incident agree with the times and kinds of its calls.
import { expect, test } from "vitest";
import { incidentOf, type AcceptedCare, type TracedCall } from "@denkeeper/rules/incidents/incident.ts";
import { T0, creatureWith, hours } from "../../../../test/lives/creatures.ts";
import { fixFor, messageOf } from "./words.ts";

/** Pip ate at `T0`, so that its meal was on time from 2.5 to 5 hours, and died after 20 hours. */
const PIP = creatureWith({ id: "pip", species: { feedingWindowHours: 5 } });

function callAfter(hour: number, code: string | null = null, status = 200): TracedCall {
  const reference = { at: T0 + hours(hour), requestId: "id" };
  const call = { operation: "POST /api/house/care", isCare: true, status, code, creatureId: "pip" };
  return { ...call, bySitter: false, count: 1, first: reference, last: reference };
}

function explained(calls: readonly TracedCall[], care: readonly Pick<AcceptedCare, "action" | "at">[] = []): string {
  const end = { kind: "died", at: T0 + hours(20) } as const;
  const given = care.map((each) => ({ ...each, creatureId: "pip" }));
  const incident = incidentOf({ creature: PIP, startedAt: T0, startedEarly: false, end }, { calls, care: given });
  return incident === null ? "" : `${messageOf(incident, () => "Pip")} ${fixFor(incident)}`;
}

test("a first call after the window does not count as in it", () => {
  const played = { action: "play", at: T0 + hours(15) } as const;
  const cleaned = { action: "clean", at: T0 + hours(14) } as const;
  expect(explained([callAfter(15)])).toContain("Its keeper came after the window had ended and did not feed it.");
  expect(explained([callAfter(3), callAfter(15)], [cleaned, played])).toContain(
    "Its keeper came while it waited and cleaned and played with it, but did not feed it.",
  );
});

test("a refusal by a sleeping creature is not an unknown error", () => {
  expect(explained([callAfter(3, "asleep"), callAfter(4, "asleep"), callAfter(5, "unplayed")])).toContain(
    "sleep_info in the answer says when it wakes",
  );
  expect(explained([callAfter(3, "gone", 410)])).toContain('Look up "gone" in the API reference');
});
