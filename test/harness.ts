// Starts a service for a test file with its own database, Redis keys and port. Its client checks every answer against the laws
// that hold for all answers.
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { request, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, expect, inject, onTestFinished } from "vitest";
import { listen, type App } from "../src/http/server/server.ts";
import { buildApp } from "../src/build-app.ts";
import { loggerFor } from "../src/platform/observability/redaction.ts";
import { readConfig } from "../src/platform/config/config.ts";
import { ENDPOINTS } from "../src/endpoints.ts";
import { nextStep, type NextStep } from "../src/http/contract/contract.ts";
import { errorCodes } from "../src/docs/errors-page.ts";
import { makeLogDays } from "../src/model/creatures/store/care-log.ts";
import { DATABASE_PATIENCE } from "./processes/child-env.ts";
import { REDIS_URL, SERVER_URL, fleeting, onServers, testDatabases } from "./processes/databases.ts";
import { refuseUndeclaredNulls } from "./declared-nulls.ts";
import { Description } from "./openapi.ts";
import { contractAt, faultsOfDue, faultsOfStep, repeatedIn } from "./steps.ts";
import { expectInToolTerms } from "./tool-terms.ts";

refuseUndeclaredNulls();

const ERROR_CODES = errorCodes(ENDPOINTS.map(({ contract }) => contract));

export const ADMIN_KEY = "an-admin-key-for-tests";

/** Key that seals the hooks of test houses. */
export const HOOKS_KEYS = "a-key-that-seals-the-hooks-of-test-houses";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // Untyped, because assertions check the fields they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

export interface Account {
  readonly username: string;
  readonly id: string;
  readonly key: string;
  readonly recoveryCode: string;
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

export interface HouseOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: () => number;
  /** PostgreSQL session settings, as in PGOPTIONS. */
  readonly session?: string;
  /** Runs another process on the database and Redis keys of this house. */
  readonly beside?: House;
  /** Starts with a copy of the database of this stopped house. */
  readonly copyOf?: House;
}

export interface House {
  readonly app: App;
  readonly url: string;
  readonly database: string;
  readonly prefix: string;
  /** `from` is the loopback address of the caller, because some limits count by address. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>, from?: string): Promise<Answer>;
  /** Registers an account from an unused address. */
  register(fields?: object): Promise<Account>;
  /** Adapts an account of the copied house to this one. */
  again(account: Account): Account;
  /** Stops the process but keeps its database. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

async function forgetKeys(prefix: string): Promise<void> {
  const redis = new Redis(REDIS_URL);
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

/**
 * PostgreSQL takes about a second to drop a database, because it unlinks files and writes a checkpoint. No test waits for that.
 */
let dropping: Promise<void> = Promise.resolve();

function dropLater(name: string): void {
  // global-setup.ts drops databases that remain after a failure.
  dropping = dropping.then(() => onServers(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).catch(() => {});
}

/** Opens a house, which its caller must close. */
export async function openHouse({ env = {}, clock, session, beside, copyOf }: HouseOptions = {}): Promise<House> {
  const empty = inject("templateDatabase");
  const name = beside?.database ?? `${testDatabases(empty)}${randomBytes(6).toString("hex")}`;
  if (beside === undefined) {
    const copy = `TEMPLATE ${copyOf?.database ?? empty} STRATEGY ${inject("copyStrategy")}`;
    await onServers(`CREATE DATABASE ${name} ${copy}`, fleeting(name));
  }
  const databaseUrl = new URL(`/${name}`, SERVER_URL);
  if (session !== undefined) databaseUrl.searchParams.set("options", session);
  const config = readConfig({
    DATABASE_URL: databaseUrl.href,
    DATABASE_CONNECTIONS: "10",
    DATABASE_PATIENCE,
    MAX_CONCURRENT_REQUESTS: "1000",
    REDIS_URL,
    REDIS_PREFIX: name,
    DEPLOYMENT_ID: name,
    ADMIN_KEY,
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    ITEM_MODEL: "none",
    HOOKS_KEYS,
    PORTRAITS_DIR: join(tmpdir(), name),
    ...env,
  });
  const app = await buildApp(config, loggerFor(config), clock);
  if (clock !== undefined) await makeLogDays(app.services.database, clock(), 3);
  const listening = await listen(app, 0);
  const url = `http://127.0.0.1:${listening.port}`;
  const description = await servedDescription(url, app.services);
  const call: House["call"] = async (method, path, body, headers, from) => {
    const answer = await send(`${url}${path}`, method, body, headers, from);
    expectOfEvery(answer, { method, path, sent: body }, description);
    return answer;
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= listening.stop());
  return {
    app,
    url,
    database: name,
    prefix: config.redisPrefix,
    call,
    register: (fields = {}) => registered(call, fields),
    again: (account) => ({ ...account, call: callAs(call, account.key) }),
    stop,
    async close() {
      await stop();
      if (beside !== undefined) return;
      dropLater(name);
      await forgetKeys(config.redisPrefix);
      await rm(config.portraitsDir, { recursive: true, force: true });
    },
  };
}

/** Opens a house and closes it after the test file. */
export async function houseForFile(options: HouseOptions = {}): Promise<House> {
  const house = await openHouse(options);
  afterAll(() => house.close());
  return house;
}

/** Opens a house and closes it after the running test. */
export async function houseForTest(options: HouseOptions = {}): Promise<House> {
  const house = await openHouse(options);
  onTestFinished(() => house.close());
  return house;
}

let names = 0;

export function freshUsername(prefix = "keeper"): string {
  names += 1;
  return `${prefix}-${process.pid}-${names}`;
}

async function registered(call: House["call"], fields: object): Promise<Account> {
  const body = { username: freshUsername(), ...fields };
  const answer = await call("POST", "/api/auth/register", body, {}, freshAddress());
  expect(answer.status, answer.text).toBe(201);
  const key: string = answer.json.your_token;
  return {
    username: body.username,
    id: answer.json.agent.id,
    key,
    recoveryCode: answer.json.recovery_code,
    call: callAs(call, key),
  };
}

function callAs(call: House["call"], key: string): Account["call"] {
  return (method, path, sent, headers = {}) => call(method, path, sent, { authorization: `Bearer ${key}`, ...headers });
}

let addresses = 0;

/** Returns a loopback address that no call of this process has used. */
export function freshAddress(): string {
  addresses += 1;
  return `127.77.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
  from?: string,
): Promise<Answer> {
  const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const typed =
    payload === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const options = {
    method,
    headers: { ...typed, ...headers },
    agent: false,
    ...(from === undefined ? {} : { localAddress: from }),
  };
  const sent = request(url, options, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.once("error", reject).once("end", () => {
      const isJson = response.headers["content-type"]?.startsWith("application/json") === true && text !== "";
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      });
    });
  });
  sent.once("error", reject).end(payload);
  return promise;
}

let served: { readonly key: string; readonly description: Description } | undefined;

/**
 * Returns the description that this house serves. The last one is cached: it depends only on the endpoints and the address, which
 * most houses share, and a house takes a tenth of a second of processor time to write it.
 */
async function servedDescription(url: string, { contracts, config }: App["services"]): Promise<Description> {
  const key = [config.baseUrl, ...contracts.map(({ name }) => name)].join(" ");
  if (served?.key !== key) {
    const { text } = await send(`${url}/openapi.json`, "GET", undefined, {}, freshAddress());
    served = { key, description: new Description(text) };
  }
  return served.description;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly sent: unknown;
}

/** Errors after which the same call may succeed. */
const PASSING = new Set(["busy", "fault", "key_not_checked", "rate_limited", "still_running", "unavailable"]);

function isPassing({ code }: { readonly code: string }): boolean {
  return PASSING.has(code);
}

const PLACEHOLDER = '..."';

function isSameCall(step: NextStep, method: string, path: string, sent: unknown): boolean {
  if (!("endpoint" in step) || step.method !== method || step.endpoint !== path) return false;
  const body = JSON.stringify(step.body ?? {});
  // A step with a placeholder is a form to fill in.
  if (body.includes(PLACEHOLDER)) return false;
  return body === (typeof sent === "string" ? sent : JSON.stringify(sent ?? {}));
}

/** Checks the laws for all answers: rate-limit headers, an id, the described shape, and errors with next steps. */
function expectOfEvery(answer: Answer, { method, path, sent }: Sent, description: Description): void {
  const { status, headers, json, text } = answer;
  const where = `${method} ${path}: ${status} ${text.slice(0, 300)}`;
  for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
    expect(headers[name], `${name} of ${where}`).toMatch(/^\d+$/);
  }
  expect(headers["retry-after"] !== undefined, `retry-after of ${where}`).toBe(status === 429 || status === 503);
  expect(headers["x-request-id"], where).toBeDefined();
  if (method === "HEAD" || status === 204 || status === 304) return;
  // HTML pages have no description.
  if (headers["content-type"]?.startsWith("text/html") === true) return;
  expect(description.faultsOf(method, path, answer), `against the description, ${where}`).toEqual([]);
  for (const entry of json?.next_steps ?? [])
    expect(faultsOfStep(entry), `${JSON.stringify(entry)} in ${where}`).toEqual([]);
  expect(faultsOfDue(json?.next_steps ?? []), where).toEqual([]);
  expect(repeatedIn(json?.next_steps ?? []), `called by two steps of ${where}`).toEqual([]);
  if (status >= 400) {
    expect(json, where).toMatchObject({ error: expect.any(String), suggestion: expect.any(String) });
    expect(Object.keys(json).slice(0, 2), where).toEqual(["error", "code"]);
    expect(ERROR_CODES, where).toContain(json.code);
    expect(json.next_steps.length, where).toBeGreaterThan(0);
    if (contractAt(method, path)?.auth !== "admin") expectInToolTerms(json, where);
    for (const entry of json.next_steps) {
      nextStep.parse(entry);
      if (!isPassing(json))
        expect(isSameCall(entry, method, path, sent), `the same call again, in ${where}`).toBe(false);
    }
    expect("retry_after_seconds" in json, where).toBe(status === 429);
    return;
  }
  // A release can be undone only briefly, so no answer may suggest one.
  for (const entry of json?.next_steps ?? []) expect(entry.endpoint, where).not.toBe("/api/house/release");
  const contract = contractAt(method, path);
  if (contract === undefined || status !== contract.status || json === undefined) return;
  const read = contract.response.safeParse(json);
  expect(read.error?.issues ?? [], where).toEqual([]);
  expect(read.data, `fields that the contract does not know, in ${where}`).toEqual(json);
}
