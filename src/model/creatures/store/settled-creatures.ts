// Saves many creatures that time has changed, in one statement of the sweep. Each is written only if its version is
// unchanged, with its log rows, gravestone, portrait jobs, events and watch; the others are skipped.
import { newLogRow, type NewLogRow } from "./care-log.ts";
import { CHANGED_BY_TIME, creatureRow, type CreatureKey, type CreatureRow } from "./creature-row.ts";
import { logRowsOf, gravestoneOfChange, type CreatureChange } from "./creature-change.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { storedEventRows, lapsedEventRows, insertStoredEvents, insertLapsedEvents } from "./events.ts";
import type { GravestoneRow } from "./gravestones.ts";
import { watchSavedCreatures } from "../../silence/store/watches.ts";
import type { OutboxRow } from "../../../platform/jobs/store/outbox.ts";
import { insertJobs, portraitJobs } from "./portrait-jobs.ts";

const SAVE = sql.statement({
  name: "save-settled-creatures-and-jobs",
  params: {
    creatures: sql.jsonb<readonly CreatureRow[]>(),
    log: sql.jsonb<readonly NewLogRow[]>(),
    stones: sql.jsonb<readonly GravestoneRow[]>(),
    jobs: sql.jsonb<readonly OutboxRow[]>(),
    storedEvents: sql.jsonb<readonly object[]>(),
    lapsedEvents: sql.jsonb<readonly object[]>(),
  },
  row: { creature_id: sql.uuid },
  text: `WITH saved AS (
      UPDATE creatures c SET (${CHANGED_BY_TIME.join(", ")}) = (${CHANGED_BY_TIME.map((column) => `given.${column}`).join(", ")})
      FROM jsonb_populate_recordset(NULL::creatures, $creatures::jsonb) given
      WHERE c.agent_id = given.agent_id AND c.creature_id = given.creature_id AND c.version = given.version - 1
      RETURNING c.agent_id, c.creature_id
    ), logged AS (
      INSERT INTO care_log SELECT entry.* FROM jsonb_populate_recordset(NULL::care_log, $log::jsonb) entry
        JOIN saved ON saved.agent_id = entry.agent_id AND saved.creature_id = entry.creature_id
    ), buried AS (
      INSERT INTO gravestones SELECT stone.* FROM jsonb_populate_recordset(NULL::gravestones, $stones::jsonb) stone
        JOIN saved ON saved.agent_id = stone.agent_id AND saved.creature_id = stone.creature_id
    ), ${insertJobs("$jobs")}, ${insertStoredEvents("$storedEvents")}, ${insertLapsedEvents("$lapsedEvents")}, ${watchSavedCreatures()}
    SELECT creature_id FROM saved`,
});

/** The ids of those that were written. Give each agent once at most: then no call of an agent can be caught in between. */
export async function saveSettledCreatures(db: Db, changes: readonly CreatureChange[]): Promise<ReadonlySet<string>> {
  const values = {
    creatures: changes.map(({ from, to }) => creatureRow({ ...to, version: from.version + 1 })),
    log: changes.flatMap((change) => logRowsOf(change, change.from.version + 1).map(newLogRow)),
    stones: changes.flatMap((change) => gravestoneOfChange(change) ?? []),
    jobs: changes.flatMap(portraitJobs),
    storedEvents: changes.flatMap(storedEventRows),
    lapsedEvents: changes.flatMap(lapsedEventRows),
  };
  return idsOf(await db.query(SAVE, values));
}

const ARM = sql.statement({
  name: "save-next-events",
  params: {
    agentIds: sql.array(sql.uuid),
    creatureIds: sql.array(sql.uuid),
    versions: sql.array(sql.int4),
    nexts: sql.array(sql.nullable(sql.int8)),
  },
  row: { creature_id: sql.uuid },
  text: `UPDATE creatures c SET next_event_at = given.next
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[], $versions::integer[], $nexts::bigint[])
      AS given (agent_id, creature_id, version, next)
    WHERE c.agent_id = given.agent_id AND c.creature_id = given.creature_id AND c.version = given.version
    RETURNING c.creature_id`,
  ofAgents: "ANY ($agentIds::uuid[])",
});

export interface NextEventChange {
  readonly key: CreatureKey;
  readonly nextEventAt: number | null;
}

/** Reschedules creatures; returns the ids of those that had not changed. The life does not change, so the version stays. */
export async function saveNextEvents(db: Db, reschedulings: readonly NextEventChange[]): Promise<ReadonlySet<string>> {
  return idsOf(
    await db.query(ARM, {
      agentIds: reschedulings.map(({ key }) => key.agentId),
      creatureIds: reschedulings.map(({ key }) => key.creatureId),
      versions: reschedulings.map(({ key }) => key.version),
      nexts: reschedulings.map(({ nextEventAt }) => nextEventAt),
    }),
  );
}

function idsOf(rows: readonly { readonly creature_id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ creature_id }) => creature_id));
}
