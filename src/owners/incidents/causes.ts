// Explains from recorded calls why a creature was not fed in time, for the list of incidents and for messages.
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import type { IncidentFacts } from "@denkeeper/rules/foresight/hook-events.ts";
import { uselessRuns } from "@denkeeper/rules/foresight/signs.ts";
import { windowOf, type FeedingCycle } from "@denkeeper/rules/incidents/feeding-cycle.ts";
import { groupCalls, incidentOf, type IncidentKind, type TracedCall } from "@denkeeper/rules/incidents/incident.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { toCalendar } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { OLD_KEY, listCallTrail, type TrailRow } from "../../model/agents/store/call-trail.ts";
import { MOST_RUNS, SEEN_AFTER_MS, listRuns } from "../../model/agents/store/runs.ts";
import type { HouseRecord } from "../../model/creatures/store/creature-row.ts";
import { listCareBetween } from "./store/feeding-ends.ts";
import type { Db } from "../../platform/database/db.ts";
import { NO_CREATURE } from "../../model/visits/call-trail.ts";

const CARE_OPERATIONS: ReadonlySet<string> = new Set(["POST /api/house/care", "POST /api/house/visit"]);
/** Period of care to read. The last meal may be days before a death. */
const READ_MS = 14 * DAY_MS;
const MOST_CARE = 500;

export function tracedCall(row: TrailRow): TracedCall {
  return {
    operation: row.operation,
    isCare: CARE_OPERATIONS.has(row.operation),
    status: row.status,
    code: row.code === "" ? null : row.code,
    creatureId: row.creature_id === NO_CREATURE ? null : row.creature_id,
    bySitter: row.by_sitter,
    count: row.calls,
    first: { at: row.first_at, requestId: row.first_request_id },
    last: { at: row.last_at, requestId: row.last_request_id },
  };
}

/** A present creature with its recent care. */
export interface ExplainedCreature extends Pick<HouseRecord, "recentCare"> {
  readonly creature: Creature;
}

/** Returns the feeding cycle of a living creature, or the one in which it died. Eggs and released creatures have none. */
export function runningCycle({ creature, recentCare }: ExplainedCreature, now: Instant): readonly FeedingCycle[] {
  const view = visibleAt(creature, now);
  if (view.kind !== "living" && view.kind !== "dead") return [];
  const { death, lastCareAction } = view.creature;
  const feeding = recentCare.find(({ action }) => action === "feed");
  const harm = death?.cause === "harm" && lastCareAction !== null ? { harmBy: lastCareAction } : {};
  return [
    {
      creature,
      startedAt: toCalendar(creature.pauses, creature.lastFedAt),
      startedEarly: feeding?.timing === "early",
      end: death === null ? { kind: "open", at: now } : { kind: "died", at: death.at, ...harm },
    },
  ];
}

type IncidentCauseFacts = Pick<IncidentFacts, "cause" | "calls" | "runs">;

/** Kinds that failed or idle runs explain better, if there are any. */
const MAY_BE_RUNS: ReadonlySet<IncidentKind> = new Set(["no_call", "did_not_feed", "not_recorded"]);

/** Explains from recorded calls why a creature waits for food or died. The cause is null if food was not the reason. */
export async function causeFromActivity(
  db: Db,
  agentId: string,
  explained: ExplainedCreature,
  now: Instant,
): Promise<IncidentCauseFacts> {
  const [cycle] = runningCycle(explained, now);
  if (cycle === undefined) return { cause: null };
  const span = { since: now - READ_MS, from: windowOf(cycle).opensAt, until: cycle.end.at };
  const care = await listCareBetween(db, { agentId, ...span, limit: MOST_CARE });
  const calls = (await listCallTrail(db, { agentId })).map(tracedCall);
  const incident = incidentOf(cycle, { calls, care });
  if (incident === null) return { cause: null };
  const runs = MAY_BE_RUNS.has(incident.kind)
    ? await listRuns(db, { agentId, since: now - READ_MS, limit: MOST_RUNS })
    : [];
  const idle = uselessRuns(runs, span.from, now - SEEN_AFTER_MS);
  if (idle !== null) return { cause: idle.kind, runs: idle };
  const groups = groupCalls(incident.calls);
  // The calls may have failed in several ways. A message names only the most frequent one.
  const isRefusal = incident.kind === "refused" || incident.kind === "asleep";
  const named = isRefusal ? groups.toSorted((a, b) => b.count - a.count).slice(0, 1) : groups;
  return factsOf(incident.kind, named);
}

/** Explains a silence: the agent calls with a replaced key, or not at all. */
export async function silenceCause(db: Db, agentId: string, since: Instant): Promise<IncidentCauseFacts> {
  const calls = (await listCallTrail(db, { agentId })).map(tracedCall);
  const withOldKey = groupCalls(calls.filter(({ code, last }) => code === OLD_KEY && last.at > since));
  return withOldKey.length === 0 ? { cause: "no_call" } : factsOf("refused", withOldKey);
}

function factsOf(cause: IncidentKind, calls: readonly TracedCall[]): IncidentCauseFacts {
  const last = calls.toSorted((a, b) => b.last.at - a.last.at)[0];
  if (last === undefined) return { cause };
  const { operation, status, code } = last;
  const count = calls.reduce((sum, call) => sum + call.count, 0);
  return { cause, calls: { count, operation, status, code, ...last.last } };
}
