// HTTP calls that wait and retry after a 429.
import { setTimeout as sleep } from "node:timers/promises";

/** Nobody answers at the address. */
export class Unreachable extends Error {}

export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

const TRIES = 100;
/** A limit that lasts longer is told to whoever called. */
const LONGEST_WAIT_SECONDS = 90;

export class Api {
  readonly base: string;
  calls = 0;

  constructor(base: string) {
    this.base = base.replace(/\/+$/, "");
  }

  async call(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.#once(method, path, body, key);
      const seconds = secondsIn(answer);
      if (seconds === undefined || seconds > LONGEST_WAIT_SECONDS || tries > TRIES) return answer;
      await sleep(seconds * 1000);
    }
  }

  async #once(method: string, path: string, body: unknown, key: string | undefined): Promise<Answer> {
    this.calls++;
    const headers = {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    const options = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(this.base + path, options).catch((cause: unknown) => {
      throw new Unreachable(`${method} ${path}`, { cause });
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, json: isJson ? (JSON.parse(text) as unknown) : text };
  }
}

/** How long a 429 asks to wait. */
function secondsIn({ status, json }: Answer): number | undefined {
  if (status !== 429 || typeof json !== "object" || json === null) return undefined;
  return "retry_after_seconds" in json ? Number(json.retry_after_seconds) : undefined;
}
