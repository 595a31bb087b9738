// A node of a Citus cluster that can be killed and started again. It has to run on this machine, configured by its
// postgresql.conf alone and started by pg_ctl.
import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";

const run = promisify(execFile);

export class ClusterNode {
  readonly url: string;
  readonly #pgCtl: string;
  readonly #folder: string;

  private constructor(url: string, pgCtl: string, folder: string) {
    this.url = url;
    this.#pgCtl = pgCtl;
    this.#folder = folder;
  }

  static async at(url: string): Promise<ClusterNode> {
    const [found] = await ask<{ bin: string; folder: string }>(
      url,
      `SELECT setting AS bin, current_setting('data_directory') AS folder FROM pg_config WHERE name = 'BINDIR'`,
    );
    if (found === undefined) throw new Error(`${url} does not tell where its programs are`);
    return new ClusterNode(url, join(found.bin, "pg_ctl"), found.folder);
  }

  /** Ends all of its processes at once, as a power cut does. */
  async kill(): Promise<void> {
    await this.#call(["stop", "-m", "immediate"]);
  }

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    await this.#call(["start", "-w", "-l", join(this.#folder, "log")]);
  }

  /** As the owner of its folder: pg_ctl refuses to run as root. */
  async #call(args: readonly string[]): Promise<void> {
    const { uid, gid } = statSync(this.#folder);
    const env = { ...process.env, HOME: homeOf(uid) };
    await run(this.#pgCtl, ["-D", this.#folder, "-s", ...args], { uid, gid, cwd: "/", env });
  }
}

/** A node looks for its certificates there when it connects to others, and may not look into the home of root. */
function homeOf(uid: number): string {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  return users.map((line) => line.split(":")).find((user) => user[2] === String(uid))?.[5] ?? "/";
}

export async function ask<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
