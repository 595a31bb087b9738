// Tests probes and metrics: what they return, to whom, and when a process is not ready.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { houseForFile, openHouse } from "../../../test/harness.ts";
import { startWorker } from "../../worker.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { insertJob } from "../../platform/jobs/store/outbox.ts";
import { neededMigrations } from "../../platform/database/migrations.ts";
import { saveHeartbeat } from "../../model/outages/store/heartbeats.ts";

const TOKEN = "a-metrics-token-for-tests";
const house = await houseForFile({ env: { METRICS_TOKEN: TOKEN, BASE_URL: "https://den.example" } });

async function get(path: string, headers: Record<string, string> = {}, url = house.url) {
  const response = await fetch(`${url}${path}`, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function metric(name: string, url = house.url): Promise<number> {
  const { text } = await get("/metrics", {}, url);
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.split(" ")[1]);
}

test("/livez returns 200 with the common headers", async () => {
  const { status, headers, text } = await get("/livez", { "x-request-id": "given-by-me" });
  expect([status, text]).toEqual([200, '{"status":"ok"}']);
  expect(headers.get("x-request-id")).toBe("given-by-me");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toContain("max-age");
});

test("a probe reports how many probes remain in its window", async () => {
  const before = Number((await get("/livez")).headers.get("x-ratelimit-remaining"));
  const { headers } = await get("/livez");
  expect(before - Number(headers.get("x-ratelimit-remaining"))).toBe(1);
  expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
});

test("readiness requires a worker's heartbeat", async () => {
  const silent = await openHouse();
  try {
    expect(JSON.parse((await get("/readyz", {}, silent.url)).text)).toEqual({
      status: "not ready",
      checks: {
        database: "ok",
        migrations: "ok",
        clock: "ok",
        worker: "no heartbeat for 30 seconds",
        portraits: "ok",
      },
    });
    await saveHeartbeat(silent.app.services.database, { worker: "test", startedAt: Date.now(), at: Date.now() });
    await until(async () => (await get("/readyz", {}, silent.url)).status === 200);
    await saveHeartbeat(silent.app.services.database, {
      worker: "test",
      startedAt: Date.now(),
      at: Date.now() - 31_000,
    });
    await until(async () => (await get("/readyz", {}, silent.url)).status === 503);
  } finally {
    await silent.close();
  }
});

test("a missing migration, a wrong clock, or a stop means not ready", async () => {
  const api = await openHouse({ env: { ROLE: "api" } });
  const late = await openHouse({ env: { ROLE: "api" }, clock: () => Date.now() - 3_000, beside: api });
  const checks = async (url: string) => JSON.parse((await get("/readyz", {}, url)).text) as object;
  try {
    expect(await checks(api.url)).toMatchObject({ status: "ok" });
    expect(await checks(late.url)).toMatchObject({ checks: { clock: "more than two seconds off the database clock" } });
    const newest = neededMigrations().at(-1)?.name ?? "";
    await api.app.services.database.adHoc("DELETE FROM migrations WHERE name = $1", [newest]);
    await until(async () => (await get("/readyz", {}, api.url)).status === 503);
    expect(await checks(api.url)).toMatchObject({ checks: { migrations: `${newest} not applied` } });
    await api.app.services.database.adHoc("UPDATE migrations SET digest = '' WHERE name LIKE '0003%'");
    await until(async () => (await get("/readyz", {}, api.url)).text.includes("0003_log differs from this version's"));
    late.app.services.readiness.stop();
    expect(await checks(late.url)).toEqual({ status: "not ready", checks: { process: "is stopping" } });
    expect((await get("/livez", {}, late.url)).status).toBe(200);
  } finally {
    await late.close();
    await api.close();
  }
});

test("unwritable portrait storage blocks readiness, except of an API process", async () => {
  // Uses a file as the folder, because the test user may write to any real folder.
  const file = join(mkdtempSync(join(tmpdir(), "denkeeper-portraits-")), "file");
  writeFileSync(file, "");
  const env = { PORTRAITS_DIR: file, WORKER_EXPECTED: "false" };
  const worker = await openHouse({ env: { ...env, ROLE: "all" } });
  const api = await openHouse({ env: { ...env, ROLE: "api" }, beside: worker });
  try {
    const { status, text } = await get("/readyz", {}, worker.url);
    expect([status, JSON.parse(text)]).toMatchObject([503, { checks: { portraits: "not writable: EEXIST" } }]);
    expect(await metric("denkeeper_portraits_writable", worker.url)).toBe(0);
    expect((await get("/readyz", {}, api.url)).status).toBe(200);
    expect(await metric("denkeeper_portraits_writable")).toBe(1);
  } finally {
    await api.close();
    await worker.close();
  }
});

test("metrics are open locally and otherwise require the token", async () => {
  expect((await get("/metrics")).status).toBe(200);
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
    expect((await get("/metrics", { [name]: "127.0.0.1" })).status).toBe(401);
  }
  const proxied = { "x-forwarded-for": "203.0.113.9" };
  expect((await get("/metrics", { ...proxied, authorization: "Bearer wrong-token-of-some-length" })).status).toBe(401);
  expect((await get("/metrics", { ...proxied, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  expect(JSON.parse((await get("/metrics", proxied)).text)).toMatchObject({ error: "Invalid metrics token" });
});

test("a house that runs alone reports its newest backup", async () => {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-probes-"));
  const own = await openHouse({ env: { DATA_DIR: folder } });
  try {
    const told = async () => [
      await metric("denkeeper_backup_bytes", own.url),
      await metric("denkeeper_backup_timestamp_seconds", own.url),
    ];
    expect(await told()).toEqual([0, 0]);
    mkdirSync(join(folder, "backups"));
    writeFileSync(join(folder, "backups", "denkeeper-2026-11-18T030000Z.dump"), "older");
    writeFileSync(join(folder, "backups", "denkeeper-2026-11-19T030000Z.dump"), "the newest");
    expect(await told()).toEqual([10, Date.parse("2026-11-19T03:00:00Z") / 1000]);
  } finally {
    await own.close();
    rmSync(folder, { recursive: true });
  }
});

test("metrics count requests by route, with one label for unknown paths", async () => {
  const me = await house.register();
  await me.call("GET", "/api/house/status");
  await house.call("GET", "/api/house/species/tabby");
  await house.call("GET", "/nobody/knows/this");
  await house.call("FROB", "/nobody/knows/this");
  const { text } = await get("/metrics");
  expect(text).toMatch(/requests_total\{method="GET",route="\/api\/house\/status",status="4\d\d"\} 1/);
  expect(text).toMatch(/requests_total\{method="GET",route="\/api\/house\/species\/\{slug\}",status="200"\} 1/);
  expect(text).toContain('denkeeper_requests_total{method="GET",route="unknown",status="404"} 1');
  expect(text).not.toContain("nobody");
  expect(text).not.toContain(me.id);
});

test("metrics report the worker, its jobs, and its connections", async () => {
  const worker = await startWorker(
    house.app.services.config,
    house.app.services.log,
    Date.now,
    house.app.services.metrics,
  );
  try {
    await until(async () => (await metric("denkeeper_worker_heartbeat_age_seconds")) < 10);
    expect(await metric("denkeeper_database_up")).toBe(1);
    expect(await metric("denkeeper_rate_limiter_shared")).toBe(1);
    expect(await metric("denkeeper_sweeper_lag_seconds")).toBe(0);
    const due = "SELECT graphile_worker.add_job('no_such_task', run_at := to_timestamp($1))";
    await house.app.services.database.adHoc(due, [Date.now() / 1000 - 3600]);
    await until(async () => (await metric("denkeeper_job_oldest_age_seconds")) >= 3600);
    const { text } = await get("/metrics");
    expect(text).toContain('denkeeper_jobs{state="waiting"} 1');
    expect(text).toMatch(/denkeeper_rounds_total\{round="heartbeat",outcome="done"\} [1-9]/);
    expect(text).toMatch(/denkeeper_database_connections\{pool="worker",state="idle"\} \d/);
  } finally {
    await worker.stop();
  }
});

test("metrics report the age of a job that no worker moved", async () => {
  const { database } = house.app.services;
  await insertJob(database, "00000000-0000-4000-8000-000000000001", "draw_avatar", {}, Date.now() - 7_200_000);
  await until(async () => (await metric("denkeeper_job_oldest_age_seconds")) >= 7200);
});

test("metrics report the ledger audit", async () => {
  house.app.services.metrics.ledgerAudited(3, 1_794_700_000_000);
  expect(await metric("denkeeper_ledger_audit_faults")).toBe(3);
  expect(await metric("denkeeper_ledger_audit_timestamp_seconds")).toBe(1_794_700_000);
});
