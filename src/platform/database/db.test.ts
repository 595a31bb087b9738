// Tests that callers do not wait forever on a dead connection, and that the pool recovers.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { SERVER_URL } from "../../../test/processes/databases.ts";
import { breakOf, isUnavailable } from "./database-errors.ts";
import { Database } from "./db.ts";
import { int4, statement } from "./statement.ts";

/** Opens a proxy to PostgreSQL that can go silent: it accepts connections but forwards nothing. */
async function way() {
  const server = new URL(SERVER_URL);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const proxy = createServer((near) => {
    const far = connect(Number(server.port), server.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk: Buffer) => {
        if (!isSilent) to.write(chunk);
      });
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(server);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence: (silent: boolean) => {
      isSilent = silent;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

const ONE = statement({ name: "test-one", params: {}, row: { one: int4 }, text: "SELECT 1 AS one" });
const SHORT = statement({ name: "test-short", params: {}, row: { one: int4 }, text: "SELECT 1 AS one", isShort: true });

test("a call on a silent connection fails, and the next reconnects", async () => {
  const path = await way();
  const database = new Database(path.url, 4, () => {}, { silenceMs: 500 });
  const ask = () => [
    database.query(ONE, {}),
    database.query(SHORT, {}),
    database.query(SHORT, {}),
    database.query(SHORT, {}),
    database.withTransaction((tx) => tx.query(ONE, {})),
  ];
  await Promise.all(ask());
  path.silence(true);
  const failed = await Promise.all(ask().map((asked) => asked.catch((error: unknown) => error)));
  // The watchdog must end the call, rather than a failed connection attempt.
  for (const each of failed) expect(String(each)).not.toContain("timeout exceeded");
  expect(failed.map(isUnavailable)).toEqual([true, true, true, true, true]);
  path.silence(false);
  expect(await Promise.all(ask())).toEqual(failed.map(() => [{ one: 1 }]));
  await database.close();
  path.close();
});

test("a rejected statement keeps its connection, a terminated one loses it", async () => {
  const database = new Database(SERVER_URL, 1, () => {});
  const pid = "SELECT pg_backend_pid() AS pid";
  const before = await database.adHoc(pid);
  const error: unknown = await database.adHoc("SELECT 1 / 0").catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(false);
  expect(await database.adHoc(pid)).toEqual(before);
  const killed: unknown = await database
    .adHoc("SELECT pg_terminate_backend(pg_backend_pid())")
    .catch((thrown: unknown) => thrown);
  expect(isUnavailable(killed)).toBe(true);
  expect(await database.adHoc(pid)).not.toEqual(before);
  await database.close();
});

test("an unreachable worker node is reported without closing the connection", async () => {
  const database = new Database(SERVER_URL, 1, () => {});
  const pid = "SELECT pg_backend_pid() AS pid";
  const before = await database.adHoc(pid);
  const error: unknown = await database
    .adHoc("DO $$ BEGIN RAISE 'connection to the remote node failed' USING ERRCODE = '08006'; END $$")
    .catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  expect(await database.adHoc(pid)).toEqual(before);
  await database.close();
});

test.each([false, true])("a column added to a table disturbs no statement (short: %s)", async (isShort) => {
  const table = `outdated_${randomBytes(4).toString("hex")}`;
  const all = statement({
    name: `test-all-${isShort}`,
    params: {},
    row: {},
    text: `SELECT * FROM ${table}`,
    isShort,
  });
  const connections = 3;
  const database = new Database(SERVER_URL, connections, () => {});
  const alter = (text: string) => database.adHoc(text);
  // Reads in parallel, so that every connection has a plan for the statement.
  const readAll = () => Promise.all(Array.from({ length: 2 * connections }, () => database.query(all, {})));
  await alter(`CREATE TABLE ${table} AS SELECT 1 AS one`);
  try {
    await readAll();
    await alter(`ALTER TABLE ${table} ADD COLUMN two integer`);
    for (const rows of await readAll()) expect(rows).toEqual([{ one: 1, two: null }]);
    await alter(`ALTER TABLE ${table} ADD COLUMN three integer`);
    // Only the caller can repeat a transaction. Each attempt closes one connection with an outdated plan.
    const tries: unknown[] = [];
    for (let count = 0; count <= connections; count++) {
      tries.push(await database.withTransaction((tx) => tx.query(all, {})).catch((error: unknown) => error));
    }
    for (const failed of tries.slice(0, -1).filter((each) => each instanceof Error)) {
      expect(isUnavailable(failed)).toBe(true);
    }
    expect(tries[0]).toBeInstanceOf(Error);
    expect(tries.at(-1)).toEqual([{ one: 1, two: null, three: null }]);
  } finally {
    await alter(`DROP TABLE ${table}`);
    await database.close();
  }
});

test("a session disables JIT and parallel plans", async () => {
  const database = new Database(SERVER_URL, 1, () => {});
  const text = "SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS helpers";
  expect(await database.adHoc(text)).toEqual([{ jit: "off", helpers: "0" }]);
  await database.close();
});

test("a lost node that Citus reports by message counts as unavailable", () => {
  const lost = new DatabaseError("failure on connection marked as essential: 10.0.0.2:5432", 0, "error");
  Object.assign(lost, { code: "XX000", severity: "ERROR" });
  expect([isUnavailable(lost), breakOf(lost)]).toEqual([true, undefined]);
  const other = Object.assign(new DatabaseError("cache lookup failed", 0, "error"), { code: "XX000" });
  expect(isUnavailable(other)).toBe(false);
});
