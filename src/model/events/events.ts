// Lists the events of a house since a cursor. Stored events continue after its number, and derived events after its instant. A
// caller that always sends the last cursor gets every event once, from any process.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { derivedEventsOf, type DerivedEvent, type UnfedEvent } from "@denkeeper/rules/foresight/derived-events.ts";
import type { Agent } from "../agents/store/agents.ts";
import type { Caller } from "../agents/store/callers.ts";
import type { PresentCreature } from "../creatures/store/creature-change.ts";
import { saveCreature } from "../creatures/store/creatures.ts";
import type { Db } from "../../platform/database/db.ts";
import {
  listEvents,
  type EventDetails,
  type EventRow,
  type FoundEvents,
  type LapsedEventRow,
} from "../creatures/store/events.ts";
import { deathChange, growthChange, houseTime, nextEventAt } from "../life/time-changes.ts";

interface Cursor {
  /** The number of the last stored event that was sent. */
  readonly seq: number;
  /** The house time up to which derived events were sent. */
  readonly at: number;
}

export interface HouseEvent {
  /** Identical in every process and every answer. */
  readonly id: string;
  readonly at: number;
  readonly creature: { readonly id: string; readonly name: string } | null;
  readonly details: EventDetails | Pick<DerivedEvent, "type"> | UnfedEvent;
}

export interface EventPage {
  readonly events: readonly HouseEvent[];
  readonly cursor: Cursor;
  readonly hasMore: boolean;
}

/** A loaded house, with the real time at which it was loaded. */
export interface EventHouse {
  readonly agent: Pick<Agent, "id" | "clockOffsetMs">;
  readonly creatures: readonly PresentCreature[];
  readonly now: RealInstant;
}

/** The start of a list of events. Without a number, `at` applies to stored events too. */
interface EventsStart {
  readonly seq: number | null;
  readonly at: number;
}

export interface EventFilter {
  /** Maximum number of events of each kind, stored and derived. */
  readonly limit: number;
  /** A type to leave out. It is removed before the page is cut, so that the size of the page does not reveal it. */
  readonly leftOut?: DerivedEvent["type"] | undefined;
}

export async function eventsSince(
  db: Db,
  house: EventHouse,
  since: EventsStart,
  filter: EventFilter,
): Promise<EventPage> {
  const { limit, leftOut } = filter;
  const until = endOf(house, since);
  const question = { agentId: house.agent.id, seq: since.seq, since: since.at, until, limit, leftOut };
  const found = await listEvents(db, question);
  return pageOf(found, house, since, { limit, leftOut: new Set(leftOut === undefined ? [] : [leftOut]) });
}

/** Maximum number of events of each kind for a keeper that was away. */
const MOST_SINCE_VISIT = 1_000;
const ASLEEP_OR_AWAKE: ReadonlySet<string> = new Set<DerivedEvent["type"]>(["asleep", "awake"]);

/** Lists the events since a keeper's last visit, except falling asleep and waking up. */
export async function eventsSinceVisit(
  db: Db,
  house: EventHouse,
  at: number,
  hasStoredEvents: boolean,
): Promise<readonly HouseEvent[]> {
  const since: EventsStart = { seq: null, at };
  const until = endOf(house, since);
  const limit = MOST_SINCE_VISIT;
  const found = hasStoredEvents
    ? await listEvents(db, { agentId: house.agent.id, seq: null, since: at, until, limit })
    : { after: 0, stored: [], lapsed: [] };
  return pageOf(found, house, since, { limit, leftOut: ASLEEP_OR_AWAKE }).events;
}

/** Returns the house time up to which events are listed, which is never before the start. */
function endOf({ agent, now }: EventHouse, { at }: EventsStart): number {
  return Math.max(at, houseTime(agent, now));
}

/** Merges stored and derived events into a page. The cursor advances only as far as the page covers both kinds. */
function pageOf(
  found: FoundEvents,
  house: EventHouse,
  since: EventsStart,
  { limit, leftOut }: { readonly limit: number; readonly leftOut: ReadonlySet<string> },
): EventPage {
  const { after, stored, lapsed } = found;
  // The process that stored an event may have a faster clock, so the page covers the time up to that event.
  const until = Math.max(endOf(house, since), ...stored.map(({ at }) => at));
  const allDerived = derivedEvents(found, house.creatures, since.at, until);
  const derived = allDerived.filter(({ details }) => !leftOut.has(details.type));
  const isCut = derived.length > limit || lapsed.length >= limit;
  const coveredUntil = isCut ? (derived[limit - 1]?.at ?? until) : until;
  const events = [...stored.map(storedEvent), ...derived.filter(({ at }) => at <= coveredUntil)];
  return {
    events: events.toSorted(byInstant),
    cursor: { seq: stored.at(-1)?.seq ?? after, at: coveredUntil },
    hasMore: stored.length === limit || coveredUntil < until,
  };
}

/** Returns each derived event once, whether it was stored when it lapsed or is derived now. */
function derivedEvents(
  { stored, lapsed }: FoundEvents,
  creatures: readonly PresentCreature[],
  from: number,
  until: number,
): readonly HouseEvent[] {
  // Events derived for the time before a resurrection did not happen, because the creature was dead.
  const returnedAt = new Map(
    stored.flatMap(({ creature_id, at, details }) => (details.type === "returned" ? [[creature_id, at] as const] : [])),
  );
  const derived = creatures.flatMap(({ creature }) =>
    derivedEventsOf(creature, Math.max(from, returnedAt.get(creature.id) ?? from), until).map((event) =>
      derivedEvent(event, creature),
    ),
  );
  const byId = new Map<string, HouseEvent>();
  for (const event of [...lapsed.map(lapsedEvent), ...derived]) if (!byId.has(event.id)) byId.set(event.id, event);
  return [...byId.values()].toSorted(byInstant);
}

function byInstant(a: HouseEvent, b: HouseEvent): number {
  return a.at - b.at;
}

function storedEvent({ seq, at, creature_id, creature_name, details }: EventRow): HouseEvent {
  const creature = creature_id === null ? null : { id: creature_id, name: creature_name ?? "" };
  return { id: `n${seq}`, at, creature, details };
}

function lapsedEvent({ at, type, creature_id, creature_name }: LapsedEventRow): HouseEvent {
  return derivedEvent({ type, at }, { id: creature_id, name: creature_name });
}

function derivedEvent({ type, at }: DerivedEvent, { id, name }: { readonly id: string; readonly name: string }) {
  return { id: `${type}-${id}-${at}`, at, creature: { id, name }, details: { type } };
}

/** Returns the real time of the next derived event within `withinMs`, or Infinity if there is none. */
export function nextEventWithin({ agent, creatures, now }: EventHouse, after: number, withinMs: number): number {
  const until = houseTime(agent, now) + withinMs;
  const instants = creatures.flatMap(({ creature }) => {
    const [next] = derivedEventsOf(creature, after, until);
    return [
      next === undefined ? Infinity : next.at - agent.clockOffsetMs,
      nextEventAt(creature, agent.clockOffsetMs) ?? Infinity,
    ];
  });
  return Math.min(Infinity, ...instants);
}

/** Saves due deaths and stages with their events, unless this process's clock is wrong. Returns whether any were due. */
export async function saveDueChanges(
  db: Db,
  { agent, creatures, clockTrusted }: Pick<Caller, "agent" | "creatures" | "clockTrusted">,
  now: RealInstant,
): Promise<boolean> {
  const changes = creatures.flatMap((stored) => {
    const due = deathChange(stored, agent, now) ?? growthChange(stored, agent, now);
    return due === undefined || !clockTrusted ? [] : [due];
  });
  await Promise.all(changes.map((change) => saveCreature(db, change)));
  return changes.length > 0;
}
