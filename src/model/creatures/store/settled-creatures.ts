// Saves many creatures that time has changed, in one statement of the sweep. Creatures whose version has changed are skipped.
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import type { CreatureChange } from "./creature-change.ts";
import type { CreatureKey } from "./creature-row.ts";
import { savedValues, storedAfter } from "./creatures.ts";
import { SAVE_FUNCTION } from "./save-function.ts";

const SAVE = sql.statement({
  name: "save-settled-creatures",
  params: { changes: sql.jsonb<readonly ReturnType<typeof savedValues>[]>() },
  row: { creature_id: sql.uuid },
  text: `SELECT (change->'creature'->>'creature_id')::uuid AS creature_id
    FROM jsonb_array_elements($changes::jsonb) AS change
    WHERE ${SAVE_FUNCTION.name}((change->>'agentId')::uuid, (change->>'creatureId')::uuid, change->'creature',
      (change->>'version')::integer, change->'log', nullif(change->'stone', 'null'), NULL, NULL, NULL,
      change->'storedEvents', change->'lapsedEvents', change->'jobs') = 'saved'`,
});

/** Returns the ids of the saved creatures. Pass each agent at most once, so that no call can read a partial change of a house. */
export async function saveSettledCreatures(db: Db, changes: readonly CreatureChange[]): Promise<ReadonlySet<string>> {
  return idsOf(await db.query(SAVE, { changes: changes.map((change) => savedValues(change, storedAfter(change))) }));
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

/** Reschedules creatures without changing their life or version. Returns the ids of the unchanged creatures. */
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
