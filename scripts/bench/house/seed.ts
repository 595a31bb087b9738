// Fills a database with millions of rows in minutes by INSERT ... SELECT, two statements at a time. Drops indexes first and
// rebuilds them at the end. Agent ids spread evenly over the UUID range, and the creatures of one agent are not adjacent on disk.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { Client } from "pg";
import { newLogRow } from "../../../src/model/creatures/store/care-log.ts";
import { CARE_EVERY_MS, seededLives, type SeededLife } from "./lives.ts";
import type { Progress } from "../../progress.ts";

export const CREATURES_EACH = 3;
const AGENTS_A_STATEMENT = 50_000;
/**
 * Number of statements that run at once. Running more statements than there are cores would use more memory without being faster.
 */
const AT_A_TIME = 2;
/** One agent in this many has a gravestone. */
const AGENTS_A_GRAVESTONE = 10;
const LOG_DAYS_AHEAD = 2;

export interface SeedOptions {
  readonly url: string;
  readonly agents: number;
  readonly now: number;
  readonly progress?: Progress;
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

export async function seed({ url, agents, now, progress = () => {} }: SeedOptions): Promise<void> {
  const clients = await Promise.all(Array.from({ length: AT_A_TIME }, () => connected(url)));
  const [client] = clients;
  if (client === undefined) throw new Error("there is no connection");
  try {
    await client.query(FUNCTIONS);
    const lives = seededLives(now);
    await fillModels(client, lives, now);
    const rebuild = await dropIndexes(client, ["creatures", "care_log", "gravestones"]);
    await insertInSteps(clients, statementsFor(lives, agents, now), agents, (done) => progress(0.7 * done));
    await insertOnce(client, agents, now);
    for (const [number, sql] of rebuild.entries()) {
      await client.query(sql);
      progress(0.7 + (0.2 * (number + 1)) / rebuild.length);
    }
    await vacuum(clients);
    await client.query("CHECKPOINT");
    progress(1);
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("SET synchronous_commit = off; SET jit = off; SET maintenance_work_mem = '512MB'");
  return client;
}

/** Distributes the work items among the clients. */
async function shared<Work>(
  clients: readonly Client[],
  works: readonly Work[],
  run: (client: Client, work: Work) => Promise<unknown>,
) {
  const left = works.values();
  await Promise.all(
    clients.map(async (client) => {
      for (const work of left) await run(client, work);
    }),
  );
}

/** Vacuums one table per client at a time, starting with the largest log partitions. */
async function vacuum(clients: readonly Client[]): Promise<void> {
  const found = await clients[0]?.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_partition_tree('care_log') WHERE isleaf
      ORDER BY pg_relation_size(relid) DESC`,
  );
  const days = found?.rows.map(({ name }) => name) ?? [];
  const tables = ["creatures", ...days, "agents", "agent_keys", "gravestones", "rollups"];
  await shared(clients, tables, (client, table) => client.query(`VACUUM (ANALYZE) ${table}`));
  await clients[0]?.query("ANALYZE care_log");
}

/** Stores the model lives in helper tables from which the seed copies. */
async function fillModels(client: Client, lives: readonly SeededLife[], now: number): Promise<void> {
  const fill = (table: string, rows: readonly object[]) =>
    client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`, [
      JSON.stringify(rows),
    ]);
  await fill(
    "bench_creatures",
    lives.map(({ creature }, life) => ({ ...creature, life })),
  );
  await fill(
    "bench_log",
    lives.flatMap(({ log }, life) => log.map((row, nth) => ({ ...newLogRow(row), life, nth }))),
  );
  await fill(
    "bench_gravestones",
    lives.map(({ gravestone }, life) => ({ ...gravestone, life })),
  );
  const first = Math.min(...lives.flatMap(({ log }) => log.map(({ recorded_at }) => recorded_at))) - CARE_EVERY_MS;
  for (let day = Math.floor(first / DAY_MS) * DAY_MS; day <= now + LOG_DAYS_AHEAD * DAY_MS; day += DAY_MS) {
    await client.query("SELECT make_care_log_day($1)", [day]);
  }
}

/** Drops every index of these tables. Returns the statements that rebuild them. */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; index: string; primary: string | null }>(
    `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS table,
        pg_get_indexdef(i.indexrelid) AS index, pg_get_constraintdef(c.oid) AS primary
      FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
      WHERE i.indrelid = ANY($1::regclass[])`,
    [tables],
  );
  const rebuild: string[] = [];
  for (const { name, table, index, primary } of rows) {
    await client.query(primary === null ? `DROP INDEX ${name}` : `ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    rebuild.push(primary === null ? index.replace(" ON ONLY ", " ON ") : `ALTER TABLE ${table} ADD ${primary}`);
  }
  return rebuild;
}

/** Returns the INSERT statements for the agents numbered $1 to $2 and all their rows. */
function statementsFor(lives: readonly SeededLife[], agents: number, now: number): readonly string[] {
  const [model] = lives;
  const entry = model?.log.map(newLogRow)[0];
  if (model === undefined || entry === undefined) throw new Error("no zone is awake, so no life can be seeded");
  const id = `bench_agent(i, ${agents})`;
  const from = "generate_series($1::bigint, $2::bigint) AS i";
  const copied = (row: object, own: readonly string[], table: string) =>
    Object.keys(row)
      .filter((column) => !own.includes(column))
      .map((column) => ({ column, value: `${table}.${column}` }));
  const insert = (table: string, columns: readonly { column: string; value: string }[], source: string) =>
    `INSERT INTO ${table} (${columns.map(({ column }) => column).join(", ")})
      SELECT ${columns.map(({ value }) => value).join(", ")} FROM ${source}`;
  // Shifts timestamps so that rows are inserted in chronological order.
  const earlier = (column: string) => `m.${column} - (${agents} - i) * ${CARE_EVERY_MS} / ${agents}`;
  const life = (nth: number) => `(i * ${CREATURES_EACH} + ${nth}) % ${lives.length}`;
  const creatures = Array.from({ length: CREATURES_EACH }, (_, nth) =>
    insert(
      "creatures",
      [
        { column: "agent_id", value: id },
        { column: "creature_id", value: `bench_creature(i, ${nth})` },
        { column: "next_event_at", value: "m.next_event_at + i % 3600000" },
        { column: "last_care_at", value: earlier("last_care_at") },
        ...copied(model.creature, ["agent_id", "creature_id", "next_event_at", "last_care_at"], "m"),
      ],
      `${from} JOIN bench_creatures m ON m.life = ${life(nth)}`,
    ),
  );
  const entries = model.log.map((_, number) =>
    insert(
      "care_log",
      [
        { column: "agent_id", value: id },
        { column: "creature_id", value: "bench_creature(i, which)" },
        { column: "entry_id", value: "bench_creature(i, which)" },
        { column: "recorded_at", value: earlier("recorded_at") },
        { column: "at", value: earlier("at") },
        ...copied(entry, ["agent_id", "creature_id", "entry_id", "recorded_at", "at"], "m"),
      ],
      `${from} CROSS JOIN generate_series(0, ${CREATURES_EACH - 1}) AS which
        JOIN bench_log m ON m.nth = ${number} AND m.life = (i * ${CREATURES_EACH} + which) % ${lives.length}`,
    ),
  );
  const stones = insert(
    "gravestones",
    [
      { column: "agent_id", value: id },
      { column: "creature_id", value: "bench_creature(i, 99)" },
      { column: "gravestone_id", value: "bench_creature(i, 99)" },
      { column: "died_at", value: `${now} - (i * 7919) % ${30 * DAY_MS}` },
      ...copied(model.gravestone, ["agent_id", "creature_id", "gravestone_id", "died_at"], "m"),
    ],
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

async function insertInSteps(
  clients: readonly Client[],
  statements: readonly string[],
  agents: number,
  progress: Progress,
): Promise<void> {
  const firsts = Array.from({ length: Math.ceil(agents / AGENTS_A_STATEMENT) }, (_, step) => step * AGENTS_A_STATEMENT);
  let done = 0;
  // Inserts agents first, because other rows refer to them.
  for (const group of [statements.slice(0, 1), statements.slice(1)]) {
    const works = group.flatMap((sql) => firsts.map((first) => ({ sql, first })));
    await shared(clients, works, async (client, { sql, first }) => {
      await client.query(sql, [first, Math.min(agents, first + AGENTS_A_STATEMENT) - 1]);
      done++;
      progress(done / (statements.length * firsts.length));
    });
  }
}

/** Stores the roll-ups that the worker would compute. */
async function insertOnce(client: Client, agents: number, now: number): Promise<void> {
  const values = {
    activity: { creatures_born: 1, creatures_died: 2, care_actions: 3, feedings: 4, reflections: 5, active_agents: 6 },
    totals: { creatures_alive: 3 * agents, eggs_unhatched: 0, gravestones: 1, creatures_dead: 1, agents },
    adoptions: {},
    most_consistent: [],
    gravestone_count: [],
  };
  await client.query("INSERT INTO rollups SELECT key, value, $2, 0 FROM jsonb_each($1)", [JSON.stringify(values), now]);
}
