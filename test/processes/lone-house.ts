// Runs a standalone house as a process that tests may kill, in a temporary folder and on a free port.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, chmodSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { urlIn } from "../../src/operator/standalone/postgres.ts";
import { SHORT_LIVED } from "./child-env.ts";
import { freePort } from "./free-port.ts";
import { ownerOfDatabase } from "./unprivileged.ts";

const MAIN = join(import.meta.dirname, "..", "..", "src", "standalone.ts");
const READY_MS = 150_000;
const LEFT_MS = 150_000;

/** Returns true if this process is not root, or if other users can read this checkout. */
export function othersCanRead(path = import.meta.dirname): boolean {
  if (process.getuid?.() !== 0 || path === "/") return true;
  return (statSync(path).mode & 0o001) !== 0 && othersCanRead(dirname(path));
}

export interface Ended {
  readonly status: number | null;
  readonly said: string;
}

/** Account that runs a command, and its copy of Node. */
interface Caller {
  readonly uid?: number;
  readonly gid?: number;
  readonly node?: string;
}

export class LoneHouse {
  readonly path: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  child: ChildProcess | undefined;
  #said = "";

  private constructor(path: string, port: number, env: Readonly<Record<string, string>>) {
    this.path = path;
    this.port = port;
    this.env = env;
  }

  /** Creates an empty folder, owned by an account that can run PostgreSQL. */
  static async make(env: Readonly<Record<string, string>> = {}): Promise<LoneHouse> {
    const path = mkdtempSync(join(tmpdir(), "denkeeper-alone-"));
    const owner = ownerOfDatabase();
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
    chmodSync(path, 0o700);
    return new LoneHouse(path, await freePort(), env);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get said(): string {
    return this.#said;
  }

  spawn(args: readonly string[] = [], as: Caller = {}): ChildProcess {
    const { DATABASE_URL: _database, BASE_URL: _base, ADMIN_KEY: _admin, ROLE: _role, ...rest } = process.env;
    const env = { ...rest, RATE_LIMIT_FACTOR: "100000", LOG_LEVEL: "warn", ...this.env, NODE_ENV: "production" };
    const { node = process.execPath, ...user } = as;
    return spawn(node, [...SHORT_LIVED, MAIN, ...args, "--data", this.path], { env, ...user });
  }

  /** Starts the house without waiting. */
  begin(): ChildProcess {
    this.#said = "";
    const child = this.spawn(["--port", String(this.port)]);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#said += text));
    }
    return (this.child = child);
  }

  /** Starts the house and waits until it is ready. Returns the elapsed milliseconds. */
  async start(): Promise<number> {
    const began = performance.now();
    const child = this.begin();
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the house exited: ${this.#said}`);
      if (performance.now() - began > READY_MS) throw new Error(`the house was not ready in time: ${this.#said}`);
      await sleep(50);
    }
    return performance.now() - began;
  }

  async #isReady(): Promise<boolean> {
    // The greeting is the last step of a start.
    if (!this.#said.includes("Denkeeper is open")) return false;
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(`${this.url}/readyz`, { signal }).catch(() => undefined);
    return answer?.ok === true;
  }

  /** Runs another command on the folder until it exits. */
  async run(args: readonly string[], as?: Caller): Promise<Ended> {
    const child = this.spawn(args, as);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (said += text));
    }
    const [status] = (await once(child, "close")) as [number | null];
    return { status, said: said.trim() };
  }

  /** Lists the processes of the folder, which name it in their command line or, like PostgreSQL's, run inside it. */
  processes(): readonly number[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && this.#isOn(pid));
  }

  #isOn(pid: number): boolean {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      // A zombie process has neither a command line nor a working directory.
      return command !== "" && (command.includes(this.path) || readlinkSync(`/proc/${pid}/cwd`).startsWith(this.path));
    } catch {
      return false;
    }
  }

  async killNode(): Promise<void> {
    this.child?.kill("SIGKILL");
    await this.nothingLeft();
  }

  async killEverything(): Promise<void> {
    const all = this.processes();
    // A stopped process cannot start others before it is killed.
    for (const signal of ["SIGSTOP", "SIGKILL"] as const) for (const pid of all) signalIfThere(pid, signal);
    await this.nothingLeft();
  }

  /** Waits until no process of the folder remains. Throws after `LEFT_MS`. */
  async nothingLeft(): Promise<void> {
    const began = performance.now();
    for (let left = this.processes(); left.length > 0; left = this.processes()) {
      if (performance.now() - began > LEFT_MS) throw new Error(`processes remain: ${left.join(", ")}`);
      await sleep(50);
    }
  }

  async stop(): Promise<number | null> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
    return child.exitCode;
  }

  /** Queries the database of the running house. */
  async ask(sql: string, database = "denkeeper"): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: urlIn({ socket: join(this.path, "run") }, database) });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  }

  async remove(): Promise<void> {
    await this.killEverything();
    rmSync(this.path, { recursive: true, force: true });
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
  }
}
