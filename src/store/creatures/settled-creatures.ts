// Creatures that time has changed, many in one statement: what the sweeper writes. Each is written only where its version
// is still the one that was read, with its log rows, its gravestone, the portraits to be drawn and the events to be told;
// the others are passed over.
import type { StoredCreature } from "./creature-row.ts";
import { CHANGED_BY_TIME, creatureRow } from "./creature-row.ts";
import type { CreatureChange } from "./creatures.ts";
import { logRowsOf, stoneOf } from "./creatures.ts";
import type { Db, Statement } from "../db/db.ts";
import { storedEventRows, lapsedEventRows, insertStoredEvents, insertLapsedEvents } from "./events.ts";
import { DRAW_PORTRAIT, addJob, portraitJobs } from "./portrait-jobs.ts";

const SAVE: Statement = {
  name: "save-settled-creatures",
  text: `WITH saved AS (
      UPDATE creatures c SET (${CHANGED_BY_TIME.join(", ")}) = (${CHANGED_BY_TIME.map((column) => `given.${column}`).join(", ")})
      FROM jsonb_populate_recordset(NULL::creatures, $1::jsonb) given
      WHERE c.agent_id = given.agent_id AND c.creature_id = given.creature_id AND c.version = given.version - 1
      RETURNING c.agent_id, c.creature_id
    ), logged AS (
      INSERT INTO care_log SELECT entry.* FROM jsonb_populate_recordset(NULL::care_log, $2::jsonb) entry
        JOIN saved ON saved.agent_id = entry.agent_id AND saved.creature_id = entry.creature_id
    ), buried AS (
      INSERT INTO gravestones SELECT stone.* FROM jsonb_populate_recordset(NULL::gravestones, $3::jsonb) stone
        JOIN saved ON saved.agent_id = stone.agent_id AND saved.creature_id = stone.creature_id
    ), queued AS (
      SELECT ${addJob(DRAW_PORTRAIT, "job::json")} FROM jsonb_array_elements($4::jsonb) job
        JOIN saved ON saved.agent_id = (job->>'agentId')::uuid AND saved.creature_id = (job->>'creatureId')::uuid
    ), ${insertStoredEvents("$5")}, ${insertLapsedEvents("$6")}
    SELECT creature_id, (SELECT count(*) FROM queued) AS jobs FROM saved`,
};

/** The ids of those that were written. Give each agent once at most: then no call of an agent can be caught in between. */
export async function saveSettledCreatures(db: Db, changes: readonly CreatureChange[]): Promise<ReadonlySet<string>> {
  const rows = changes.map(({ from, to }) => creatureRow({ ...to, version: from.version + 1 }));
  const log = changes.flatMap((change) => logRowsOf(change, change.from.version + 1));
  const stones = changes.flatMap((change) => stoneOf(change) ?? []);
  const jobs = changes.flatMap(portraitJobs);
  return idsOf(
    await db.queryOld(
      SAVE,
      [rows, log, stones, jobs, changes.flatMap(storedEventRows), changes.flatMap(lapsedEventRows)].map((each) =>
        JSON.stringify(each),
      ),
    ),
  );
}

const ARM: Statement = {
  name: "save-next-events",
  text: `UPDATE creatures c SET next_event_at = given.next
    FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::bigint[]) AS given (agent_id, creature_id, version, next)
    WHERE c.agent_id = given.agent_id AND c.creature_id = given.creature_id AND c.version = given.version
    RETURNING c.creature_id`,
};

export interface Rescheduling {
  readonly stored: StoredCreature;
  readonly nextEventAt: number | null;
}

/** Reschedules creatures; returns the ids of those that had not changed. The life does not change, so the version stays. */
export async function saveNextEvents(db: Db, reschedulings: readonly Rescheduling[]): Promise<ReadonlySet<string>> {
  return idsOf(
    await db.queryOld(ARM, [
      reschedulings.map(({ stored }) => stored.agentId),
      reschedulings.map(({ stored }) => stored.creature.id),
      reschedulings.map(({ stored }) => stored.version),
      reschedulings.map(({ nextEventAt }) => nextEventAt),
    ]),
  );
}

function idsOf(rows: readonly { readonly creature_id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ creature_id }) => creature_id));
}
