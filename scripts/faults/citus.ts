// The service on a Citus cluster while a worker is down, shards move, and the coordinator is killed under payments. What
// clients were answered is compared with what is stored, as in npm run faults -- all. TEST_CITUS_URL names a database on the
// coordinator in which pg_dist_node lists the nodes: two workers at least, all on this machine, started by pg_ctl and
// configured by postgresql.conf alone. It KILLS NODES, with everything else that runs on them.
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../src/store/db/migrate.ts";
import { CITUS_URL, distribute, dropClusterDatabase, makeClusterDatabase } from "../../test/citus/cluster.ts";
import { HOOKS_KEYS } from "../../test/harness.ts";
import { openHookReceiver, type HookReceiver } from "../../test/processes/hook-receiver.ts";
import { startStandIn } from "../../tools/stripe-stand-in/stand-in.ts";
import { Cluster, closeOnSignals } from "./cluster/cluster.ts";
import type { Called } from "./workload/history.ts";
import { ClusterNode, ask } from "./citus/node.ts";
import { lostJobs, redeliver, runPayments, wrongMoney } from "./citus/payments.ts";
import { MOST_LATE_MS, Outage } from "./citus/outage.ts";
import { probeAgents } from "./citus/probe.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";

const SCENARIOS = ["worker", "moves", "coordinator"] as const;
type Scenario = (typeof SCENARIOS)[number];

const values = optionsOf(import.meta.filename, {
  only: textOption("LIST", "of the scenarios, with commas between", SCENARIOS.join(",")),
  writes: numberOption("how many writes have to be acknowledged around the outage of a worker", 2_000),
  outage: numberOption("how many seconds it lasts", 60),
  moves: numberOption("how many shards are moved under load", 10),
  kills: numberOption("how often the coordinator is killed under payments", 10),
  minutes: numberOption("how long each part may take", 20),
});

if (CITUS_URL === undefined) {
  console.log("Name a cluster: TEST_CITUS_URL=postgres://... npm run faults -- citus");
  process.exit(1);
}

const cluster = CITUS_URL;
const name = `denkeeper_citus_${process.pid}`;
const limitMs = 60_000 * values.minutes;
const SHARDS = 16;
/** The queue is not distributed, so this script looks after its law itself. */
const UNCHECKED = ["jobs come with their change"] as const;
const WEBHOOK_SECRET = "whsec_0123456789abcdef0123456789abcdef";

const broken: string[] = [];
const told: string[] = [];

function tell(what: string, result: string, isBroken = false): void {
  told.push(`| ${what} | ${result} |`);
  console.log(`${isBroken ? "BROKEN " : ""}${what}: ${result}`);
  if (isBroken) broken.push(`${what}: ${result}`);
}

/** Which node has the rows of an agent, as host:port. */
async function nodeOf(url: string, agentId: string): Promise<string> {
  const [found] = await ask<{ place: string }>(
    url,
    `SELECT nodename || ':' || nodeport AS place FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
      WHERE shardid = get_shard_id_for_distribution_column('agents', $1::uuid)`,
    [agentId],
  );
  return found?.place ?? "";
}

/** Keepers by the node that has them. */
async function byNode(url: string, keepers: readonly Called[]): Promise<ReadonlyMap<string, readonly Called[]>> {
  const placed = await Promise.all(
    keepers.map(async (keeper) => ({ keeper, place: await nodeOf(url, keeper.agentId) })),
  );
  return new Map(
    [...Map.groupBy(placed, ({ place }) => place)].map(([place, all]) => [place, all.map(({ keeper }) => keeper)]),
  );
}

async function untilAcknowledged(service: Cluster, writes: number, end: number): Promise<void> {
  while (service.history.acknowledged < writes && performance.now() < end) await sleep(100);
}

async function judged(service: Cluster, what: string): Promise<void> {
  const { violations, acknowledged, retries } = await service.judge();
  tell(`${what}: acknowledged writes, repeated calls`, `${acknowledged}, ${retries}`);
  tell(`${what}: broken laws`, String(violations.length), violations.length > 0);
  for (const { law, what: seen } of violations.slice(0, 10)) console.log(`  ${law}: ${seen}`);
}

/** What clients rest while a worker is down, between two calls and before one that is repeated: nodes and load share this machine. */
const REST_MS = { next: 500, again: 500 };

/** A worker is gone for a while: agents on the others notice nothing. */
async function loseWorker(service: Cluster, urls: readonly string[], receiver: HookReceiver): Promise<void> {
  const end = performance.now() + limitMs;
  const writes = values.writes;
  const [coordinator = "", victimUrl = ""] = urls;
  const keepers = await byNode(coordinator, service.history.keepers);
  const { hostname, port } = new URL(victimUrl);
  const place = `${hostname}:${port}`;
  const victims = keepers.get(place) ?? [];
  const others = [...keepers.values()].flat().filter((keeper) => !victims.includes(keeper));
  if (victims.length === 0 || others.length === 0) throw new Error("every agent is on one node: run it again");
  await untilAcknowledged(service, writes / 4, end);
  service.pauseMs = REST_MS.next;
  const victim = await ClusterNode.at(victimUrl);
  const outage = await Outage.prepare({
    service,
    coordinator,
    receiver,
    others,
    victims,
    seconds: values.outage,
    isAway: async (agentId) => (await nodeOf(coordinator, agentId)) === place,
  });
  await victim.kill();
  for (const finding of await outage.watch()) tell(...finding);
  await victim.start();
  const back = await outage.backAfter(performance.now());
  const isLate = back === undefined || back > MOST_LATE_MS;
  tell("a worker back: its agents are answered again", back === undefined ? "never" : `${back.toFixed(0)} ms`, isLate);
  service.pauseMs = 0;
  await untilAcknowledged(service, writes, end);
  if (service.history.acknowledged < writes) tell("a worker down", `fewer than ${writes} writes in time`, true);
  await judged(service, "a worker down");
}

/** Shards move to another worker and back while agents call. */
async function moveShards(service: Cluster, urls: readonly string[]): Promise<void> {
  const [coordinator = ""] = urls;
  const end = performance.now() + limitMs;
  const stopping = new AbortController();
  const probing = probeAgents(service, service.history.keepers, stopping.signal);
  const before = service.history.retries;
  const moves = values.moves;
  let moved = 0;
  for (let nth = 0; nth < moves && performance.now() < end; nth++) {
    const keeper = service.history.keepers[nth % service.history.keepers.length];
    const since = performance.now();
    try {
      await ask(
        coordinator,
        `SELECT citus_move_shard_placement(shardid, source.nodename, source.nodeport, target.nodename, target.nodeport,
            'force_logical')
          FROM pg_dist_placement JOIN pg_dist_node source USING (groupid)
            JOIN pg_dist_node target ON target.groupid NOT IN (0, source.groupid)
          WHERE shardid = get_shard_id_for_distribution_column('agents', $1::uuid) ORDER BY target.groupid LIMIT 1`,
        [keeper?.agentId],
      );
      moved++;
      console.log(`move ${nth + 1}: ${(performance.now() - since).toFixed(0)} ms`);
    } catch (thrown) {
      console.log(`move ${nth + 1}: ${String(thrown)}`);
    }
  }
  stopping.abort();
  const tally = await probing;
  const repeated = service.history.retries - before;
  tell("shard moves under load", `${moved} of ${moves}`, moved < moves);
  tell("shard moves: calls", String(tally), tally.bad > 0 || tally.good === 0);
  tell("shard moves: calls that had to be repeated", String(repeated), repeated > 0);
  for (const reason of service.history.reasons.slice(0, repeated > 0 ? 5 : 0)) console.log(`  ${reason}`);
  await judged(service, "shard moves");
}

/** The coordinator is killed again and again while customers pay and creatures hatch. */
async function killCoordinator(service: Cluster, urls: readonly string[], standIn: StandIn): Promise<void> {
  const [coordinator = ""] = urls;
  const door = (): string => `http://127.0.0.1:${service.apis[0]?.port}`;
  standIn.webhooks.change({ url: `${door()}/api/webhooks/stripe` });
  const stopping = new AbortController();
  const customers = Array.from({ length: 6 }, () =>
    runPayments(service.lineTo(service.apis[0]?.port ?? 0), standIn, door, stopping.signal),
  );
  const node = await ClusterNode.at(coordinator);
  const kills = values.kills;
  for (let nth = 0; nth < kills; nth++) {
    await sleep(2_000 + 2_000 * Math.random());
    await node.kill();
    await node.start();
    const back = await service.answeredAfter(performance.now(), 30_000);
    console.log(`kill ${nth + 1}: answered again after ${back?.toFixed(0) ?? "more than 30,000"} ms`);
    if (back === undefined) tell("coordinator killed", "it did not answer again within 30 s", true);
  }
  stopping.abort();
  const paid = (await Promise.all(customers)).reduce((sum, count) => sum + count, 0);
  const undelivered = await redeliver(standIn, 60_000);
  tell("coordinator killed: times, payments", `${kills}, ${paid}`, paid === 0);
  tell("coordinator killed: webhooks not taken", String(undelivered), undelivered > 0);
  await judged(service, "coordinator killed");
  const money = await wrongMoney(coordinator, paid);
  tell("coordinator killed: payments that are wrong", String(money.length), money.length > 0);
  for (const each of money.slice(0, 10)) console.log(`  ${each}`);
  const jobs = await lostJobs(service, coordinator);
  tell("coordinator killed: jobs lost", String(jobs.length), jobs.length > 0);
  const control = await missesClaim(coordinator, paid);
  tell("control: a claim that is taken away is missed", control ? "yes" : "NO", !control);
}

/** Whether the check sees a credit whose claim is gone. */
async function missesClaim(url: string, paid: number): Promise<boolean> {
  await ask(url, "DELETE FROM payment_claims WHERE purchase_id = (SELECT purchase_id FROM payment_claims LIMIT 1)");
  return (await wrongMoney(url, paid)).some((each) => each.startsWith("no claim"));
}

type StandIn = Awaited<ReturnType<typeof startStandIn>>;

async function run(
  scenario: Scenario,
  urls: readonly string[],
  standIn: StandIn,
  receiver: HookReceiver,
): Promise<void> {
  const [url = ""] = urls;
  // A service in production refuses to sell for play money.
  const shop = {
    NODE_ENV: "test",
    STRIPE_SECRET_KEY: "sk_test_thekeyofahouseintests",
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_BASE: standIn.url,
  };
  const service = await Cluster.open({
    keepers: 8,
    lifecycleClients: scenario === "worker" ? 2 : 0,
    apis: 2,
    works: true,
    outside: { url, superUrl: url },
    unchecked: UNCHECKED,
    restMs: scenario === "worker" ? REST_MS.again : undefined,
    env: scenario === "coordinator" ? shop : { HOOKS_KEYS, ...receiver.env },
  });
  try {
    if (scenario === "worker") await loseWorker(service, urls, receiver);
    if (scenario === "moves") await moveShards(service, urls);
    if (scenario === "coordinator") await killCoordinator(service, urls, standIn);
  } finally {
    await service.close();
  }
}

closeOnSignals();
const receiver = await openHookReceiver();
const standIn = await startStandIn({ url: "http://127.0.0.1:9/", secret: WEBHOOK_SECRET, retryAfterMs: [] });
try {
  const urls = await makeClusterDatabase(cluster, name);
  await migrate(urls[0] ?? "");
  await distribute(urls[0] ?? "", SHARDS);
  for (const scenario of SCENARIOS.filter((each) => values.only.split(",").includes(each))) {
    await run(scenario, urls, standIn, receiver);
  }
} finally {
  await standIn.stop();
  await receiver.stop();
  await dropClusterDatabase(cluster, name);
}
console.log(`\n| what | result |\n| --- | --- |\n${told.join("\n")}`);
console.log(broken.length === 0 ? "\nEvery law held." : `\n${broken.length} broken:\n${broken.join("\n")}`);
process.exit(broken.length === 0 ? 0 : 1);
