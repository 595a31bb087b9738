// What happened in a house since a cursor: stored events after its number, and derived events after its instant. A
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

export interface Cursor {
  /** The number of the last stored event that was told. */
  readonly seq: number;
  /** The time of the house up to which events of the rules were told. */
  readonly at: number;
}

export interface HouseEvent {
  /** The same whenever and by whomever it is told. */
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

/** The house as it was loaded, and the real time of the look. */
export interface EventHouse {
  readonly agent: Pick<Agent, "id" | "clockOffsetMs">;
  readonly creatures: readonly PresentCreature[];
  readonly now: RealInstant;
}

/** From where on events are wanted. Without a number it is an instant, for those who have no cursor. */
interface EventsStart {
  readonly seq: number | null;
  readonly at: number;
}

export interface EventFilter {
  /** At most so many of each kind. */
  readonly limit: number;
  /** A type that is not wanted. It is left out before the page is cut, so the page does not show that there were any. */
  readonly leftOut?: DerivedEvent["type"] | undefined;
}

export async function eventsSince(
  db: Db,
  seen: EventHouse,
  since: EventsStart,
  wanted: EventFilter,
): Promise<EventPage> {
  const { limit, leftOut } = wanted;
  const until = presentOf(seen, since);
  const found = await listEvents(db, {
    agentId: seen.agent.id,
    seq: since.seq,
    since: since.at,
    until,
    limit,
    leftOut,
  });
  return pageOf(found, seen, since, limit, new Set(leftOut === undefined ? [] : [leftOut]));
}

/** So many of each kind are looked at for somebody who comes back. */
const MOST_SINCE_VISIT = 1_000;
const ASLEEP_OR_AWAKE: ReadonlySet<string> = new Set<DerivedEvent["type"]>(["asleep", "awake"]);

/** What is worth telling to somebody who comes back. Sleep comes and goes every night. */
export async function eventsSinceVisit(
  db: Db,
  seen: EventHouse,
  at: number,
  hasStoredEvents: boolean,
): Promise<readonly HouseEvent[]> {
  const since: EventsStart = { seq: null, at };
  const [until, limit] = [presentOf(seen, since), MOST_SINCE_VISIT];
  const found = hasStoredEvents
    ? await listEvents(db, { agentId: seen.agent.id, seq: null, since: at, until, limit })
    : { after: 0, stored: [], lapsed: [] };
  return pageOf(found, seen, since, limit, ASLEEP_OR_AWAKE).events;
}

function presentOf({ agent, now }: EventHouse, { at }: EventsStart): number {
  return Math.max(at, houseTime(agent, now));
}

/** Stored events and events of the rules in one order. The cursor goes no further than what the page holds of each kind. */
function pageOf(
  found: FoundEvents,
  seen: EventHouse,
  since: EventsStart,
  limit: number,
  leftOut: ReadonlySet<string> = new Set(),
): EventPage {
  const { after, stored, lapsed } = found;
  // The process that stored an event may be a moment ahead of this one: the page covers the time up to that event.
  const until = Math.max(presentOf(seen, since), ...stored.map(({ at }) => at));
  const ruled = ruledEvents(found, seen.creatures, since.at, until).filter(({ details }) => !leftOut.has(details.type));
  const isCut = ruled.length > limit || lapsed.length >= limit;
  const coveredUntil = isCut ? (ruled[limit - 1]?.at ?? until) : until;
  const events = [...stored.map(storedEvent), ...ruled.filter(({ at }) => at <= coveredUntil)];
  return {
    events: events.toSorted(byInstant),
    cursor: { seq: stored.at(-1)?.seq ?? after, at: coveredUntil },
    hasMore: stored.length === limit || coveredUntil < until,
  };
}

/** Events that follow from the rules, each once: those written down when a change overtook them, and those derived now. */
function ruledEvents(
  { stored, lapsed }: FoundEvents,
  creatures: readonly PresentCreature[],
  from: number,
  until: number,
): readonly HouseEvent[] {
  // Before its return a creature was dead: what the rules would derive for that time did not happen.
  const returnedAt = new Map(
    stored.flatMap(({ creature_id, at, details }) => (details.type === "returned" ? [[creature_id, at] as const] : [])),
  );
  const derived = creatures.flatMap(({ creature }) =>
    derivedEventsOf(creature, Math.max(from, returnedAt.get(creature.id) ?? from), until).map((event) =>
      derivedEvent(event, creature),
    ),
  );
  const events = [...lapsed.map(lapsedEvent), ...derived];
  const firsts = new Map(events.toReversed().map((event) => [event.id, event]));
  return events.filter((event) => firsts.get(event.id) === event).toSorted(byInstant);
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

/** The real time of the next event that is to come by itself within a while; Infinity when there is none. */
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

/** Saves deaths and stages that are due, which stores their events; returns whether there were any. */
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
