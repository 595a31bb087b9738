// Reads the whole log of a life for comparisons in tests.
import { LOG_COLUMNS, STORED_LOG_ROW, logRowFrom, type LogRow } from "../../src/model/creatures/store/care-log.ts";
import type { Db } from "../../src/platform/database/db.ts";
import * as sql from "../../src/platform/database/statement.ts";

const LIST = sql.statement({
  name: "test-list-log",
  params: { agentId: sql.uuid, creatureId: sql.uuid },
  row: STORED_LOG_ROW,
  text: `SELECT ${LOG_COLUMNS} FROM care_log WHERE agent_id = $agentId AND creature_id = $creatureId
    ORDER BY version, kind <> 'amnesty', recorded_at, kind = 'death', at`,
});

export async function listLog(db: Db, agentId: string, creatureId: string): Promise<readonly LogRow[]> {
  return (await db.query(LIST, { agentId, creatureId })).map(logRowFrom);
}
