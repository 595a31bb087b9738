// Stores and lists events of a house. Stored events are written with the change that causes them, numbered under the lock of the
// agent's row. Derived events are written only when a change makes them lapse.
import {
  careEventsOf,
  storedEventsOf,
  lapsedEvents,
  type DerivedEvent,
  type StoredEvent,
} from "@denkeeper/rules/foresight/derived-events.ts";
import type { AccountEvent } from "../../events/store/account-events.ts";
import type { CreatureChange } from "./creature-change.ts";
import type { Db } from "../../../platform/database/db.ts";
import { deleteOld, deletionOfOld } from "../../../platform/database/old-rows.ts";
import * as sql from "../../../platform/database/statement.ts";
import type { PostingKind } from "../../ledger/store/ledger.ts";
import type { PortraitStage } from "./portrait-jobs.ts";

export const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

type DetailedEvent =
  | StoredEvent
  | { readonly type: "portrait_ready"; readonly stage: PortraitStage; readonly sha256: string }
  | { readonly type: AccountEvent["kind"]; readonly about: string | null }
  | { readonly type: "credits"; readonly kind: PostingKind; readonly credits: number; readonly balance: number };
type DetailsOf<Event> = Event extends unknown ? Omit<Event, "at"> : never;

export type EventDetails = DetailsOf<DetailedEvent>;

export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly creature_id: string | null;
  readonly creature_name: string | null;
  readonly details: EventDetails;
}

export interface LapsedEventRow {
  readonly at: number;
  readonly type: DerivedEvent["type"];
  readonly creature_id: string;
  readonly creature_name: string;
}

/** Returns the stored events of a change, for the save function. */
export function storedEventRows({
  from,
  to,
  log = [],
}: Pick<CreatureChange, "from" | "to" | "log">): readonly object[] {
  const care = log.find((entry) => entry.kind === "care")?.care;
  const careEvents = care === undefined ? [] : careEventsOf(from.creature, to.creature, care);
  const memories = { before: from.memory, after: to.memory };
  return [...careEvents, ...storedEventsOf(from.creature, to.creature, memories)].map(({ at, ...details }) => ({
    agent_id: to.agentId,
    creature_id: to.creature.id,
    creature_name: to.creature.name,
    at,
    type: details.type,
    details,
  }));
}

/** Returns the derived events that a change makes lapse. The save function sets the time of recording. */
export function lapsedEventRows({ from, to }: Pick<CreatureChange, "from" | "to">): readonly object[] {
  return lapsedEvents(from.creature, to.creature).map(({ at, type }) => ({
    agent_id: to.agentId,
    at,
    creature_id: to.creature.id,
    type,
    creature_name: to.creature.name,
  }));
}

export interface EventQuestion {
  readonly agentId: string;
  /** The last known event number; null for all events after `since`. */
  readonly seq: number | null;
  /** House time. Lapsed events are listed after `since` and up to `until`. */
  readonly since: number;
  readonly until: number;
  readonly limit: number;
  /** A type of lapsed events to leave out. */
  readonly leftOut?: DerivedEvent["type"] | undefined;
}

/** Lists stored and lapsed events. Lapsed events of one instant are never split, since a cursor could not separate them. */
const LIST = sql.statement({
  name: "list-events-but",
  params: {
    agentId: sql.uuid,
    seq: sql.nullable(sql.int8),
    since: sql.int8,
    until: sql.int8,
    limit: sql.int8,
    leftOut: sql.text,
  },
  row: { after: sql.int8, stored: sql.json<readonly EventRow[]>(), lapsed: sql.json<readonly LapsedEventRow[]>() },
  text: `WITH start AS (
      SELECT coalesce($seq::bigint, (SELECT min(seq) - 1 FROM events WHERE agent_id = $agentId AND at > $since),
        (SELECT max(seq) FROM events WHERE agent_id = $agentId), 0) AS after
    )
    SELECT start.after,
      (SELECT coalesce(json_agg(e ORDER BY e.seq), '[]') FROM (
        SELECT seq, at, creature_id, creature_name, details FROM events
        WHERE agent_id = $agentId AND seq > start.after ORDER BY seq LIMIT $limit) e) AS stored,
      (SELECT coalesce(json_agg(p ORDER BY p.at), '[]') FROM (
        SELECT at, type, creature_id, creature_name FROM passed_events
        WHERE agent_id = $agentId AND at > $since AND at <= $until AND type <> $leftOut
        ORDER BY at FETCH FIRST $limit ROWS WITH TIES) p) AS lapsed
    FROM start`,
});

/** `after` is the number before the first stored event. */
export type FoundEvents = sql.RowOf<typeof LIST.row>;

export async function listEvents(db: Db, question: EventQuestion): Promise<FoundEvents> {
  const { agentId, seq, since, until, limit, leftOut = "" } = question;
  const [found] = await db.query(LIST, { agentId, seq, since, until, limit, leftOut });
  if (found === undefined) throw new Error("the events query returned no rows");
  return found;
}

const DELETE_OLD = [
  deletionOfOld("events", "agent_id, seq"),
  deletionOfOld("passed_events", "agent_id, at, creature_id, type"),
];

export async function deleteOldEvents(db: Db, before: number): Promise<void> {
  for (const deletion of DELETE_OLD) await deleteOld(db, deletion, before);
}
