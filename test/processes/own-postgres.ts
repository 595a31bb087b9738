// Runs a separate PostgreSQL on a free port in a temporary folder, for the gate and for tests that kill or restore it. The server
// ends with this process, even if this process is killed.
import { execFile } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { availablePrograms } from "../../scripts/dev/embedded.ts";
import { foldersIn, type DataFolder, type FolderSettings } from "../../src/operator/standalone/folder.ts";
import { startPostgres, type OwnPostgres as Started } from "../../src/operator/standalone/postgres.ts";
import { freePort } from "./free-port.ts";
import { ownerOfDatabase } from "./unprivileged.ts";

const run = promisify(execFile);
const SUPERUSER = "denkeeper";
/** The service's role. It is not a superuser, so it cannot use the connections reserved for superusers. */
const USER = "house";

/** Returns the folder of the PostgreSQL programs. */
export function postgresPrograms(): string {
  const [newest] = availablePrograms();
  if (newest === undefined)
    throw new Error("No PostgreSQL was found on this machine. Run npm ci, or install PostgreSQL.");
  return newest.folder;
}

/** Settings for databases that need not survive a crash: commits do not wait for the disk. */
export const FLEETING: FolderSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  shared_buffers: "256MB",
  max_wal_size: "1GB",
  wal_level: "minimal",
  max_wal_senders: "0",
  log_min_messages: "fatal",
  log_min_error_statement: "panic",
};

/** File system in memory. A new database has a thousand files, and creating them on a disk takes ten times as much CPU time. */
const MEMORY = "/dev/shm";
/** More than the databases that two test workers use at a time, plus the WAL. */
const MEMORY_BYTES = 3 * 2 ** 30;

/** Returns a parent folder for disposable servers: in memory if there is enough room. */
export function fleetingFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < MEMORY_BYTES ? tmpdir() : MEMORY;
}

export class OwnPostgres {
  readonly port: number;
  readonly #folder: DataFolder;
  readonly #owner = ownerOfDatabase();
  #server: Started | undefined;

  private constructor(path: string, port: number) {
    this.#folder = foldersIn(path);
    const { uid, gid } = this.#owner ?? {};
    if (uid !== undefined && gid !== undefined) {
      for (const owned of [path, this.#folder.postgres, this.#folder.socket]) chownSync(owned, uid, gid);
    }
    this.port = port;
  }

  /** Creates and starts a new database cluster. */
  static async make(settings: FolderSettings = {}, folder = tmpdir()): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(mkdtempSync(join(folder, "denkeeper-pg-")), await freePort());
    await postgres.start(settings);
    await postgres.ask(`CREATE ROLE ${USER} LOGIN`);
    return postgres;
  }

  /** Restores a server from a base backup and archived WAL, up to a named restore point. */
  static async restore(backup: string, archive: string, point: string): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(mkdtempSync(join(tmpdir(), "denkeeper-pg-")), await freePort());
    const { uid, gid } = postgres.#owner ?? {};
    cpSync(backup, postgres.data, { recursive: true });
    writeFileSync(join(postgres.data, "recovery.signal"), "");
    if (uid !== undefined) await run("chown", ["-R", `${uid}:${gid}`, postgres.folder]);
    await postgres.start({
      restore_command: `cp ${archive}/%f "%p"`,
      recovery_target_name: point,
      recovery_target_action: "promote",
      archive_mode: "off",
    });
    while ((await postgres.ask("SELECT pg_is_in_recovery() AS waits"))[0]?.["waits"] !== false) await sleep(100);
    return postgres;
  }

  /** Creates a standby that follows a running server until it is promoted. */
  static async standbyOf(primary: OwnPostgres, settings: FolderSettings): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(mkdtempSync(join(tmpdir(), "denkeeper-pg-")), await freePort());
    await postgres.call("pg_basebackup", ["-d", primary.superUrl(), "-D", postgres.data, "-R", "--checkpoint=fast"]);
    await postgres.start(settings);
    return postgres;
  }

  /** Waits until the archive contains all WAL written before this call. */
  async untilArchived(): Promise<void> {
    const [now] = await this.ask("SELECT pg_walfile_name(pg_current_wal_lsn()) AS file");
    const done = `SELECT coalesce(last_archived_wal, '') >= '${String(now?.["file"])}' AS done FROM pg_stat_archiver`;
    while ((await this.ask(done))[0]?.["done"] !== true) {
      await sleep(200);
      await this.ask("SELECT pg_switch_wal()");
    }
  }

  get folder(): string {
    return this.#folder.path;
  }

  get data(): string {
    const [programs] = availablePrograms();
    return join(this.#folder.postgres, programs?.major ?? "");
  }

  get pid(): number {
    return Number.parseInt(readFileSync(join(this.data, "postmaster.pid"), "utf8"), 10);
  }

  /** Returns an address for connections as the service. */
  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** Returns an address for superuser connections, for checks that bypass the service. */
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

  async start(settings: FolderSettings = {}): Promise<void> {
    const all = { listen_addresses: "127.0.0.1", port: String(this.port), max_connections: "80", ...settings };
    const choices = {
      programs: availablePrograms(),
      settings: { shared_buffers: "64MB", wal_writer_delay: "200ms", ...all },
    };
    this.#server = await startPostgres(this.#folder, { ...choices, owner: this.#owner });
  }

  async stop(mode: "fast" | "immediate" = "fast"): Promise<void> {
    if (mode === "immediate") process.kill(this.pid, "SIGQUIT");
    else await this.#server?.stop();
    await this.#server?.ended;
  }

  /** Kills the server and all of its processes with SIGKILL, as a power failure would. */
  async kill(): Promise<void> {
    await killTree(this.pid);
    await this.#server?.ended;
  }

  async remove(): Promise<void> {
    if (existsSync(join(this.data, "postmaster.pid"))) await this.stop("immediate").catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs a PostgreSQL program as the owner of the cluster. */
  async call(program: string, args: readonly string[]): Promise<string> {
    const { stdout } = await run(join(postgresPrograms(), program), args, { ...this.#owner, cwd: this.folder });
    return stdout;
  }

  /** Returns the CPU seconds of the server and its ended processes. Available only on Linux. */
  cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.pid}/stat`, "utf8");
    const ticks = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
    return ticks.reduce((sum, each) => sum + each, 0) / 100;
  }
}

/** Kills processes and their children, but not grandchildren. Waits until none remains. */
export async function killTree(...roots: readonly number[]): Promise<void> {
  // A stopped process cannot start children while they are listed.
  for (const root of roots) signalIfThere(root, "SIGSTOP");
  const all = [...roots, ...roots.flatMap(childrenOf)];
  for (const pid of all) signalIfThere(pid, "SIGKILL");
  // Waits until the processes are reaped, because PostgreSQL refuses to start while its last process still has an entry.
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
    // The process has already exited.
    return undefined;
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
  }
}
