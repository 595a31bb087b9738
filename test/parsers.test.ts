// Fuzzes every parser of outside input: none may throw anything but a rejection. Each runs for a second here and for twenty
// seconds in `npm run fuzz`.
import { connect } from "node:net";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readConfig } from "../src/platform/config/config.ts";
import { ENDPOINTS } from "../src/endpoints.ts";
import { addressCountedAs, clientAddress } from "../src/http/server/client-address.ts";
import type { Contract } from "../src/http/contract/contract.ts";
import { Failure } from "../src/http/respond/errors.ts";
import { trustedProxiesOf } from "../src/platform/config/trusted-proxies.ts";
import { requestIdOf } from "../src/http/message/request-context.ts";
import { fingerprintOf, idempotencyKeyOf } from "../src/http/guard/idempotency.ts";
import { inputOf } from "../src/http/request/validate.ts";
import { signpost } from "../src/http/respond/not-found.ts";
import { agentIdInKey, newKey } from "../src/platform/identity/api-key.ts";
import { dangerIn } from "../src/care/items/named/danger.ts";
import { doubtIn } from "../src/care/items/named/doubt.ts";
import { normaliseItem } from "../src/model/items/normalise.ts";
import { isNotAThing } from "../src/care/items/not-a-thing.ts";
import { itemReader } from "../src/care/items/reading/read-item.ts";
import { withoutSecrets } from "../src/platform/observability/redaction.ts";
import { houseForFile } from "./harness.ts";

const SECONDS = Number(process.env["FUZZ_SECONDS"] ?? 1);
const LIMITED = {
  numRuns: 10_000_000,
  interruptAfterTimeLimit: 1000 * SECONDS,
  markInterruptAsFailure: false,
} as const;
const contracts = ENDPOINTS.map(({ contract }) => contract);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000000" } });

/** Generates text as people, programs and attackers write it. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 50 }),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1e999",
    "NaN",
    "null",
    "true",
    "__proto__",
    "constructor",
    "../..",
    "%00",
    "\u0000",
    "\ud800",
  ),
  fc.constantFrom("Europe/Berlin", "Mars/Phobos", "Etc/GMT+99", "UTC\u0000", "+25:00", "2026-02-30", "tabby", "feed"),
  fc.uuid(),
);

/** Known field names, so that generated input passes the check for missing fields. */
const fieldNames = contracts.flatMap(({ body, query, params, example }) => [
  ...Object.keys(example?.body ?? {}),
  ...[query, params].flatMap((schema) => (schema === undefined ? [] : Object.keys(schema.shape))),
  ...(body !== undefined && "shape" in body ? Object.keys(body.shape as object) : []),
]);
const fieldName = fc.oneof(fc.constantFrom(...new Set(fieldNames)), text);
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(fieldName, fc.oneof(text, fc.double(), fc.jsonValue())),
);

/** Runs a parser that may reject its input but must not throw anything else. */
function refusesAtMost(parse: () => unknown): void {
  try {
    parse();
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.status >= 500) throw thrown;
  }
}

const KEY = newKey("6e7f0b4e-5a41-5f6d-9a54-0d9c1c1b2a10");

test("the key parser rejects nonsense and keys with one changed letter", () => {
  const changed = fc.tuple(fc.nat(KEY.length - 1), fc.string({ minLength: 1, maxLength: 2 })).map(([at, letters]) => {
    return KEY.slice(0, at) + letters + KEY.slice(at + 1);
  });
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        changed,
        text.map((end) => `dk_${end}`),
      ),
      (key) => {
        expect(agentIdInKey(key) === undefined).toBe(key !== KEY);
      },
    ),
    LIMITED,
  );
});

test("bodies, queries and paths of every endpoint are accepted or rejected", () => {
  const search = fc.oneof(
    fc.array(fc.tuple(fieldName, text), { maxLength: 6 }).map((pairs) => `?${new URLSearchParams(pairs).toString()}`),
    text.map((query) => `?${query}`),
  );
  const params = fc.dictionary(fieldName, text);
  fc.assert(
    fc.property(fc.constantFrom<Contract>(...contracts), json, search, params, (contract, value, query, given) => {
      refusesAtMost(() => inputOf(contract, { params: given, search: query, body: { kind: "json", value } }));
    }),
    LIMITED,
  );
});

test("fingerprints accept any JSON and ignore the order of fields", () => {
  fc.assert(
    fc.property(fc.constantFrom<Contract>(...contracts), text, json, (contract, key, body) => {
      const found = idempotencyKeyOf(contract, key);
      expect(found === undefined || typeof found === "string" || found.status === 400).toBe(true);
      const print = fingerprintOf("POST", "/x", body);
      const turned = typeof body === "object" && body !== null && !Array.isArray(body);
      const same = turned ? Object.fromEntries(Object.entries(body).toReversed()) : body;
      expect(fingerprintOf("POST", "/x", same).equals(print)).toBe(true);
    }),
    LIMITED,
  );
});

test("header parsers return an address and a request id for any text", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.ipV4(), fc.ipV6()), text, fc.nat({ max: 3 }), (address, forwarded, hops) => {
      const trusted = hops === 0 ? ({ kind: "none" } as const) : ({ kind: "hops", count: hops } as const);
      expect(addressCountedAs(clientAddress(address, forwarded, trusted))).toBeTypeOf("string");
      expect(["string", "object"]).toContain(typeof trustedProxiesOf(forwarded));
      expect(requestIdOf({ "x-request-id": forwarded })).toMatch(/^[\w-]{8,64}$/);
    }),
    LIMITED,
  );
});

test("no redirect leads to another origin", () => {
  const path = fc.oneof(
    text,
    fc.array(fc.oneof(text, fc.constantFrom("api", "house", "status", "", ".."))).map((words) => `/${words.join("/")}`),
  );
  fc.assert(
    fc.property(fc.constantFrom("GET", "POST", "DELETE", "OPTIONS", "FROB"), path, text, (method, asked, search) => {
      refusesAtMost(() => {
        const context = { method, path: asked, search: `?${search}`, headers: {} } as Parameters<typeof signpost>[0];
        const { headers } = signpost(context, contracts, ["/openapi.json"]);
        if (headers["location"] !== undefined) expect(headers["location"]).toMatch(/^\/[a-z]/);
      });
    }),
    LIMITED,
  );
});

test("the item parsers accept any words", () => {
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 5 }), (words, approved) => {
      const item = normaliseItem(words);
      expect(normaliseItem(item)).toBe(item);
      const { texts } = itemReader().read(words);
      const question = { item: words, action: "feed", family: "cat", approved } as const;
      dangerIn(question, texts);
      doubtIn(question, texts);
      isNotAThing(words);
    }),
    LIMITED,
  );
});

test("log lines contain no key and remain lines of JSON", () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom(KEY, `Bearer ${KEY}`, `?api_key=${KEY}`), (before, after, secret) => {
      const line = withoutSecrets(JSON.stringify({ before: `${before} ${secret}`, after }));
      expect(line).not.toContain(KEY.slice(10));
      expect(() => JSON.parse(line) as unknown).not.toThrow();
    }),
    LIMITED,
  );
});

test("any environment yields settings or a list of faults", () => {
  const names = fc.constantFrom(
    "PORT",
    "ROLE",
    "BASE_URL",
    "REDIS_URL",
    "RATE_LIMIT_FACTOR",
    "DRAIN_SECONDS",
    "LOG_LEVEL",
  );
  fc.assert(
    fc.property(fc.dictionary(names, text), (environment) => {
      try {
        readConfig({ DATABASE_URL: "postgres://x", ...environment });
      } catch (thrown) {
        expect(String(thrown)).toContain("The settings are not valid");
      }
    }),
    LIMITED,
  );
});

/** Sends bytes and returns the response. Stops after the headers or when the server is silent. */
async function answerTo(bytes: Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(house.url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    if (received.includes("\r\n\r\n")) socket.destroy();
  });
  socket.on("error", () => {});
  socket.on("close", () => resolve(received));
  socket.setTimeout(50, () => socket.destroy());
  socket.write(bytes);
  return promise;
}

test("no input makes the server answer 5xx", async () => {
  const account = await house.register();
  const method = fc.constantFrom("GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "FROB");
  const target = fc.oneof(fc.constantFrom(...contracts.map(({ path }) => path)), fc.webPath(), text);
  const header = fc.tuple(
    fc.constantFrom(
      "x-api-key",
      "idempotency-key",
      "x-forwarded-for",
      "accept",
      "content-type",
      "x-request-id",
      "range",
    ),
    fc.string({ unit: "binary-ascii", maxLength: 60 }).map((value) => value.replaceAll(/[\r\n\0]/g, "")),
  );
  const deep = fc.integer({ min: 1, max: 40_000 }).map((depth) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  const body = fc.oneof({ weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) }, text, {
    weight: 1,
    arbitrary: deep,
  });
  await fc.assert(
    fc.asyncProperty(
      method,
      target,
      fc.array(header, { maxLength: 3 }),
      body,
      fc.boolean(),
      async (verb, path, headers, sent, keyed) => {
        const payload = Buffer.from(sent, "utf8");
        const lines = [
          `${verb} ${path.replaceAll(/[\r\n ]/g, "")} HTTP/1.1`,
          "host: fuzz",
          `content-length: ${payload.length}`,
          ...(keyed
            ? [`authorization: Bearer ${account.key}`, "idempotency-key: a-key-that-is-long-enough-for-secrets"]
            : []),
          ...headers.map(([name, value]) => `${name}: ${value}`),
        ];
        const answer = await answerTo(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8"), payload]));
        expect(answer, JSON.stringify({ lines, sent: sent.slice(0, 300) })).not.toMatch(/^HTTP\/1\.1 5/);
      },
    ),
    LIMITED,
  );
  expect((await house.call("GET", "/api/health")).status).toBe(200);
});

test("bodies nested thousands deep are rejected", async () => {
  const account = await house.register();
  for (const depth of [50, 10_000, 50_000]) {
    const body = `{"action":"feed","notes":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const { status, json: told } = await account.call("POST", "/api/house/care", body, { "idempotency-key": "deep" });
    expect([status, told.error]).toEqual([400, "Invalid care action"]);
  }
});
