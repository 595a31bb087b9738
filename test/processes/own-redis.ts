// Runs a separate Redis on a free port, for tests that freeze or kill it.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "./free-port.ts";

export class OwnRedis {
  readonly url: string;
  readonly port: number;
  readonly #more: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, more: readonly string[]) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#more = more;
  }

  static async start(...more: readonly string[]): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort(), more);
    await redis.run();
    return redis;
  }

  async run(): Promise<void> {
    const args = [
      "--port",
      String(this.port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
      "--dir",
      tmpdir(),
      ...this.#more,
    ];
    this.#process = spawn("redis-server", args, { stdio: "ignore" });
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: 500 });
    client.on("error", () => {});
    await client.ping();
    client.disconnect();
  }

  freeze(): void {
    this.#process?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#process?.kill("SIGCONT");
  }

  async kill(): Promise<void> {
    const gone = this.#process;
    if (gone === undefined || gone.exitCode !== null || gone.signalCode !== null) return;
    gone.kill("SIGKILL");
    await once(gone, "exit");
  }
}

/** Waits until a condition holds. The default limit is half of the test timeout, for slow machines. */
export async function until(holds: () => boolean | Promise<boolean>, ms = 150_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds());) {
    if (Date.now() > end) throw new Error("the condition was not met in time");
    await sleep(20);
  }
}
