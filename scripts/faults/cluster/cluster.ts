// A cluster for fault injection: APIs behind a load balancer, a worker, PostgreSQL and Redis, under load from many clients.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FolderSettings } from "../../../src/operator/standalone/folder.ts";
import { Database } from "../../../src/platform/database/db.ts";
import { migrate } from "../../../src/model/migrate.ts";
import { freePort } from "../../../test/processes/free-port.ts";
import { OwnPostgres } from "../../../test/processes/own-postgres.ts";
import { OwnRedis } from "../../../test/processes/own-redis.ts";
import { watchStolen } from "../../bench/stolen.ts";
import { newKeeper, runCare } from "../workload/care.ts";
import { check } from "../workload/checker.ts";
import { History, type KeeperAccount, type Law } from "../workload/history.ts";
import { runLifecycles } from "../workload/lifecycle.ts";
import { Line, requestOf } from "../workload/line.ts";
import { Balancer } from "./balancer.ts";
import { ServiceProcess, type ServiceCode } from "./service.ts";

export const EDIT_SOURCE = fileURLToPath(new URL("./edit-source.ts", import.meta.url));
const SKEWED_CLOCK = fileURLToPath(new URL("./skewed-clock.ts", import.meta.url));
/** PostgreSQL connections per process. They are fewer than clients, so most are in use when they are lost. */
const CONNECTIONS = 6;
/** Clients of the first and second creature of a keeper. Two provoke conflicts, which cost half of the throughput. */
const CLIENTS = [2, 1] as const;
/** Outlasts the statements that PostgreSQL still runs for dead processes. */
const STANDING_STILL_MS = 500;
const PROBE_EVERY_MS = 25;
const PROBE_PATIENCE_MS = 2_000;
/** Keeps the write-ahead log short, because a killed database replays it. */
const DURABLE: FolderSettings = { checkpoint_timeout: "60s", max_wal_size: "256MB" };

interface DatabaseAddresses {
  readonly url: string;
  /** Address that bypasses a connection pooler, if there is one. */
  readonly directUrl?: string;
  readonly superUrl: string;
}

export interface ClusterOptions {
  readonly keepers: number;
  readonly lifecycleClients?: number;
  readonly apis?: number;
  /** False for a cluster without a running worker. */
  readonly works?: boolean;
  /** PostgreSQL connections per process. */
  readonly connections?: number | undefined;
  /** Addresses of a database to use instead of starting one. */
  readonly outside?: DatabaseAddresses | undefined;
  readonly sourceEdit?: string | undefined;
  readonly settings?: FolderSettings | undefined;
  /** Makes clients repeat calls under new keys, the mistake of a negative control. */
  readonly freshKeys?: boolean | undefined;
  /** Sources of the processes; the first to start migrates. Defaults to this checkout, after a migration. */
  readonly code?: ServiceCode | undefined;
  /** Pause of clients between calls, and their shortest before a retry. */
  readonly pauseMs?: number | undefined;
  /** Laws that this cluster cannot uphold. */
  readonly unchecked?: readonly Law[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Open clusters, which are closed when this process is interrupted. */
const open = new Set<Cluster>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void Promise.all([...open].map((each) => each.close())).finally(() => process.exit(1)));
}

/** Runs `strike` under load, then checks every law. Returns false if one is broken, `strike` was, or nothing was acknowledged. */
export async function underLoad(
  options: ClusterOptions,
  strike: (cluster: Cluster) => Promise<boolean | void>,
): Promise<boolean> {
  const cluster = await Cluster.open(options);
  try {
    const isFine = (await strike(cluster)) ?? true;
    const { violations, acknowledged, calls, retries, repeats } = await cluster.judge();
    console.log(
      `${acknowledged} writes acknowledged in ${calls} calls, ${retries} repeated, ${repeats} replayed, ${violations.length} violations; load ${loadavg()[0]?.toFixed(1)}`,
    );
    for (const { law, what } of violations.slice(0, 10)) console.log(`  ${law}: ${what}`);
    return isFine && violations.length === 0 && acknowledged > 0;
  } finally {
    await cluster.close();
  }
}

export class Cluster {
  readonly history = new History();
  readonly apis: ServiceProcess[] = [];
  pauseMs: number;
  readonly #options: ClusterOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), "denkeeper-faults-"));
  readonly #stopped = new AbortController();
  readonly #hungUp = new AbortController();
  readonly #clients: Promise<void>[] = [];
  #env: Readonly<Record<string, string>> = {};
  #postgres: OwnPostgres | undefined;
  #redis: OwnRedis | undefined;
  #worker: ServiceProcess | undefined;
  #balancer: Balancer | undefined;
  #database: Database | undefined;
  #prober: KeeperAccount | undefined;

  private constructor(options: ClusterOptions) {
    this.#options = options;
    this.pauseMs = options.pauseMs ?? 0;
  }

  static async open(options: ClusterOptions): Promise<Cluster> {
    const cluster = new Cluster(options);
    open.add(cluster);
    try {
      await cluster.#start();
    } catch (thrown) {
      await cluster.close();
      throw thrown;
    }
    return cluster;
  }

  get postgres(): OwnPostgres {
    return present(this.#postgres);
  }

  get redis(): OwnRedis {
    return present(this.#redis);
  }

  get database(): Database {
    return present(this.#database);
  }

  get worker(): ServiceProcess {
    return present(this.#worker);
  }

  get balancer(): Balancer {
    return present(this.#balancer);
  }

  get settings(): FolderSettings {
    return { ...DURABLE, ...this.#options.settings };
  }

  /** Returns another process on this database, not yet started. */
  async process(role: "api" | "worker", skewMs = 0): Promise<ServiceProcess> {
    const port = await freePort();
    const { sourceEdit, code } = this.#options;
    const hurt = { SOURCE_EDIT: sourceEdit ?? "", SKEW_MS: String(skewMs) };
    const env = { ...this.#env, ...hurt, ROLE: role, PORT: String(port), WORKER_PORT: String(port) };
    const before = [...(sourceEdit === undefined ? [] : [EDIT_SOURCE]), ...(skewMs === 0 ? [] : [SKEWED_CLOCK])];
    const process = new ServiceProcess({ port, env, before, log: join(this.#folder, `${role}.log`) });
    if (code !== undefined) process.code = code;
    return process;
  }

  /** Returns a client of a process or, by default, of the load balancer. */
  lineTo(port = this.balancer.port): Line {
    const { freshKeys = false } = this.#options;
    const restMs = (): number => this.pauseMs;
    return new Line({ port, history: this.history, freshKeys, restMs, hungUp: this.#hungUp.signal });
  }

  /** Returns the milliseconds from `since` until a write succeeds, or undefined at the limit, which excludes stolen CPU time. */
  async answeredAfter(since: number, withinMs: number): Promise<number | undefined> {
    const { key, creatures } = present(this.#prober);
    const line = this.lineTo();
    const stolen = watchStolen();
    const leftMs = () => withinMs - (performance.now() - since) * (1 - stolen());
    try {
      while (leftMs() > 0) {
        const item = `tuna ${Math.random()}`;
        const body = JSON.stringify({ action: "feed", creature_id: creatures[0], notes: item, item });
        const answer = await line
          .once(requestOf("POST", "/api/house/care", key, undefined, body), Math.min(PROBE_PATIENCE_MS, leftMs()))
          .catch(() => undefined);
        if (answer?.status === 200) return performance.now() - since;
        await sleep(PROBE_EVERY_MS);
      }
      return undefined;
    } finally {
      line.close();
    }
  }

  /** Kills every process that writes, so that the database stops changing. */
  async hold(): Promise<void> {
    await Promise.all([...this.apis, this.worker].map((process) => process.kill()));
    await sleep(STANDING_STILL_MS);
  }

  async resume(): Promise<void> {
    await Promise.all([...this.apis, this.worker].map((process) => process.start()));
  }

  /** Ends the clients after their current calls, then checks every law. */
  async judge(): Promise<History> {
    this.#stopped.abort();
    const patience = setTimeout(() => this.#hungUp.abort(), 120_000);
    await Promise.all(this.#clients);
    clearTimeout(patience);
    await check(this.database, this.history, this.#options.unchecked);
    return this.history;
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    this.#hungUp.abort();
    await Promise.allSettled(this.#clients);
    this.#balancer?.close();
    for (const process of [...this.apis, this.#worker]) await process?.kill();
    await this.#database?.close().catch(() => {});
    this.#redis?.thaw();
    await this.#redis?.kill();
    await this.#postgres?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
    open.delete(this);
  }

  async #start(): Promise<void> {
    const { code, apis = 2, works = true, connections = CONNECTIONS } = this.#options;
    const { url, directUrl = url, superUrl } = this.#options.outside ?? (await this.#ownDatabase());
    this.#redis = await OwnRedis.start();
    this.#env = {
      NODE_ENV: "production",
      BASE_URL: "http://localhost",
      DATABASE_URL: url,
      DIRECT_DATABASE_URL: directUrl,
      DATABASE_PATIENCE: "1",
      REDIS_URL: this.#redis.url,
      ITEM_MODEL: "none",
      PORTRAITS_DIR: join(this.#folder, "portraits"),
      RATE_LIMIT_FACTOR: "1000000",
      DATABASE_CONNECTIONS: String(connections),
      MAX_CONCURRENT_REQUESTS: "500",
      DEPLOYMENT_ID: "faults",
      LOG_LEVEL: "warn",
      ...this.#options.env,
    };
    if (code === undefined) await migrate(directUrl);
    this.#database = new Database(superUrl, 4, () => {});
    for (let number = 0; number < apis; number++) this.apis.push(await this.process("api"));
    this.#worker = await this.process("worker");
    const processes = works ? [...this.apis, this.#worker] : [...this.apis];
    if (code !== undefined) await processes.shift()?.start();
    await Promise.all(processes.map((process) => process.start()));
    this.#balancer = await Balancer.before(this.apis.map(({ port }) => port));
    await this.#letClientsIn();
  }

  async #ownDatabase(): Promise<DatabaseAddresses> {
    this.#postgres = await OwnPostgres.make(this.settings);
    await this.#postgres.createDatabase("house");
    return { url: this.#postgres.url("house"), superUrl: this.#postgres.superUrl("house") };
  }

  async #letClientsIn(): Promise<void> {
    const { keepers, lifecycleClients = 0 } = this.#options;
    const { history, database } = this;
    const stopped = this.#stopped.signal;
    this.#prober = await newKeeper(this.lineTo(), new History(), 1);
    const all = await Promise.all(
      Array.from({ length: keepers }, () => newKeeper(this.lineTo(), history, CLIENTS.length)),
    );
    for (const keeper of all) {
      for (const [number, creatureId] of keeper.creatures.entries()) {
        for (let nth = 0; nth < (CLIENTS[number] ?? 1); nth++) {
          const pauseMs = (): number => this.pauseMs;
          this.#clients.push(runCare({ line: this.lineTo(), history, keeper, creatureId, stopped, pauseMs }));
        }
      }
    }
    for (let nth = 0; nth < lifecycleClients; nth++) {
      this.#clients.push(runLifecycles({ line: this.lineTo(), history, database, stopped }));
    }
    // Rejections are awaited at the end. Until then, they must not end this process.
    for (const client of this.#clients) client.catch(() => {});
  }
}

function present<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the cluster has not started");
  return part;
}
