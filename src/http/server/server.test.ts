// Tests the server with real sockets: slow clients, large headers, invalid data, and more requests than slots.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openHouse, type Answer } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { readBytes } from "../request/read-body.ts";
import { ConcurrencyLimiter } from "../guard/concurrency-limiter.ts";
import type { Slot } from "../../platform/slot.ts";
import { listen } from "./server.ts";

const SLOTS = 4;
const SILENCE_MS = 1_200;
const house = await openHouse({
  env: {
    MAX_CONCURRENT_REQUESTS: String(SLOTS),
    DATABASE_CONNECTIONS: "2",
    // Uses production timeouts. Other tests wait for slow machines, longer than a request may take.
    DATABASE_PATIENCE: "1",
    RATE_LIMIT_FACTOR: "100",
  },
});
const strict = await listen({ ...house.app, close: async () => {} }, 0, {
  headersMs: 400,
  requestMs: 800,
  silenceMs: SILENCE_MS,
  keepAliveMs: SILENCE_MS,
  connections: 8,
});
afterAll(async () => {
  await strict.stop();
  await house.close();
});

/** Port of a server with generous limits. On a stalled machine, strict limits could time out before the expected rejection. */
const patientPort = Number(new URL(house.url).port);

interface Peer {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: Promise<unknown>;
}

async function peer(port = strict.port): Promise<Peer> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => {});
  await once(socket, "connect");
  return { socket, text: () => text, closed: once(socket, "close") };
}

/** Asserts that a handwritten reply has the headers and fields of every error answer. */
function expectRefusal(text: string, status: number, error: string): void {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const name of ["x-request-id", "x-ratelimit-limit", "x-content-type-options", "content-security-policy"]) {
    expect(head.toLowerCase()).toContain(`\r\n${name}: `);
  }
  expect(JSON.parse(body)).toMatchObject({ error, suggestion: expect.any(String), next_steps: expect.any(Array) });
}

test("a client that sends headers slowly gets a 408", async () => {
  const slow = await peer();
  slow.socket.write("GET /api/health HTTP/1.1\r\nhost: x\r\n");
  // Sends a header every 100 ms until the server closes the connection.
  const drip = setInterval(() => slow.socket.write("x-a: b\r\n"), 100);
  await slow.closed;
  clearInterval(drip);
  expectRefusal(slow.text(), 408, "The request arrived too slowly");
});

test("a slow body is cut off and occupies no slot", async () => {
  const bodies = await Promise.all(Array.from({ length: SLOTS + 2 }, () => peer()));
  for (const { socket } of bodies) {
    socket.write("POST /api/auth/register HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{");
  }
  await sleep(200);
  expect(house.app.services.concurrency.running).toBe(0);
  expect((await house.call("GET", "/api/health")).status).toBe(200);
  await Promise.all(bodies.map(({ closed }) => closed));
  expectRefusal(bodies[0]?.text() ?? "", 408, "The request arrived too slowly");
});

test("headers of more than 16 KB are refused", async () => {
  const large = await peer(patientPort);
  large.socket.write(`GET /api/health HTTP/1.1\r\nhost: x\r\nx-large: ${"x".repeat(17 * 1024)}\r\n\r\n`);
  await large.closed;
  expectRefusal(large.text(), 431, "The headers are too large");
});

test("data that is not HTTP gets a 400", async () => {
  const garbled = await peer(patientPort);
  garbled.socket.write("\u0000\u0001 hello\r\n\r\n");
  await garbled.closed;
  expectRefusal(garbled.text(), 400, "The request is not valid HTTP");
});

test("a client that does not read its answers is disconnected", async () => {
  const deaf = await peer();
  deaf.socket.pause();
  // Requests more answers than the socket buffers can hold.
  deaf.socket.write("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(300));
  // Waits without reading until the silence limit has passed.
  await sleep(3 * SILENCE_MS);
  deaf.socket.resume();
  await deaf.closed;
  expect(deaf.text().split("HTTP/1.1 200").length).toBeLessThan(300);
});

test("the server never exceeds its connection limit", async () => {
  const peers = await Promise.all(Array.from({ length: 12 }, () => peer().catch(() => undefined)));
  await until(() => peers.filter((each) => each !== undefined && !each.socket.destroyed).length <= 8);
  for (const each of peers) each?.socket.destroy();
});

describe("connections of one address", () => {
  const open = (from: string, port: number): Socket => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    return socket.on("error", () => {});
  };
  const alive = (sockets: readonly Socket[]): number => sockets.filter(({ destroyed }) => !destroyed).length;
  const ask = async (from: string): Promise<number> =>
    (await house.call("GET", "/api/health", undefined, {}, from)).status;

  test("the oldest idle connection is closed, never a busy one", async () => {
    const narrow = await listen({ ...house.app, close: async () => {} }, 0, {
      connections: 1_000,
      connectionsPerAddress: 10,
    });
    try {
      const busy = open("127.9.0.1", narrow.port);
      busy.write("POST /api/auth/register HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{");
      await ask("127.9.0.3");
      const many = Array.from({ length: 60 }, () => open("127.9.0.1", narrow.port));
      for (const socket of many) socket.resume().write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n");
      await until(() => alive(many) <= 9);
      expect(busy.destroyed).toBe(false);
      const other = open("127.9.0.2", narrow.port).resume();
      await once(other, "connect");
      await ask("127.9.0.3");
      expect(other.destroyed).toBe(false);
      for (const socket of [busy, other, ...many]) socket.destroy();
    } finally {
      await narrow.stop();
    }
  });

  test("a full server closes connections of the addresses with the most", async () => {
    const full = await listen({ ...house.app, close: async () => {} }, 0, {
      connections: 20,
      connectionsPerAddress: 15,
    });
    try {
      const mine = Array.from({ length: 4 }, (_, nth) => open(`127.9.1.${nth + 1}`, full.port).resume());
      await Promise.all(mine.map((socket) => once(socket, "connect")));
      await ask("127.9.1.9");
      const many = Array.from({ length: 40 }, (_, nth) => open(`127.9.2.${1 + (nth % 3)}`, full.port).resume());
      await until(() => alive([...mine, ...many]) <= 20);
      expect(alive(mine)).toBe(4);
      for (const socket of [...mine, ...many]) socket.destroy();
    } finally {
      await full.stop();
    }
    expect(await ask("127.9.1.1")).toBe(200);
  });
});

test("probes are limited per address", async () => {
  const probed = await openHouse({ env: { RATE_LIMIT_FACTOR: "0.01" } });
  const statuses: number[] = [];
  for (let asked = 0; asked < 14; asked++) statuses.push((await fetch(`${probed.url}/livez`)).status);
  expect(statuses).toEqual([...Array(12).fill(200), 429, 429]);
  const refused = await fetch(`${probed.url}/readyz`);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await probed.close();
});

/** Locks the table that every key check reads, so that requests stay in progress. */
async function holdingAgents(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: house.app.services.config.databaseUrl });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE agents IN ACCESS EXCLUSIVE MODE");
  return async () => {
    await client.query("COMMIT");
    await client.end();
  };
}

test("an overloaded service rejects requests immediately and then recovers", async () => {
  const me = await house.register();
  const letGo = await holdingAgents();
  const { concurrency } = house.app.services;
  const running = Array.from({ length: SLOTS }, () => me.call("GET", "/api/house/preferences"));
  await until(() => concurrency.running === SLOTS);
  // Requests are rejected only after the queue is full.
  const backlog: Slot[] = [];
  while (concurrency.hasRoom()) backlog.push(concurrency.acquire());
  let isOver = false;
  void Promise.race(running).finally(() => (isOver = true));
  const refused = await Promise.all(
    Array.from({ length: 20 }, () => me.call("POST", "/api/house/care", { action: "x" })),
  );
  // All rejections arrived while the first calls were still waiting.
  expect(isOver).toBe(false);
  for (const { status, json, headers } of refused) {
    expect([status, json.error]).toEqual([503, "The service is busy"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await fetch(`${house.url}/livez`)).status).toBe(200);
  await letGo();
  for (const { status } of await Promise.all(running)) expect(status).toBeLessThan(500);
  expect(concurrency.running).toBe(backlog.length);
  for (const slot of backlog) slot.release();
  expect((await house.call("GET", "/api/health")).status).toBe(200);
});

test("waiting too long for a connection or lock returns a 503", async () => {
  const me = await house.register();
  const letGo = await holdingAgents();
  const answers: Answer[] = await Promise.all(
    Array.from({ length: SLOTS }, () => me.call("GET", "/api/house/preferences")),
  );
  for (const { status, json } of answers) expect([status, json.error]).toEqual([503, "Your key could not be checked"]);
  await letGo();
  expect((await me.call("GET", "/api/house/preferences")).status).not.toBe(503);
  expect(house.app.services.concurrency.running).toBe(0);
});

describe("a backlog of requests", () => {
  const LIMIT = 4;
  const MOST = 80;
  let now = 0;
  let concurrency: ConcurrencyLimiter;
  let slots: Slot[] = [];
  beforeEach(() => {
    now = 0;
    concurrency = new ConcurrencyLimiter(LIMIT, () => now);
    slots = [];
  });

  function release(): void {
    slots.shift()?.release();
  }

  function admit(): void {
    concurrency.admit(
      () => void slots.push(concurrency.acquire()),
      () => false,
    );
    expect(concurrency.running).toBeLessThanOrEqual(LIMIT);
  }

  function enterAll(): number {
    let entered = 0;
    for (; concurrency.hasRoom() && entered < 2 * MOST; entered++) admit();
    return entered;
  }

  function enter(count: number): void {
    for (let entered = 0; entered < count; entered++) {
      expect(concurrency.hasRoom()).toBe(true);
      admit();
    }
  }

  function drainTo(count: number): void {
    while (concurrency.running + concurrency.queued > count) release();
  }

  test("a full queue admits one request for each that ends", () => {
    expect(enterAll()).toBe(MOST);
    expect(concurrency.hasRoom()).toBe(false);
    release();
    expect(enterAll()).toBe(1);
    drainTo(10);
    expect(enterAll()).toBe(MOST - 10);
  });

  /** Simulates arrivals and completions ten times a second, and returns the number of rejections. */
  function rejectedWithin(ms: number, coming: number, done: number): number {
    let rejected = 0;
    for (const end = now + ms; now < end; now += 100) {
      for (let nth = 0; nth < coming; nth++) {
        if (concurrency.hasRoom()) admit();
        else rejected++;
      }
      for (let nth = 0; nth < done; nth++) release();
    }
    return rejected;
  }

  test("a brief slowdown rejects nothing while waits are short", () => {
    expect(rejectedWithin(5_000, 11, 10)).toBe(0);
    expect(concurrency.queued).toBeGreaterThan(40);
    expect(rejectedWithin(4_500, 10, 12)).toBe(0);
    expect(concurrency.queued).toBe(0);
  });

  test("a lasting backlog rejects nothing while waits are short", () => {
    expect(rejectedWithin(2_000, 12, 10)).toBe(0);
    expect(rejectedWithin(60_000, 10, 10)).toBe(0);
  });

  test("a wait of 2.5 seconds means overload until the queue moves", () => {
    enter(5);
    now = 2_499;
    enter(1);
    now = 2_500;
    expect(concurrency.hasRoom()).toBe(false);
    release();
    enter(1);
  });

  test("the queue drains in order and skips disconnected clients", () => {
    const started: number[] = [];
    const gone = new Set([5, 7]);
    for (let nth = 0; nth < 9; nth++) {
      const start = (): void => {
        started.push(nth);
        slots.push(concurrency.acquire());
      };
      concurrency.admit(start, () => gone.has(nth));
    }
    expect([started, concurrency.queued]).toEqual([[0, 1, 2, 3], 5]);
    for (let left = 0; left < 3; left++) release();
    expect(started).toEqual([0, 1, 2, 3, 4, 6, 8]);
    expect([concurrency.running, concurrency.queued]).toEqual([LIMIT, 0]);
  });

  test("many slow bodies never exceed the slot limit", async () => {
    let [depth, deepest, most, done] = [0, 0, 0, 0];
    const send = async (): Promise<void> => {
      const slot = concurrency.acquire();
      await slot.outside(async () => undefined);
      most = Math.max(most, concurrency.running);
      slot.release();
      done++;
    };
    const start = (): void => {
      deepest = Math.max(deepest, ++depth);
      void send();
      depth--;
    };
    enter(LIMIT);
    for (let nth = 0; nth < 60; nth++) concurrency.admit(start, () => false);
    for (let left = 0; left < LIMIT; left++) release();
    await until(() => done === 60);
    expect([deepest, most, concurrency.running, concurrency.queued]).toEqual([1, LIMIT, 0, 0]);
  });
});

test("all bodies together have a memory limit", () => {
  const concurrency = new ConcurrencyLimiter(1);
  const piece = 1024 * 1024;
  let taken = 0;
  while (concurrency.reserveBytes(piece)) taken++;
  expect(taken).toBe(64);
  concurrency.releaseBytes(piece);
  expect(concurrency.reserveBytes(piece)).toBe(true);
});

test("no memory is reserved for a rejected body", async () => {
  const concurrency = new ConcurrencyLimiter(1);
  const left = 10;
  expect(concurrency.reserveBytes(64 * 1024 * 1024 - left)).toBe(true);
  const incoming = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough;
  const reading = readBytes(incoming, concurrency);
  incoming.write("more than is left");
  await expect(reading).rejects.toThrow("The service is busy");
  incoming.write("some");
  incoming.end("thing");
  await finished(incoming);
  expect(concurrency.reserveBytes(left)).toBe(true);
});
