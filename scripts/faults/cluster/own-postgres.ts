// A PostgreSQL that tests can kill: durable, on a free port, in a temporary folder.
import { execFile } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "../../../test/processes/free-port.ts";
import { ownerOfDatabase, type Owner } from "../../../test/processes/unprivileged.ts";
import { anyPrograms } from "../../dev/embedded.ts";

const run = promisify(execFile);
const SUPERUSER = "postgres";
/** Whom the service connects as: no superuser, so that it cannot use the connections that are kept back for those. */
const USER = "house";

export type Settings = Readonly<Record<string, string>>;

/** Where the programs of PostgreSQL are: those of this machine, or those that the development server uses. */
export function postgresPrograms(): string {
  const [newest] = anyPrograms();
  if (newest === undefined) throw new Error("There is no PostgreSQL on this machine. Run npm ci, or install one.");
  return newest.folder;
}

export class OwnPostgres {
  readonly folder: string;
  readonly port: number;
  readonly #programs = postgresPrograms();
  readonly #owner: Owner | undefined;

  private constructor(folder: string, port: number, owner: Owner | undefined) {
    this.folder = folder;
    this.port = port;
    this.#owner = owner;
  }

  /** A new cluster, running. */
  static async make(settings: Settings = {}): Promise<OwnPostgres> {
    const owner = ownerOfDatabase();
    const folder = mkdtempSync(join(tmpdir(), "denkeeper-faults-pg-"));
    if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
    const postgres = new OwnPostgres(folder, await freePort(), owner);
    await postgres.call("initdb", [
      "-D",
      postgres.data,
      "-U",
      SUPERUSER,
      "--auth=trust",
      "--encoding=UTF8",
      "--no-sync",
    ]);
    await postgres.start(settings);
    await postgres.ask(`CREATE ROLE ${USER} LOGIN`);
    return postgres;
  }

  /** Another server from a base backup and the archived log of one that is gone, as it was at a named point. */
  static async restore(backup: string, archive: string, point: string): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(tmpdir(), "denkeeper-restored-pg-"));
    const owner = ownerOfDatabase();
    if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
    const postgres = new OwnPostgres(folder, await freePort(), owner);
    cpSync(backup, postgres.data, { recursive: true });
    writeFileSync(join(postgres.data, "recovery.signal"), "");
    if (owner !== undefined) await run("chown", ["-R", `${owner.uid}:${owner.gid}`, postgres.data]);
    await postgres.start({
      restore_command: `cp ${archive}/%f "%p"`,
      recovery_target_name: point,
      recovery_target_action: "promote",
      archive_mode: "off",
    });
    while ((await postgres.ask("SELECT pg_is_in_recovery() AS waits"))[0]?.["waits"] !== false) await sleep(100);
    return postgres;
  }

  /** Resolves when the archive has all of the log that was finished by now. */
  async untilArchived(): Promise<void> {
    const [now] = await this.ask("SELECT pg_walfile_name(pg_current_wal_lsn()) AS file");
    const done = `SELECT coalesce(last_archived_wal, '') >= '${String(now?.["file"])}' AS done FROM pg_stat_archiver`;
    while ((await this.ask(done))[0]?.["done"] !== true) {
      await sleep(200);
      await this.ask("SELECT pg_switch_wal()");
    }
  }

  get data(): string {
    return join(this.folder, "data");
  }

  /** As whom the service connects. */
  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** As whom a test looks behind the service. */
  superUrl(database = "postgres"): string {
    return `postgres://${SUPERUSER}@127.0.0.1:${this.port}/${database}`;
  }

  async createDatabase(name: string): Promise<void> {
    await this.ask(`CREATE DATABASE ${name} OWNER ${USER}`);
  }

  async ask(sql: string, database?: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: this.superUrl(database) });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async start(settings: Settings = {}): Promise<void> {
    const all: Settings = {
      listen_addresses: "127.0.0.1",
      port: String(this.port),
      unix_socket_directories: "",
      fsync: "on",
      max_connections: "80",
      shared_buffers: "64MB",
      ...settings,
    };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
    await this.call("pg_ctl", [
      "start",
      "-w",
      "-s",
      "-D",
      this.data,
      "-l",
      join(this.folder, "log"),
      "-o",
      options.join(" "),
    ]);
  }

  async stop(mode: "fast" | "immediate" = "fast"): Promise<void> {
    await this.call("pg_ctl", ["stop", "-w", "-s", "-m", mode, "-D", this.data]);
  }

  /** kill -9 of the server and all that it has started, as when the machine goes down. */
  async kill(): Promise<void> {
    const server = Number.parseInt(readFileSync(join(this.data, "postmaster.pid"), "utf8"), 10);
    await killTree(server);
  }

  async remove(): Promise<void> {
    if (existsSync(join(this.data, "postmaster.pid"))) await this.stop("immediate").catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs a program of PostgreSQL as the user that owns the cluster. */
  async call(program: string, args: readonly string[]): Promise<string> {
    const { stdout } = await run(join(this.#programs, program), args, { ...this.#owner, cwd: this.folder });
    return stdout;
  }
}

/** kill -9 of processes and all their children; resolves when they are gone. */
export async function killTree(...roots: readonly number[]): Promise<void> {
  // Who is stopped starts no more children while they are counted.
  for (const root of roots) signalIfThere(root, "SIGSTOP");
  const all = [...roots, ...roots.flatMap(childrenOf)];
  for (const pid of all) signalIfThere(pid, "SIGKILL");
  // Until they are reaped, too: PostgreSQL does not start while its last process has an entry.
  while (all.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
