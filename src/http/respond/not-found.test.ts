// Tests answers and redirects for unknown addresses.
import { z } from "zod";
import { describe, expect, test } from "vitest";
import { freshAddress, houseForFile } from "../../../test/harness.ts";
import { contract, nextSteps } from "../contract/contract.ts";
import { Failure } from "./errors.ts";
import type { RequestContext } from "../message/request-context.ts";
import { signpost } from "./not-found.ts";

const house = await houseForFile();
const call = (method: string, path: string, headers = {}) =>
  house.call(method, path, undefined, headers, freshAddress());

describe("unknown addresses over HTTP", () => {
  test.each([
    ["GET", "/api/nonsense"],
    ["POST", "/api/house/nonsense"],
    ["DELETE", "/api/x?y=z"],
    ["GET", "/api/%E0%A4%A"],
    ["PATCH", "/"],
  ])("%s %s returns a JSON 404, never HTML", async (method, path) => {
    const answer = await call(method, path, { accept: "text/html" });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.json.next_steps.at(-1)).toMatchObject({ method: "GET", endpoint: "/api" });
  });

  test.each([
    ["GET", "/api/openapi.json", "/openapi.json"],
    ["POST", "/api/openapi.json", "/openapi.json"],
    ["GET", "/api/docs?x=1", "/docs/api?x=1"],
    ["GET", "/.well-known/llms.txt", "/llms.txt"],
    ["GET", "/LLMS.txt", "/llms.txt"],
    ["POST", "/api/mcp", "/mcp"],
    ["POST", "/mcp/", "/mcp"],
    ["GET", "/api/", "/api"],
    ["GET", "//api//auth/register/", "/api/auth/register"],
    ["GET", "/API/Health", "/api/health"],
    ["GET", "/auth/register", "/api/auth/register"],
    ["GET", "/health", "/api/health"],
    ["POST", "/api/auth/rotate?a=b&c=d", "/api/auth/rotate-key?a=b&c=d"],
    ["GET", "/api/hous", "/api/house"],
    ["GET", "/api/he", "/api/health"],
  ])("%s %s returns a 308 to %s", async (method, path, location) => {
    const answer = await call(method, path);
    expect([answer.status, answer.headers.location]).toEqual([308, location]);
  });

  test("a redirect never leaves this service", async () => {
    for (const path of ["//evil.example/", "//evil.example/api", "/%2F%2Fevil.example"]) {
      const { status, headers } = await call("GET", path);
      expect(status === 404 || headers.location?.startsWith("/api") === true, path).toBe(true);
    }
  });

  test("a known operation in the wrong place is suggested without a redirect", async () => {
    const answer = await call("POST", "/api/house/register");
    expect(answer.status).toBe(404);
    expect(answer.json.did_you_mean).toContain("POST /api/auth/register");
    expect((await call("GET", "/api/register")).json.did_you_mean).toContain("GET /api/auth/register");
    expect((await call("GET", "/api/house/leaderboard")).json.did_you_mean).toEqual(["GET /api/house/hall"]);
    expect((await call("GET", "/api/auth/regsiter")).json.did_you_mean).toContain("GET /api/auth/register");
  });

  const KEYS = ["POST /api/auth/register", "POST /api/auth/rotate-key", "GET /api/auth/register"];
  const PETS = ["POST /api/house/adopt", "GET /api/house/status"];
  const CARE = ["POST /api/house/care"];
  const HALL = ["GET /api/house/hall"];
  const ACCOUNT = ["GET /api/auth/account"];
  const NOTHING: readonly string[] = [];
  test.each([
    ...["auth", "login", "signup", "sign-up", "token", "tokens", "key", "keys", "house/keys"].map((p) => [p, KEYS]),
    ...["pets", "pet", "creatures", "creature", "animals", "house/pets", "house/creatures"].map((p) => [p, PETS]),
    ...["feed", "play", "house/feed"].map((path) => [path, CARE]),
    ...["hall-of-fame", "leaderboard", "house/rankings"].map((path) => [path, HALL]),
    ...["me", "whoami", "account", "profile", "settings", "config"].map((path) => [path, ACCOUNT]),
    ...["help", "users", "user", "list", "tools", "commands", "items", "shop", "act", "acts", "actions"].map((path) => [
      path,
      NOTHING,
    ]),
    ...["erase", "suspend", "audit", "admin", "analytics", "log", "version", "ping"].map((path) => [path, NOTHING]),
    ["status", ["GET /api/house/status"]],
    ["v1/status", ["GET /api/house/status"]],
    ["graves", ["GET /api/house/graveyard"]],
  ] as [string, readonly string[]][])("/api/%s suggests only likely matches", async (path, meant) => {
    for (const method of ["GET", "POST"]) {
      const { status, json } = await call(method, `/api/${path}`);
      expect(status).toBe(404);
      expect(new Set(json.did_you_mean ?? [])).toEqual(new Set(meant));
      const steps = json.next_steps.map(
        (each: { method: string; endpoint: string }) => `${each.method} ${each.endpoint}`,
      );
      expect(new Set(steps)).toEqual(new Set(["GET /api", ...meant]));
    }
  });

  test("only a DELETE is referred to an irreversible call", async () => {
    expect((await call("DELETE", "/api/account")).json.did_you_mean).toContain("DELETE /api/auth/account");
    expect((await call("GET", "/api/release")).json.did_you_mean).toBeUndefined();
    expect((await call("GET", "/api/agents/ada/creatures")).json.did_you_mean).toContain(
      "GET /api/agents/{username}/creatures/{id}",
    );
  });

  test("outside the API, browsers get a page and programs get JSON", async () => {
    const page = await fetch(`${house.url}/nonsense`, { headers: { accept: "text/html,*/*" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("No one lives here");
    const json = await call("GET", "/nonsense");
    expect([json.status, json.headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
  });

  test("an unsupported method of a known path lists the supported ones", async () => {
    const answer = await call("PUT", "/api/auth/rotate-key");
    expect(answer.status).toBe(404);
    expect(answer.headers.allow).toBe("POST, OPTIONS");
    expect(answer.json.did_you_mean).toEqual(["POST /api/auth/rotate-key"]);
  });

  test("OPTIONS lists the methods, and HEAD omits the body", async () => {
    const options = await call("OPTIONS", "/api/auth/register");
    expect([options.status, options.headers.allow]).toEqual([204, "POST, GET, HEAD, OPTIONS"]);
    const head = await call("HEAD", "/api");
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("all unknown routes share one counter", async () => {
    const from = freshAddress();
    const first = await house.call("GET", "/api/one", undefined, {}, from);
    const second = await house.call("POST", "/two", undefined, {}, from);
    expect([first, second].map(({ headers }) => headers["x-ratelimit-remaining"])).toEqual(["59", "58"]);
  });
});

describe("unknown addresses with a care endpoint", () => {
  const care = contract({
    name: "care",
    method: "POST",
    path: "/api/house/care",
    summary: "Care.",
    description: "Care.",
    auth: "required",
    limit: { by: "agent", max: 2, windowSeconds: 10 },
    body: z.object({ action: z.string() }),
    status: 200,
    response: z.object({ next_steps: nextSteps }),
    invalid: "Invalid care action",
    failure: "Something went wrong in the den",
    errors: {},
  });

  test.each(["/api/house/feed", "/api/house/care/feed", "/api/feed", "/feed", "/api/house/FEED/"])(
    "%s leads to care with the action prefilled",
    (path) => {
      const asked = { method: "POST", path, search: "" } as RequestContext;
      let thrown: unknown;
      try {
        signpost(asked, [care], []);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(Failure);
      const { status, more } = thrown as Failure;
      expect(status).toBe(404);
      expect(more.nextSteps?.[0]).toMatchObject({
        method: "POST",
        endpoint: "/api/house/care",
        body: { action: "feed" },
      });
    },
  );
});
