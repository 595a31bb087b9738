// Creates a seeded database for a measurement, with API keys for the load generator.
import { Client } from "pg";
import { hashOfKey, newKey } from "../../../src/platform/identity/api-key.ts";
import { migrate } from "../../../src/model/migrate.ts";
import { PLAIN_URL, onServer } from "../../../test/processes/databases.ts";
import { CREATURES_EACH, seed } from "./seed.ts";

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

export async function seededDatabase(name: string, agents: number, now: number): Promise<SeededDatabase> {
  const drop = () => onServer(`DROP DATABASE ${name} WITH (FORCE)`, PLAIN_URL);
  await onServer(`CREATE DATABASE ${name}`, PLAIN_URL);
  const url = new URL(`/${name}`, PLAIN_URL).href;
  const client = new Client({ connectionString: url });
  try {
    await migrate(url);
    await seed({ url, agents, now });
    await client.connect();
    const called = await giveKeys(client, agents, now);
    await portray(client, called, now);
    await readAll(client, called);
    await client.end();
    return { url, called, drop };
  } catch (thrown) {
    await client.end();
    await drop();
    throw thrown;
  }
}

/** Gives every agent a key. Returns the agents in random order. */
async function giveKeys(client: Client, agents: number, now: number): Promise<CalledAgent[]> {
  const { rows } = await client.query<{ agentId: string; creatureIds: string[] }>(
    `SELECT bench_agent(i, $1) AS "agentId",
        ARRAY(SELECT bench_creature(i, nth)::text FROM generate_series(0, ${CREATURES_EACH - 1}) AS nth) AS "creatureIds"
      FROM generate_series(0::bigint, $1::bigint - 1) AS i ORDER BY random()`,
    [agents],
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

/** Stores a portrait of each creature as a baby, so that answers contain picture addresses. */
async function portray(client: Client, called: readonly CalledAgent[], now: number): Promise<void> {
  await client.query(
    `INSERT INTO portraits (agent_id, creature_id, stage, sha256, source, generated_at)
      SELECT agent_id, creature_id, 'baby', encode(sha256(creature_id::text::bytea), 'hex'), 'drawn', $2
      FROM creatures WHERE agent_id = ANY($1::uuid[])`,
    [called.map(({ agentId }) => agentId), now],
  );
  await client.query("VACUUM (ANALYZE) portraits");
}

/** Reads every called house once, so that the measured calls find their rows in memory. */
async function readAll(client: Client, called: readonly CalledAgent[]): Promise<void> {
  await client.query("SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off");
  await client.query(
    `SELECT count(a.created_at), count(k.created_at), count(c.version) FROM unnest($1::uuid[]) AS id
      JOIN agents a ON a.agent_id = id JOIN agent_keys k ON k.agent_id = id JOIN creatures c ON c.agent_id = id`,
    [called.map(({ agentId }) => agentId)],
  );
}
