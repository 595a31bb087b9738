// A visit of a keeper to its house: evaluates every creature, saves what the visit changed, and reports what happened
// since the last one.
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
  /** Whether its keeper sees the stage for the first time. */
  readonly justGrown: boolean;
}

export interface VisitRequest {
  /** Real time. */
  readonly now: RealInstant;
  /** Which creature the answer shows: an id, `newest` for the newest living one, or `nobody`. */
  readonly shows: string;
  readonly checks: boolean;
}

/** Visits every creature and saves what that changed; undefined on a conflict. */
export async function visitAll(
  db: Db,
  caller: Pick<Caller, "agent" | "clockTrusted" | "creatures" | "houseNow" | "schedule" | "sitter">,
  { now: realNow, shows, checks }: VisitRequest,
): Promise<readonly VisitedCreature[] | undefined> {
  const { agent, clockTrusted, creatures, sitter } = caller;
  const now = houseTime(agent, realNow);
  const found = creatures.map((stored) => ({ stored, view: visibleAt(stored.creature, now) }));
  const newest = found.find(({ view }) => view.kind !== "dead")?.stored.creature.id;
  const target = shows === "newest" ? newest : shows;
  const visited = await Promise.all(
    found.map(async ({ stored, view }): Promise<VisitedCreature | undefined> => {
      // A stage is reported once, and only to its keeper.
      const look = { isTarget: stored.creature.id === target && sitter === undefined, checks };
      const changed = isUnchanged(stored, view, look) ? undefined : visitChange(stored, agent, realNow, look);
      if (changed === undefined) return { stored, view, justGrown: false };
      const change = (hasHatched(changed) ? withLeave(changed, caller, realNow) : undefined) ?? changed;
      // A process whose clock is wrong reports a death or a stage, and leaves saving it to another.
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
  return visited.every((each) => each !== undefined) ? visited : undefined;
}

/** LEAVE-1: leave for the creatures that the visit has not fed. Care gives it in its own statement. */
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

/** Whether the view alone shows that the visit changes nothing: most reads then evaluate each life once, not twice. */
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

/** Whether the change cannot be undone: a death, or a stage with all that it decides. */
function isDeathOrStage({ from, to, gravestone }: CreatureChange): boolean {
  const hasGrown = from.creature.hatchedAt !== null && from.creature.stage !== to.creature.stage;
  return gravestone !== undefined || hasGrown;
}

/** A visit is saved if the last one is at least this long ago. */
const VISIT_AFTER_MS = 600_000;
const MAX_EVENTS_SHOWN = 10;
/** What care brought is in its own answer, and what went wrong in the report too. */
const OF_CARE: ReadonlySet<string> = new Set(["fed_late", "missed", "harmed", "mark"]);

export interface EventsSinceVisit {
  /** The last visit, by the time of the house. */
  readonly since: number;
  /** The newest, oldest first. */
  readonly events: readonly HouseEvent[];
  readonly omitted: number;
}

/** What happened since the last visit, if anything worth reporting did. Buffers this visit. */
export async function eventsSinceLastVisit(
  { database, visitBuffer }: { readonly database: Db; readonly visitBuffer: VisitBuffer },
  { agent, lastVisit, sitter, creatures: before }: Pick<Caller, "agent" | "lastVisit" | "sitter" | "creatures">,
  creatures: readonly PresentCreature[],
  now: RealInstant,
): Promise<EventsSinceVisit | undefined> {
  const present = houseTime(agent, now);
  // A sitter's call is not a visit of the keeper.
  if (sitter !== undefined) return undefined;
  const since = visitBuffer.lastOf(agent.id, lastVisit?.at ?? null);
  if (since !== null && present - since < VISIT_AFTER_MS) return undefined;
  const seen = { agent, creatures, now };
  // What was written down before this visit is known; what the visit wrote shows in its creatures.
  const wrote =
    before.length !== creatures.length || creatures.some((stored) => !before.some((each) => each === stored));
  const hasStoredEvents = wrote || lastVisit === null || lastVisit.hasStoredEvents;
  const events = since === null ? [] : await eventsSinceVisit(database, seen, since, hasStoredEvents);
  visitBuffer.add(agent.id, present);
  // The answer itself reports what this visit changed.
  const worth = [...events.filter(({ details }) => !OF_CARE.has(details.type)), ...unfed(creatures, since, present)]
    .filter(({ at }) => at < present)
    .toSorted((a, b) => a.at - b.at);
  if (since === null || worth.length === 0) return undefined;
  return { since, events: worth.slice(-MAX_EVENTS_SHOWN), omitted: Math.max(0, worth.length - MAX_EVENTS_SHOWN) };
}

function unfed(creatures: readonly PresentCreature[], since: number | null, now: number): readonly HouseEvent[] {
  return creatures.flatMap(({ creature: stored }) => {
    const seen = visibleAt(stored, now);
    if (since === null || seen.kind !== "living" || seen.resting !== null) return [];
    const creature = { id: seen.creature.id, name: seen.creature.name };
    return unfedEventsOf(seen.creature, since).map((details) => ({
      id: `${details.type}-${creature.id}-${details.at}`,
      at: details.at,
      creature,
      details,
    }));
  });
}

export interface ReportRequest {
  /** The house as the answer finds it. */
  readonly house: readonly VisibleNow[];
  readonly now: RealInstant;
  /** Up to where the call says that it has told its human. */
  readonly told: number | undefined;
  /** Whether the call may have stored events since its key was checked. */
  readonly wrote: boolean;
}

/** What its human should know (REPORT rules). Undefined for sitters, who have nobody to report to. */
export async function reportFor(db: Db, caller: Caller, look: ReportRequest): Promise<Report | null | undefined> {
  const { agent, sitter } = caller;
  if (sitter !== undefined) return undefined;
  const { house, told, wrote } = look;
  const now = houseTime(agent, look.now);
  if (told !== undefined) await saveTold(db, { agentId: agent.id, seq: told, at: now });
  const isKnown = told === undefined && !wrote && caller.report?.hasHappened === false;
  const found = isKnown ? { ...caller.report, happened: null } : await findReport(db, agent.id, look.now);
  const { newest, toldAt, alertsOffAt, happened } = found;
  if (happened?.isNew === true) await saveMet(db, { agentId: agent.id, newest, at: now });
  const isEmpty = !house.some(({ kind }) => kind === "living" || kind === "egg");
  const lastDeath = isEmpty ? await findLastDeath(db, agent.id) : null;
  const states = currentTroubles(house, lastDeath, alertsOffAt === null ? null : alertsOffAt + agent.clockOffsetMs);
  return reportOf({ newest, toldAt, happened: happened?.worst ?? [], count: happened?.count ?? 0 }, states, now);
}

/** The same for a house that was just visited: a death that the visit found is news. */
export async function reportAfter(
  db: Db,
  caller: Caller,
  visited: readonly VisitedCreature[],
  { now, told }: Pick<ReportRequest, "now" | "told">,
): Promise<Report | null | undefined> {
  const house = visited.map(({ view }) => view);
  return reportFor(db, caller, { house, now, told, wrote: house.some(({ kind }) => kind === "dead") });
}
