// Stores the last visits of agents to their houses.
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Skips departed agents, whose buffered visits must not be stored again. */
const SAVE = sql.statement({
  name: "save-visits",
  params: { ids: sql.array(sql.uuid), instants: sql.array(sql.int8) },
  row: {},
  text: `INSERT INTO visits (agent_id, at)
    SELECT noted.agent_id, noted.at FROM unnest($ids::uuid[], $instants::bigint[]) AS noted (agent_id, at)
    JOIN agents a ON a.agent_id = noted.agent_id AND a.left_at IS NULL
    ON CONFLICT (agent_id) DO UPDATE SET at = EXCLUDED.at WHERE visits.at < EXCLUDED.at`,
  ofAgents: "ANY ($ids::uuid[])",
});

/** Saves visits by agent, in house time. An older visit never replaces a newer one. */
export async function saveVisits(db: Db, visits: readonly (readonly [agentId: string, at: number])[]): Promise<void> {
  // Rows are written in a fixed order, so that processes do not deadlock.
  const sorted = visits.toSorted(([one], [other]) => (one < other ? -1 : 1));
  await db.query(SAVE, { ids: sorted.map(([id]) => id), instants: sorted.map(([, at]) => at) });
}
