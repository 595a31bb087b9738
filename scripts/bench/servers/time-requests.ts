// Loaded before the service in its own process (`--import`): answers to requests that ask for it carry a Server-Timing
// header, which says what they waited for. The service does not know about it.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Pool } from "pg";
import { ConcurrencyLimiter } from "../../../src/http/guard/concurrency-limiter.ts";
import { RateLimiter } from "../../../src/http/guard/rate-limit.ts";
import { Database } from "../../../src/store/db/db.ts";
import { TIMED } from "../load/timing.ts";

class Spent {
  readonly arrivedAt = performance.now();
  readonly ms = { queue: 0, redis: 0, pool: 0, database: 0 };

  get header(): string {
    const parts = Object.entries({ ...this.ms, server: performance.now() - this.arrivedAt });
    return parts.map(([name, ms]) => `${name};dur=${ms.toFixed(2)}`).join(", ");
  }
}

const current = new AsyncLocalStorage<Spent | undefined>();

type Method = (this: unknown, ...args: unknown[]) => unknown;

function replaceMethod(target: object, name: string, by: (original: Method) => Method): void {
  const original = Reflect.get(target, name) as Method;
  Object.defineProperty(target, name, { value: by(original) });
}

/** Adds what a method of the service waits to a part of the request's time. */
function timeMethod(prototype: object, name: string, part: keyof Spent["ms"]): void {
  replaceMethod(
    prototype,
    name,
    (original) =>
      function (...args) {
        const spent = current.getStore();
        const result = original.apply(this, args);
        if (spent === undefined || !(result instanceof Promise)) return result;
        const asked = performance.now();
        return result.finally(() => (spent.ms[part] += performance.now() - asked));
      },
  );
}

subscribe("http.server.request.start", (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (request.headers[TIMED] === undefined) return current.enterWith(undefined);
  const spent = new Spent();
  current.enterWith(spent);
  replaceMethod(
    response,
    "writeHead",
    (original) =>
      function (...args) {
        response.setHeader("server-timing", spent.header);
        return original.apply(this, args);
      },
  );
});

// A queued request is started by whichever ends before it, so what it is has to be said again.
replaceMethod(
  ConcurrencyLimiter.prototype,
  "admit",
  (original) =>
    function (start, isGone, ...more) {
      const spent = current.getStore();
      const asked = performance.now();
      const begin = (): void => {
        if (spent !== undefined) spent.ms.queue += performance.now() - asked;
        current.run(spent, start as () => void);
      };
      return original.call(this, begin, isGone, ...more);
    },
);
timeMethod(RateLimiter.prototype, "consume", "redis");
timeMethod(Pool.prototype, "connect", "pool");
timeMethod(Database.prototype, "query", "database");
timeMethod(Database.prototype, "withTransaction", "database");
