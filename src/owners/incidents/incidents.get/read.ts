// Reads the incidents of a house: feeding cycles that did not end in time, explained by recorded calls.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { windowOf, type FeedingCycle } from "@denkeeper/rules/incidents/feeding-cycle.ts";
import { groupCalls, incidentOf, type Incident } from "@denkeeper/rules/incidents/incident.ts";
import { houseTime } from "../../../model/life/time-changes.ts";
import { tracedCall } from "../causes.ts";
import { iso } from "../../../platform/clock.ts";
import { step, type ResponseOf } from "../../../http/contract/contract.ts";
import type { Needs } from "../../../model/services.ts";
import type { TrailRow } from "../../../model/agents/store/call-trail.ts";
import type { Caller } from "../../../model/agents/store/callers.ts";
import { listCareBetween } from "../store/feeding-ends.ts";
import { homeStep } from "../../../views/steps.ts";
import { incidents } from "./contract.ts";
import { cyclesOf } from "./cycles.ts";
import { fixFor, messageOf, stepFor } from "./words.ts";

export type IncidentsAnswer = ResponseOf<typeof incidents>;
type IncidentView = IncidentsAnswer["incidents"][number];

type IncidentHouse = Pick<Caller, "agent" | "creatures" | "outages">;

interface IncidentPage {
  readonly trail: readonly TrailRow[];
  readonly realNow: RealInstant;
  readonly limit: number;
  /** Bounds of when windows opened, in house time. By default, only the period of 14 days bounds them. */
  readonly before?: number | undefined;
  readonly since?: number | undefined;
}

const LAST_MS = 14 * DAY_MS;
const MOST_CARE = 2_000;

/** Reads one page of the incidents of the last 14 days, newest first. */
export async function readIncidents(
  { database }: Needs<"database">,
  house: IncidentHouse,
  { trail, realNow, limit, before = Infinity, since = 0 }: IncidentPage,
): Promise<IncidentsAnswer> {
  const { agent, creatures } = house;
  const now = houseTime(agent, realNow);
  const from = Math.max(since, now - LAST_MS);
  const cycles = (await cyclesOf({ database }, house, realNow, Math.min(before, now)))
    .map((cycle) => ({ cycle, opensAt: windowOf(cycle).opensAt }))
    .filter(({ opensAt }) => opensAt >= from && opensAt < before)
    .toSorted((a, b) => b.opensAt - a.opensAt);
  const lastOpensAt = cycles[limit - 1]?.opensAt ?? -Infinity;
  const page = cycles.filter(({ opensAt }) => opensAt >= lastOpensAt);
  const isLastPage = page.length === cycles.length;
  const care = await careDuring(database, house, realNow, page);
  const calls = trail.map(tracedCall);
  const nameOf = (id: string) => creatures.find(({ creature }) => creature.id === id)?.creature.name;
  const found = page.flatMap(({ cycle }) => incidentOf(cycle, { calls, care }) ?? []);
  return {
    incidents: found.map((incident) => incidentView(incident, nameOf)),
    next_before: isLastPage ? null : iso(lastOpensAt),
    house_time: iso(now),
    next_steps: [
      ...(isLastPage
        ? []
        : [step(incidents, { description: "See older incidents.", query: { before: iso(lastOpensAt) } })]),
      homeStep(creatures, now),
    ],
  };
}

/** Reads the house's care from the opening of the first window to the end of the last cycle. */
async function careDuring(
  database: Needs<"database">["database"],
  { agent }: IncidentHouse,
  realNow: RealInstant,
  page: readonly { readonly cycle: FeedingCycle; readonly opensAt: number }[],
) {
  if (page.length === 0) return [];
  const from = Math.min(...page.map(({ opensAt }) => opensAt));
  const until = Math.max(...page.map(({ cycle }) => cycle.end.at));
  return listCareBetween(database, { agentId: agent.id, since: realNow - LAST_MS, from, until, limit: MOST_CARE });
}

function incidentView(incident: Incident, nameOf: (id: string) => string | undefined): IncidentView {
  const { kind, outcome, cycle, window, missedWindows, calls } = incident;
  const { creature, end } = cycle;
  const alive = end.kind === "open" || (end.kind === "fed" && nameOf(creature.id) !== undefined);
  return {
    kind,
    creature: { id: creature.id, name: creature.name, alive },
    window: { opens_at: iso(window.opensAt), ends_at: iso(window.endsAt) },
    outcome,
    missed_windows: missedWindows,
    fed_at: end.kind === "fed" ? iso(end.at) : null,
    died_at: end.kind === "died" ? iso(end.at) : null,
    message: messageOf(incident, nameOf),
    fix: fixFor(incident),
    calls: groupCalls(calls).map((call) => ({
      operation: call.operation,
      status: call.status,
      code: call.code ?? undefined,
      count: call.count,
      first_at: iso(call.first.at),
      last_at: iso(call.last.at),
      first_request_id: call.first.requestId,
      last_request_id: call.last.requestId,
      by_sitter: call.bySitter,
    })),
    next_step: stepFor(incident, alive),
  };
}
