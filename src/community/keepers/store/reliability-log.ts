// Reads the logs of a keeper's creatures for its track record, newest entries first. A limit keeps requests fast.
import type { CareAction, Timing } from "@denkeeper/rules/creature/creature.ts";
import type { LoggedEntry, LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { CLOCKS_DIFFER_MS } from "../../../model/creatures/store/care-log.ts";

const MOST_ENTRIES = 20_000;
/** Days that the first statement reads. Each further statement reads twice as many, so that few partitions are opened. */
const FIRST_DAYS = 30;

const ENTRIES = sql.statement({
  name: "list-reliability-log",
  params: { agentId: sql.uuid, from: sql.int8, until: sql.int8, limit: sql.int8 },
  row: {
    creature_id: sql.uuid,
    version: sql.int4,
    kind: sql.text,
    at: sql.int8,
    recorded_at: sql.int8,
    until: sql.nullable(sql.int8),
    action: sql.nullable(sql.textOf<CareAction>()),
    timing: sql.nullable(sql.textOf<Timing>()),
    sitter: sql.nullable(sql.text),
  },
  text: `SELECT l.creature_id, l.version, l.kind, l.at, l.recorded_at, l.until, l.action, l.timing, s.name AS sitter
    FROM care_log l
    LEFT JOIN sitter_care s ON s.agent_id = $agentId AND s.agent_id = l.agent_id AND s.creature_id = l.creature_id
      AND s.entry_id = l.entry_id
    WHERE l.agent_id = $agentId AND l.recorded_at >= $from AND l.recorded_at < $until AND l.kind NOT IN ('adopt', 'check')
    ORDER BY l.recorded_at DESC LIMIT $limit`,
});

const LIVES = sql.statement({
  name: "list-reliability-lives",
  params: { agentId: sql.uuid },
  row: { id: sql.uuid, zone: sql.text, feedingWindowHours: sql.float8 },
  text: `SELECT creature_id AS id, zone, feeding_window_hours AS "feedingWindowHours" FROM creatures
    WHERE agent_id = $agentId`,
});

interface LogRange {
  readonly since: RealInstant;
  readonly now: RealInstant;
  readonly most?: number;
}

/** Lists the logs since an instant, or since a later one if there are more than `most` entries. */
export async function listLoggedLives(
  db: Db,
  agentId: string,
  { since, now, most = MOST_ENTRIES }: LogRange,
): Promise<{ readonly since: RealInstant; readonly lives: readonly LoggedLife[] }> {
  const lives = await db.query(LIVES, { agentId });
  const logs = new Map(lives.map(({ id }): [string, LoggedEntry[]] => [id, []]));
  let remaining = most;
  let until = now + CLOCKS_DIFFER_MS;
  for (let length = FIRST_DAYS * DAY_MS; until > since && remaining > 0; length *= 2) {
    const from = Math.max(since, until - length);
    const rows = await db.query(ENTRIES, { agentId, from, until, limit: remaining });
    for (const row of rows) logs.get(row.creature_id)?.push(row);
    remaining -= rows.length;
    until = remaining > 0 ? from : (rows.at(-1)?.recorded_at ?? until) + 1;
  }
  return {
    since: remaining > 0 ? since : until,
    lives: lives.map(({ id, zone, feedingWindowHours }) => ({
      creature: { id, zone, species: { feedingWindowHours } },
      entries: logs.get(id) ?? [],
    })),
  };
}

const LAST_ALERT = sql.statement({
  name: "find-last-alert",
  params: { agentId: sql.uuid },
  row: { last_alert_at: sql.nullable(sql.int8) },
  text: "SELECT last_alert_at FROM agents WHERE agent_id = $agentId",
});

/** Returns when a hook last sent an alert, or null if none ever has. */
export async function findLastAlert(db: Db, agentId: string): Promise<number | null> {
  const [row] = await db.query(LAST_ALERT, { agentId });
  return row?.last_alert_at ?? null;
}
