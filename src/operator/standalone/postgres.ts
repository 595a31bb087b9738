// The PostgreSQL of a standalone house: a child process that ends with this one and listens only on a socket in the folder.
import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, closeSync, existsSync, globSync, openSync, readFileSync, readdirSync } from "node:fs";
import { renameSync, rmSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client, DatabaseError } from "pg";
import { stopwatch } from "../../platform/clock.ts";
import { ignoreLoss } from "../../platform/database/ignore-loss.ts";
import { FolderRefusal, type DataFolder, type FolderSettings } from "./folder.ts";

const run = promisify(execFile);
const NAME = "denkeeper";
/** Creates and renames databases. The service uses another role, so that none of its statements can run a program. */
const SUPERUSER = "denkeeper";
export const SERVICE_ROLE = "house";
const PORT = "5432";
const START_LIMIT_MS = 300_000;
const ORPHAN_LIMIT_MS = 60_000;
const ATTEMPTS = 5;
const CONNECT_EVERY_MS = 50;
const RETRY_MS = 1_000;
const LOG_BYTES = 2 ** 20;

/** Settings for a small house: little memory and disk, no needless wake-ups, and no agents' texts in the log. */
const SETTINGS: FolderSettings = {
  listen_addresses: "",
  port: PORT,
  unix_socket_permissions: "0700",
  max_connections: "40",
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  checkpoint_timeout: "15min",
  jit: "off",
  max_parallel_workers: "0",
  max_logical_replication_workers: "0",
  autovacuum_max_workers: "1",
  bgwriter_lru_maxpages: "0",
  wal_writer_delay: "10s",
  ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
  huge_pages: "off",
  log_min_messages: "log",
  log_checkpoints: "off",
};

const OLDEST = 15;
/** Install folders on Debian, Red Hat, and Homebrew on both Mac architectures. */
const PLACES = ["/usr/lib/postgresql/*", "/usr/pgsql-*", "/{opt/homebrew,usr/local}/opt/postgresql@*"];
const NEEDED = ["postgres", "initdb", "pg_dump", "pg_restore"];

export interface PostgresPrograms {
  readonly folder: string;
  readonly major: string;
}

/** Lists installed versions, newest first. */
export function installedPrograms(): readonly PostgresPrograms[] {
  return globSync(PLACES.map((place) => `${place}/bin`))
    .map((folder) => ({ folder, major: /(\d+)\/bin$/.exec(folder)?.[1] ?? "" }))
    .filter(({ folder, major }) => Number(major) >= OLDEST && NEEDED.every((name) => existsSync(join(folder, name))))
    .toSorted((a, b) => Number(b.major) - Number(a.major));
}

/** Returns the major version that created a folder's database, or undefined if there is none. */
export function majorIn({ postgres }: DataFolder): string | undefined {
  return readdirSync(postgres).find((name) => /^\d+$/.test(name));
}

/** Returns the programs of the version that created a folder's database, or the newest ones. */
export function programsFor(folder: DataFolder, installed: readonly PostgresPrograms[]): PostgresPrograms {
  const needed = majorIn(folder);
  const programs = needed === undefined ? installed[0] : installed.find(({ major }) => major === needed);
  if (programs !== undefined) return programs;
  const versions = installed.map(({ major }) => major).join(", ") || "none";
  throw new FolderRefusal(
    needed === undefined
      ? `There is no PostgreSQL ${OLDEST} or newer on this machine, server and client. Install it, as with \`apt-get install postgresql\`, or use the image.`
      : `The database in ${folder.path} was created by PostgreSQL ${needed}, but the installed versions are ${versions}. Install ${needed}, or make a backup where it runs and restore that into a new folder.`,
  );
}

/** Returns the address of a database on the folder's running server. */
export function urlIn(
  { socket }: Pick<DataFolder, "socket">,
  database: string,
  { role = SERVICE_ROLE, port = PORT }: { readonly role?: string; readonly port?: string | undefined } = {},
): string {
  return `postgres://${role}@localhost:${port}/${database}?host=${encodeURIComponent(socket)}`;
}

/** Connects to a database of a running server as the superuser. */
export async function asSuperuser(
  folder: Pick<DataFolder, "socket">,
  database: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: urlIn(folder, database, { role: SUPERUSER }) });
  client.on("error", ignoreLoss);
  await client.connect();
  try {
    await client.query("SET search_path = pg_catalog");
    await work(client);
  } finally {
    await client.end();
  }
}

/** Transfers the objects of the superuser (id 10) to the service's role, except PostgreSQL's own, with ids below 16384. */
const HAND_OVER = `DO $$ DECLARE change text; BEGIN
  IF to_regrole('${SERVICE_ROLE}') IS NULL THEN CREATE ROLE ${SERVICE_ROLE} LOGIN; END IF;
  FOR change IN
    SELECT format('DATABASE %I', current_database())
    UNION ALL SELECT format('SCHEMA %I', nspname) FROM pg_namespace
      WHERE oid >= 16384 AND nspowner = 10 AND nspname !~ '^pg_'
    UNION ALL SELECT format('TABLE %s', oid::regclass) FROM pg_class
      WHERE oid >= 16384 AND relowner = 10 AND relkind IN ('r', 'p', 'v', 'm') AND relpersistence <> 't'
    UNION ALL SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc WHERE oid >= 16384 AND proowner = 10
    UNION ALL SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
      WHERE t.oid >= 16384 AND typowner = 10 AND typtype IN ('c', 'd', 'e') AND coalesce(c.relkind, 'c') = 'c'
  LOOP EXECUTE format('ALTER %s OWNER TO ${SERVICE_ROLE}', change); END LOOP;
END $$`;

/** Starts PostgreSQL for a house, whose database belongs to the service's role. */
export async function startHouse(folder: DataFolder, choices: PostgresOptions = {}): Promise<OwnPostgres> {
  const postgres = await startPostgres(folder, choices);
  try {
    await asSuperuser(folder, NAME, (client) => client.query(HAND_OVER));
    return postgres;
  } catch (thrown) {
    await postgres.stop();
    throw thrown;
  }
}

export interface OwnPostgres {
  readonly url: string;
  readonly programs: PostgresPrograms;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

interface PostgresOptions {
  readonly programs?: readonly PostgresPrograms[];
  readonly settings?: FolderSettings;
  /** Account under which the server runs, if the caller is root. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Requires the folder's lock. Creates an empty database in a folder without one. */
export async function startPostgres(folder: DataFolder, choices: PostgresOptions = {}): Promise<OwnPostgres> {
  const programs = programsFor(folder, choices.programs ?? installedPrograms());
  const data = join(folder.postgres, programs.major);
  const { owner } = choices;
  if (owner !== undefined) {
    for (const each of [folder.path, folder.postgres, folder.socket]) chownSync(each, owner.uid, owner.gid);
  }
  if (!existsSync(data)) await makeCluster(programs, data, owner);
  chmodSync(data, 0o700);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await endOrphan(folder, data, choices.settings?.["port"]);
    const started = await startOnce(folder, data, programs, choices);
    if (started !== undefined) return started;
    await sleep(RETRY_MS);
  }
  throw new FolderRefusal(`PostgreSQL did not start. The end of ${logOf(folder)} says why.`);
}

function logOf({ path }: DataFolder): string {
  return join(path, "postgres.log");
}

/** Returns undefined if the server ended immediately, for example because a killed server's processes are still running. */
async function startOnce(
  folder: DataFolder,
  data: string,
  programs: PostgresPrograms,
  { settings, owner }: PostgresOptions,
): Promise<OwnPostgres | undefined> {
  const all: FolderSettings = { ...SETTINGS, unix_socket_directories: folder.socket, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawnTied([join(programs.folder, "postgres"), "-D", data, ...flags], folder, owner);
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.stdin?.end();
    await ended;
  };
  const url = urlIn(folder, NAME, { role: SUPERUSER, port: all["port"] });
  try {
    if (!(await answers(url, child))) return undefined;
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { url, programs, ended, stop };
}

/** Uses a temporary folder until the cluster is complete, so that every cluster has its database. */
async function makeCluster({ folder }: PostgresPrograms, data: string, owner: PostgresOptions["owner"]): Promise<void> {
  const part = `${data}.part`;
  rmSync(part, { recursive: true, force: true });
  // Collates by bytes, but maps case as in Unicode.
  const locale = ["--locale=C", `--lc-ctype=${process.platform === "darwin" ? "UTF-8" : "C.UTF-8"}`];
  const flags = ["--encoding=UTF8", "--auth=trust", "--data-checksums", `--username=${SUPERUSER}`, ...locale];
  const as = { ...owner, cwd: "/" };
  await run(join(folder, "initdb"), [`--pgdata=${part}`, ...flags], as);
  const single = run(join(folder, "postgres"), ["--single", "-D", part, "postgres"], as);
  single.child.stdin?.end(`CREATE DATABASE ${NAME}\n`);
  await single;
  renameSync(part, data);
}

/** Stops a server without its parent process. The caller holds the folder's lock, so any server there is an orphan. */
async function endOrphan(folder: DataFolder, data: string, port = PORT): Promise<void> {
  for (let waited = 0; waited < ORPHAN_LIMIT_MS; waited += RETRY_MS) {
    const pid = serverOn(data);
    if (pid === undefined && !(await listens(join(folder.socket, `.s.PGSQL.${port}`)))) return;
    try {
      if (pid !== undefined) process.kill(pid, "SIGINT");
    } catch {
      // The server has already ended on its own.
    }
    await sleep(RETRY_MS);
  }
  throw new FolderRefusal(`Another PostgreSQL runs on ${folder.path} and does not end. Stop it first.`);
}

function serverOn(data: string): number | undefined {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
    return command.includes(data) ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function listens(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createConnection(path);
  socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/**
 * Shell script that reads a pipe from this process. When the pipe closes, even by SIGKILL, the shell requests a fast stop every
 * second until the server ends. Repetition is needed, because a server that is just starting ignores signals.
 */
const TIED = `exec 3<&0; "$@" </dev/null 3<&- & server=$!
(read -r _ <&3; while kill -INT $server; do sleep 1; done) 2>/dev/null & tie=$!
wait $server; code=$?; kill $tie; exit $code`;

function spawnTied(command: readonly string[], folder: DataFolder, owner: PostgresOptions["owner"]): ChildProcess {
  const file = logOf(folder);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`);
  const log = openSync(file, "a", 0o600);
  const child = spawn("/bin/sh", ["-c", TIED, "sh", ...command], {
    ...owner,
    cwd: folder.path,
    // A separate process group, so that Ctrl-C reaches only this process, which then stops everything in order.
    detached: true,
    stdio: ["pipe", log, log],
    // Keeps PostgreSQL from mistaking this process for a dead server with the same id in another container.
    env: { ...process.env, PG_GRANDPARENT_PID: String(process.pid) },
  });
  closeSync(log);
  child.stdin?.on("error", ignoreLoss);
  return child;
}

const NO_SUCH_DATABASE = "3D000";

/** Waits until the server answers. Returns false if it has ended. */
async function answers(url: string, child: ChildProcess): Promise<boolean> {
  const deadline = stopwatch() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const client = new Client({ connectionString: url });
    client.on("error", ignoreLoss);
    try {
      await client.connect();
      return true;
    } catch (thrown) {
      if (thrown instanceof DatabaseError && thrown.code === NO_SUCH_DATABASE) throw thrown;
      if (stopwatch() > deadline) throw thrown;
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(CONNECT_EVERY_MS);
  }
  return false;
}
