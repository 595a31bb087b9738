// Two PostgreSQL nodes under Patroni, with etcd and HAProxy, on loopback in one temporary folder. Uses the files in
// deploy/patroni unchanged.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../test/processes/free-port.ts";
import { ownerOfDatabase } from "../../../test/processes/unprivileged.ts";
import { killTree, postgresPrograms } from "../cluster/own-postgres.ts";

const FILES = fileURLToPath(new URL("../../../deploy/patroni/", import.meta.url));
const PATIENCE_MS = 90_000;
const PASSWORD = "only for this test";

interface Node {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly data: string;
  process?: ChildProcess;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export class PatroniCluster {
  readonly #folder: string;
  readonly #nodes: readonly Node[];
  readonly #listen: number;
  readonly #owner = ownerOfDatabase();
  readonly #others: ChildProcess[] = [];
  #etcd = "";

  private constructor(folder: string, nodes: readonly Node[], listen: number) {
    this.#folder = folder;
    this.#nodes = nodes;
    this.#listen = listen;
  }

  /** Running, with a primary and a synchronous standby. */
  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), "denkeeper-failover-"));
    const nodes: Node[] = [];
    for (const name of ["node1", "node2"]) {
      nodes.push({ name, port: await freePort(), rest: await freePort(), data: join(folder, name) });
    }
    const cluster = new PatroniCluster(folder, nodes, await freePort());
    try {
      await cluster.#startAll();
    } catch (thrown) {
      await cluster.stop();
      throw thrown;
    }
    return cluster;
  }

  /** Through HAProxy, as whoever is named. */
  url(user: string, database: string): string {
    return `postgres://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.#listen}/${database}`;
  }

  get superUrl(): string {
    return this.url("postgres", "postgres");
  }

  get password(): string {
    return PASSWORD;
  }

  /** kill -9 of the primary, its Patroni and all that belongs to them, as when the machine goes down; its name. */
  async killPrimary(): Promise<string> {
    const primary = await this.#named("leader");
    if (primary?.process?.pid === undefined) throw new Error("there is no primary");
    const server = Number.parseInt(readFileSync(join(primary.data, "postmaster.pid"), "utf8"), 10);
    await killTree(primary.process.pid, server);
    return primary.name;
  }

  /** Starts those that were killed; resolves when one of them is the synchronous standby. */
  async heal(): Promise<void> {
    for (const node of this.#nodes) {
      if (node.process?.exitCode !== null || node.process.signalCode !== null) this.#startNode(node);
    }
    await until("a synchronous standby", async () => (await this.#named("sync_standby")) !== undefined);
  }

  async stop(): Promise<void> {
    for (const { process: child, data } of this.#nodes) {
      if (child?.pid === undefined) continue;
      const server = pidIn(join(data, "postmaster.pid"));
      await killTree(child.pid, ...(server === undefined ? [] : [server]));
    }
    for (const other of this.#others) {
      if (other.exitCode !== null || other.signalCode !== null) continue;
      const gone = once(other, "exit");
      other.kill("SIGKILL");
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The last lines of every log, for when something went wrong. */
  logs(): string {
    return this.#nodes
      .map(({ name }) => readFileSync(join(this.#folder, `${name}.log`), "utf8").slice(-1500))
      .join("\n");
  }

  async #startAll(): Promise<void> {
    if (this.#owner !== undefined) chownSync(this.#folder, this.#owner.uid, this.#owner.gid);
    const [client, peer] = [await freePort(), await freePort()];
    this.#etcd = `127.0.0.1:${client}`;
    this.#others.push(
      this.#spawn("etcd", "etcd", [
        `--data-dir=${join(this.#folder, "etcd")}`,
        `--listen-client-urls=http://127.0.0.1:${client}`,
        `--advertise-client-urls=http://127.0.0.1:${client}`,
        `--listen-peer-urls=http://127.0.0.1:${peer}`,
        `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
        `--initial-cluster=default=http://127.0.0.1:${peer}`,
      ]),
    );
    await until("etcd", async () => (await fetch(`http://${this.#etcd}/health`)).ok);
    for (const node of this.#nodes) this.#startNode(node);
    await until("a synchronous standby", async () => (await this.#named("sync_standby")) !== undefined);
    const [first, second] = this.#nodes;
    this.#others.push(
      this.#spawn("haproxy", "haproxy", ["-f", join(FILES, "haproxy.cfg")], {
        LISTEN: `127.0.0.1:${this.#listen}`,
        NODE1: `127.0.0.1:${first?.port}`,
        NODE2: `127.0.0.1:${second?.port}`,
        NODE1_REST: String(first?.rest),
        NODE2_REST: String(second?.rest),
      }),
    );
    await sleep(3_000);
  }

  #startNode(node: Node): void {
    const { name, port, rest, data } = node;
    const child = this.#spawn(name, "patroni", [join(FILES, "patroni.yml")], {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_PGPASS: join(this.#folder, `${name}.pgpass`),
      PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
      PATRONI_ETCD3_HOSTS: this.#etcd,
      PATRONI_SUPERUSER_USERNAME: "postgres",
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: "replicator",
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    });
    node.process = child;
  }

  #spawn(
    name: string,
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const out = openSync(join(this.#folder, `${name}.log`), "a");
    return spawn(program, args, {
      ...this.#owner,
      cwd: this.#folder,
      env: { PATH: `${process.env["PATH"]}:/usr/sbin`, HOME: this.#folder, ...env },
      stdio: ["ignore", out, out],
    });
  }

  async #named(role: string): Promise<Node | undefined> {
    for (const { rest } of this.#nodes) {
      const found = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (found === undefined || !found.ok) continue;
      const { members } = (await found.json()) as { readonly members: readonly Member[] };
      const member = members.find((each) => each.role === role && ["running", "streaming"].includes(each.state));
      return this.#nodes.find(({ name }) => name === member?.name);
    }
    return undefined;
  }
}

function pidIn(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch {
    return undefined;
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds().catch(() => false)); await sleep(200)) {
    if (performance.now() > end) throw new Error(`${what} did not come`);
  }
}
