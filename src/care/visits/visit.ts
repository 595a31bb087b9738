// Visits a keeper's house: judges every creature, saves the changes, and reports what happened since the last visit.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { visibleAt, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { unfedEventsOf } from "@denkeeper/rules/foresight/derived-events.ts";
import { isSocial } from "@denkeeper/rules/creature/creature.ts";
import { reportOf, currentTroubles, type Report } from "@denkeeper/rules/words/report.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { findLastDeath, findReport, saveMet, saveTold } from "../../model/agents/store/reports.ts";
import { ifResident, type CreatureChange, type PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { saveCreature } from "../../model/creatures/store/creatures.ts";
import type { Db } from "../../platform/database/db.ts";
import { eventsSinceVisit, type HouseEvent } from "../../model/events/events.ts";
import { withLeave } from "../../model/life/leave.ts";
import { houseTime, visitChange, type VisitKind } from "../../model/life/time-changes.ts";
import type { VisitBuffer } from "../../model/visits/visit-buffer.ts";

export interface VisitedCreature {
  readonly stored: PresentCreature;
  readonly view: VisibleNow;
  /** True if the keeper sees this stage for the first time. */
  readonly justGrown: boolean;
}

interface VisitRequest {
  readonly now: RealInstant;
  /** The creature that the answer shows: an id, `newest` for the newest resident, or `none`. */
  readonly shows: string;
  readonly checks: boolean;
}

/** Visits every creature and saves the changes. Returns undefined on a conflict. */
export async function visitAll(
  db: Db,
  caller: Pick<Caller, "agent" | "clockTrusted" | "creatures" | "houseNow" | "schedule" | "sitter">,
  { now: realNow, shows, checks }: VisitRequest,
): Promise<readonly VisitedCreature[] | undefined> {
  const { agent, clockTrusted, creatures, sitter } = caller;
  const now = houseTime(agent, realNow);
  const house = creatures.map((stored) => ({ stored, view: visibleAt(stored.creature, now) }));
  const newest = house.find(({ view }) => view.kind !== "dead")?.stored.creature.id;
  const target = shows === "newest" ? newest : shows;
  const visited = await Promise.all(
    house.map(async ({ stored, view }): Promise<VisitedCreature | undefined> => {
      // A new stage is announced once, and only to the keeper.
      const kind = { isTarget: stored.creature.id === target && sitter === undefined, checks };
      const visit = isUnchanged(stored, view, kind) ? undefined : visitChange(stored, agent, realNow, kind);
      if (visit === undefined) return { stored, view, justGrown: false };
      const change = (hasHatched(visit) ? withLeave(visit, caller, realNow) : undefined) ?? visit;
      // A process whose clock may be wrong reports a death or a stage, but leaves saving it to another process.
      if (!clockTrusted && isDeathOrStage(change)) {
        const { creature } = change.to;
        return { stored: { ...change.to, version: stored.version }, view: visibleAt(creature, now), justGrown: false };
      }
      const saved = await saveCreature(db, change);
      if (saved === undefined) return undefined;
      const { creature, seenStage } = saved;
      return { stored: saved, view: visibleAt(creature, now), justGrown: seenStage !== stored.seenStage };
    }),
  );
  return visited.every((creature) => creature !== undefined) ? visited : undefined;
}

/** Gives leave to creatures that the visit has not cared for (LEAVE-1). Care grants leave in its own statement. */
export async function leaveHouse(db: Db, caller: Caller, now: RealInstant): Promise<Caller> {
  if (caller.schedule === null) return caller;
  const creatures = await Promise.all(
    caller.creatures.map(async (stored) => {
      const change = withLeave({ from: stored, to: stored }, caller, now, stored.creature.lastCheckedAt);
      const saved = change && (await saveCreature(db, change));
      return saved === undefined ? [stored] : ifResident(saved);
    }),
  );
  return { ...caller, creatures: creatures.flat() };
}

/** Returns true if the view alone shows that the visit changes nothing. Most reads then judge each life only once. */
function isUnchanged(
  { creature, seenStage }: PresentCreature,
  view: VisibleNow,
  { isTarget, checks }: VisitKind,
): boolean {
  if (view.kind !== "living" || (checks && isSocial(creature.species))) return false;
  return !isTarget || (view.creature.stage === seenStage && creature.stage === seenStage);
}

function hasHatched({ from, to }: CreatureChange): boolean {
  return from.creature.hatchedAt === null && to.creature.hatchedAt !== null;
}

function isDeathOrStage({ from, to, gravestone }: CreatureChange): boolean {
  const hasGrown = from.creature.hatchedAt !== null && from.creature.stage !== to.creature.stage;
  return gravestone !== undefined || hasGrown;
}

/** Minimum time between two recorded visits. */
const VISIT_AFTER_MS = 600_000;
const MAX_EVENTS_SHOWN = 10;
/** Types of events that the answer to the care has already reported. */
const OF_CARE: ReadonlySet<string> = new Set(["fed_late", "missed", "harmed", "mark"]);

export interface EventsSinceVisit {
  /** House time of the last visit. */
  readonly since: number;
  /** Sorted oldest first. */
  readonly events: readonly HouseEvent[];
  /** Number of earlier events that were left out. */
  readonly omitted: number;
}

/**
 * Buffers this visit and returns the events since the last one; undefined if there are none. Ignores a sitter's call, and a visit
 * within `VISIT_AFTER_MS` of the last.
 */
export async function eventsSinceLastVisit(
  { database, visitBuffer }: { readonly database: Db; readonly visitBuffer: VisitBuffer },
  { agent, lastVisit, sitter, creatures: before }: Pick<Caller, "agent" | "lastVisit" | "sitter" | "creatures">,
  creatures: readonly PresentCreature[],
  now: RealInstant,
): Promise<EventsSinceVisit | undefined> {
  const present = houseTime(agent, now);
  // A sitter's call does not count as a visit of the keeper.
  if (sitter !== undefined) return undefined;
  const since = visitBuffer.lastOf(agent.id, lastVisit?.at ?? null);
  if (since !== null && present - since < VISIT_AFTER_MS) return undefined;
  const house = { agent, creatures, now };
  // The key check read `hasStoredEvents` before this visit. If the visit saved a creature, that creature is a new object.
  const wrote =
    before.length !== creatures.length || creatures.some((stored) => !before.some((earlier) => earlier === stored));
  const hasStoredEvents = wrote || lastVisit === null || lastVisit.hasStoredEvents;
  const stored = since === null ? [] : await eventsSinceVisit(database, house, since, hasStoredEvents);
  visitBuffer.add(agent.id, present);
  // Events of this visit are left out, since the answer itself reports its changes.
  const events = [...stored.filter(({ details }) => !OF_CARE.has(details.type)), ...unfed(creatures, since, present)]
    .filter(({ at }) => at < present)
    .toSorted((a, b) => a.at - b.at);
  if (since === null || events.length === 0) return undefined;
  return { since, events: events.slice(-MAX_EVENTS_SHOWN), omitted: Math.max(0, events.length - MAX_EVENTS_SHOWN) };
}

function unfed(creatures: readonly PresentCreature[], since: number | null, now: number): readonly HouseEvent[] {
  return creatures.flatMap(({ creature: stored }) => {
    const view = visibleAt(stored, now);
    if (since === null || view.kind !== "living" || view.resting !== null) return [];
    const creature = { id: view.creature.id, name: view.creature.name };
    return unfedEventsOf(view.creature, since).map((details) => ({
      id: `${details.type}-${creature.id}-${details.at}`,
      at: details.at,
      creature,
      details,
    }));
  });
}

interface ReportRequest {
  readonly house: readonly VisibleNow[];
  readonly now: RealInstant;
  /** The number of the last report that the owner knows. */
  readonly told: number | undefined;
  /** True if the call may have stored events for the report since the key check. */
  readonly wrote: boolean;
}

/** Returns what the owner should know (REPORT rules); null if that is nothing, and undefined for sitters. */
export async function reportFor(db: Db, caller: Caller, request: ReportRequest): Promise<Report | null | undefined> {
  const { agent, sitter } = caller;
  if (sitter !== undefined) return undefined;
  const { house, told, wrote } = request;
  const now = houseTime(agent, request.now);
  if (told !== undefined) await saveTold(db, { agentId: agent.id, seq: told, at: now });
  const isKnown = told === undefined && !wrote && caller.report?.hasHappened === false;
  const stored = isKnown ? { ...caller.report, happened: null } : await findReport(db, agent.id, request.now);
  const { newest, toldAt, alertsOffAt, happened } = stored;
  if (happened?.isNew === true) await saveMet(db, { agentId: agent.id, newest, at: now });
  const isEmpty = !house.some(({ kind }) => kind === "living" || kind === "egg");
  const lastDeath = isEmpty ? await findLastDeath(db, agent.id) : null;
  const states = currentTroubles(house, lastDeath, alertsOffAt === null ? null : alertsOffAt + agent.clockOffsetMs);
  return reportOf({ newest, toldAt, happened: happened?.worst ?? [], count: happened?.count ?? 0 }, states, now);
}

/** Returns the report after a visit. Of the events that a visit stores, the report contains only deaths. */
export async function reportAfter(
  db: Db,
  caller: Caller,
  visited: readonly VisitedCreature[],
  { now, told }: Pick<ReportRequest, "now" | "told">,
): Promise<Report | null | undefined> {
  const house = visited.map(({ view }) => view);
  return reportFor(db, caller, { house, now, told, wrote: house.some(({ kind }) => kind === "dead") });
}
