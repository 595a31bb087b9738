// Saves creatures with everything that belongs to the change: log rows, a gravestone, the idempotency record, portrait jobs,
// events, and watches. One database function saves all of it or nothing. It checks the version, so that no other change is
// overwritten.
import type { Dead, Resident } from "@denkeeper/rules/creature/creature.ts";
import {
  logRowsOf,
  gravestoneOfChange,
  type CreatureChange,
  type DiscoveredItem,
  type PresentCreature,
} from "./creature-change.ts";
import {
  creatureFromRow,
  creatureRow,
  deadFromRow,
  keptFromRow,
  type CreatureRow,
  type StoredCreature,
} from "./creature-row.ts";
import { logRow, newLogRow, type LogEvent, type NewLogRow } from "./care-log.ts";
import { command, lister } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { storedEventRows, lapsedEventRows } from "./events.ts";
import type { GravestoneRow } from "./gravestones.ts";
import { TakenIdempotencyKey, expiredBefore, idempotencyRow } from "../../idempotency/store/idempotency.ts";
import type { OutboxRow } from "../../../platform/jobs/store/outbox.ts";
import { portraitJobs } from "./portrait-jobs.ts";
import { SAVE_FUNCTION } from "./save-function.ts";

const SAVING = {
  params: {
    agentId: sql.uuid,
    creatureId: sql.uuid,
    creature: sql.jsonb<CreatureRow>(),
    version: sql.int4,
    log: sql.jsonb<readonly NewLogRow[]>(),
    stone: sql.nullable(sql.jsonb<GravestoneRow>()),
    discovered: sql.nullable(sql.jsonb<DiscoveredItem>()),
    record: sql.nullable(sql.jsonb<object>()),
    expiredAt: sql.nullable(sql.int8),
    storedEvents: sql.jsonb<readonly object[]>(),
    lapsedEvents: sql.jsonb<readonly object[]>(),
    jobs: sql.jsonb<readonly OutboxRow[]>(),
  },
  row: { outcome: sql.textOf<"saved" | "stale" | "taken">() },
  given: `$agentId, $creatureId, $creature, $version, $log, $stone, $discovered, $record, $expiredAt, $storedEvents,
    $lapsedEvents, $jobs`,
};

const SAVE = sql.statement({
  name: SAVE_FUNCTION.name,
  params: SAVING.params,
  row: SAVING.row,
  text: `SELECT ${SAVE_FUNCTION.name}(${SAVING.given}) AS outcome`,
});

/** Returns the creature as it is stored after the change. */
export function storedAfter({ from, to }: CreatureChange): PresentCreature {
  return { ...to, version: from.version + 1, unwritten: [] };
}

/** Returns the save function's parameters for a change that results in `stored`. */
export function savedValues(change: CreatureChange, stored: PresentCreature): sql.ValuesOf<typeof SAVING.params> {
  const { from, discovered = null, record } = change;
  return {
    agentId: from.agentId,
    creatureId: from.creature.id,
    creature: creatureRow(stored),
    version: from.version,
    log: logRowsOf(change, stored.version).map(newLogRow),
    stone: gravestoneOfChange(change) ?? null,
    discovered,
    record: record === undefined ? null : idempotencyRow(record),
    expiredAt: record === undefined ? null : expiredBefore(record.createdAt),
    storedEvents: storedEventRows(change),
    lapsedEvents: lapsedEventRows(change),
    jobs: portraitJobs(change),
  };
}

function ifWritten(
  [saved]: readonly sql.RowOf<typeof SAVING.row>[],
  { record }: CreatureChange,
  stored: PresentCreature,
): PresentCreature | undefined {
  if (saved?.outcome === "taken" && record !== undefined) throw new TakenIdempotencyKey(record);
  return saved?.outcome === "saved" ? stored : undefined;
}

/**
 * Saves a change. Returns undefined if another process changed the creature first; the caller must then read it and decide again.
 * Throws `TakenIdempotencyKey` if another call has answered under the record's key.
 */
export async function saveCreature(db: Db, change: CreatureChange): Promise<PresentCreature | undefined> {
  const stored = storedAfter(change);
  return ifWritten(await db.query(SAVE, savedValues(change, stored)), change, stored);
}

const INSERT = sql.statement({
  name: "insert-new-creature",
  params: { creature: sql.jsonb<CreatureRow>() },
  row: {},
  text: "INSERT INTO creatures SELECT * FROM jsonb_populate_record(NULL::creatures, $creature::jsonb)",
});

const INSERT_ENTRY = sql.statement({
  name: "insert-first-entry",
  params: { log: sql.jsonb<NewLogRow>() },
  row: {},
  text: "INSERT INTO care_log SELECT * FROM jsonb_populate_record(NULL::care_log, $log::jsonb)",
});

export async function insertCreature(tx: Tx, stored: StoredCreature, adopted: LogEvent): Promise<void> {
  await tx.query(INSERT, { creature: creatureRow(stored) });
  await tx.query(INSERT_ENTRY, { log: newLogRow(logRow(stored.agentId, stored.creature, 1, adopted)) });
}

const STORED = { row: sql.json<CreatureRow>() };

const FIND = sql.statement({
  name: "find-creature",
  params: { agentId: sql.uuid, creatureId: sql.uuid },
  row: STORED,
  text: "SELECT row_to_json(c) AS row FROM creatures c WHERE agent_id = $agentId AND creature_id = $creatureId",
});

/** Finds a creature even if it is dead or released. */
export async function findCreature(db: Db, agentId: string, creatureId: string): Promise<StoredCreature | undefined> {
  const [found] = await db.query(FIND, { agentId, creatureId });
  return found === undefined ? undefined : creatureFromRow(found.row);
}

const NEWEST = sql.statement({
  name: "find-newest-creature",
  params: { agentId: sql.uuid },
  row: STORED,
  text: `SELECT row_to_json(c) AS row FROM creatures c WHERE agent_id = $agentId
    ORDER BY adopted_at DESC, creature_id DESC LIMIT 1`,
});

/** Finds the creature that the agent adopted last, even if it is dead or released. */
export async function findNewestCreature(db: Db, agentId: string): Promise<StoredCreature | undefined> {
  const [found] = await db.query(NEWEST, { agentId });
  return found === undefined ? undefined : creatureFromRow(found.row);
}

const LIVING = sql.statement({
  name: "list-living",
  params: { agentId: sql.uuid },
  row: STORED,
  text: `SELECT row_to_json(c) AS row FROM creatures c
    WHERE agent_id = $agentId AND died_at IS NULL AND released_at IS NULL ORDER BY adopted_at DESC, creature_id DESC`,
});

/** Lists an agent's living creatures and eggs, newest first. */
export async function listLiving(db: Db, agentId: string): Promise<readonly StoredCreature<Resident>[]> {
  const rows = await db.query(LIVING, { agentId });
  return rows.map(({ row }) => keptFromRow(row));
}

const RETURNABLE = sql.statement({
  name: "list-returnable",
  params: { agentId: sql.uuid, since: sql.int8 },
  row: STORED,
  text: `SELECT row_to_json(c) AS row FROM creatures c
    WHERE agent_id = $agentId AND died_at >= $since AND released_at IS NULL ORDER BY died_at DESC LIMIT 5`,
});

/** Lists up to five creatures that died at or after `since` and may still be resurrected, latest death first. */
export async function listDeadSince(db: Db, agentId: string, since: number): Promise<readonly StoredCreature<Dead>[]> {
  const rows = await db.query(RETURNABLE, { agentId, since });
  return rows.map(({ row }) => deadFromRow(row));
}

/** Lists at most one creature: the last released after `since`, not counting creatures that were ever taken back. */
export const listReleasedSince = lister({
  name: "list-released",
  params: { agentId: sql.uuid, since: sql.int8 },
  row: { id: sql.uuid, name: sql.text },
  text: `SELECT creature_id AS id, name FROM creatures
    WHERE agent_id = $agentId AND released_at > $since AND taken_back_at IS NULL ORDER BY released_at DESC LIMIT 1`,
});

/** Counts an agent's dead and released creatures by the stages they reached and by whether they were lost. */
export const listPastCreatures = lister({
  name: "list-past-creatures",
  params: { agentId: sql.uuid },
  row: { becameChild: sql.bool, becameAdult: sql.bool, wasLost: sql.bool, count: sql.int8 },
  text: `SELECT child_at IS NOT NULL AS "becameChild", adult_at IS NOT NULL AS "becameAdult",
      (died_at IS NOT NULL OR resurrections > 0 OR released_in_distress) AS "wasLost", count(*) AS count
    FROM creatures WHERE agent_id = $agentId AND (died_at IS NOT NULL OR released_at IS NOT NULL) GROUP BY 1, 2, 3`,
});

/** Makes the next events of a house due sooner, after its clock was moved forward. */
export const moveNextEvents = command({
  name: "move-next-events",
  params: { agentId: sql.uuid, byMs: sql.int8 },
  text: `UPDATE creatures SET next_event_at = next_event_at - $byMs
    WHERE agent_id = $agentId AND next_event_at IS NOT NULL`,
});
