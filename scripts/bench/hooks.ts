// Measures how late messages of hooks are: very many creatures whose food becomes due or late within a few minutes, a real
// worker, and a receiver on this machine.
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { HookVault } from "../../src/providers/hooks/vault.ts";
import { Database } from "../../src/store/db/db.ts";
import { migrate } from "../../src/store/db/migrate.ts";
import { zoneAt } from "../../test/den.ts";
import { insertHooks } from "../../test/lives/hooked.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../test/lives/many-lives.ts";
import { openHookReceiver } from "../../test/processes/hook-receiver.ts";
import { SERVER_URL, onServer } from "../../test/processes/databases.ts";
import { windowMs } from "@denkeeper/rules/life/feeding.ts";
import { piecesOf } from "../../src/worker/evaluate.ts";
import { quantile } from "./report/quantile.ts";
import { startApi, startWorker } from "./servers/servers.ts";

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    creatures: { type: "string", default: "100000" },
    minutes: { type: "string", default: "5" },
    "spread-minutes": { type: "string", default: "300" },
    workers: { type: "string", default: "1" },
  },
});

if (values.help) {
  console.log(`node scripts/bench/hooks.ts [options]

Seeds keepers with three creatures and a hook each. The food of every other creature becomes due, and that of the others late,
at instants spread evenly over some time. Counts for some minutes how long after its instant each message is queued and
received. Exits with 1 when one comes more than 60 s late, twice, or not at all. Needs PostgreSQL, Redis and openssl
(TEST_DATABASE_URL, TEST_REDIS_URL).
  --creatures N       how many (100000)
  --minutes N         how long to count (5)
  --spread-minutes N  over how long the instants are spread (300, as a house of feeding windows of 5 h would have them)
  --workers N         how many processes watch and send (1)`);
  process.exit(0);
}

const CREATURES_EACH = 3;
const WINDOW_MS = windowMs(hatchling(0, 0).species);
const AT_A_TIME = 2_000;
const MOST_LATE_MS = 60_000;
/** How long after its beginning seeding is over on a slow machine. */
const LEAST_SEEDING_MS = 20_000;
const SEEDING_MS_EACH = 1.6;
const PATIENCE_MS = 120_000;
const KEY = "a-key-for-the-hooks-of-the-bench!";

const name = `denkeeper_hooks_${process.pid}`;
const url = new URL(`/${name}`, SERVER_URL).href;
const count = Number(values.creatures);
const spreadMs = Number(values["spread-minutes"]) * 60_000;
const countedMs = Number(values.minutes) * 60_000;
const cleanUp: (() => Promise<unknown>)[] = [];

const instantOf = (nth: number, start: number): number => start + Math.round((nth / count) * spreadMs);

/** Everybody is awake, and was seen last when its present feeding began. */
async function seed(database: Database, to: { vault: HookVault; url: string }, now: number): Promise<void> {
  const zone = zoneAt(12, now);
  const agents: Awaited<ReturnType<typeof insertAgents>>[number][] = [];
  while (agents.length < count / CREATURES_EACH)
    agents.push(...(await insertAgents(database, AT_A_TIME, now - 90 * 86_400_000, "bench")));
  for (const piece of piecesOf(agents, AT_A_TIME)) {
    const ids = piece.map(({ id }) => id);
    await insertHooks(database, ids, { to });
  }
  const all = Array.from({ length: count }, (_, nth) => nth);
  for (const piece of piecesOf(all, AT_A_TIME)) {
    const creatures = piece.map((nth) => {
      const isDue = nth % 2 === 0;
      const at = instantOf(nth, now);
      const fedAt = at - WINDOW_MS * (isDue ? 0.5 : 1);
      return { at, isDue, stored: stored(agents[nth % agents.length]?.id ?? "", { ...hatchling(0, fedAt), zone }) };
    });
    await insertCreatures(
      database,
      creatures.map((each) => each.stored),
    );
    await database.adHoc(
      `INSERT INTO hook_watches (agent_id, creature_id, next_at, watched_until, watched_seq, cycle, told)
        SELECT agent_id, creature_id, next_at, $1, 0, 0, CASE WHEN due THEN '{}'::text[] ELSE '{creature.due_soon}' END
        FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::boolean[]) AS given (agent_id, creature_id, next_at, due)`,
      [
        now,
        creatures.map((each) => each.stored.agentId),
        creatures.map((each) => each.stored.creature.id),
        creatures.map((each) => each.at),
        creatures.map((each) => each.isDue),
      ],
    );
  }
}

function told(what: string, lateMs: readonly number[]): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return `${what}: p50 ${seconds(quantile(lateMs, 0.5))} s, p99 ${seconds(quantile(lateMs, 0.99))} s, max ${seconds(quantile(lateMs, 1))} s`;
}

async function run(): Promise<boolean> {
  await onServer(`CREATE DATABASE ${name}`);
  cleanUp.push(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));
  await migrate(url);
  const database = new Database(url, 4, () => {});
  cleanUp.push(() => database.close());
  const receiver = await openHookReceiver();
  cleanUp.push(() => receiver.stop());
  const service = {
    databaseUrl: url,
    redisPrefix: name,
    env: { LOG_LEVEL: "error", HOOKS_KEYS: KEY, ...receiver.env },
  };
  const servers = [await startApi(service)];
  cleanUp.push(() => Promise.all(servers.map((server) => server.stop())));
  for (let nth = 0; nth < Number(values.workers); nth++) servers.push(await startWorker(service));
  const start = Date.now() + LEAST_SEEDING_MS + count * SEEDING_MS_EACH;
  await seed(database, { vault: new HookVault([KEY]), url: receiver.url }, start);
  await onServer("ANALYZE", url);
  console.log(`seeded ${count} creatures, ${((start - Date.now()) / 1000).toFixed(0)} s ahead of the first instant`);
  if (Date.now() > start) throw new Error("seeding took too long");
  await sleep(start - Date.now());
  const cpu = servers.map((server) => server.cpuMs());
  const all = Array.from({ length: count }, (_, nth) => instantOf(nth, start));
  const expected = all.filter((at) => at < start + countedMs).length;
  const perSecond = (1000 * count) / spreadMs;
  console.log(`${expected} instants in ${values.minutes} min, ${perSecond.toFixed(1)} a second`);
  await sleep(countedMs);
  const isOf = ({ at }: { readonly at: number }) => at < start + countedMs;
  const ids = () => new Set(receiver.received.filter(isOf).map(({ id }) => id));
  for (const end = Date.now() + PATIENCE_MS; ids().size < expected && Date.now() < end;) await sleep(1_000);
  const seconds = (Date.now() - start) / 1000;
  const came = receiver.received.filter(isOf);
  const queued = await database.adHoc<{ late: number }>(
    "SELECT created_at - at AS late FROM hook_deliveries WHERE at < $1",
    [start + countedMs],
  );
  console.log(
    told(
      "queued after",
      queued.map(({ late }) => late),
    ),
  );
  console.log(
    told(
      "received after",
      came.map(({ at, receivedAt }) => receivedAt - at),
    ),
  );
  const about = new Set(came.map(({ creatureId, type }) => `${creatureId} ${type}`));
  const twice = came.length - new Set(came.map(({ id }) => id)).size;
  console.log(`${came.length} messages about ${about.size} events of ${expected}; ${twice} came twice`);
  for (const [index, server] of servers.entries()) {
    const used = (server.cpuMs() - (cpu[index] ?? 0)) / 1000;
    console.log(`${server.name}: ${((100 * used) / seconds).toFixed(0)} % of a core`);
  }
  const latest = quantile(
    came.map(({ at, receivedAt }) => receivedAt - at),
    1,
  );
  return latest <= MOST_LATE_MS && about.size === expected && twice === 0;
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const work of cleanUp.toReversed()) await work();
}
