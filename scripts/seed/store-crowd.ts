// Writes a crowd into a database, some hundred rows per statement. An existing crowd is kept.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { isTestName } from "../../src/platform/identity/agent-id.ts";
import { makeLogDays, newLogRow } from "../../src/model/creatures/store/care-log.ts";
import { creatureRow } from "../../src/model/creatures/store/creature-row.ts";
import type { Database, Db } from "../../src/platform/database/db.ts";
import { array, jsonb, statement, uuid } from "../../src/platform/database/statement.ts";
import type { CrowdAgent } from "./crowd.ts";

const LOG_DAYS_AHEAD = 8;
const AT_A_TIME = 1_000;

function insertInto(table: string) {
  return statement({
    name: `seed-${table}`,
    params: { rows: jsonb<readonly object[]>() },
    row: {},
    text: `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $rows::jsonb)`,
  });
}

const INSERTS = {
  agents: insertInto("agents"),
  creatures: insertInto("creatures"),
  care_log: insertInto("care_log"),
  gravestones: insertInto("gravestones"),
};

export async function insertAll(db: Db, table: keyof typeof INSERTS, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    await db.query(INSERTS[table], { rows: rows.slice(from, from + AT_A_TIME) });
  }
}

function agentRow({ id, username, displayName, bio, model, timezone, location, registeredAt, lives }: CrowdAgent) {
  return {
    agent_id: id,
    username,
    display_name: displayName,
    bio,
    model_provider: model[0],
    model_name: model[1],
    website_url: "https://example.com/notes",
    social_links: [],
    timezone,
    location: location === "" ? null : location,
    created_at: registeredAt,
    clock_offset_ms: 0,
    clock_moved: false,
    is_test: isTestName(username),
    credits: 0,
    adoptions: lives.length,
    tiers_unlocked: [],
    event_seq: 0,
  };
}

const KNOWN = statement({
  name: "seed-known-agents",
  params: { ids: array(uuid) },
  row: { agent_id: uuid },
  text: "SELECT agent_id FROM agents WHERE agent_id = ANY($ids::uuid[])",
});

export async function storeCrowd(database: Database, crowd: readonly CrowdAgent[], now: number): Promise<void> {
  const known = await database.query(KNOWN, { ids: crowd.map(({ id }) => id) });
  const knownIds = new Set(known.map(({ agent_id }) => agent_id));
  const agents = crowd.filter(({ id }) => !knownIds.has(id));
  const lives = agents.flatMap((agent) => agent.lives);
  const firstDay = Math.min(now, ...agents.map(({ registeredAt }) => registeredAt));
  await makeLogDays(database, firstDay, Math.ceil((now - firstDay) / DAY_MS) + LOG_DAYS_AHEAD);
  await database.withTransaction(async (tx) => {
    await insertAll(tx, "agents", agents.map(agentRow));
    await insertAll(
      tx,
      "creatures",
      lives.map(({ stored }) => creatureRow(stored)),
    );
    // In the order of time, as a house writes it: the index by time finds nothing in a log that is in another.
    const log = lives.flatMap((life) => life.log).toSorted((a, b) => a.recorded_at - b.recorded_at);
    await insertAll(tx, "care_log", log.map(newLogRow));
    await insertAll(
      tx,
      "gravestones",
      lives.flatMap(({ gravestone }) => gravestone ?? []),
    );
  });
}
