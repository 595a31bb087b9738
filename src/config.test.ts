// The environment is read once and refused when it is wrong.
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const DATABASE_URL = "postgres://root@127.0.0.1:5432/x";

test("has defaults for all but the database", () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    directDatabaseUrl: DATABASE_URL,
    redisUrl: undefined,
    port: 3000,
    baseUrl: "http://localhost:3000",
    adminKey: undefined,
    role: "all",
    rateLimitFactor: 1,
    trustProxy: false,
    logLevel: "info",
  });
});

test("counts an empty variable as not set", () => {
  expect(readConfig({ DATABASE_URL, PORT: "", ADMIN_KEY: "" })).toMatchObject({ port: 3000, adminKey: undefined });
});

test("names each start as a deployment of its own, unless told otherwise", () => {
  expect(readConfig({ DATABASE_URL }).deploymentId).not.toBe(readConfig({ DATABASE_URL }).deploymentId);
  expect(readConfig({ DATABASE_URL, DEPLOYMENT_ID: "v7" }).deploymentId).toBe("v7");
});

test("an address has no slash at its end", () => {
  expect(readConfig({ DATABASE_URL, BASE_URL: "https://den.example/" }).baseUrl).toBe("https://den.example");
});

test.each([
  ["DATABASE_URL", {}],
  ["DATABASE_URL", { DATABASE_URL: "mysql://x" }],
  ["PORT", { DATABASE_URL, PORT: "http" }],
  ["ADMIN_KEY", { DATABASE_URL, ADMIN_KEY: "too short" }],
  ["ROLE", { DATABASE_URL, ROLE: "king" }],
  ["RATE_LIMIT_FACTOR", { DATABASE_URL, RATE_LIMIT_FACTOR: "0" }],
  ["TRUST_PROXY", { DATABASE_URL, TRUST_PROXY: "perhaps" }],
  ["REDIS_URL", { DATABASE_URL, NODE_ENV: "production" }],
])("refuses to start when %s is wrong", (name, environment) => {
  expect(() => readConfig(environment)).toThrow(name);
});
