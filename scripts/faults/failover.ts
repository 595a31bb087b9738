// Kills a primary under load and promotes its synchronous standby, repeatedly, and exits with 1 if a law is broken or the service
// does not answer within 30 seconds. Requires PostgreSQL and Redis to be installed.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { OwnPostgres } from "../../test/processes/own-postgres.ts";
import { numberOption, optionsOf } from "../options.ts";
import { underLoad } from "./cluster/cluster.ts";

const values = optionsOf(import.meta.filename, {
  failovers: numberOption("kills of the primary", 3),
  seconds: numberOption("load between two kills", 10),
});

const BACK_WITHIN_MS = 30_000;
const SETTINGS = { wal_level: "replica", max_wal_senders: "4", hot_standby: "on" };

/** Opens a port that forwards connections to the current primary, as HAProxy does. */
async function address(primary: () => OwnPostgres) {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const there = connect(primary().port, "127.0.0.1");
    for (const [from, to] of [
      [client, there],
      [there, client],
    ] as const) {
      open.add(from.on("error", () => to.destroy()).on("close", () => to.destroy()));
      from.pipe(to);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the server listens on TCP
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port, close };
}

let primary = await OwnPostgres.make(SETTINGS);
const all = [primary];
await primary.createDatabase("house");

/** Starts a standby of the primary, and waits until it is synchronous. */
async function addStandby(): Promise<OwnPostgres> {
  const standby = await OwnPostgres.standbyOf(primary, SETTINGS);
  all.push(standby);
  await primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.ask("SELECT pg_reload_conf()");
  const isSynchronous = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
  while ((await primary.ask(isSynchronous)).length === 0) await sleep(100);
  return standby;
}

const front = await address(() => primary);
const urlOf = (url: string): string => url.replace(`:${primary.port}/`, `:${front.port}/`);
const outside = { url: urlOf(primary.url("house")), superUrl: urlOf(primary.superUrl("house")) };
let standby = await addStandby();
const isFine = await underLoad({ keepers: 6, lifecycleClients: 2, outside }, async (cluster) => {
  let worstMs = 0;
  for (let nth = 1; nth <= values.failovers; nth++) {
    await sleep(1000 * values.seconds);
    const since = performance.now();
    const before = cluster.history.acknowledged;
    await primary.kill();
    // The standby inherited the settings of the dead primary, but has no standby of its own to wait for.
    await standby.ask("ALTER SYSTEM RESET synchronous_standby_names");
    await standby.ask("SELECT pg_reload_conf()");
    await standby.ask("SELECT pg_promote()");
    primary = standby;
    const tookMs = (await cluster.answeredAfter(since, 4 * BACK_WITHIN_MS)) ?? Infinity;
    worstMs = Math.max(worstMs, tookMs);
    console.log(`failover ${nth}: after ${before} writes, answered again after ${(tookMs / 1000).toFixed(1)} s`);
    standby = await addStandby();
  }
  await sleep(1000 * values.seconds);
  return worstMs <= BACK_WITHIN_MS;
}).finally(async () => {
  front.close();
  for (const each of all) await each.remove();
});
process.exit(isFine ? 0 : 1);
