// Tests that no secret reaches the log, wherever it appears in a line.
import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { newKey } from "../identity/api-key.ts";
import { REDACTING, withoutSecrets } from "./redaction.ts";

function logged(write: (log: ReturnType<typeof pino>) => void): string {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(pino({ base: null, ...REDACTING }, stream));
  return text;
}

const KEY = newKey("6e7f0b4e-5a41-5f6d-9a54-0d9c1c1b2a10");

test.each([
  ["a field", { authorization: `Bearer ${KEY}` }],
  ["a header two objects deep", { req: { headers: { "x-api-key": "plain-secret", "x-payment": "plain-secret" } } }],
  ["an argument", { arguments: { api_key: "plain-secret" } }],
  ["an error's message", { err: new Error(`no key ${KEY} at postgres://den:plain-secret@db/den`) }],
  ["an error's request", { err: Object.assign(new Error("x"), { config: { headers: { cookie: "plain-secret" } } }) }],
  ["a query", { url: "/api?api_key=plain-secret&x=1" }],
  ["a provider's secret", { note: "sk_live_plainsecret and whsec_plainsecret" }],
  ["an admin key", { headers: { "x-admin-key": "plain-secret" } }],
  ["the settings", { config: { operators: [{ name: "ada", operatorKey: "plain-secret" }] } }],
])("a secret in %s is redacted", (_where, entry) => {
  const text = logged((log) => log.info(entry, "told"));
  expect(text).toContain("told");
  for (const secret of [KEY, KEY.slice(0, 20), "plain-secret", "plainsecret"]) expect(text).not.toContain(secret);
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

test("an error is logged without properties that drivers attach", () => {
  const lost = Object.assign(new Error("terminating"), { code: "57P01", client: { processID: 7 } });
  const fault = Object.assign(new TypeError("x is not a function"), { code: "ERR_X", client: { processID: 7 } });
  const told = (err: unknown) => (JSON.parse(logged((log) => log.warn({ err }, "told"))) as { err: object }).err;
  expect(told(lost)).toEqual({ type: "Error", message: "terminating", code: "57P01" });
  expect(told(fault)).toEqual({ type: "TypeError", message: "x is not a function", stack: fault.stack });
  expect(told("words")).toBe("words");
});

test("text without secrets is logged unchanged", () => {
  const line = '{"requestId":"abc","route":"/api/house/status","agentId":"6e7f","path":"/token/secret"}';
  expect(withoutSecrets(line)).toBe(line);
});
