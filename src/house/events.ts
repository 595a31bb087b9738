// What happened in a house since a cursor: the stored events behind its number, and behind its instant those that follow
// from the rules. Whoever asks with the cursor of the last answer is told of everything once, however often and wherever it
// asks.
import { happeningsOf } from "../domain/happenings.ts";
import type { Happening } from "../domain/happenings.ts";
import type { Agent } from "../store/agents.ts";
import type { StoredCreature } from "../store/creature-row.ts";
import { saveCreature } from "../store/creatures.ts";
import type { Db } from "../store/db.ts";
import type { EventDetails, EventRow, PassedRow } from "../store/events.ts";
import { listEvents } from "../store/events.ts";
import { dying, growing, houseTime, nextEventAt } from "./notice.ts";

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
  readonly details: EventDetails | Pick<Happening, "type">;
}

export interface Told {
  readonly events: readonly HouseEvent[];
  readonly cursor: Cursor;
  readonly hasMore: boolean;
}

/** The house as it was loaded, and the real time of the look. */
export interface Seen {
  readonly agent: Pick<Agent, "id" | "clockOffsetMs">;
  readonly creatures: readonly StoredCreature[];
  readonly now: number;
}

/** At most `limit` events of each kind. `since` without a number is an instant, for those who have no cursor. */
export async function eventsSince(
  db: Db,
  { agent, creatures, now }: Seen,
  since: { readonly seq: number | null; readonly at: number },
  limit: number,
): Promise<Told> {
  const present = Math.max(since.at, houseTime(agent, now));
  const question = { agentId: agent.id, seq: since.seq, since: since.at, until: present, limit };
  const { after, stored, passed } = await listEvents(db, question);
  // Whoever wrote a stored event may be a moment ahead of this process: what is told here is told up to there.
  const until = Math.max(present, ...stored.map(({ at }) => at));
  const returns = new Map(
    stored.flatMap(({ creature_id, at, details }) =>
      details.type === "returned" && creature_id !== null ? [[creature_id, at] as const] : [],
    ),
  );
  const derived = creatures.flatMap(({ creature }) => {
    const from = Math.max(since.at, returns.get(creature.id) ?? since.at);
    return happeningsOf(creature, from, until).map((happening) => happeningEvent(happening, creature));
  });
  const known = new Set<string>();
  const ruled = [...passed.map(passedEvent), ...derived]
    .filter(({ id }) => !known.has(id) && known.add(id))
    .toSorted((a, b) => a.at - b.at);
  const horizon = ruled.length > limit || passed.length === limit ? (ruled[limit - 1]?.at ?? until) : until;
  const events = [...stored.map(storedEvent), ...ruled.filter(({ at }) => at <= horizon)];
  return {
    events: events.toSorted((a, b) => a.at - b.at),
    cursor: { seq: stored.at(-1)?.seq ?? after, at: horizon },
    hasMore: stored.length === limit || horizon < until,
  };
}

function storedEvent({ seq, at, creature_id, creature_name, details }: EventRow): HouseEvent {
  const creature = creature_id === null ? null : { id: creature_id, name: creature_name ?? "" };
  return { id: `n${seq}`, at, creature, details };
}

function passedEvent({ at, type, creature_id, creature_name }: PassedRow): HouseEvent {
  return happeningEvent({ type, at }, { id: creature_id, name: creature_name });
}

function happeningEvent({ type, at }: Happening, { id, name }: { readonly id: string; readonly name: string }) {
  return { id: `${type}-${id}-${at}`, at, creature: { id, name }, details: { type } };
}

/** The real time of the next event that is to come by itself within a while; Infinity when there is none. */
export function nextEventWithin({ agent, creatures, now }: Seen, after: number, withinMs: number): number {
  const until = houseTime(agent, now) + withinMs;
  const instants = creatures.flatMap(({ creature }) => {
    const [next] = happeningsOf(creature, after, until);
    return [
      next === undefined ? Infinity : next.at - agent.clockOffsetMs,
      nextEventAt(creature, agent.clockOffsetMs) ?? Infinity,
    ];
  });
  return Math.min(Infinity, ...instants);
}

/** Writes down deaths and stages that have come, so that they are told: whether there were any. */
export async function noticeAll(
  db: Db,
  agent: Agent,
  creatures: readonly StoredCreature[],
  { now, clockTrusted }: { readonly now: number; readonly clockTrusted: boolean },
): Promise<boolean> {
  const changes = creatures.flatMap((stored) => {
    const due = dying(stored, agent, now) ?? growing(stored, agent, now);
    return due === undefined || (due.gravestone !== undefined && !clockTrusted) ? [] : [due];
  });
  await Promise.all(changes.map((change) => saveCreature(db, change)));
  return changes.length > 0;
}
