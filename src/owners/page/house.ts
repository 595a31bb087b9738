// Reads the house behind an owner link. Nothing is recorded about the creatures, because reading never changes fate.
import type { ChartedVisit } from "../../community/keepers/visits-chart.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { needOf, type CreatureNeed, type HouseVerdict } from "@denkeeper/rules/words/verdict.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { houseTime } from "../../model/life/time-changes.ts";
import type { Needs } from "../../model/services.ts";
import { agentIdInKey, hashOfKey } from "../../platform/identity/api-key.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import { findOwnedHouse, saveOwnerLinkOpened, type OwnerLink } from "../../model/agents/store/owner-links.ts";
import type { TrailRow } from "../../model/agents/store/call-trail.ts";
import { findPingLink, listRuns, type RunRow } from "../../model/agents/store/runs.ts";
import { listVisits, type LoggedVisit } from "../../model/creatures/store/care-log.ts";
import { listGravestonesOf, type GravestoneRow } from "../../model/creatures/store/gravestones.ts";
import { listHooks, type ListedHook } from "../hooks/store/hooks.ts";
import { findPeriod, type StoredPeriod } from "../../model/silence/store/pulses.ts";
import { saveSecretForgotten } from "../../model/idempotency/store/idempotency.ts";
import { livingEntryOf } from "../../model/figures/store/living-shapes.ts";
import { houseWithVerdict, lostCreatures } from "../../views/house-with-verdict.ts";
import type { AgentAnswer } from "../../community/keepers/agent.get/read.ts";
import { reliabilityOf, type ReliabilityAnswer } from "../../community/keepers/reliability.get/read.ts";
import { readIncidents, type IncidentsAnswer } from "../incidents/incidents.get/read.ts";
import { livingEntryView } from "../../community/living/living.get/view.ts";
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import { gravestoneView } from "../../views/stone-view.ts";

const STONES_SHOWN = 6;
const VISITS_BACK_MS = 14 * 24 * HOUR_MS;
const VISITS_READ = 1_000;
const RUNS_SHOWN = 20;
const INCIDENTS_SHOWN = 5;

export interface OwnedHouseView {
  readonly agent: Agent;
  readonly link: OwnerLink;
  /** True if visitors can also see the house. */
  readonly isPublic: boolean;
  /** House time, which is later than real time if the clock was moved. */
  readonly now: Instant;
  readonly verdict: HouseVerdict;
  readonly creatures: readonly { readonly entry: LivingEntryView; readonly need: CreatureNeed }[];
  readonly deaths: readonly {
    readonly stone: AgentAnswer["gravestones"][number];
    /** Deadline for a resurrection; null if it has passed or the death was undone. */
    readonly returnableUntil: Instant | null;
  }[];
  /** Visits, oldest first, including calls without effect. */
  readonly visits: readonly ChartedVisit[];
  /** Runs, newest first. Their instants are real time, not house time. */
  readonly runs: readonly RunRow[];
  /** Last lines of output from the latest run. */
  readonly output: string | null;
  readonly record: ReliabilityAnswer;
  readonly incidents: IncidentsAnswer;
  readonly channels: readonly ListedHook[];
  /** Period or schedule on which the owner expects the agent. */
  readonly period: StoredPeriod | undefined;
}

/** Returns undefined for a link that never existed, was revoked or replaced, or whose agent is suspended, leaving or gone. */
export async function readOwnedHouse(
  services: Needs<"database" | "outages" | "callTrail">,
  secret: string,
  realNow: RealInstant,
): Promise<OwnedHouseView | undefined> {
  const agentId = agentIdInKey(secret, "owner");
  if (agentId === undefined) return undefined;
  const { database } = services;
  const linkHash = hashOfKey(secret);
  const owned = await findOwnedHouse(database, agentId, linkHash);
  if (owned === undefined) return undefined;
  const { agent, link, isPublic } = owned;
  if (link.firstOpenedAt === null) {
    await saveOwnerLinkOpened(database, { agentId, linkHash, at: realNow });
    // The link has arrived, so the agent no longer needs the stored answer that contains it.
    await saveSecretForgotten(database, { agentId, issuedKeyHash: linkHash });
  }
  // Outages are in real time, so none applies to a house whose clock was moved.
  const outages = agent.clockMoved ? [] : await services.outages.known();
  const stored = owned.creatures.map((creature) => presentInRealTime(creature, outages, realNow));
  const calls = await services.callTrail.of(agentId);
  const [stones, visits, record, incidents, channels, period, runs, pings] = await Promise.all([
    listGravestonesOf(database, agentId, true, { limit: STONES_SHOWN, offset: 0 }),
    listVisits(database, { agentId, since: realNow - VISITS_BACK_MS, limit: VISITS_READ }),
    reliabilityOf(services, agent, realNow),
    readIncidents(services, { agent, creatures: stored, outages }, { trail: calls, realNow, limit: INCIDENTS_SHOWN }),
    listHooks(database, { agentId }),
    findPeriod(database, { agentId }),
    listRuns(database, { agentId, since: realNow - VISITS_BACK_MS, limit: RUNS_SHOWN }),
    findPingLink(database, { agentId }),
  ]);
  const now = houseTime(agent, realNow);
  const creatures = stored.map(({ creature }) => visibleAt(creature, now));
  const { house, verdict } = houseWithVerdict(creatures, stones, outages, now);
  return {
    agent,
    link,
    isPublic,
    now,
    verdict,
    creatures: house.flatMap((creature) => {
      const entry = livingEntryOf(creature, agent.username);
      if (entry === undefined) return [];
      return [{ entry: livingEntryView(entry, now), need: needOf(creature) }];
    }),
    deaths: stones.map((row) => ({ stone: gravestoneView(row), returnableUntil: returnDeadline(row, outages, now) })),
    // Calls are in real time, so they are omitted if the clock was moved.
    visits: chartedVisits(visits, agent.clockMoved ? [] : calls),
    runs,
    output: pings?.output ?? null,
    record,
    incidents,
    channels,
    period,
  };
}

/** Returns null if the death was undone or the deadline for a resurrection has passed. */
function returnDeadline(row: GravestoneRow, outages: readonly Span[], now: Instant): Instant | null {
  const [lost] = lostCreatures(row, outages);
  if (lost === undefined || lost.returnableUntil === null) return null;
  return lost.returnableUntil > now ? lost.returnableUntil : null;
}

/** Merges care with the agent's other calls. The trail has the first and the last call of each kind in an hour. */
function chartedVisits(care: readonly LoggedVisit[], calls: readonly TrailRow[]): readonly ChartedVisit[] {
  const careVisits = care.map((visit): ChartedVisit => ({ at: visit.at, mark: markOf(visit) }));
  const callVisits = calls
    .filter(({ by_sitter }) => !by_sitter)
    .flatMap(({ first_at, last_at }): readonly ChartedVisit[] => [
      { at: first_at, mark: "came" },
      { at: last_at, mark: "came" },
    ]);
  return [...careVisits, ...callVisits].toSorted((a, b) => a.at - b.at);
}

function markOf({ action, timing }: LoggedVisit): ChartedVisit["mark"] {
  if (action !== "feed") return "came";
  return timing === "late" || timing === "missed_window" ? "late" : "fed";
}
