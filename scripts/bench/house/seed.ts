// Fills a database with many houses by INSERT ... SELECT from a few played lives. Agent ids spread evenly over the UUID range, and
// the creatures of one agent are not adjacent on disk.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { Client } from "pg";
import { newLogRow } from "../../../src/model/creatures/store/care-log.ts";
import { CARE_EVERY_MS, seededLives, type SeededLife } from "./lives.ts";

export const CREATURES_EACH = 3;
/** One agent in this many has a gravestone. */
const AGENTS_A_GRAVESTONE = 10;
const LOG_DAYS_AHEAD = 2;

export interface SeedOptions {
  readonly url: string;
  readonly agents: number;
  readonly now: number;
}

/** SQL functions that derive ids from numbers, in a form that PostgreSQL can inline. */
const FUNCTIONS = `
  CREATE FUNCTION bench_agent(i bigint, agents bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT (lpad(to_hex(i * (4294967296 / (agents + 1))), 8, '0') || '000050008000' || lpad(to_hex(i), 12, '0'))::uuid $$;
  CREATE FUNCTION bench_creature(i bigint, nth integer) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT (lpad(to_hex(i * 100 + nth), 12, '0') || '70008000' || lpad(to_hex(i), 12, '0'))::uuid $$;
  CREATE TABLE bench_creatures (LIKE creatures, life integer);
  CREATE TABLE bench_log (LIKE care_log, life integer, nth integer);
  CREATE TABLE bench_gravestones (LIKE gravestones, life integer);`;

export async function seed({ url, agents, now }: SeedOptions): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off; SET jit = off");
    await client.query(FUNCTIONS);
    const lives = seededLives(now);
    await fillModels(client, lives, now);
    for (const sql of statementsFor(lives, agents, now)) await client.query(sql);
    await insertRollups(client, agents, now);
    await client.query("VACUUM (ANALYZE) agents, agent_keys, creatures, care_log, gravestones, rollups");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}

/** Stores the model lives in helper tables from which the seed copies. */
async function fillModels(client: Client, lives: readonly SeededLife[], now: number): Promise<void> {
  const models: Readonly<Record<string, readonly object[]>> = {
    bench_creatures: lives.map(({ creature }, life) => ({ ...creature, life })),
    bench_log: lives.flatMap(({ log }, life) => log.map((row, nth) => ({ ...newLogRow(row), life, nth }))),
    bench_gravestones: lives.map(({ gravestone }, life) => ({ ...gravestone, life })),
  };
  for (const [table, rows] of Object.entries(models)) {
    const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`;
    await client.query(insert, [JSON.stringify(rows)]);
  }
  const first = Math.min(...lives.flatMap(({ log }) => log.map(({ recorded_at }) => recorded_at))) - CARE_EVERY_MS;
  for (let day = Math.floor(first / DAY_MS) * DAY_MS; day <= now + LOG_DAYS_AHEAD * DAY_MS; day += DAY_MS) {
    await client.query("SELECT make_care_log_day($1)", [day]);
  }
}

/** Returns the INSERT statements for all agents and their rows. The agents come first, because other rows refer to them. */
function statementsFor(lives: readonly SeededLife[], agents: number, now: number): readonly string[] {
  const [model] = lives;
  const entry = model?.log.map(newLogRow)[0];
  if (model === undefined || entry === undefined)
    throw new Error("no time zone is in its waking hours, so no life can be seeded");
  const id = `bench_agent(i, ${agents})`;
  const from = `generate_series(0::bigint, ${agents - 1}) AS i`;
  /** Columns without a value in `own` are copied from the model row m. */
  const insert = (table: string, row: object, own: Readonly<Record<string, string>>, source: string) => {
    const columns = [...new Set([...Object.keys(own), ...Object.keys(row)])];
    return `INSERT INTO ${table} (${columns.join(", ")})
      SELECT ${columns.map((column) => own[column] ?? `m.${column}`).join(", ")} FROM ${source}`;
  };
  // Shifts timestamps so that rows are inserted in chronological order.
  const earlier = (column: string) => `m.${column} - (${agents} - i) * ${CARE_EVERY_MS} / ${agents}`;
  const life = (nth: number | string) => `(i * ${CREATURES_EACH} + ${nth}) % ${lives.length}`;
  const creatures = Array.from({ length: CREATURES_EACH }, (_, nth) => {
    const own = {
      agent_id: id,
      creature_id: `bench_creature(i, ${nth})`,
      next_event_at: "m.next_event_at + i % 3600000",
      last_care_at: earlier("last_care_at"),
    };
    return insert("creatures", model.creature, own, `${from} JOIN bench_creatures m ON m.life = ${life(nth)}`);
  });
  const entries = model.log.map((_, number) => {
    const creature = "bench_creature(i, which)";
    const times = { recorded_at: earlier("recorded_at"), at: earlier("at") };
    const source = `${from} CROSS JOIN generate_series(0, ${CREATURES_EACH - 1}) AS which
      JOIN bench_log m ON m.nth = ${number} AND m.life = ${life("which")}`;
    return insert("care_log", entry, { agent_id: id, creature_id: creature, entry_id: creature, ...times }, source);
  });
  const stone = "bench_creature(i, 99)";
  const stones = insert(
    "gravestones",
    model.gravestone,
    { agent_id: id, creature_id: stone, gravestone_id: stone, died_at: `${now} - (i * 7919) % ${30 * DAY_MS}` },
    `${from} JOIN bench_gravestones m ON m.life = ${life(0)} WHERE i % ${AGENTS_A_GRAVESTONE} = 0`,
  );
  const who = `INSERT INTO agents (agent_id, username, display_name, bio, model_provider, model_name, social_links,
      timezone, created_at, is_test)
    SELECT ${id}, 'bench-' || i, 'Bench ' || i, 'Seeded to be measured.', 'none', 'none', '[]', 'UTC', ${now}, false
    FROM ${from}`;
  const keys = `INSERT INTO agent_keys (agent_id, key_hash, created_at, first_used_at)
    SELECT ${id}, sha256(int8send(i)), ${now}, ${now} FROM ${from}`;
  return [who, keys, ...creatures, stones, ...entries];
}

/** Stores the roll-ups that the worker would compute. */
async function insertRollups(client: Client, agents: number, now: number): Promise<void> {
  const values = {
    activity: { creatures_born: 1, creatures_died: 2, care_actions: 3, feedings: 4, reflections: 5, active_agents: 6 },
    totals: { creatures_alive: 3 * agents, eggs_unhatched: 0, gravestones: 1, creatures_dead: 1, agents },
    adoptions: {},
    most_consistent: [],
    gravestone_count: [],
  };
  await client.query("INSERT INTO rollups SELECT key, value, $2, 0 FROM jsonb_each($1)", [JSON.stringify(values), now]);
}
