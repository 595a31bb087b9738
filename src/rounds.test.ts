// Tests the rounds of one cluster node: they list agents from its shards, and each statement names one agent. A plain database
// acts as both coordinator and node, and only some of its agents belong to the node.
import { DatabaseError } from "pg";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { CITUS_URL } from "../test/citus/cluster.ts";
import { houseForFile } from "../test/harness.ts";
import { hookFor } from "../test/lives/hooked.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../test/lives/many-lives.ts";
import { allStatements } from "../test/statements/all-statements.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { VisitBuffer } from "./model/visits/visit-buffer.ts";
import type { TransactionalDb } from "./platform/database/db.ts";
import { NodeDb, listNodes } from "./platform/database/nodes.ts";
import * as sql from "./platform/database/statement.ts";
import { insertJob } from "./platform/jobs/store/outbox.ts";
import { moveJobs } from "./platform/jobs/move-jobs.ts";
import { Sweeper } from "./model/life/sweep.ts";
import { Watcher } from "./owners/silence/watch.ts";

const house = await houseForFile();
const { database, config, now } = house.app.services;
const log = pino({ level: "silent" });
const { hostname, port } = new URL(config.databaseUrl);

/** Simulates a shard with the rows of agents whose username starts with `here`. */
const shardOf = (table: string): string =>
  `(SELECT * FROM public.${table} WHERE agent_id IN (SELECT agent_id FROM public.agents WHERE username LIKE 'here%')) shard`;
const shards = Object.fromEntries(
  sql.NODE_TABLES.map((table) => [table, [shardOf(table), `(SELECT * FROM public.${table} WHERE false) none`]]),
);
const placed = { host: hostname, port: Number(port), shards };
const node = new NodeDb(database, placed, config.databaseUrl, () => {});
afterAll(() => node.close());

async function dyingOf(prefix: string) {
  const agents = await insertAgents(database, 3, now() - 60 * HOUR_MS, prefix);
  const lives = agents.map(({ id }, nth) => stored(id, hatchling(nth, now() - 60 * HOUR_MS)));
  await insertCreatures(database, lives);
  for (const { id } of agents) await hookFor(database, id);
  for (const { id } of agents) await insertJob(database, id, "test_nothing", {}, now());
  return agents.map(({ id }) => id);
}

async function agentsIn(table: string): Promise<readonly string[]> {
  const rows = await database.adHoc<{ agent_id: string }>(`SELECT DISTINCT agent_id FROM ${table}`);
  return rows.map(({ agent_id }) => agent_id).toSorted();
}

test("a node's rounds serve only its own agents", async () => {
  expect((await listNodes(database)).length > 0).toBe(CITUS_URL !== undefined);
  const [here, elsewhere] = [await dyingOf("here"), await dyingOf("there")];
  const swept = await new Sweeper(node, now, log, true).sweep();
  expect(swept).toMatchObject({ died: 3, stale: 0, failed: 0 });
  expect(await agentsIn("gravestones")).toEqual(here.toSorted());
  // Watches are scheduled by the database's clock, which must pass their due time.
  await database.adHoc("SELECT pg_sleep(0.005)");
  await new Watcher(node, now, log).watch();
  expect(await agentsIn("hook_deliveries")).toEqual(here.toSorted());
  expect(await moveJobs(node)).toBe(false);
  const left = await agentsIn("job_outbox WHERE task = 'test_nothing'");
  expect(left).toEqual(elsewhere.toSorted());
});

test("statements of one node compare every table with its agents", async () => {
  await allStatements("src/**/*.ts");
  const known = sql
    .registeredStatements()
    .filter((each) => each instanceof sql.Statement && each.comparing !== undefined);
  expect(known.map(({ name }) => name).toSorted()).toEqual([
    "delete-ended-watches",
    "list-watched",
    "make-pulses",
    "queue-hook-deliveries",
    "save-looked-at-watches",
    "save-next-events",
    "save-pulses",
    "save-signs-of-life",
    "save-visits",
  ]);
  for (const each of known) {
    const comparing = each instanceof sql.Statement ? (each.comparing ?? "") : "";
    const compared = [...comparing.matchAll(/\b(\w+\.agent_id) = (\S+)/g)];
    expect(compared.filter(([, , to]) => /^(?:\(|ANY)/.test(to ?? ""))).toHaveLength(compared.length / 2);
  }
});

test("an unreachable node delays only the visits of its agents", async () => {
  const [here, there] = [await dyingOf("here-noted"), await dyingOf("there-noted")];
  const away = Object.assign(new DatabaseError("connection to the remote node failed", 0, "error"), {
    code: "08006",
    severity: "ERROR",
  });
  let isAway = true;
  const query: TransactionalDb["query"] = async (asked, values) => {
    // Simulates the cluster's assignment of agents to nodes.
    if (asked.name === "list-agents-by-node") return JSON.parse(JSON.stringify([{ groups: [there, here] }]));
    const named = JSON.stringify(values);
    const isThere = there.some((id) => named.includes(id)) || !asked.name.endsWith(" comparing");
    if (isAway && isThere && /INSERT|UPDATE/.test(asked.text)) throw away;
    return database.query(asked, values);
  };
  const cluster: TransactionalDb = {
    query,
    withTransaction: (work) => work({ transaction: true, query }),
  };
  const visits = new VisitBuffer(cluster, log);
  for (const id of [...here, ...there]) visits.add(id, 5_000);
  await visits.save();
  expect(await agentsIn("visits WHERE at = 5000")).toEqual(here.toSorted());
  expect(visits.lastOf(there[0] ?? "", null)).toBe(5_000);
  isAway = false;
  await visits.close();
  expect(await agentsIn("visits WHERE at = 5000")).toEqual([...here, ...there].toSorted());
});
