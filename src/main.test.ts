// Tests the whole process: it migrates, listens, logs no secrets, and stops without dropping a request.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHILD_ENV, SHORT_LIVED } from "../test/processes/child-env.ts";
import { ownerOfDatabase } from "../test/processes/unprivileged.ts";
import { onServer } from "../test/processes/databases.ts";
import { FULL } from "../test/tier.ts";
import { freePort } from "../test/processes/free-port.ts";
import { houseForFile } from "../test/harness.ts";
import { until } from "../test/processes/own-redis.ts";
import { startPooler } from "../test/processes/stand-in-pooler.ts";
import { checkoutCommit } from "./platform/config/build.ts";

const { config } = (await houseForFile()).app.services;
const { databaseUrl } = config;

interface Started {
  readonly pid: number;
  readonly log: () => string;
  readonly port: () => number;
  readonly exited: Promise<unknown[]>;
  stop(): void;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [...SHORT_LIVED, "src/main.ts"], {
    env: { ...CHILD_ENV, ITEM_MODEL: "none", ...env },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  return {
    pid: child.pid ?? 0,
    log: () => log,
    port: () => Number(/"port":(\d+)/.exec(log)?.[1] ?? 0),
    exited: once(child, "exit"),
    stop: () => child.kill("SIGTERM"),
  };
}

test("SIGTERM lets running requests finish, and the process exits with 0", async () => {
  const service = start({ DATABASE_URL: databaseUrl, PORT: "0", BASE_ULR: "https://x.example" });
  await until(() => service.port() > 0);
  const url = `http://127.0.0.1:${service.port()}/api/auth/register`;
  const secret = "an-idempotency-key-of-more-than-32-characters";

  const body = JSON.stringify({ username: "late-luna" });
  const headers = {
    expect: "100-continue",
    "content-length": body.length,
    "idempotency-key": secret,
    authorization: "Bearer dk_hidden",
  };
  const running = request(url, { method: "POST", headers });
  const continued = once(running, "continue");
  running.write(body.slice(0, 5));
  // The service has received the headers once it asks for the body.
  await continued;
  service.stop();
  await until(() => service.log().includes("stopping"));
  await until(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
  running.end(body.slice(5));
  const [response] = (await once(running, "response")) as [{ statusCode: number; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(201);
  expect(await service.exited).toEqual([0, null]);

  // The log names a mistyped setting and its probable meaning.
  expect(service.log()).toMatch(/"level":40.*"name":"BASE_ULR","nearest":"BASE_URL"/);
  expect(service.log()).toContain('"status":201');
  for (const hidden of [secret, "dk_hidden", "dk_"]) expect(service.log()).not.toContain(hidden);
});

test("a stop during startup drains requests and exits with 0", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: databaseUrl, PORT: String(port) };
  // The first answer arrives long before the worker is up.
  const opened = start(env);
  await until(async () => (await fetch(`${url}/livez`).catch(() => undefined))?.status === 200);
  const running = fetch(`${url}/api/health`);
  opened.stop();
  expect(await opened.exited).toEqual([0, null]);
  expect((await running).status).toBeLessThan(500);
  expect(opened.log()).toContain("stopping");
  // Blocks startup with a database that accepts connections and never answers.
  const silent = createServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
  const asked = once(silent, "connection");
  await once(silent, "listening");
  const { port: silentPort } = silent.address() as AddressInfo;
  const early = start({ ...env, DATABASE_URL: `postgres://root@127.0.0.1:${silentPort}/x` });
  await asked;
  early.stop();
  expect(await early.exited).toEqual([0, null]);
  silent.close();
});

test("a stopping process reports not ready before it refuses requests", async () => {
  const service = start({ DATABASE_URL: databaseUrl, PORT: "0", DRAIN_SECONDS: "8" });
  await until(() => service.port() > 0);
  const url = `http://127.0.0.1:${service.port()}`;
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  service.stop();
  await until(async () => (await fetch(`${url}/readyz`)).status === 503);
  const answer = await fetch(`${url}/api/health`);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(await service.exited).toEqual([0, null]);
});

test("a worker answers probes on its own port, and nothing else", async () => {
  const worker = start({ DATABASE_URL: databaseUrl, ROLE: "worker", WORKER_PORT: "0" });
  await until(() => worker.port() > 0);
  const url = `http://127.0.0.1:${worker.port()}`;
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  for (const name of ["denkeeper_rounds_total", "process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds"]) {
    expect(metrics).toContain(name);
  }
  const { version } = config.build;
  const commit = checkoutCommit() ?? "unknown";
  expect(metrics).toContain(`denkeeper_build_info{version="${version}",commit="${commit}",role="worker"} 1`);
  expect(getPriority(worker.pid)).toBe(10);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect((await fetch(`${url}/api/health`)).status).toBe(404);
  worker.stop();
  expect(await worker.exited).toEqual([0, null]);
});

test.each([{ PORT: "x" }])("invalid settings end the process with a sentence each: %o", async (env) => {
  const service = start({ NODE_ENV: "production", ...env });
  expect((await service.exited)[0]).toBe(1);
  const [first, ...faults] = service.log().trimEnd().split("\n");
  expect(first).toBe("The settings are not valid:");
  expect(faults).toContain("  PORT must be a number.");
  for (const fault of faults) expect(fault).toMatch(/^  [A-Z_]+ .+\.$/);
});

test("a pooler that mixes up prepared statements prevents startup", async () => {
  const pooler = await startPooler(databaseUrl, "1.18.0");
  const service = start({ DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  expect((await service.exited)[0]).toBe(1);
  expect(service.log()).toMatch(
    /^The settings are not valid:\n  DATABASE_URL leads to PgBouncer 1\.18\.0, which .*\.\n$/,
  );
  await pooler.close();
});

/** Starts a lone production process without Redis. */
function startAlone(more: Record<string, string> = {}): Started {
  const BASE_URL = "http://localhost:3000";
  return start({ NODE_ENV: "production", BASE_URL, DATABASE_URL: databaseUrl, PORT: "0", ITEM_MODEL: "none", ...more });
}

test("without Redis, a transaction pooler cannot hold the lock", async () => {
  const pooler = await startPooler(databaseUrl);
  const service = startAlone({ DIRECT_DATABASE_URL: pooler.url, LOG_LEVEL: "silent" });
  expect((await service.exited)[0]).toBe(1);
  expect(service.log()).toMatch(
    /^The settings are not valid:\n  DIRECT_DATABASE_URL must lead directly to PostgreSQL: .*\.\n$/,
  );
  await pooler.close();
});

const PGBOUNCER = "/usr/sbin/pgbouncer";

/** Starts PgBouncer in session mode, where each client has its own connection. */
async function startPgbouncer(): Promise<{ readonly url: string; stop(): void }> {
  const { hostname, port, username } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-alone-"));
  const owner = ownerOfDatabase();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const listensOn = await freePort();
  const lines = [
    `[databases]\n* = host=${hostname} port=${port} user=${username}\n[pgbouncer]`,
    `listen_addr = 127.0.0.1\nlisten_port = ${listensOn}\nunix_socket_dir =\nauth_type = any\npool_mode = session`,
    "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options\n",
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), lines.join("\n"));
  const child = spawn(PGBOUNCER, [join(folder, "pgbouncer.ini")], { ...owner, cwd: folder, stdio: "ignore" });
  const url = new URL(databaseUrl);
  [url.hostname, url.port] = ["127.0.0.1", String(listensOn)];
  const answers = () =>
    onServer("SELECT 1", url.href).then(
      () => true,
      () => false,
    );
  await until(answers);
  return {
    url: url.href,
    stop() {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}

test.runIf(FULL)("a second lone process on the database exits within 45 seconds", async () => {
  const pooler = existsSync(PGBOUNCER) ? await startPgbouncer() : undefined;
  const first = startAlone();
  await until(() => first.port() > 0);
  for (const url of pooler === undefined ? [databaseUrl] : [databaseUrl, pooler.url]) {
    const second = startAlone({ DIRECT_DATABASE_URL: url });
    await until(() => second.log().includes("waiting for another process"));
    const waits = performance.now();
    expect(await second.exited).toEqual([1, null]);
    expect(performance.now() - waits).toBeLessThan(45_000);
    expect(second.log()).toContain("REDIS_URL is required: another process answers requests on this database");
  }
  const { checks } = (await (await fetch(`http://127.0.0.1:${first.port()}/readyz`)).json()) as { checks: object };
  expect(checks).toMatchObject({ alone: "ok" });
  // A worker needs no lock, and a new API process may start immediately after the first ends.
  const worker = startAlone({ ROLE: "worker", WORKER_PORT: "0" });
  await until(() => worker.port() > 0);
  first.stop();
  await first.exited;
  const next = startAlone({ DIRECT_DATABASE_URL: pooler?.url ?? databaseUrl });
  await until(() => next.port() > 0);
  for (const each of [worker, next]) each.stop();
  await Promise.all([worker.exited, next.exited]);
  pooler?.stop();
});

test("a port in use ends startup with one sentence and no stack", async () => {
  const taken = createServer().listen(0);
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const service = start({ DATABASE_URL: databaseUrl, PORT: String(port) });
  expect(await service.exited).toEqual([1, null]);
  expect(service.log()).toContain(`:${port}. Stop what listens there, or set another PORT.`);
  expect(service.log()).not.toContain("    at ");
  taken.close();
});

test.each([
  [
    "no such database",
    (url: URL) => (url.pathname = "/denkeeper_nowhere"),
    'database "denkeeper_nowhere" does not exist',
  ],
  ["no server listens", (url: URL) => (url.port = "1"), "ECONNREFUSED"],
])("startup fails with one sentence and no stack: %s", async (_, change, reason) => {
  const url = new URL(databaseUrl);
  change(url);
  const service = start({ DATABASE_URL: url.href, PORT: "0" });
  expect(await service.exited).toEqual([1, null]);
  expect(service.log()).toContain(`PostgreSQL does not answer (`);
  expect(service.log()).toContain(reason);
  expect(service.log()).not.toContain("    at ");
});
