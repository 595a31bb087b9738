// Tests the client against the real service: calls, next steps, typed errors, and retries.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "../../../src/endpoints.ts";
import { zoneAt } from "../../../test/den.ts";
import { freshUsername, houseForFile } from "../../../test/harness.ts";
import {
  Denkeeper,
  DenkeeperError,
  OPERATIONS,
  isStepTo,
  tickingOf,
  type CallReport,
  type DenkeeperOptions,
} from "./index.ts";

const house = await houseForFile();
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close().closeAllConnections()));

/** Starts a proxy that can misbehave between the client and the house. */
async function inFront(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => unknown,
): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    void answer(request, response, count);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Forwards a request to the house. */
async function passOn(request: IncomingMessage): Promise<{ status: number; headers: Headers; text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name !== "host" && name !== "connection"),
  );
  const { method = "GET", url = "/" } = request;
  const body = method === "GET" ? {} : { body: Buffer.concat(chunks) };
  const answer = await fetch(`${house.url}${url}`, { method, headers: headers as Record<string, string>, ...body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function keeper(options: DenkeeperOptions = {}): Promise<Denkeeper> {
  const { key } = await house.register({ username: freshUsername("test"), timezone: zoneAt(9) });
  return new Denkeeper({ url: house.url, key, ...options });
}

async function failureOf(call: Promise<unknown>): Promise<DenkeeperError> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(DenkeeperError);
  return failure as DenkeeperError;
}

test("the client has a method for every non-operator operation", () => {
  const offered = ENDPOINTS.filter(({ contract }) => contract.auth !== "admin").map(({ contract }) => contract.name);
  expect(Object.keys(OPERATIONS).toSorted()).toEqual(offered.toSorted());
  for (const name of offered) expect(typeof new Denkeeper()[name as keyof typeof OPERATIONS]).toBe("function");
});

test("a new client registers, adopts, cares, reads, and releases", async () => {
  const client = new Denkeeper({ url: `${house.url}/` });
  const { agent } = await client.register({ username: freshUsername("test"), timezone: zoneAt(9) });
  const { creature } = await client.adopt({ name: "Pip", species_slug: "housecat" });
  const status = await client.checkStatus({ forecast_hours: 10 });
  expect(status.creature).toMatchObject({ id: creature.id, stage: "baby" });
  const ticking = tickingOf(status);
  expect(ticking?.at(ticking.from).hunger).toBe(100);
  expect(ticking?.at(ticking.from + 3_600_000).hunger).toBeCloseTo(98.4, 1);
  const cared = await client.care({ action: "reflect", notes: "We met." });
  expect(cared.action_result.success).toBe(true);
  expect((await client.history()).care_log).toHaveLength(1);
  expect(await client.history({ format: "markdown" })).toContain("Pip");
  expect((await client.preferences()).creature.name).toBe("Pip");
  expect((await client.speciesProfile({ slug: "owl" })).species.name).toBe("Owl");
  expect((await client.graveyard({ agent: agent.username, per_page: 5 })).pagination.per_page).toBe(5);
  expect((await client.moveClock({ advance_hours: 2 })).advanced_hours).toBe(2);
  expect(await client.release({ creature_id: creature.id })).toMatchObject({ success: true });
});

test("the client follows every call of next_steps and rejects a link", async () => {
  const client = await keeper();
  const { next_steps: steps } = await client.adopt({ name: "Pip" });
  const status = await client.checkStatus();
  for (const step of [...steps, ...status.next_steps]) await expect(client.follow(step)).resolves.toBeDefined();
  const link = { action: "pay", url: "https://example.org/", description: "" };
  expect(await failureOf(client.follow(link))).toMatchObject({ code: "unknown_step" });
});

test("the client uses each new key and rejects a second registration", async () => {
  const client = new Denkeeper({ url: house.url });
  const { your_token: first, recovery_code: code } = await client.register({ username: freshUsername("test") });
  expect(client.key).toBe(first);
  const { your_token: second } = await client.rotateKey();
  expect(client.key).toBe(second);
  await client.account();
  const lost = new Denkeeper({ url: house.url, key: "dk_lost" });
  await lost.recover({ recovery_code: code });
  await lost.account();
  const offline = new Denkeeper({ key: lost.key, fetch: () => Promise.reject(new Error("the client made a call")) });
  const again = await failureOf(offline.register({ username: "ada" }));
  expect(again).toMatchObject({ code: "already_registered", attempts: 0 });
});

test("isStepTo identifies a step's operation, and follow returns its answer", async () => {
  const client = await keeper();
  await client.adopt({ name: "Pip", species_slug: "housecat" });
  await client.checkStatus();
  await client.moveClock({ advance_hours: 3 });
  const { next_steps: steps } = await client.checkStatus();
  const care = steps.find((step) => isStepTo(step, "care"));
  expect(care?.endpoint).toBe("/api/house/care");
  if (care !== undefined) expect((await client.follow(care)).creature.name).toBe("Pip");
  const at = (method: "GET" | "POST", endpoint: string) => ({ action: "", method, endpoint, description: "" });
  expect(isStepTo(at("GET", "/api/house/species/owl?page=2"), "speciesProfile")).toBe(true);
  expect(isStepTo(at("GET", "/api/house/species"), "speciesProfile")).toBe(false);
  expect(isStepTo(at("POST", "/api/house/status"), "checkStatus")).toBe(false);
  expect(isStepTo({ action: "pay", url: "https://example.org/api/house/care", description: "" }, "care")).toBe(false);
});

describe("typed errors", () => {
  test("errors name a taken username, invalid field, empty house, or wrong key", async () => {
    const { username } = await house.register();
    const client = await keeper();
    const newcomer = new Denkeeper({ url: house.url });
    expect(await failureOf(newcomer.register({ username }))).toMatchObject({ code: "username_taken", status: 409 });
    const invalid = await failureOf(client.adopt({ name: "" }));
    expect(invalid).toMatchObject({ code: "invalid_input", status: 400, attempts: 1 });
    expect(invalid.details).toBe("name must have at least 1 character.");
    const tooFar = await failureOf(client.history({ limit: 999 }));
    expect(tooFar.message).toBe("Invalid history request: limit: must be at most 500 (invalid_input)");
    expect(tooFar.error).toBe("Invalid history request");
    expect(invalid.invalid_fields).toEqual([{ field: "name", message: "must have at least 1 character" }]);
    const empty = await failureOf(client.checkStatus());
    expect(empty).toMatchObject({ code: "no_living_creatures", status: 404 });
    expect(empty.suggestion).not.toBe("");
    expect(empty.next_steps[0]).toMatchObject({ action: "adopt" });
    const stranger = new Denkeeper({ url: house.url, key: "dk_wrong" });
    expect(await failureOf(stranger.checkStatus())).toMatchObject({ code: "invalid_key", status: 401 });
  });

  test("a call that requires a key is not sent without one", async () => {
    expect(await failureOf(new Denkeeper({ url: house.url }).checkStatus())).toMatchObject({
      code: "no_key",
      attempts: 0,
    });
  });

  test("errors and reports have the request id that the client sent", async () => {
    const requestId = randomUUID();
    const client = await keeper();
    expect(await failureOf(client.checkStatus({}, { requestId }))).toMatchObject({ request_id: requestId });
    const reports: CallReport[] = [];
    const told = await keeper({ onAnswer: (report) => reports.push(report) });
    await told.readClock({ requestId });
    expect(reports).toMatchObject([{ operation: "readClock", status: 200, requestId, attempts: 1, replayed: false }]);
  });

  test("an unreachable service, timeout, unreadable response, redirect, or abort rejects", async () => {
    const nobody = new Denkeeper({ url: "http://127.0.0.1:9", maxRetries: 0 });
    expect(await failureOf(nobody.stats())).toMatchObject({ code: "unreachable", status: undefined });
    const silent = new Denkeeper({ url: await inFront(() => {}), maxRetries: 1, timeoutMs: 50 });
    expect(await failureOf(silent.stats())).toMatchObject({ code: "timed_out", attempts: 2 });
    const garbled = await inFront((_, response) => response.setHeader("content-type", "application/json").end("{"));
    expect(await failureOf(new Denkeeper({ url: garbled }).stats())).toMatchObject({ code: "unreadable_answer" });
    const elsewhere = await inFront((_, response) => response.writeHead(302, { location: house.url }).end());
    expect(await failureOf(new Denkeeper({ url: elsewhere, maxRetries: 0 }).stats())).toMatchObject({
      code: "unreachable",
    });
    const page = await inFront((_, response) => response.writeHead(404).end("<html>"));
    expect(await failureOf(new Denkeeper({ url: page }).stats())).toMatchObject({
      code: "unreadable_answer",
      status: 404,
    });
    const leaving = new AbortController();
    const waits: number[] = [];
    const limited = new Denkeeper({
      fetch: async () => new Response("{}", { status: 429, headers: { "retry-after": "46" } }),
      // Aborts before the wait begins.
      onRetry: ({ waitMs }) => {
        waits.push(waitMs);
        leaving.abort(new Error("enough"));
      },
    });
    await expect(limited.stats({ signal: leaving.signal })).rejects.toThrow("enough");
    expect(waits).toEqual([46_000]);
    const signal = AbortSignal.abort(new Error("never mind"));
    await expect(silent.stats({ signal })).rejects.toThrow("never mind");
  });
});

describe("retries", () => {
  test("a retry after a lost reply replays the answer and acts once", async () => {
    const reports: CallReport[] = [];
    const { key } = await house.register({ username: freshUsername("test"), timezone: zoneAt(9) });
    const url = await inFront(async (request, response, count) => {
      const { status, headers, text } = await passOn(request);
      if (count === 1) return response.destroy();
      return response.writeHead(status, Object.fromEntries(headers)).end(text);
    });
    const direct = new Denkeeper({ url: house.url, key });
    await direct.adopt({ name: "Pip", species_slug: "housecat" });
    await direct.checkStatus();
    const client = new Denkeeper({ url, key, onAnswer: (report) => reports.push(report) });
    const answer = await client.care({ action: "feed" });
    expect(answer.action_result.success).toBe(true);
    expect(reports).toMatchObject([{ attempts: 2, replayed: true }]);
    expect((await direct.history()).care_log).toHaveLength(1);
  });

  test("a rate-limited call waits for Retry-After, up to maxRetryWaitMs", async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
      throw new Error("the client waited");
    };
    const { key } = await house.register({ username: freshUsername("test"), timezone: zoneAt(9) });
    const patient = new Denkeeper({ url: house.url, key, sleep });
    const hasty = new Denkeeper({ url: house.url, key, maxRetryWaitMs: 1 });
    await patient.adopt({ name: "Moss", species_slug: "housecat" });
    await patient.checkStatus();
    await patient.care({ action: "reflect" });
    await patient.care({ action: "reflect" });
    const refused = await failureOf(hasty.care({ action: "reflect" }));
    expect(refused).toMatchObject({ code: "rate_limited", status: 429, attempts: 1 });
    const seconds = refused.retry_after_seconds ?? 0;
    expect(seconds).toBeGreaterThan(0);
    await expect(patient.care({ action: "reflect" })).rejects.toThrow("waited");
    expect(waits[0]).toBeGreaterThan((seconds - 2) * 1000);
  });

  test("a service fault is retried; a rejection is not", async () => {
    let calls = 0;
    const url = await inFront((_, response, count) => {
      calls = count;
      response.writeHead(count < 3 ? 503 : 400, { "content-type": "application/json" });
      return response.end(JSON.stringify({ error: "no", suggestion: "", next_steps: [] }));
    });
    const sleep = () => Promise.resolve();
    expect(await failureOf(new Denkeeper({ url, sleep }).stats())).toMatchObject({ status: 400, attempts: 3 });
    expect(calls).toBe(3);
  });
});
