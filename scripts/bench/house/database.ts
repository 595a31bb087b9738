// A seeded database for a measurement, with keys for the load generator.
import { Client } from "pg";
import { hashOfKey, newKey } from "../../../src/identity/api-key.ts";
import { migrate } from "../../../src/store/db/migrate.ts";
import { SERVER_URL, onServer } from "../../../test/processes/databases.ts";
import { progressOf } from "../report/progress.ts";
import { CREATURES_EACH, seed } from "./seed.ts";

/** So many agents at most are called; they are spread over all. */
const CALLED = 50_000;

export interface CalledAgent {
  readonly agentId: string;
  readonly creatureId: string;
  readonly key: string;
  readonly hash: string;
}

export interface SeededDatabase {
  readonly url: string;
  readonly creatures: number;
  readonly called: readonly CalledAgent[];
  readonly drop: () => Promise<void>;
}

async function on<Row>(url: string, work: (client: Client) => Promise<Row>): Promise<Row> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

export async function seededDatabase(name: string, agents: number, now: number): Promise<SeededDatabase> {
  const url = new URL(`/${name}`, SERVER_URL).href;
  const drop = () => onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  await onServer(`CREATE DATABASE ${name}`);
  try {
    await migrate(url);
    const creatures = agents * CREATURES_EACH;
    await seed({ url, agents, now, progress: progressOf(`seeding ${creatures.toLocaleString("en")} creatures`) });
    return { url, creatures, called: await on(url, (client) => giveKeys(client, agents, now)), drop };
  } catch (thrown) {
    await drop();
    throw thrown;
  }
}

/** Gives keys to agents all over the database. */
async function giveKeys(client: Client, agents: number, now: number): Promise<CalledAgent[]> {
  const every = Math.ceil(agents / CALLED);
  const { rows } = await client.query<{ agentId: string; creatureId: string }>(
    `SELECT bench_agent(i, $1) AS "agentId", bench_creature(i, (i % ${CREATURES_EACH})::integer) AS "creatureId"
      FROM generate_series(0::bigint, $1::bigint - 1, $2::bigint) AS i ORDER BY random()`,
    [agents, every],
  );
  const called = rows.map(({ agentId, creatureId }) => {
    const key = newKey(agentId);
    return { agentId, creatureId, key, hash: hashOfKey(key).toString("hex") };
  });
  await client.query(
    `INSERT INTO agent_keys (agent_id, key_hash, created_at, first_used_at)
      SELECT agent_id, decode(hash, 'hex'), $3, $3 FROM unnest($1::uuid[], $2::text[]) AS given (agent_id, hash)`,
    [called.map(({ agentId }) => agentId), called.map(({ hash }) => hash), now],
  );
  await client.query("VACUUM (ANALYZE) agent_keys");
  return called;
}
