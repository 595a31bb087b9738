// HAProxy in front of the APIs: asks each for /readyz, and sends requests to those that say yes.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../test/processes/free-port.ts";
import { CHECK_EVERY_MS } from "./built-in-proxy.ts";

const PROGRAM = "/usr/sbin/haproxy";
const PATIENCE_MS = 10_000;

/** Checks have long to answer: a machine that stalls is not a reason to leave an API out, a refusal is. */
function configuration(port: number, stats: number, apis: readonly number[]): string {
  return `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 10s
  option redispatch
listen denkeeper
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter ${CHECK_EVERY_MS}ms fall 1 rise 1
${apis.map((api) => `  server api-${api} 127.0.0.1:${api}`).join("\n")}
listen stats
  bind 127.0.0.1:${stats}
  stats enable
  stats uri /
`;
}

export class Haproxy {
  readonly name = "HAProxy";
  readonly port: number;
  readonly #stats: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "denkeeper-haproxy-"));
  readonly #child: ChildProcess;

  private constructor(port: number, stats: number, apis: readonly number[]) {
    this.port = port;
    this.#stats = stats;
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, configuration(port, stats, apis));
    this.#child = spawn(PROGRAM, ["-f", file], { stdio: "ignore" });
  }

  static get isInstalled(): boolean {
    return existsSync(PROGRAM);
  }

  static async before(apis: readonly number[]): Promise<Haproxy> {
    const haproxy = new Haproxy(await freePort(), await freePort(), apis);
    const end = performance.now() + PATIENCE_MS;
    while ((await haproxy.#states()) === "") {
      if (performance.now() > end) throw new Error("HAProxy did not start");
      await sleep(CHECK_EVERY_MS);
    }
    return haproxy;
  }

  async serves(port: number): Promise<boolean> {
    return new RegExp(`^denkeeper,api-${port},.*,UP,`, "m").test(await this.#states());
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null) {
      const gone = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await gone;
    }
    rmSync(this.#folder, { recursive: true });
  }

  async #states(): Promise<string> {
    return fetch(`http://127.0.0.1:${this.#stats}/;csv`).then(
      (answer) => answer.text(),
      () => "",
    );
  }
}
