// A real PostgreSQL for development: made on the first start, kept in a folder of the project, and stopped with
// everything else. It listens on a free port of this machine only.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "../../test/processes/free-port.ts";
import { findBinaries, ownerOfDatabase, type Binaries, type Owner } from "./binaries.ts";

const run = promisify(execFile);
const USER = "denkeeper";
const DATABASE = "denkeeper";

export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** `folder` holds all that belongs to it; `say` hears of the slow steps. */
export async function startPostgres(folder: string, say: (line: string) => void): Promise<OwnPostgres> {
  const binaries = findBinaries();
  const owner = ownerOfDatabase();
  const cluster = new Cluster(folder, binaries, owner);
  if (!cluster.exists) {
    say("Creating a PostgreSQL database (first start only)");
    await cluster.make();
  }
  cluster.mustBeFree();
  const port = await freePort();
  say("Starting PostgreSQL");
  await cluster.start(port);
  const url = `postgres://${USER}:${cluster.password}@127.0.0.1:${port}/${DATABASE}`;
  await makeDatabase(new URL("/postgres", url).href);
  return { url, stop: () => cluster.stop() };
}

/** Throws away everything that `startPostgres` made in the folder. */
export function dropPostgres(folder: string): void {
  if (existsSync(folder)) new Cluster(folder, { initdb: "", pgCtl: "" }, undefined).mustBeFree();
  rmSync(folder, { recursive: true, force: true });
}

class Cluster {
  readonly #folder: string;
  readonly #data: string;
  readonly #passwordFile: string;
  readonly #binaries: Binaries;
  readonly #owner: Owner | undefined;

  constructor(folder: string, binaries: Binaries, owner: Owner | undefined) {
    this.#folder = folder;
    this.#data = join(folder, "data");
    this.#passwordFile = join(folder, "password");
    this.#binaries = binaries;
    this.#owner = owner;
  }

  get exists(): boolean {
    return existsSync(join(this.#data, "PG_VERSION"));
  }

  get password(): string {
    return readFileSync(this.#passwordFile, "utf8").trim();
  }

  async make(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.#passwordFile, `${randomBytes(16).toString("hex")}\n`, { mode: 0o600 });
    if (this.#owner !== undefined) {
      for (const path of [this.#folder, this.#passwordFile]) chownSync(path, this.#owner.uid, this.#owner.gid);
    }
    chmodSync(this.#folder, 0o700);
    const flags = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync", `--username=${USER}`];
    await this.#call(this.#binaries.initdb, [`--pgdata=${this.#data}`, `--pwfile=${this.#passwordFile}`, ...flags]);
  }

  /** A server that still runs on this folder belongs to another `npm run dev`. */
  mustBeFree(): void {
    const file = join(this.#data, "postmaster.pid");
    if (!existsSync(file)) return;
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    if (!isRunning(pid)) return;
    throw new Error(
      `The database in ${this.#folder} is in use by process ${pid}. Does npm run dev run already? If not, end that process.`,
    );
  }

  async start(port: number): Promise<void> {
    // No socket in the file system, no wait for the disk at each commit: this is for development.
    const settings = [
      "listen_addresses=127.0.0.1",
      `port=${port}`,
      "unix_socket_directories=",
      "synchronous_commit=off",
      "max_connections=60",
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(" ");
    const log = join(this.#folder, "postgres.log");
    await this.#call(this.#binaries.pgCtl, ["start", "-w", "-s", "-D", this.#data, "-l", log, "-o", options]);
  }

  async stop(): Promise<void> {
    await this.#call(this.#binaries.pgCtl, ["stop", "-w", "-s", "-m", "fast", "-D", this.#data]);
  }

  async #call(program: string, args: readonly string[]): Promise<void> {
    try {
      await run(program, args, { ...this.#owner, cwd: this.#folder });
    } catch (thrown) {
      const { stderr = "", message } = thrown as Error & { stderr?: string };
      const told = stderr.trim() === "" ? message : stderr.trim();
      const hint =
        this.#owner === undefined
          ? ""
          : "\nYou are root, so PostgreSQL runs as another user. That user must be able to read this folder and node_modules.";
      throw new Error(
        `PostgreSQL did not do as asked: ${told}\nIts log is ${join(this.#folder, "postgres.log")}.${hint}`,
        {
          cause: thrown,
        },
      );
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Somebody else's process runs, too.
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function makeDatabase(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
