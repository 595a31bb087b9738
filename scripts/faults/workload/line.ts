// A client that, like a careful agent, retries each call until it gets a final answer or gives up. All attempts of a write share
// one Idempotency-Key.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection, type LoadAnswer } from "../../bench/load.ts";
import type { History } from "./history.ts";

const PATIENCE_MS = 15_000;
const REST_MS = 40;
/** Time after which a client gives up on a call. */
const GIVE_UP_MS = 90_000;

export interface LineWrite {
  readonly path: string;
  readonly body: object;
  readonly apiKey?: string;
  readonly key?: string;
}

export interface LineAnswer extends Pick<LoadAnswer, "status" | "body"> {
  readonly key: string;
}

export interface LineOptions {
  readonly port: number;
  readonly history: History;
  /** Makes the client repeat writes under new keys, the mistake of a negative control. */
  readonly freshKeys?: boolean;
  /** Returns the minimum pause before a retry. */
  readonly restMs: () => number;
  /** Once aborted, calls that fail are not repeated. */
  readonly hungUp: AbortSignal;
}

/** Thrown when the client gives up on a call, whose effect is then unknown. The message contains the last answer. */
export class HungUp extends Error {}

export class Line {
  readonly #options: LineOptions;
  #connection: Connection | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  async write({ path, body, apiKey, key: given }: LineWrite): Promise<LineAnswer> {
    const { freshKeys = false } = this.#options;
    let key = given ?? randomUUID() + randomUUID();
    return this.#untilAnswered(() => {
      const request = requestOf("POST", path, apiKey, key, JSON.stringify(body));
      const sentKey = key;
      if (freshKeys) key = randomUUID() + randomUUID();
      return { request, key: sentKey };
    });
  }

  async read(path: string, apiKey: string): Promise<LineAnswer> {
    const request = requestOf("GET", path, apiKey);
    return this.#untilAnswered(() => ({ request, key: "" }));
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Sends a request once. Rejects if no answer arrives in time. */
  async once(request: string, patienceMs = PATIENCE_MS): Promise<LoadAnswer> {
    this.#connection ??= new Connection(this.#options.port);
    try {
      return await inTime(this.#connection.ask(request), patienceMs);
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  async #untilAnswered(next: () => { request: string; key: string }): Promise<LineAnswer> {
    const { history, hungUp } = this.#options;
    for (const end = performance.now() + GIVE_UP_MS; ;) {
      const { request, key } = next();
      const answer = await this.once(request).catch(String);
      if (typeof answer !== "string" && !isRetryable(answer)) {
        history.calls++;
        return { status: answer.status, body: answer.body, key };
      }
      const [line = ""] = request.split(" HTTP");
      const reason = `${line}: ${typeof answer === "string" ? answer : `${answer.status} ${answer.body.slice(0, 200)}`}`;
      if (hungUp.aborted || performance.now() > end) throw new HungUp(reason);
      history.retry(reason);
      await sleep(Math.max(REST_MS, this.#options.restMs()) * (1 + Math.random()));
    }
  }
}

/** True for 503 and the balancer's 502, and for 409 while the first attempt is running. */
function isRetryable({ status, body }: LoadAnswer): boolean {
  return status === 502 || status === 503 || (status === 409 && body.includes("still running"));
}

export function requestOf(method: string, path: string, apiKey?: string, key?: string, body?: string): string {
  const lines = [`${method} ${path} HTTP/1.1`, "host: faults"];
  if (apiKey !== undefined) lines.push(`authorization: Bearer ${apiKey}`);
  if (key !== undefined) lines.push(`idempotency-key: ${key}`);
  if (body !== undefined) lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the call took too long")), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
