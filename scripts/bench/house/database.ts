// Creates a seeded database for a measurement, with API keys for the load generator.
import { Client } from "pg";
import { hashOfKey, newKey } from "../../../src/platform/identity/api-key.ts";
import { migrate } from "../../../src/model/migrate.ts";
import { PLAIN_URL, onServer } from "../../../test/processes/databases.ts";
import { progressOf } from "../../progress.ts";
import { CREATURES_EACH, seed } from "./seed.ts";

/** Upper bound for the number of agents that are called. */
const CALLED = 50_000;

export interface CalledAgent {
  readonly agentId: string;
  readonly creatureIds: readonly string[];
  readonly key: string;
  readonly hash: string;
}

export interface SeededDatabase {
  readonly url: string;
  readonly called: readonly CalledAgent[];
  readonly drop: () => Promise<void>;
}

async function on<Row>(url: string, work: (client: Client) => Promise<Row>): Promise<Row> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

export async function seededDatabase(name: string, agents: number, now: number): Promise<SeededDatabase> {
  const drop = () => onServer(`DROP DATABASE ${name} WITH (FORCE)`, PLAIN_URL);
  await onServer(`CREATE DATABASE ${name}`, PLAIN_URL);
  const url = new URL(`/${name}`, PLAIN_URL).href;
  try {
    await migrate(url);
    const creatures = agents * CREATURES_EACH;
    const progress = progressOf(`seeding ${creatures.toLocaleString("en")} creatures`);
    await seed({ url, agents, now, progress });
    const called = await on(url, async (client) => {
      const withKeys = await giveKeys(client, agents, now);
      await portray(client, withKeys, now);
      await readAll(client, withKeys);
      return withKeys;
    });
    return { url, called, drop };
  } catch (thrown) {
    await drop();
    throw thrown;
  }
}

/** Creates keys for a sample of agents spread evenly over the database. */
async function giveKeys(client: Client, agents: number, now: number): Promise<CalledAgent[]> {
  const every = Math.ceil(agents / CALLED);
  const { rows } = await client.query<{ agentId: string; creatureIds: string[] }>(
    `SELECT bench_agent(i, $1) AS "agentId",
        ARRAY(SELECT bench_creature(i, nth)::text FROM generate_series(0, ${CREATURES_EACH - 1}) AS nth) AS "creatureIds"
      FROM generate_series(0::bigint, $1::bigint - 1, $2::bigint) AS i ORDER BY random()`,
    [agents, every],
  );
  const called = rows.map(({ agentId, creatureIds }) => {
    const key = newKey(agentId);
    return { agentId, creatureIds, key, hash: hashOfKey(key).toString("hex") };
  });
  await client.query(
    `INSERT INTO agent_keys (agent_id, key_hash, created_at, first_used_at)
      SELECT agent_id, decode(hash, 'hex'), $3, $3 FROM unnest($1::uuid[], $2::text[]) AS given (agent_id, hash)`,
    [called.map(({ agentId }) => agentId), called.map(({ hash }) => hash), now],
  );
  await client.query("VACUUM (ANALYZE) agent_keys");
  return called;
}

/** Stores portraits as the worker would. */
async function portray(client: Client, called: readonly CalledAgent[], now: number): Promise<void> {
  await client.query(
    `INSERT INTO portraits (agent_id, creature_id, stage, sha256, source, generated_at)
      SELECT agent_id, creature_id, 'baby', encode(sha256(creature_id::text::bytea), 'hex'), 'drawn', $2
      FROM creatures WHERE agent_id = ANY($1::uuid[])`,
    [called.map(({ agentId }) => agentId), now],
  );
  await client.query("VACUUM (ANALYZE) portraits");
}

/**
 * Loads the rows that later calls will read into memory. Rows of one house are scattered on disk, and reading them would dominate
 * the measurement.
 */
async function readAll(client: Client, called: readonly CalledAgent[]): Promise<void> {
  await client.query("SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off");
  await client.query(
    `SELECT count(a.created_at), count(k.created_at), count(c.version) FROM unnest($1::uuid[]) AS id
      JOIN agents a ON a.agent_id = id JOIN agent_keys k ON k.agent_id = id JOIN creatures c ON c.agent_id = id`,
    [called.map(({ agentId }) => agentId)],
  );
}
