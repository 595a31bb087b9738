// Runs a sender of hooks with a controlled clock, for tests of received messages.
import { pino } from "pino";
import { Metrics } from "../src/platform/observability/metrics.ts";
import { REDACTING } from "../src/platform/observability/redaction.ts";
import { Dependencies } from "../src/platform/dependency.ts";
import type { MailConfig } from "../src/platform/config/config.ts";
import type { Database } from "../src/platform/database/db.ts";
import { HookSender } from "../src/owners/hooks/sender/sender.ts";
import { HOOKS_KEYS } from "./harness.ts";
import { certificate } from "./processes/certificate.ts";

/** Host names that test hooks may use. */
export const HOSTS = ["a.receiver.example", "b.receiver.example", "localhost"];

/** `ports` is the local port of the receiver for each host name, or the port of one receiver for all `HOSTS`. */
export class Sending {
  readonly metrics = new Metrics();
  readonly lines: string[] = [];
  now = Date.now();
  readonly #sender: HookSender;

  constructor(
    database: Database,
    ports: number | ReadonlyMap<string, number>,
    keys: readonly string[] = [HOOKS_KEYS],
    mail?: MailConfig,
  ) {
    const log = pino({ level: "debug", ...REDACTING }, { write: (line: string) => void this.lines.push(line) });
    this.#sender = new HookSender({
      database,
      hooks: {
        keys,
        allowedHosts: typeof ports === "number" ? new Map(HOSTS.map((host) => [host, ports])) : ports,
        ntfyTokens: new Map(),
        ...(mail !== undefined && { mail }),
      },
      baseUrl: "https://denkeeper.example",
      clock: () => this.now,
      log,
      metrics: this.metrics,
      dependencies: new Dependencies(log),
      // On a slow machine a receiver may take longer than the service's ten-second limit.
      transport: { resolve: async () => [{ address: "127.0.0.1", family: 4 }], ca: certificate(), timeoutMs: 150_000 },
    });
  }

  /** Sends everything that is due. */
  async run(): Promise<void> {
    for (let rounds = 0; rounds < 4; rounds++) {
      await this.#sender.round();
      await this.#sender.idle();
    }
  }

  start(): Promise<boolean> {
    return this.#sender.round();
  }

  idle(): Promise<void> {
    return this.#sender.idle();
  }
}
