// Tests that the environment is parsed once and that wrong values are rejected.
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const DATABASE_URL = "postgres://root@127.0.0.1:5432/x";

test("only DATABASE_URL is required, and other settings have defaults", () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    directDatabaseUrl: DATABASE_URL,
    redisUrl: undefined,
    port: 3000,
    baseUrl: "http://localhost:3000",
    operators: [],
    role: "all",
    rateLimitFactor: 1,
    trustedProxies: { kind: "none" },
    logLevel: "info",
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ DATABASE_URL, PORT: "", ADMIN_KEY: "" })).toMatchObject({ port: 3000, operators: [] });
});

test("each start is a new deployment unless DEPLOYMENT_ID is set", () => {
  expect(readConfig({ DATABASE_URL }).deploymentId).not.toBe(readConfig({ DATABASE_URL }).deploymentId);
  expect(readConfig({ DATABASE_URL, DEPLOYMENT_ID: "v7" }).deploymentId).toBe("v7");
});

test("ADMIN_KEY defines the operator admin unless operators are listed", () => {
  const ADMIN_KEY = "0123456789abcdef";
  expect(readConfig({ DATABASE_URL, ADMIN_KEY }).operators).toEqual([{ name: "admin", operatorKey: ADMIN_KEY }]);
  const OPERATOR_KEYS = "ada:fedcba9876543210, ben:k:with:colons:0000";
  expect(readConfig({ DATABASE_URL, ADMIN_KEY, OPERATOR_KEYS }).operators).toEqual([
    { name: "ada", operatorKey: "fedcba9876543210" },
    { name: "ben", operatorKey: "k:with:colons:0000" },
  ]);
});

test.each([
  ["0123456789abcdef", "must list operators as NAME:KEY, separated by commas. Entry 1 has no colon."],
  ["ada:0123456789abcdef,", "must list operators as NAME:KEY, separated by commas. Entry 2 has no colon."],
  ["Ada:0123456789abcdef", "has an invalid name. Entry 1 must begin with"],
  [":0123456789abcdef", "has an invalid name. Entry 1 must begin with"],
  ["ada:0123456789abcdef, ben:short", "has a key that is too short or has a space. Entry 2 must be NAME:KEY"],
  ["ada:0123456789abcdef, ada:fedcba9876543210", "names ada twice."],
  ["ada:0123456789abcdef, ben:0123456789abcdef", "has the same key for ada and ben."],
])("operators %s are refused without revealing a key", (OPERATOR_KEYS, why) => {
  const start = () => readConfig({ DATABASE_URL, OPERATOR_KEYS });
  expect(start).toThrow(`OPERATOR_KEYS ${why}`);
  expect(start).not.toThrow(/0123456789abcdef|short:|fedcba/);
});

test("an address loses its trailing slash", () => {
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
  [
    "TRUST_PROXY must name the proxies to trust, not just true",
    { DATABASE_URL, TRUST_PROXY: "true", NODE_ENV: "production" },
  ],
  ["HOST", { DATABASE_URL, HOST: "example.org" }],
])("startup names the faulty setting: %s", (name, environment) => {
  expect(() => readConfig(environment)).toThrow(name);
});

test("all faults are reported together, in plain sentences", () => {
  const wrong = {
    NODE_ENV: "production",
    PORT: "http",
    ROLE: "king",
    ADMIN_KEY: "change-me-change-me",
    X402_PAY_TO: "0x",
  };
  const message = [
    "The settings are not valid:",
    "  DATABASE_URL is required.",
    "  PORT must be a number.",
    '  ROLE must be one of api, worker, all, not "king".',
    "  X402_PAY_TO must be 0x and 40 hexadecimal digits, with a valid checksum.",
    "  BASE_URL is required when NODE_ENV is production: links, feeds and forms would lead to localhost.",
    "  ADMIN_KEY is a placeholder that anyone can guess. Generate one with `openssl rand -hex 32`.",
  ];
  expect(() => readConfig(wrong)).toThrow(message.join("\n"));
});

const STRIPE = { STRIPE_SECRET_KEY: "sk_test_abc", STRIPE_WEBHOOK_SECRETS: "whsec_0123456789abcdef" };
const RANDOM = randomBytes(16).toString("hex");
const LIVE = { STRIPE_SECRET_KEY: `sk_live_${RANDOM}`, STRIPE_WEBHOOK_SECRETS: `whsec_${RANDOM}` };
const LOOPBACK = "http://127.0.0.1:4242";
const PRODUCTION = {
  DATABASE_URL,
  NODE_ENV: "production",
  REDIS_URL: "redis://127.0.0.1:6379",
  BASE_URL: "https://den.example",
};

test.each([
  ["a Stripe stand-in in production", "STRIPE_API_BASE", { ...PRODUCTION, ...STRIPE, STRIPE_API_BASE: LOOPBACK }],
  ["a Stripe stand-in with a live key", "STRIPE_API_BASE", { DATABASE_URL, ...LIVE, STRIPE_API_BASE: LOOPBACK }],
  [
    "a Stripe stand-in on another machine",
    "STRIPE_API_BASE",
    { DATABASE_URL, ...STRIPE, STRIPE_API_BASE: "http://10.0.0.7:4242" },
  ],
  [
    "a Stripe stand-in at a name that may resolve elsewhere",
    "STRIPE_API_BASE",
    { DATABASE_URL, ...STRIPE, STRIPE_API_BASE: "http://127.0.0.1.nip.io:4242" },
  ],
  [
    "a Stripe stand-in over https",
    "STRIPE_API_BASE",
    { DATABASE_URL, ...STRIPE, STRIPE_API_BASE: "https://127.0.0.1:4242" },
  ],
  ["a test key in production", "STRIPE_SECRET_KEY", { ...PRODUCTION, ...STRIPE }],
  [
    "a restricted test key in production",
    "STRIPE_SECRET_KEY",
    { ...PRODUCTION, ...STRIPE, STRIPE_SECRET_KEY: "rk_test_a" },
  ],
  ["a live key in development", "STRIPE_SECRET_KEY", { DATABASE_URL, ...LIVE }],
  ["a live key in tests", "STRIPE_SECRET_KEY", { DATABASE_URL, ...LIVE, NODE_ENV: "test" }],
  ["a malformed key", "STRIPE_SECRET_KEY", { DATABASE_URL, ...STRIPE, STRIPE_SECRET_KEY: "pk_test_abc" }],
  ["a key without a webhook secret", "STRIPE_WEBHOOK_SECRETS", { DATABASE_URL, STRIPE_SECRET_KEY: "sk_test_abc" }],
  [
    "a malformed webhook secret",
    "STRIPE_WEBHOOK_SECRETS",
    { DATABASE_URL, ...STRIPE, STRIPE_WEBHOOK_SECRETS: "whsec_" },
  ],
  [
    "three webhook secrets",
    "STRIPE_WEBHOOK_SECRETS",
    { DATABASE_URL, ...STRIPE, STRIPE_WEBHOOK_SECRETS: Array(3).fill(STRIPE.STRIPE_WEBHOOK_SECRETS).join(",") },
  ],
  ["pay links over http in production", "BASE_URL", { ...PRODUCTION, ...LIVE, BASE_URL: "http://den.example" }],
  ["pay links without BASE_URL in production", "BASE_URL", { ...PRODUCTION, ...LIVE, BASE_URL: "" }],
  ["a fault point in production", "FAULT_POINT", { ...PRODUCTION, FAULT_POINT: "x" }],
  ["a fault point in development", "FAULT_POINT", { DATABASE_URL, FAULT_POINT: "x" }],
])("payments: startup fails with %s", (_, variable, environment) => {
  expect(() => readConfig(environment)).toThrow(new RegExp(`^  ${variable} `, "m"));
});

test("payments are live in production, in test mode elsewhere, or off", () => {
  expect(readConfig({ ...PRODUCTION, ...LIVE }).stripe).toMatchObject({ livemode: true, apiBase: undefined });
  expect(readConfig({ DATABASE_URL, ...STRIPE }).stripe).toMatchObject({ livemode: false });
  for (const STRIPE_API_BASE of [LOOPBACK, "http://[::1]:4242"]) {
    expect(readConfig({ DATABASE_URL, ...STRIPE, STRIPE_API_BASE }).stripe?.apiBase).toBe(STRIPE_API_BASE);
  }
  const two = `${STRIPE.STRIPE_WEBHOOK_SECRETS}, whsec_fedcba9876543210`;
  expect(readConfig({ DATABASE_URL, ...STRIPE, STRIPE_WEBHOOK_SECRETS: two }).stripe?.webhookSecrets).toHaveLength(2);
  expect(readConfig({ ...PRODUCTION }).stripe).toBeUndefined();
  expect(readConfig({ DATABASE_URL, NODE_ENV: "test", FAULT_POINT: "x" }).stripe).toBeUndefined();
});

const ADDRESS = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const X402 = {
  X402_FACILITATOR_URL: "https://facilitator.example",
  X402_NETWORK: "eip155:84532",
  X402_PAY_TO: ADDRESS,
  X402_RPC_URL: "https://node.example",
};
const X402_LIVE = { ...X402, X402_NETWORK: "eip155:8453" };

test.each([
  ["an http facilitator", "X402_FACILITATOR_URL", { ...X402_LIVE, X402_FACILITATOR_URL: "http://facilitator.example" }],
  ["an http node", "X402_RPC_URL", { ...X402_LIVE, X402_RPC_URL: "http://node.example" }],
  ["a test network", "X402_NETWORK", X402],
])("x402: %s prevents startup in production", (_, variable, environment) => {
  expect(() => readConfig({ ...PRODUCTION, ...environment })).toThrow(new RegExp(`^  ${variable} `, "m"));
});

test.each([
  ["real money outside production", "X402_NETWORK", X402_LIVE],
  ["an unknown network", "X402_NETWORK", { ...X402, X402_NETWORK: "eip155:1" }],
  ["no network", "X402_NETWORK", { ...X402, X402_NETWORK: "" }],
  ["no payment address", "X402_PAY_TO", { ...X402, X402_PAY_TO: "" }],
  ["an address that is too short", "X402_PAY_TO", { ...X402, X402_PAY_TO: ADDRESS.slice(0, -1) }],
  ["an address with a typo", "X402_PAY_TO", { ...X402, X402_PAY_TO: ADDRESS.replace("C2318", "C2319") }],
  ["an address in the wrong case", "X402_PAY_TO", { ...X402, X402_PAY_TO: ADDRESS.replace("CbD", "cBd") }],
  ["no chain node", "X402_RPC_URL", { ...X402, X402_RPC_URL: "" }],
  ["an invalid facilitator URL", "X402_FACILITATOR_URL", { ...X402, X402_FACILITATOR_URL: "ftp://x" }],
])("x402: startup fails with %s", (_, variable, environment) => {
  expect(() => readConfig({ DATABASE_URL, ...environment })).toThrow(new RegExp(`^  ${variable} `, "m"));
});

test("x402 is off without a facilitator", () => {
  expect(readConfig({ DATABASE_URL, X402_PAY_TO: ADDRESS }).x402).toBeUndefined();
  expect(readConfig({ DATABASE_URL, ...X402, X402_PAY_TO: ADDRESS.toLowerCase() }).x402?.network).toBe("eip155:84532");
  expect(readConfig({ ...PRODUCTION, ...X402_LIVE }).x402).toMatchObject({ network: "eip155:8453", payTo: ADDRESS });
});

const MPP = { ...STRIPE, MPP_ENABLED: "true", MPP_SECRET: "s".repeat(32), MPP_NETWORK_ID: "profile_1" };

test.each([
  ["no secret", "MPP_SECRET", { ...MPP, MPP_SECRET: "" }],
  ["a short secret", "MPP_SECRET", { ...MPP, MPP_SECRET: "s".repeat(31) }],
  ["no Stripe profile", "MPP_NETWORK_ID", { ...MPP, MPP_NETWORK_ID: "" }],
  ["no Stripe key", "STRIPE_SECRET_KEY", { ...MPP, STRIPE_SECRET_KEY: "" }],
  ["an invalid switch", "MPP_ENABLED", { ...MPP, MPP_ENABLED: "perhaps" }],
])("MPP: startup fails with %s", (_, variable, environment) => {
  expect(() => readConfig({ DATABASE_URL, ...environment })).toThrow(new RegExp(`^  ${variable} `, "m"));
});

test("MPP is off by default", () => {
  expect(readConfig({ DATABASE_URL, ...MPP, MPP_ENABLED: "" }).mpp).toBeUndefined();
  expect(readConfig({ DATABASE_URL, ...MPP }).mpp).toMatchObject({
    networkId: "profile_1",
    stripe: { livemode: false },
  });
});

describe("production settings", () => {
  const SECRETS = {
    ADMIN_KEY: "",
    METRICS_TOKEN: "",
    IMAGES_KEY: "",
    MPP_SECRET: "",
    X402_FACILITATOR_KEY: "",
    STRIPE_SECRET_KEY: "sk_live_",
    STRIPE_WEBHOOK_SECRETS: "whsec_",
  };
  const weak = [
    "change-me-change-me-change-me-change-me",
    "CHANGEME-0f3a9c2e7b1d4f60a85e2c19",
    "replace_me_with_a_long_random_value",
    "your-secret-goes-in-this-place-01",
    "a".repeat(32),
    "abc".repeat(12),
    "0123456789abcdef0123456789abcdef",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
  ];

  test.each(Object.entries(SECRETS))("%s must not be a placeholder or easy to guess", (variable, prefix) => {
    for (const text of weak) {
      const secret = prefix + text.replaceAll("-", "_");
      const settings = { ...PRODUCTION, ...(prefix === "" ? {} : LIVE), [variable]: secret };
      expect(() => readConfig(settings), secret).toThrow(
        new RegExp(`^  ${variable} is (a placeholder that anyone can guess|too easy to guess)\\. Generate one`, "m"),
      );
      expect(() => readConfig({ DATABASE_URL, ...STRIPE, [variable]: secret.replace("live", "test") })).not.toThrow();
    }
    for (const bytes of [24, 32, 48]) {
      for (const encoding of ["hex", "base64url"] as const) {
        const secret = prefix + randomBytes(bytes).toString(encoding).replaceAll("-", "_");
        const settings = { ...PRODUCTION, ...(prefix === "" ? {} : LIVE), [variable]: secret };
        expect(() => readConfig(settings), secret).not.toThrow();
      }
    }
  });

  test("each webhook secret and the bucket's secret must be strong", () => {
    const two = `${LIVE.STRIPE_WEBHOOK_SECRETS},whsec_${"x".repeat(20)}`;
    expect(() => readConfig({ ...PRODUCTION, ...LIVE, STRIPE_WEBHOOK_SECRETS: two })).toThrow("STRIPE_WEBHOOK_SECRETS");
    const bucket = { S3_BUCKET: "b", S3_ACCESS_KEY_ID: "minioadmin", S3_SECRET_ACCESS_KEY: "minioadmin" };
    expect(() => readConfig({ ...PRODUCTION, ...bucket })).toThrow("S3_SECRET_ACCESS_KEY");
  });

  test("an operator's own secret must not be used twice", () => {
    const settings = { ...PRODUCTION, ADMIN_KEY: RANDOM, METRICS_TOKEN: RANDOM };
    expect(() => readConfig(settings)).toThrow("METRICS_TOKEN is the same secret as ADMIN_KEY.");
    expect(() => readConfig({ ...PRODUCTION, HOOKS_KEYS: `${RANDOM},${RANDOM}` })).toThrow("HOOKS_KEYS is the same");
    const OPERATOR_KEYS = `ada:${RANDOM}`;
    expect(() => readConfig({ ...PRODUCTION, OPERATOR_KEYS, METRICS_TOKEN: RANDOM })).toThrow(
      "METRICS_TOKEN is the same secret as OPERATOR_KEYS.",
    );
    readConfig({ ...PRODUCTION, IMAGES_KEY: RANDOM });
  });

  test("BASE_URL requires https unless it is local", () => {
    expect(() => readConfig({ ...PRODUCTION, BASE_URL: "" })).toThrow("BASE_URL is required when NODE_ENV");
    expect(() => readConfig({ ...PRODUCTION, BASE_URL: "http://den.example" })).toThrow("BASE_URL must be an https");
    for (const BASE_URL of ["http://localhost:3000", "http://127.0.0.1:3000"]) readConfig({ ...PRODUCTION, BASE_URL });
  });

  test.each(["10.0.0.7", "172.16.0.1", "172.31.255.1", "192.168.1.5:3000", "[fd12::1]", "den", "a.local", "a.b.lan"])(
    "BASE_URL may be http://%s in a private network",
    (host) => expect(readConfig({ ...PRODUCTION, BASE_URL: `http://${host}` }).baseUrl).toBe(`http://${host}`),
  );

  test.each([
    "10.evil.example",
    "172.32.0.1",
    "192.169.1.1",
    "[fe80::1]",
    "[2001:db8::1]",
    "lan.example",
    "a.local.io",
  ])("BASE_URL must not be http://%s", (host) =>
    expect(() => readConfig({ ...PRODUCTION, BASE_URL: `http://${host}` })).toThrow("BASE_URL must be an https"),
  );

  test("in production, a process that answers without Redis must be alone", () => {
    const mustBeAlone = (more: object) => readConfig({ ...PRODUCTION, ...more }).mustBeAlone;
    expect([{ REDIS_URL: "" }, { REDIS_URL: "", ROLE: "api" }].map(mustBeAlone)).toEqual([true, true]);
    expect([{}, { REDIS_URL: "", ROLE: "worker" }, { REDIS_URL: "", NODE_ENV: "test" }].map(mustBeAlone)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("an address may omit a password, but not use an example's", () => {
    const url = (password: string) => `postgres://denkeeper${password}@db.internal/denkeeper`;
    for (const password of [":password", ":change-me"]) {
      expect(() => readConfig({ ...PRODUCTION, DATABASE_URL: url(password) })).toThrow("DATABASE_URL has a password");
    }
    expect(() => readConfig({ ...PRODUCTION, REDIS_URL: "redis://:changeme@r:6379" })).toThrow("REDIS_URL");
    for (const password of ["", ":k3bq"]) readConfig({ ...PRODUCTION, DATABASE_URL: url(password) });
  });
});
