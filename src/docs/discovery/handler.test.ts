// Tests the discovery document, the list of operations, health, the API description, and headers of every answer.
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { ENDPOINTS } from "../../endpoints.ts";

const house = await houseForFile();
const contracts = ENDPOINTS.map(({ contract }) => contract);

test("GET /api lists every endpoint", async () => {
  const { status, json } = await house.call("GET", "/api");
  expect(status).toBe(200);
  expect(json.endpoints.map(({ method, path }: Record<string, string>) => `${method} ${path}`)).toEqual(
    contracts.map(({ method, path }) => `${method} ${path}`),
  );
});

test("GET /api/house lists the operations of a house", async () => {
  const { json } = await house.call("GET", "/api/house");
  for (const { path } of json.operations) expect(path).toMatch(/^\/api\/house\//);
  const adopt = json.operations.find(({ name }: { name: string }) => name === "adopt");
  expect(adopt.limit.max, "the limit of this installation").toBe(
    Math.round(5 * house.app.services.config.rateLimitFactor),
  );
});

test("GET /api/health returns the status and the build", async () => {
  const { json } = await house.call("GET", "/api/health");
  expect(json).toMatchObject({ status: "ok", version: "1.0.0", build: house.app.services.config.build.name });
  expect(json).toMatchObject({ rate_limits: "shared" });
});

test("GET /openapi.json describes every endpoint in OpenAPI 3.1, version 1.0.0", async () => {
  const { status, json } = await house.call("GET", "/openapi.json");
  expect(status).toBe(200);
  expect(json).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } });
  for (const { method, path, status: answered } of contracts) {
    const operation = json.paths[path][method.toLowerCase()];
    expect(operation.responses).toHaveProperty(String(answered));
    expect(operation.responses.default).toEqual({ $ref: "#/components/responses/default" });
  }
  expect(json.components.responses.default["x-statuses"]).toContain(429);
  for (const [, name] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(json.components.schemas).toHaveProperty(name ?? "");
  }
});

test("GET /api/auth/register shows the schema of a registration", async () => {
  const { json } = await house.call("GET", "/api/auth/register");
  expect(json.schema.required).toEqual(["username"]);
  expect(json.schema.properties.username).toMatchObject({ minLength: 2, maxLength: 50 });
  expect(json.schema.properties.bio).toMatchObject({ maxLength: 200 });
});

test("every answer has security headers", async () => {
  for (const path of ["/api", "/nowhere", "/openapi.json"]) {
    const { headers } = await house.call("GET", path);
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
  }
});

test("a valid X-Request-Id is kept, and an invalid one is replaced", async () => {
  const named = await house.call("GET", "/api", undefined, { "x-request-id": "trace-12345678" });
  expect(named.headers["x-request-id"]).toBe("trace-12345678");
  const odd = await house.call("GET", "/api", undefined, { "x-request-id": "a b" });
  expect(odd.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});
