// Rolling restart, upgrade across a migration, and rollback, under load: two APIs and a worker behind a load balancer.
// Not one call may fail, and every acknowledged write must be there at the end. Then the same without what protects
// calls, which must be noticed. Needs the programs of PostgreSQL and Redis.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster, closeOnSignals } from "./cluster/cluster.ts";
import type { Code, ServiceProcess } from "./cluster/service.ts";
import { requestOf } from "./workload/line.ts";
import { BuiltInProxy } from "./upgrade/built-in-proxy.ts";
import { plantedVersions, versionsOfHistory, type Versions } from "./upgrade/versions.ts";
import { flag, numberOption, optionsOf } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  short: flag("as in CI: worker and one API, across a planted migration and back, and one control"),
  calls: numberOption("calls that must be answered between two steps (short: 20, else 400)"),
});

const CALLS_BETWEEN = values.calls ?? (values.short ? 20 : 400);
const DRAIN_SECONDS = values.short ? "1" : "2";
const PATIENCE_MS = 180_000;
const CONTROL_TRIES = 5;
/** Steady load, not all that the machine can do: new processes have to start beside it. */
const PAUSE_MS = values.short ? 50 : 25;
const LONG_POLL_SECONDS = 5;

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${PATIENCE_MS / 1000} s`);
  }
}

let passed = 0;
let failed = 0;

function judged(isFine: boolean, line: string): void {
  if (isFine) passed++;
  else failed++;
  console.log(`${isFine ? "ok    " : "FAILED"}  ${line}`);
}

/** A service under load whose processes are replaced one by one. */
class Fleet {
  readonly cluster: Cluster;
  readonly #front: BuiltInProxy;
  readonly #stopped = new AbortController();
  readonly #poller: Promise<void>;
  /** Long polls that were answered. */
  polls = 0;

  private constructor(cluster: Cluster, front: BuiltInProxy) {
    this.cluster = cluster;
    this.#front = front;
    cluster.pauseMs = PAUSE_MS;
    this.#poller = this.#poll();
  }

  static async open(code?: Code): Promise<Fleet> {
    let front: BuiltInProxy | undefined;
    const balance = async (ports: readonly number[]): Promise<BuiltInProxy> => {
      const opened = await BuiltInProxy.before(ports);
      for (const port of ports) await until("an API behind the load balancer", () => opened.serves(port));
      front = opened;
      return opened;
    };
    const size = values.short ? { keepers: 1, lifecycleClients: 1 } : { keepers: 3, lifecycleClients: 2 };
    const cluster = await Cluster.open({ ...size, apis: 2, works: true, balance, code, env: { DRAIN_SECONDS } });
    if (front === undefined) throw new Error("there is no load balancer");
    return new Fleet(cluster, front);
  }

  get balancer(): string {
    return this.#front.name;
  }

  /** Runs a part of the rollout, and counts the calls of clients while it ran. */
  async during(
    work: () => Promise<void>,
  ): Promise<{ readonly calls: number; readonly failures: number; readonly seconds: number }> {
    const { history } = this.cluster;
    const failures = (): number => history.retries + history.violations.length;
    const [calls, failedBefore, startedAt] = [history.calls, failures(), performance.now()];
    await this.#moreCalls();
    await work();
    await this.#moreCalls();
    const seconds = (performance.now() - startedAt) / 1000;
    return { calls: history.calls - calls, failures: failures() - failedBefore, seconds };
  }

  /** As docs/upgrading.md says: it drains, ends, and the next one waits until the new one serves. */
  async replace(process: ServiceProcess, code: Code): Promise<void> {
    const ended = await process.stop();
    if (ended !== 0) throw new Error(`a process ended with ${ended}`);
    process.code = code;
    await this.start(process);
  }

  async start(process: ServiceProcess): Promise<void> {
    await process.start();
    const { port } = process;
    if (process === this.cluster.worker) {
      await until("a ready worker", async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    } else await until("an API behind the load balancer", () => this.#front.serves(port));
    await this.#moreCalls();
  }

  /** The worker first, then one API after the other. */
  async replaceAll(code: Code): Promise<void> {
    for (const process of [this.cluster.worker, ...this.cluster.apis]) await this.replace(process, code);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#poller;
    await this.cluster.close();
  }

  async #moreCalls(): Promise<void> {
    const { history } = this.cluster;
    const enough = history.calls + CALLS_BETWEEN;
    await until(`${CALLS_BETWEEN} more calls`, () => history.calls >= enough || history.violations.length > 0);
  }

  /** Waits for events all the time, as agents do. A stop must answer the call, not drop it. */
  async #poll(): Promise<void> {
    const { history } = this.cluster;
    const { key } = history.keepers[0] ?? { key: "" };
    const line = this.cluster.lineTo(this.#front.port);
    let since = "";
    while (!this.#stopped.signal.aborted) {
      const request = requestOf("GET", `/api/house/events?wait=${LONG_POLL_SECONDS}${since}`, key);
      const answer = await line.once(request).catch(String);
      if (this.#stopped.signal.aborted) break;
      if (typeof answer === "string" || answer.status !== 200) {
        history.retry(`a long poll: ${typeof answer === "string" ? answer : `${answer.status} ${answer.body}`}`);
        await sleep(100);
        continue;
      }
      this.polls++;
      since = `&since=${/"cursor":"([\d.]+)"/.exec(answer.body)?.[1]}`;
    }
    line.close();
  }
}

async function step(fleet: Fleet, name: string, work: () => Promise<void>): Promise<void> {
  const { calls, failures, seconds } = await fleet.during(work);
  judged(failures === 0, `${name}: ${calls} calls, ${failures} failed, ${seconds.toFixed(1)} s`);
  if (failures > 0) for (const reason of fleet.cluster.history.reasons) console.log(`          ${reason}`);
}

/** Every law of the fault tests: nothing acknowledged is lost, nothing is applied twice, and the others. */
async function judge(fleet: Fleet): Promise<void> {
  const { violations, acknowledged, calls } = await fleet.cluster.judge();
  const isFine = violations.length === 0 && acknowledged > 0;
  judged(
    isFine,
    `${acknowledged} acknowledged writes of ${calls} calls: ${violations.length} violations, ${fleet.polls} long polls`,
  );
  for (const { law, what } of violations.slice(0, 10)) console.log(`          ${law}: ${what}`);
}

async function upgradeAndBack(versions: Versions, isLast: boolean): Promise<void> {
  console.log(`\n${versions.about}`);
  const fleet = await Fleet.open(versions.old);
  const [first] = fleet.cluster.apis;
  if (first === undefined) throw new Error("there is no API");
  try {
    console.log(`2 APIs and a worker behind ${fleet.balancer}`);
    if (values.short) {
      await step(fleet, "upgrade of the worker, which migrates", () =>
        fleet.replace(fleet.cluster.worker, versions.new),
      );
      await step(fleet, "upgrade of one API", () => fleet.replace(first, versions.new));
      await step(fleet, "its rollback, on the new schema", () => fleet.replace(first, versions.old));
    } else {
      await step(fleet, "rolling restart", () => fleet.replaceAll(versions.old));
      await step(fleet, "upgrade", () => fleet.replaceAll(versions.new));
      await step(fleet, "rollback, on the new schema", () => fleet.replaceAll(versions.old));
      await step(fleet, "upgrade again", () => fleet.replaceAll(versions.new));
    }
    if (isLast) await withoutDraining(fleet, first);
    await judge(fleet);
  } finally {
    await fleet.close();
    versions.remove();
  }
}

/** Negative control: a process that ends at once drops calls. A few tries, because none may be running at the moment. */
async function withoutDraining(fleet: Fleet, api: ServiceProcess): Promise<void> {
  let dropped = 0;
  fleet.cluster.pauseMs = 0;
  for (let attempt = 0; attempt < CONTROL_TRIES && dropped === 0; attempt++) {
    if (!api.runs) await fleet.start(api);
    dropped = (await fleet.during(() => api.kill())).failures;
  }
  judged(dropped > 0, `control, an API that ends without draining: ${dropped} failed calls were noticed`);
}

/** Negative control: old code cannot live with a migration that takes something away. */
async function withRename(): Promise<void> {
  const versions = plantedVersions("renames");
  const fleet = await Fleet.open(versions.old);
  try {
    const { worker, history } = fleet.cluster;
    await worker.stop();
    worker.code = versions.new;
    await worker.start();
    await until("a failed call", () => history.violations.length + history.retries > 0).catch(() => {});
    const noticed = history.violations.length + history.retries;
    judged(noticed > 0, `control, a migration that renames a column: ${noticed} failed calls were noticed`);
  } finally {
    await fleet.close();
    versions.remove();
  }
}

closeOnSignals();
const startedAt = performance.now();
try {
  const history = values.short ? undefined : versionsOfHistory();
  if (!values.short && history === undefined) {
    console.log(
      "There is no history here: an upgrade from older code is NOT tested, only one across a planted migration.",
    );
  }
  if (history !== undefined) await upgradeAndBack(history, false);
  await upgradeAndBack(plantedVersions("adds"), true);
  if (!values.short) await withRename();
} catch (thrown) {
  judged(false, String(thrown));
}
console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
