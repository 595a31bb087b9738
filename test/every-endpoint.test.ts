// Tests laws that hold for every endpoint, without exceptions. Requests begin with the contract's own example, which must succeed
// for a prepared caller.
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "../src/endpoints.ts";
import { addressOf, type Contract } from "../src/http/contract/contract.ts";
import { now } from "../src/platform/clock.ts";
import { Callers, HOUSES, callExample, exampleOf, type Caller } from "./callers.ts";
import { everyStepLeadsOn } from "./den.ts";
import { freshAddress, freshUsername, houseForFile, type Answer } from "./harness.ts";
import { CHECKOUT_ENV } from "./payers/checkout.ts";
import { FULL, drawn } from "./tier.ts";

const house = await houseForFile({ env: CHECKOUT_ENV });
const callers = new Callers(house);
const contracts = ENDPOINTS.map(({ contract }) => contract);

beforeAll(() => callers.settleExamples());

/** Returns callers that never exhaust the rate limit: a new one replaces each before its window is full. */
function tireless(contract: Contract): () => Promise<Caller> {
  let caller: Caller | undefined;
  let used = 0;
  return async () => {
    if (caller === undefined || used >= contract.limit.max) {
      caller = await callers.callerFor(contract);
      used = 0;
    }
    used++;
    return caller;
  };
}

/** Requests of a window that the gate really sends. Counting the rest directly saves seconds of CPU time. */
const SENT = FULL ? Infinity : 4;

/** Counts all but the last requests of a window without sending them. Returns how many it counted. */
async function useUp({ name, limit }: Contract, subject: string): Promise<number> {
  const unsent = Math.max(0, limit.max - SENT);
  const { limiter } = house.app.services;
  for (let count = 0; count < unsent; count++) await limiter.consume(limit.counter ?? name, limit, subject, now());
  return unsent;
}

/** Returns a call of the endpoint that changes nothing. If it takes a body, the body is invalid JSON. */
function harmless(contract: Contract): { readonly path: string; readonly body: string | undefined } {
  const path = addressOf(contract, contract.example ?? {});
  return { path, body: contract.body === undefined ? undefined : "{" };
}

/** Declares a test only where it applies, so that the rest is not reported as skipped. */
const only = (applies: boolean) => (title: string, run: () => Promise<void>) => {
  if (applies) test(title, run);
};

/** Returns the fields that a body may have. */
function fieldsOf({ body }: Contract): readonly string[] {
  if (body === undefined) return [];
  return Object.keys(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }).properties ?? {});
}

/** Returns true if the answer reports a field, or a field inside it, as invalid. */
function names({ json }: Answer, field: string): boolean {
  const places = [`${field}[`, `${field}.`];
  const faults: readonly { field: string }[] = json.invalid_fields ?? [];
  return faults.some((fault) => fault.field === field || places.some((place) => fault.field.startsWith(place)));
}

const MINUTE = 60;
const HOUR = 3600;

/** The documented rate limits: the counted subject, the maximum, and the window in seconds. */
const DOCUMENTED: Readonly<Record<string, readonly [by: "ip" | "agent", max: number, windowSeconds: number]>> = {
  "POST /api/auth/register": ["ip", 3, HOUR],
  "GET /api/auth/register": ["ip", 60, MINUTE],
  "POST /api/auth/rotate-key": ["agent", 5, HOUR],
  "POST /api/house/adopt": ["agent", 5, MINUTE],
  "GET /api/house/status": ["agent", 60, MINUTE],
  "POST /api/house/care": ["agent", 2, 10],
  "GET /api/house/history": ["agent", 20, MINUTE],
  "GET /api/house/preferences": ["agent", 60, MINUTE],
  "GET /api/house/graveyard": ["ip", 20, MINUTE],
  "DELETE /api/house/release": ["agent", 10, MINUTE],
  "GET /api/house/credits": ["agent", 30, MINUTE],
  "POST /api/house/resurrect": ["agent", 3, HOUR],
  "POST /api/house/credits": ["agent", 30, MINUTE],
  "GET /api/house/hall": ["ip", 20, MINUTE],
  "POST /api/house/species": ["agent", 3, HOUR],
  "GET /api/house/species": ["ip", 30, MINUTE],
  "GET /api/house/species/{slug}": ["ip", 30, MINUTE],
  "GET /api/stats": ["ip", 60, MINUTE],
  "GET /api/house/living": ["ip", 60, MINUTE],
  "GET /api/agents/{username}": ["ip", 60, MINUTE],
  "GET /api/agents/{username}/creatures/{id}": ["ip", 60, MINUTE],
  "GET /api/agents/{username}/graves/{id}": ["ip", 60, MINUTE],
  "GET /api/admin/analytics": ["ip", 30, MINUTE],
  "GET /api/house/clock": ["agent", 60, MINUTE],
  "POST /api/house/clock": ["agent", 60, MINUTE],
  "GET /api": ["ip", 60, MINUTE],
  "GET /api/house": ["ip", 60, MINUTE],
  "GET /api/health": ["ip", 600, MINUTE],
};

test("contracts declare the documented rate limits", () => {
  const stated = contracts.map(({ method, path, limit: { by, max, windowSeconds } }) => [
    `${method} ${path}`,
    [by, max, windowSeconds],
  ]);
  expect(Object.fromEntries(stated)).toMatchObject(DOCUMENTED);
});

test("the list of species and a profile share one counter", async () => {
  const call = callers.anybody();
  for (let count = 0; count < 15; count++) {
    expect((await call("GET", "/api/house/species")).status).toBe(200);
    expect((await call("GET", "/api/house/species/housecat")).status).toBe(200);
  }
  expect((await call("GET", "/api/house/species")).status).toBe(429);
  expect((await call("GET", "/api/house/species/housecat")).status).toBe(429);
});

test("reading and moving the clock share one counter", async () => {
  const { call } = await callers.callerFor({ auth: "required" });
  for (let count = 0; count < 30; count++) {
    expect((await call("GET", "/api/house/clock")).status).toBe(200);
    expect((await call("POST", "/api/house/clock", { advance_hours: 0.01 })).status).toBe(200);
  }
  expect((await call("GET", "/api/house/clock")).status).toBe(429);
});

test("reading and buying credits share one counter", async () => {
  const { call } = await callers.callerFor({ auth: "required" });
  for (let count = 0; count < 15; count++) {
    expect((await call("GET", "/api/house/credits")).status).toBe(200);
    expect((await call("POST", "/api/house/credits", { pack: "100" })).status).toBe(200);
  }
  expect((await call("GET", "/api/house/credits")).status).toBe(429);
  expect((await call("POST", "/api/house/credits", { pack: "100" })).status).toBe(429);
});

describe.each(contracts.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  "%s",
  (_name, contract) => {
    const { method, auth, limit } = contract;
    const place = contracts.indexOf(contract);
    /** In the gate, each endpoint runs every `share`th case, and the cases are spread evenly over the endpoints. */
    const turns = <Case>(cases: readonly Case[], share: number): readonly Case[] =>
      drawn(cases, (_case, index) => (index + place) % share === 0);
    const address = addressOf(contract, contract.example ?? {});

    test("answers its example as the contract says", async () => {
      const answer = await callExample(contract, await callers.callerFor(contract));
      // The harness compares every such answer with the contract's schema.
      expect(answer.status, answer.text).toBe(contract.status);
      expect(contract.response.safeParse(answer.json).error?.issues ?? []).toEqual([]);
    });

    test.each(turns(HOUSES, 2))("suggests only steps that can be called (house: %s)", async (inhabited) => {
      for (const asked of auth === "optional" ? (["none", "required"] as const) : [auth]) {
        await everyStepLeadsOn(async () => {
          const caller = await callers.callerFor({ auth: asked }, inhabited);
          const answer = await callExample(contract, caller);
          const key: string | undefined = answer.json.your_token;
          return { answer, call: key === undefined ? caller.call : callers.anybody({ "x-api-key": key }) };
        });
      }
    });

    only(auth === "required" || auth === "admin")("rejects callers without a valid key", async () => {
      const from = freshAddress();
      for (const headers of [
        {},
        { authorization: "Bearer dk_wrong" },
        { "x-api-key": "dk_wrong" },
        { "x-admin-key": "x" },
      ]) {
        const answer = await house.call(method, address, contract.example?.body, headers, from);
        expect(answer.status).toBe(401);
        expect(answer.json.error).toBe(auth === "admin" ? "Invalid admin key" : "Invalid API key");
        const leads = answer.json.next_steps.map((step: { endpoint?: string }) => step.endpoint);
        expect(leads).toContain(auth === "admin" ? "/api" : "/api/auth/register");
        expect(answer.headers["cache-control"]).toBe("no-store");
      }
      await everyStepLeadsOn(async () => {
        const call = callers.anybody();
        return { call, answer: await call(method, address, contract.example?.body) };
      });
    });

    only(auth === "optional")("answers a bad key with 401, never as the public", async () => {
      const answer = await house.call(method, address, undefined, { "x-api-key": "dk_wrong" }, freshAddress());
      expect(answer.status).toBe(401);
      expect(answer.json.error).toBe("Invalid API key");
    });

    only(auth === "optional")("counts callers with a key by agent", async () => {
      const { call, account } = await callers.callerFor({ ...contract, auth: "required" });
      const unsent = await useUp(contract, account.id);
      for (let count = unsent + 1; count <= limit.max; count++) expect((await call(method, address)).status).toBe(200);
      expect((await call(method, address)).status).toBe(429);
    });

    test(`answers ${limit.max} requests in ${limit.windowSeconds} s and rejects the next`, async () => {
      const from = freshAddress();
      const { call, account } = await callers.callerFor(contract, undefined, from);
      const unsent = await useUp(contract, limit.by === "ip" ? from : account.id);
      const { path, body: refusedBody } = harmless(contract);
      // If only successful calls count, failing ones would not exhaust the window.
      const body = (): unknown => (limit.others === undefined ? refusedBody : { username: freshUsername() });
      for (let count = unsent + 1; count <= limit.max; count++) {
        const answer = await call(method, path, body());
        expect(answer.status, answer.text).not.toBe(429);
        expect(answer.headers["x-ratelimit-limit"]).toBe(String(limit.max));
        expect(answer.headers["x-ratelimit-remaining"]).toBe(String(limit.max - count));
      }
      const refused = await call(method, path, body());
      expect(refused.status).toBe(429);
      expect(refused.json).toMatchObject({ error: "Rate limit exceeded", suggestion: expect.any(String) });
      expect(refused.json.details).toBeUndefined();
      const seconds = refused.json.retry_after_seconds;
      expect(refused.headers).toMatchObject({
        "x-ratelimit-limit": String(limit.max),
        "x-ratelimit-remaining": "0",
        "retry-after": String(seconds),
        "cache-control": "no-store",
      });
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(limit.windowSeconds);
      const reset = Number(refused.headers["x-ratelimit-reset"]);
      expect(Math.abs(reset - seconds - Date.now() / 1000)).toBeLessThan(10);
      for (const { method: next = "GET", endpoint, url, body: sent } of refused.json.next_steps) {
        const there = endpoint ?? url.slice(house.app.services.config.baseUrl.length);
        expect([400, 404], there).not.toContain((await call(next, there, sent)).status);
      }
    });

    only(contract.body !== undefined)("rejects bodies other than JSON objects and suggests valid steps", async () => {
      const caller = tireless(contract);
      for (const body of turns(["{", "[]", '"text"', "5", "true", "null", '{"a":}', "\u0000"], 3)) {
        const answer = await (await caller()).call(method, address, body);
        expect(answer.status, body).toBe(400);
        expect(answer.json.error).toBe(contract.invalid);
        expect(answer.json.details).toMatch(/^body (?:must|is) /);
        expect(answer.json.invalid_fields[0].field).toBe("body");
      }
      await everyStepLeadsOn(async () => {
        const { call } = await callers.callerFor(contract);
        return { call, answer: await call(method, address, "{") };
      });
    });

    only(contract.body !== undefined)("rejects a body of 1 MB", async () => {
      const answer = await (await callers.callerFor(contract)).call(method, address, { bio: "x".repeat(1 << 20) });
      expect(answer.status).toBe(413);
      expect(answer.json.suggestion).toBe("Send a body of at most 100 KB.");
      expect(answer.json.details).toBeUndefined();
    });

    only(contract.body === undefined)("ignores a body that its contract does not declare", async () => {
      const caller = await callers.callerFor(contract);
      const asked = addressOf(contract, exampleOf(contract, caller));
      expect((await caller.call(method, asked, "{")).status).toBe(contract.status);
    });

    only(fieldsOf(contract).length > 0)("rejects wrong types in each field and names the field", async () => {
      const caller = tireless(contract);
      let refused = 0;
      for (const field of fieldsOf(contract)) {
        for (const wrong of turns([{ nonsense: 1 }, [[]], true, "\u{1f5ff}".repeat(2000), -1e9, null], 2)) {
          const asking = await caller();
          const { call } = asking;
          const example = Object.entries(exampleOf(contract, asking).body ?? {});
          const others = Object.fromEntries(example.filter(([name]) => name !== field));
          const body = { ...others, [field]: wrong };
          // A null counts as an absent field.
          const accepted = contract.body?.safeParse(wrong === null ? others : body).success === true;
          const answer = await call(method, address, body);
          if (accepted) expect(answer.status, `${field}: ${JSON.stringify(wrong)}`).toBeLessThan(500);
          else {
            refused++;
            expect(answer.status, `${field}: ${JSON.stringify(wrong)}`).toBe(400);
            // An error text that names one field must not be used for another.
            expect([contract.invalid, `Invalid ${field}`]).toContain(answer.json.error);
            expect(names(answer, field), answer.text).toBe(true);
          }
        }
      }
      expect(refused).toBeGreaterThan(0);
    });

    only(contract.query !== undefined)("rejects empty, repeated and malformed query values", async () => {
      const caller = tireless(contract);
      for (const name of Object.keys(contract.query?.shape ?? {})) {
        const path = addressOf(contract, { params: contract.example?.params });
        const isNullable = contract.query?.safeParse({ [name]: "" }).success === true;
        const ask = async (query: string) => (await caller()).call(method, `${path}?${query}`);
        const empty = await ask(`${name}=`);
        if (isNullable) expect([200, 400], name).toContain(empty.status);
        else expect(empty.status, name).toBe(400);
        expect((await ask(`${name}=1&${name}=1`)).status, name).toBe(400);
        const broken = await ask(`${name}=%F0%9F%97%BF`);
        expect(broken.status, name).toBe(400);
      }
    });

    test("answers unknown methods with a JSON 404 that names the known ones", async () => {
      const known = contracts.filter(({ path }) => path === contract.path).map((each) => each.method);
      for (const unknown of ["GET", "POST", "DELETE", "PUT", "PATCH"].filter(
        (each) => !known.some((one) => one === each),
      )) {
        const answer = await house.call(unknown, address, {}, {}, freshAddress());
        expect(answer.status).toBe(404);
        expect(answer.headers.allow).toContain(method);
        expect(answer.json.did_you_mean).toContain(`${method} ${address.split("?", 1)[0]}`);
      }
    });
  },
);
