// The service as a cluster that faults are injected into: API processes behind proxies, a worker, PostgreSQL, Redis and an
// embeddings provider, with clients that never stop. A prober measures how long the service takes to answer again.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Database } from "../../../src/store/db/db.ts";
import { migrate } from "../../../src/store/db/migrate.ts";
import { freePort } from "../../../test/processes/free-port.ts";
import { OwnRedis } from "../../../test/processes/own-redis.ts";
import { watchStolen } from "../../bench/report/stolen.ts";
import { check } from "../workload/checker.ts";
import { CuttingProxy } from "./cutting-proxy.ts";
import { History, type Called, type Law } from "../workload/history.ts";
import { newKeeper, runCare } from "../workload/care.ts";
import { Line, requestOf } from "../workload/line.ts";
import { runLifecycles } from "../workload/lifecycle.ts";
import { OwnPostgres, type Settings } from "./own-postgres.ts";
import { Provider } from "./provider.ts";
import { ServiceProcess, type Code } from "./service.ts";

export const EDIT_SOURCE = fileURLToPath(new URL("../negative-controls/edit-source.ts", import.meta.url));
const SKEWED_CLOCK = fileURLToPath(new URL("./skewed-clock.ts", import.meta.url));
/** Fewer than clients, so that most of them are in use when they are lost. */
const CONNECTIONS = 6;
/** By creature of a keeper. Two at one creature provoke conflicts, which cost half of what the machine can do. */
const CLIENTS = [2, 1] as const;
/** So long statements of a process that is gone may still run. */
const STANDING_STILL_MS = 500;
const PROBE_EVERY_MS = 25;
const PROBE_PATIENCE_MS = 2_000;
/** A database that is killed has to play its log again: short, when it writes often. */
const DURABLE: Settings = { checkpoint_timeout: "60s", max_wal_size: "256MB" };

interface Addresses {
  readonly url: string;
  /** Around a pooler, where there is one. */
  readonly directUrl?: string;
  readonly superUrl: string;
}

/** A load balancer in front of all APIs. */
export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

export interface ClusterOptions {
  readonly keepers: number;
  readonly lifecycleClients: number;
  readonly apis: number;
  /** Whether there is a worker. */
  readonly works: boolean;
  /** To PostgreSQL, for each process. */
  readonly connections?: number | undefined;
  /** A database that somebody else runs, instead of one of its own: as the service and as a superuser. */
  readonly outside?: Addresses | undefined;
  readonly sourceEdit?: string | undefined;
  readonly settings?: Settings | undefined;
  readonly freshKeys?: boolean | undefined;
  /** What the processes run first, which then migrates, instead of the code here. */
  readonly code?: Code | undefined;
  /** How long clients wait before they repeat a call. */
  readonly restMs?: number | undefined;
  /** Laws that whoever opens it looks after. */
  readonly unchecked?: readonly Law[] | undefined;
  /** Further settings of the processes. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Clients go through what it returns instead of a proxy for each API. */
  readonly balance?: ((ports: readonly number[]) => Promise<Balancer>) | undefined;
}

/** Clusters with running processes. */
const open = new Set<Cluster>();

/** Stops every process of the cluster when this one is asked to end. */
export function closeOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(
      signal,
      () => void Promise.all([...open].map((cluster) => cluster.close())).finally(() => process.exit(1)),
    );
  }
}

export class Cluster {
  readonly history = new History();
  readonly apis: ServiceProcess[] = [];
  readonly proxies: CuttingProxy[] = [];
  /** How long a client that cares rests between two calls. */
  pauseMs = 0;
  readonly #options: ClusterOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), "denkeeper-faults-"));
  readonly #stopped = new AbortController();
  readonly #hungUp = new AbortController();
  readonly #clients: Promise<void>[] = [];
  #env: Readonly<Record<string, string>> = {};
  #postgres: OwnPostgres | undefined;
  #redis: OwnRedis | undefined;
  #provider: Provider | undefined;
  #worker: ServiceProcess | undefined;
  #balancer: Balancer | undefined;
  #database: Database | undefined;
  #prober: Called | undefined;

  private constructor(options: ClusterOptions) {
    this.#options = options;
  }

  /** Everything started, every client calling. */
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
    return there(this.#postgres);
  }

  get redis(): OwnRedis {
    return there(this.#redis);
  }

  get provider(): Provider {
    return there(this.#provider);
  }

  get database(): Database {
    return there(this.#database);
  }

  get worker(): ServiceProcess {
    return there(this.#worker);
  }

  /** Replies that were cut so far. */
  get cuts(): number {
    return this.proxies.reduce((sum, proxy) => sum + proxy.cuts, 0);
  }

  /** The settings with which this service's PostgreSQL runs. */
  get settings(): Settings {
    return { ...DURABLE, ...this.#options.settings };
  }

  /** Another process on the same database, not started. */
  async process(role: "api" | "worker", skewMs = 0): Promise<ServiceProcess> {
    const port = await freePort();
    const { sourceEdit } = this.#options;
    const hurt = { SOURCE_EDIT: sourceEdit ?? "", SKEW_MS: String(skewMs) };
    const env = { ...this.#env, ...hurt, ROLE: role, PORT: String(port), WORKER_PORT: String(port) };
    const before = [...(sourceEdit === undefined ? [] : [EDIT_SOURCE]), ...(skewMs === 0 ? [] : [SKEWED_CLOCK])];
    const process = new ServiceProcess({ port, env, before, log: join(this.#folder, `${role}.log`) });
    if (this.#options.code !== undefined) process.code = this.#options.code;
    return process;
  }

  /** A line to one process, around the proxies. */
  lineTo(port: number): Line {
    return new Line({ doors: () => [port], history: this.history, hungUp: this.#hungUp.signal });
  }

  /**
   * How long it takes from an instant on until a call that began after it is answered; undefined when it takes longer. Time
   * that other machines of the host took from this one does not count: in it nobody could have answered.
   */
  async answeredAfter(since: number, withinMs: number): Promise<number | undefined> {
    const { key, creatures } = there(this.#prober);
    const line = this.#line();
    const stolen = watchStolen();
    const leftMs = () => withinMs - (performance.now() - since) * (1 - stolen());
    try {
      while (leftMs() > 0) {
        // An item nobody has heard of, so that the provider is needed, too.
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

  /** Stops everything that writes, in the middle of whatever it does, so that the database stands still. */
  async hold(): Promise<void> {
    await Promise.all([...this.apis, this.worker].map((process) => process.kill()));
    await sleep(STANDING_STILL_MS);
  }

  async goOn(): Promise<void> {
    await Promise.all([...this.apis, this.worker].map((process) => process.start()));
  }

  /** Lets the clients finish what they have begun, then looks whether every law holds. */
  async judge(): Promise<History> {
    this.#stopped.abort();
    const patience = setTimeout(() => this.#hungUp.abort(), 120_000);
    await Promise.all(this.#clients);
    clearTimeout(patience);
    await check(there(this.#database), this.history, this.#options.unchecked);
    return this.history;
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    this.#hungUp.abort();
    await Promise.allSettled(this.#clients);
    for (const proxy of this.proxies) proxy.close();
    await this.#balancer?.close();
    for (const process of [...this.apis, this.#worker]) await process?.kill();
    await this.#database?.close().catch(() => {});
    this.#provider?.close();
    this.#redis?.thaw();
    await this.#redis?.kill();
    await this.#postgres?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
    open.delete(this);
  }

  async #start(): Promise<void> {
    const { url, directUrl = url, superUrl } = this.#options.outside ?? (await this.#ownDatabase());
    this.#redis = await OwnRedis.start();
    this.#provider = await Provider.start();
    this.#env = {
      NODE_ENV: "production",
      BASE_URL: "http://localhost",
      DATABASE_URL: url,
      DIRECT_DATABASE_URL: directUrl,
      REDIS_URL: this.#redis.url,
      EMBEDDINGS_URL: this.#provider.url,
      PORTRAITS_DIR: join(this.#folder, "portraits"),
      RATE_LIMIT_FACTOR: "1000000",
      DATABASE_CONNECTIONS: String(this.#options.connections ?? CONNECTIONS),
      MAX_CONCURRENT_REQUESTS: "500",
      DEPLOYMENT_ID: "faults",
      LOG_LEVEL: "warn",
      ...this.#options.env,
    };
    const { code, balance } = this.#options;
    if (code === undefined) await migrate(directUrl);
    this.#database = new Database(superUrl, 4, () => {});
    for (let number = 0; number < this.#options.apis; number++) this.apis.push(await this.process("api"));
    this.#worker = await this.process("worker");
    const processes = this.#options.works ? [...this.apis, this.#worker] : [...this.apis];
    if (code !== undefined) await processes.shift()?.start();
    await Promise.all(processes.map((process) => process.start()));
    const ports = this.apis.map(({ port }) => port);
    this.#balancer = await balance?.(ports);
    if (balance === undefined) for (const port of ports) this.proxies.push(await CuttingProxy.before(port));
    await this.#letClientsIn();
  }

  async #ownDatabase(): Promise<Addresses> {
    this.#postgres = await OwnPostgres.make(this.settings);
    await this.#postgres.createDatabase("house");
    return { url: this.#postgres.url("house"), superUrl: this.#postgres.superUrl("house") };
  }

  async #letClientsIn(): Promise<void> {
    const { keepers, lifecycleClients } = this.#options;
    const { history } = this;
    const [stopped, database] = [this.#stopped.signal, () => there(this.#database)];
    this.#prober = await newKeeper(this.#line(), new History(), 1);
    const all = await Promise.all(
      Array.from({ length: keepers }, () => newKeeper(this.#line(), history, CLIENTS.length)),
    );
    for (const keeper of all) {
      for (const [number, creatureId] of keeper.creatures.entries()) {
        for (let nth = 0; nth < (CLIENTS[number] ?? 1); nth++) {
          this.#clients.push(
            runCare({ line: this.#line(), history, keeper, creatureId, stopped, pauseMs: () => this.pauseMs }),
          );
        }
      }
    }
    for (let nth = 0; nth < lifecycleClients; nth++) {
      this.#clients.push(runLifecycles({ line: this.#line(), history, database, stopped }));
    }
    // Whoever fails is waited for at the end; until then it must not end this process.
    for (const client of this.#clients) client.catch(() => {});
  }

  #line(): Line {
    const { freshKeys = false, restMs } = this.#options;
    const doors = () => (this.#balancer === undefined ? this.proxies : [this.#balancer]).map(({ port }) => port);
    return new Line({ doors, history: this.history, freshKeys, restMs, hungUp: this.#hungUp.signal });
  }
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error("the cluster has not started");
  return thing;
}
