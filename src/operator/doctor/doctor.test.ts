// Introduces one mistake at a time into a good installation. The doctor must report each with its own sentence and nothing else.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { CHILD_ENV } from "../../../test/processes/child-env.ts";
import { REDIS_URL, SERVER_URL, onServer } from "../../../test/processes/databases.ts";
import { OwnRedis } from "../../../test/processes/own-redis.ts";
import { startPooler, type StandInPooler } from "../../../test/processes/stand-in-pooler.ts";
import { dumpName } from "../health/dumps.ts";
import { readConfig } from "../../platform/config/config.ts";
import { now } from "../../platform/clock.ts";
import { portOf } from "../../platform/port.ts";
import { insertJob } from "../../platform/jobs/store/outbox.ts";
import { saveHeartbeat } from "../../model/outages/store/heartbeats.ts";
import { examine, type DoctorLine } from "./checks.ts";
import { judgeServer, readDatabase, type DatabaseState } from "./database.ts";
import { checkNode, checkTimeZones, judgeDisk } from "./machine.ts";
import { checkChain, judgeRedis } from "./services.ts";

const house = await houseForFile();
const { database } = house.app.services;
const folder = mkdtempSync(join(tmpdir(), "denkeeper-doctor-"));
const empty = `${house.database}_empty`;
const random = (): string => randomBytes(24).toString("hex");
const KEY = random();
const LIVE = { STRIPE_SECRET_KEY: `sk_live_${random()}`, STRIPE_WEBHOOK_SECRETS: `whsec_${random()}` };
const X402 = {
  X402_FACILITATOR_URL: "https://facilitator.example",
  X402_NETWORK: "eip155:8453",
  X402_PAY_TO: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
};
const urlOf = (name: string): string => new URL(`/${name}`, SERVER_URL).href;
const GOOD = {
  NODE_ENV: "production",
  DATABASE_URL: urlOf(house.database),
  REDIS_URL,
  REDIS_PREFIX: house.prefix,
  BASE_URL: "https://den.example",
  ADMIN_KEY: KEY,
  METRICS_TOKEN: random(),
  HOOKS_KEYS: `${random()},${random()}`,
  OPERATOR_CONTACT: "keeper@den.example",
  TRUST_PROXY: "10.0.0.0/8",
  PORTRAITS_DIR: folder,
  ...LIVE,
  PATH: "/usr/bin",
  HOSTNAME: "den-1",
};

type Env = Readonly<Record<string, string | undefined>>;

/** Returns all findings that are not `ok`. */
async function wrongIn(env: Env, clock = now): Promise<readonly DoctorLine[]> {
  const lines = await examine({ env: { ...GOOD, ...env }, now: clock, quick: false });
  return lines.filter(({ level }) => level !== "ok");
}

let pooler: StandInPooler;
let redis: OwnRedis;
beforeAll(async () => {
  await onServer(`CREATE DATABASE ${empty}`);
  pooler = await startPooler(GOOD.DATABASE_URL, "1.18.0");
  redis = await OwnRedis.start();
  const client = new Redis(redis.url);
  await client.acl("SETUSER", "guest", "on", ">guest", "~other:*", "+@all");
  client.disconnect();
});
afterAll(async () => {
  await pooler.close();
  await redis.kill();
  await onServer(`DROP DATABASE ${empty} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

test("a good installation has no faults and no warnings", async () => {
  const lines = await examine({ env: GOOD, now, quick: false });
  expect(lines.filter(({ level }) => level !== "ok")).toEqual([]);
  expect(lines.length).toBeGreaterThan(15);
});

test.each<[mistake: string, env: Env, found: string]>([
  ["no database", { DATABASE_URL: "" }, "fault settings: DATABASE_URL is required."],
  [
    "another kind of database",
    { DATABASE_URL: "mysql://x" },
    "fault settings: DATABASE_URL must look like postgres://",
  ],
  ["a port that is not a number", { PORT: "http" }, "fault settings: PORT must be a number."],
  ["an unknown role", { ROLE: "king" }, "fault settings: ROLE must be one of api, worker, all, not"],
  [
    "a mistyped name",
    { DRAIN_SECONS: "5" },
    "warning names: DRAIN_SECONS is not a setting and has no effect. The nearest one is DRAIN_SECONDS.",
  ],
  ["no BASE_URL", { BASE_URL: "" }, "fault settings: BASE_URL is required when NODE_ENV is production"],
  [
    "BASE_URL with http",
    { BASE_URL: "http://den.example", STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRETS: "" },
    "fault settings: BASE_URL must be an https address in production",
  ],
  ["BASE_URL of this machine", { BASE_URL: "https://localhost" }, "warning address: BASE_URL names this machine"],
  [
    "BASE_URL with a slash",
    { BASE_URL: "https://den.example/" },
    "warning address: BASE_URL ends with a slash, which is ignored. Set it to https://den.example.",
  ],
  [
    "BASE_URL with a path",
    { BASE_URL: "https://den.example/den" },
    "fault address: BASE_URL must be only a scheme, a host and a port",
  ],
  [
    "BASE_URL of a private network",
    { BASE_URL: "https://10.0.0.7" },
    "warning address: BASE_URL has the host 10.0.0.7, which others cannot reach",
  ],
  [
    "BASE_URL of a private network without https",
    { BASE_URL: "http://den.lan:3000" },
    "warning address: BASE_URL is an http address of a private network: others on that network can read keys",
  ],
  [
    "a placeholder as a secret",
    { ADMIN_KEY: "change-me-change-me" },
    "fault settings: ADMIN_KEY is a placeholder that anyone can guess.",
  ],
  ["a weak secret", { ADMIN_KEY: "a".repeat(32) }, "fault settings: ADMIN_KEY is too easy to guess."],
  [
    "one secret for two things",
    { METRICS_TOKEN: KEY },
    "fault settings: METRICS_TOKEN is the same secret as ADMIN_KEY.",
  ],
  [
    "no key of an operator",
    { ADMIN_KEY: "" },
    "warning secrets: ADMIN_KEY and OPERATOR_KEYS are not set, so /api/admin is closed",
  ],
  [
    "an operator's weak key",
    { OPERATOR_KEYS: `ben:${"b".repeat(20)}`, ADMIN_KEY: "" },
    "fault settings: OPERATOR_KEYS has a key for ben that is too easy to guess.",
  ],
  [
    "an operator without a key",
    { OPERATOR_KEYS: "ben", ADMIN_KEY: "" },
    "fault settings: OPERATOR_KEYS must list operators as NAME:KEY, separated by commas. Entry 1 has no colon.",
  ],
  [
    "an ADMIN_KEY beside OPERATOR_KEYS",
    { OPERATOR_KEYS: `ada:${randomBytes(16).toString("hex")}` },
    "warning effects: ADMIN_KEY has no effect while OPERATOR_KEYS is set.",
  ],
  ["no contact", { OPERATOR_CONTACT: "" }, "warning secrets: OPERATOR_CONTACT is not set"],
  [
    "a short key of hooks",
    { HOOKS_KEYS: `${KEY},short` },
    "fault settings: HOOKS_KEYS must be at least 32 characters long.",
  ],
  [
    "a test key of Stripe",
    { STRIPE_SECRET_KEY: `sk_test_${KEY}` },
    "fault settings: STRIPE_SECRET_KEY must be a live key in production",
  ],
  [
    "no webhook secret",
    { STRIPE_WEBHOOK_SECRETS: "" },
    "fault settings: STRIPE_WEBHOOK_SECRETS is required with STRIPE_SECRET_KEY",
  ],
  [
    "MPP without its secret",
    { MPP_ENABLED: "true", MPP_NETWORK_ID: "profile_1" },
    "fault settings: MPP_SECRET is required with MPP_ENABLED.",
  ],
  ["x402 without a node", X402, "fault settings: X402_RPC_URL is required with X402_FACILITATOR_URL."],
  [
    "x402 with a test network",
    { ...X402, X402_NETWORK: "eip155:84532", X402_RPC_URL: "" },
    "fault settings: X402_NETWORK is a test network",
  ],
  [
    "a setting without effect",
    { S3_ENDPOINT: "https://s3.example" },
    "warning effects: S3_ENDPOINT has no effect without S3_BUCKET.",
  ],
  [
    "half of a bucket's key",
    { S3_ACCESS_KEY_ID: "x" },
    "fault settings: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together",
  ],
  [
    "a bucket that does not answer",
    { S3_BUCKET: "pictures", S3_ENDPOINT: "http://127.0.0.1:1", S3_ACCESS_KEY_ID: "x", S3_SECRET_ACCESS_KEY: random() },
    "fault portraits: S3_BUCKET: the bucket pictures cannot be written (connect ECONNREFUSED",
  ],
  [
    "a folder that cannot be",
    { PORTRAITS_DIR: "/dev/null/portraits" },
    "fault portraits: PORTRAITS_DIR: the folder /dev/null/portraits cannot be written (ENOTDIR",
  ],
  ["a proxy that is not named", { TRUST_PROXY: "true" }, "fault settings: TRUST_PROXY must name the proxies to trust"],
  [
    "a proxy that is not trusted",
    { TRUST_PROXY: "" },
    "warning exposure: TRUST_PROXY is false, but https needs a proxy in front",
  ],
  ["limits that are off", { RATE_LIMIT_FACTOR: "1000" }, "warning exposure: RATE_LIMIT_FACTOR is 1000"],
  ["a silent log", { LOG_LEVEL: "silent" }, "warning exposure: LOG_LEVEL is silent"],
  [
    "a Redis that does not answer",
    { REDIS_URL: "redis://127.0.0.1:1" },
    "fault redis: Redis does not answer (connect ECONNREFUSED",
  ],
  [
    "a database that does not answer",
    { DATABASE_URL: "postgres://root@127.0.0.1:1/x" },
    "fault database: PostgreSQL does not answer (connect ECONNREFUSED",
  ],
  [
    "a database that is not there",
    { DATABASE_URL: urlOf("denkeeper_nowhere") },
    'fault database: PostgreSQL does not answer (database "denkeeper_nowhere" does not exist)',
  ],
  [
    "too many connections",
    { DATABASE_CONNECTIONS: "500" },
    "fault database: DATABASE_CONNECTIONS is 500, but PostgreSQL accepts",
  ],
  [
    "two databases",
    { DIRECT_DATABASE_URL: urlOf(empty) },
    "fault database: DATABASE_URL and DIRECT_DATABASE_URL lead to different databases.",
  ],
  ["an empty database", { DATABASE_URL: urlOf(empty) }, "warning migrations: "],
])("the doctor reports the mistake: %s", async (_, env, found) => {
  const wrong = (await wrongIn(env)).map(({ level, check, text }) => `${level} ${check}: ${text}`);
  expect(wrong.filter((line) => line.startsWith(found))).toHaveLength(1);
  // If a mistake causes further findings, all of them must name the same setting.
  const name = Object.keys(env)[0] ?? "";
  expect(wrong.filter((line) => !line.startsWith(found) && !line.includes(name))).toEqual([]);
  for (const line of wrong) expect(line).toMatch(/\.$/);
});

test("the doctor reports a Redis prefix that cannot be written", async () => {
  const url = redis.url.replace("//", "//guest:guest@");
  const [found, ...more] = await wrongIn({ REDIS_URL: url });
  expect(found?.text).toMatch(/^Keys that begin with denkeeper_\w+: cannot be written to Redis \(NOPERM/);
  expect(more).toEqual([]);
});

test("the doctor reports an old pooler, and one that breaks sessions", async () => {
  const [old, ...more] = await wrongIn({ DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: GOOD.DATABASE_URL });
  expect(old).toMatchObject({ check: "pooler", level: "fault" });
  expect(old?.text).toMatch(/^DATABASE_URL leads to PgBouncer 1\.18\.0, which gives prepared statements/);
  expect(more).toEqual([]);
  const [direct, ...others] = await wrongIn({ DIRECT_DATABASE_URL: pooler.url });
  expect(direct?.text).toMatch(/^DIRECT_DATABASE_URL leads to a pooler in transaction mode/);
  expect(others).toEqual([]);
});

test("the doctor reports a wrong clock", async () => {
  const [found, ...more] = await wrongIn({}, () => now() + 10_000);
  expect(found?.text).toMatch(/^This machine's clock is \d+\.\d seconds ahead of the database's/);
  expect(more).toEqual([]);
});

test("the doctor reports a database that is newer than the code", async () => {
  await database.adHoc("INSERT INTO migrations (name, digest, run_on) VALUES ('9999_future', '', now())");
  const [found, ...more] = await wrongIn({});
  await database.adHoc("DELETE FROM migrations WHERE name = '9999_future'");
  expect(found).toMatchObject({ check: "migrations", level: "fault" });
  expect(found?.text).toMatch(/^The database is newer than this code: it has 9999_future\./);
  expect(more).toEqual([]);
});

test("the doctor reports an API without a worker", async () => {
  await house.app.services.outages.beat();
  const [found, ...more] = await wrongIn({});
  expect(found).toMatchObject({ check: "worker", level: "fault" });
  expect(found?.text).toMatch(/^The API is running, but no worker has sent a heartbeat/);
  expect(more).toEqual([]);
  await saveHeartbeat(database, { worker: "worker-1", startedAt: now(), at: now() });
  expect(await wrongIn({})).toEqual([]);
});

test("the doctor reports jobs that no worker moves to the queue", async () => {
  await house.app.services.outages.beat();
  await saveHeartbeat(database, { worker: "worker-1", startedAt: now(), at: now() });
  const id = "00000000-0000-4000-8000-000000000001";
  await insertJob(database, id, "draw_avatar", {}, now() - 240_000);
  expect(await wrongIn({})).toEqual([]);
  await insertJob(database, id, "draw_avatar", {}, now() - 360_000);
  const [found, ...more] = await wrongIn({});
  expect(found).toMatchObject({ check: "worker", level: "warning" });
  expect(found?.text).toMatch(/^A worker is running, but a job has been in job_outbox for more than 5 minutes\./);
  expect(more).toEqual([]);
  await database.adHoc("DELETE FROM job_outbox");
});

test("the doctor reports a chain node of another network", async () => {
  const node = createServer((_, answer) => answer.end(JSON.stringify({ result: "0x2105" }))).listen(0, "127.0.0.1");
  await once(node, "listening");
  const env = { ...X402, X402_NETWORK: "eip155:84532", X402_RPC_URL: `http://127.0.0.1:${portOf(node)}` };
  const settings = { faults: [], config: readConfig({ DATABASE_URL: GOOD.DATABASE_URL, ...env }) };
  const installation = { env, settings, config: settings.config, now };
  expect((await checkChain(installation))[0]?.text).toMatch(
    /^X402_RPC_URL is a node of eip155:8453, but X402_NETWORK is/,
  );
  node.close();
  await once(node, "close");
  expect((await checkChain(installation))[0]?.text).toMatch(/^X402_RPC_URL does not answer \(/);
});

test("the doctor reports outdated servers, Node, time zones and low disk space", async () => {
  const config = readConfig({ DATABASE_URL: GOOD.DATABASE_URL });
  const state = await readDatabase({ env: {}, settings: { faults: [], config }, config, now });
  const server = (change: Partial<DatabaseState["server"]>) =>
    judgeServer({ ...state, server: { ...state.server, ...change } }, 20).map(({ text }) => text);
  expect(server({ version: "14.9", versionNumber: 140_009 })).toEqual([
    expect.stringMatching(/^This is PostgreSQL 14\.9/),
  ]);
  expect(server({ encoding: "SQL_ASCII" })).toEqual([expect.stringMatching(/encoded as SQL_ASCII/)]);
  expect(server({ isReadOnly: true })).toEqual([expect.stringMatching(/^The database is read-only/)]);
  expect(judgeRedis("redis_version:6.2.14\r\n", "p", undefined)[0]?.text).toMatch(/^This is Redis 6\.2\.14\./);
  expect(checkNode("24.1.0")[0]?.text).toMatch(/^This is Node 24\.1\.0\. The service needs Node 26\./);
  expect(checkTimeZones(["UTC"], "2020a")[0]?.text).toMatch(/^Node's time zones \(2020a\) lack/);
  expect(judgeDisk(2 ** 29)).toEqual([
    expect.objectContaining({ level: "warning", text: expect.stringMatching(/0\.5 GB/) }),
  ]);
  expect(judgeDisk(1000)).toEqual([expect.objectContaining({ level: "fault" })]);
});

interface Ended {
  readonly code: number | string | null | undefined;
  readonly text: string;
}

async function command(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  execFile(process.execPath, ["src/doctor.ts", ...args], { env: { ...CHILD_ENV, ...env } }, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : error.code, text: stdout + stderr }),
  );
  return promise;
}

test("the command prints all checks and exits with 1 on faults", async () => {
  const [good, short, warned, bad, quick] = await Promise.all([
    command(["--all"], GOOD),
    command([], GOOD),
    command([], { ...GOOD, RATE_LIMIT_FACTOR: "1000" }),
    command(["--json"], { ...GOOD, BASE_URL: "" }),
    command(["--quick"], { ...GOOD, DATABASE_URL: "postgres://root@127.0.0.1:1/x", REDIS_URL: "redis://127.0.0.1:1" }),
  ]);
  expect(good.text).toMatch(/^ok {7}settings +all values are valid\n(?:ok {7}\S+ +\S.*\n)+\n0 faults, 0 warnings\.\n$/);
  expect(good.code).toBe(0);
  const checksIn = ({ text }: Ended) => [...text.matchAll(/^(?:ok|warning|fault) +(\S+)/gm)].map(([, check]) => check);
  const SIX = ["address", "secrets", "disk", "backup", "database", "clock"];
  expect(checksIn(short)).toEqual(SIX);
  expect(checksIn(warned)).toEqual([...SIX.slice(0, 2), "exposure", ...SIX.slice(2)]);
  expect(JSON.parse(bad.text)).toMatchObject({ ok: false, faults: 1, warnings: 0 });
  expect(bad.code).toBe(1);
  expect(quick).toMatchObject({ code: 0, text: expect.not.stringContaining("database ") });
});

test("the doctor reports a standalone house without last night's backup", async () => {
  const data = join(folder, "house");
  const backups = join(data, "backups");
  mkdirSync(backups, { recursive: true });
  const found = async () =>
    (await examine({ env: { ...GOOD, DATA_DIR: data }, now, quick: true })).find(({ check }) => check === "backup");
  expect(await found()).toMatchObject({ level: "warning", text: expect.stringContaining("has no backup yet") });
  writeFileSync(join(backups, dumpName(now() - 27 * 3_600_000)), "");
  expect(await found()).toMatchObject({ level: "warning", text: expect.stringContaining("The newest backup is of") });
  writeFileSync(join(backups, dumpName(now() - 25 * 3_600_000)), "");
  expect(await found()).toMatchObject({ level: "ok" });
});
