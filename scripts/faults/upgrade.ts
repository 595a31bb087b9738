// Restarts, upgrades across a migration and rolls back processes one by one under load, and exits with 1 if a call fails or a law is
// broken. Requires PostgreSQL and Redis to be installed.
import { setTimeout as sleep } from "node:timers/promises";
import { flag, optionsOf } from "../options.ts";
import { Cluster, underLoad, type ClusterOptions } from "./cluster/cluster.ts";
import type { ServiceCode, ServiceProcess } from "./cluster/service.ts";
import { plantedVersions, versionsOfHistory, type Versions } from "./cluster/versions.ts";
import { requestOf } from "./workload/line.ts";

const values = optionsOf(import.meta.filename, {
  short: flag("replaces one API, runs a planted migration and one control, as the gate does"),
});

/** Calls that must be answered before and after each step. */
const CALLS_BETWEEN = values.short ? 20 : 400;
const PATIENCE_MS = 180_000;
const CONTROL_TRIES = 5;
const LONG_POLL_SECONDS = 5;
/** Leaves CPU time for the processes that start under load. */
const SIZE: ClusterOptions = {
  ...(values.short
    ? { keepers: 1, lifecycleClients: 1, pauseMs: 50 }
    : { keepers: 3, lifecycleClients: 2, pauseMs: 25 }),
  env: { DRAIN_SECONDS: values.short ? "1" : "2" },
};

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${PATIENCE_MS / 1000} s`);
  }
}

let failed = 0;

function judge(isFine: boolean, line: string): void {
  if (!isFine) failed++;
  console.log(`${isFine ? "ok    " : "FAILED"}  ${line}`);
}

async function moreCalls({ history }: Cluster): Promise<void> {
  const enough = history.calls + CALLS_BETWEEN;
  await until(`${CALLS_BETWEEN} more calls`, () => history.calls >= enough || history.violations.length > 0);
}

/** Returns the number of client calls that failed during the work. */
async function failuresDuring(cluster: Cluster, work: () => Promise<void>): Promise<number> {
  const { history } = cluster;
  const failures = (): number => history.retries + history.violations.length;
  const before = failures();
  await moreCalls(cluster);
  await work();
  await moreCalls(cluster);
  return failures() - before;
}

async function start(cluster: Cluster, process: ServiceProcess): Promise<void> {
  await process.start();
  const { port } = process;
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  await until("a ready process", process === cluster.worker ? isReady : () => cluster.balancer.serves(port));
  await moreCalls(cluster);
}

/** Replaces a process as docs/upgrading.md describes: the old one drains and exits before the new one starts. */
async function replace(cluster: Cluster, process: ServiceProcess, code: ServiceCode): Promise<void> {
  const ended = await process.stop();
  if (ended !== 0) throw new Error(`a process ended with ${ended}`);
  process.code = code;
  await start(cluster, process);
}

/** Sends long polls without a pause. A stopping process must answer them. */
async function poll(cluster: Cluster, stopped: AbortSignal): Promise<void> {
  const { history } = cluster;
  const { key } = history.keepers[0] ?? { key: "" };
  const line = cluster.lineTo();
  let since = "";
  while (!stopped.aborted) {
    const request = requestOf("GET", `/api/house/events?wait=${LONG_POLL_SECONDS}${since}`, key);
    const answer = await line.once(request).catch(String);
    if (stopped.aborted) break;
    if (typeof answer === "string" || answer.status !== 200) {
      history.retry(`a long poll: ${typeof answer === "string" ? answer : `${answer.status} ${answer.body}`}`);
      await sleep(100);
    } else since = `&since=${/"cursor":"([\d.]+)"/.exec(answer.body)?.[1]}`;
  }
  line.close();
}

/** Replaces the processes one by one. No call may fail. */
async function rollOut(
  cluster: Cluster,
  name: string,
  code: ServiceCode,
  processes: readonly ServiceProcess[],
): Promise<void> {
  const failures = await failuresDuring(cluster, async () => {
    for (const process of processes) await replace(cluster, process, code);
  });
  judge(failures === 0, `${name}: ${failures} calls failed`);
  if (failures > 0) for (const reason of cluster.history.reasons) console.log(`          ${reason}`);
}

async function upgradeAndBack(versions: Versions, hasControl: boolean): Promise<void> {
  console.log(`\n${versions.about}`);
  const stopped = new AbortController();
  const isFine = await underLoad({ ...SIZE, code: versions.old }, async (cluster) => {
    const polling = poll(cluster, stopped.signal);
    const { worker, apis } = cluster;
    const [first] = apis;
    if (first === undefined) throw new Error("there is no API");
    const all = values.short ? [worker, first] : [worker, ...apis];
    if (!values.short) await rollOut(cluster, "rolling restart", versions.old, all);
    await rollOut(cluster, "upgrade, which migrates", versions.new, all);
    await rollOut(cluster, "rollback, on the new schema", versions.old, values.short ? [first] : all);
    if (!values.short) await rollOut(cluster, "upgrade again", versions.new, all);
    stopped.abort();
    await polling;
    if (hasControl) await withoutDraining(cluster, first);
  });
  judge(isFine, "nothing acknowledged is lost, and every other law holds");
  versions.remove();
}

/** Negative control: an API that is killed drops calls. Kills it up to five times, because it may have none at that moment. */
async function withoutDraining(cluster: Cluster, api: ServiceProcess): Promise<void> {
  let dropped = 0;
  cluster.pauseMs = 0;
  for (let attempt = 0; attempt < CONTROL_TRIES && dropped === 0; attempt++) {
    if (!api.runs) await start(cluster, api);
    dropped = await failuresDuring(cluster, () => api.kill());
  }
  judge(dropped > 0, `control, an API that ends without draining: ${dropped} failed calls were noticed`);
}

/** Negative control: a migration that renames a column breaks the calls of old code. */
async function withRename(): Promise<void> {
  const versions = plantedVersions("renames");
  const cluster = await Cluster.open({ ...SIZE, code: versions.old });
  try {
    const { worker, history } = cluster;
    await worker.stop();
    worker.code = versions.new;
    await worker.start();
    const noticed = (): number => history.violations.length + history.retries;
    await until("a failed call", () => noticed() > 0).catch(() => {});
    judge(noticed() > 0, `control, a migration that renames a column: ${noticed()} failed calls were noticed`);
  } finally {
    await cluster.close();
    versions.remove();
  }
}

try {
  const history = values.short ? undefined : versionsOfHistory();
  if (!values.short && history === undefined)
    console.log("No older commit is compatible with these migrations: an upgrade from older code is NOT tested.");
  if (history !== undefined) await upgradeAndBack(history, false);
  await upgradeAndBack(plantedVersions("adds"), true);
  if (!values.short) await withRename();
} catch (thrown) {
  judge(false, String(thrown));
}
process.exit(failed === 0 ? 0 : 1);
