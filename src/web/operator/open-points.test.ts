// The points at the top of the operator's view are true for whatever stands in front, and go when they are settled.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dumpName } from "../../app/health/dumps.ts";
import { readConfig } from "../../config/config.ts";
import { clientAddress, addressCountedAs } from "../../http/server/client-address.ts";
import type { RequestContext } from "../../http/message/request-context.ts";
import { openPoints } from "./open-points.ts";

const SETTLED = { DATABASE_URL: "postgres://x/x", BASE_URL: "https://den.example", OPERATOR_CONTACT: "me@den.example" };
const NOW = Date.UTC(2026, 10, 18, 12);

function pointsOf(env: Record<string, string>, forwarded?: string, socket = "203.0.113.7"): readonly string[] {
  const config = readConfig({ ...SETTLED, ...env });
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const address = addressCountedAs(clientAddress(socket, forwarded, config.trustedProxies));
  return openPoints({ headers, address, now: NOW } as unknown as RequestContext, config);
}

test.each([
  ["nothing in front", "false", undefined, "203.0.113.7"],
  ["one proxy", "1", "203.0.113.7", "127.0.0.1"],
  ["two proxies", "2", "203.0.113.7, 10.0.0.9", "10.0.0.8"],
  ["networks", "10.0.0.0/8", "203.0.113.7, 10.0.0.9", "10.0.0.8"],
  ["networks, called directly", "10.0.0.0/8", undefined, "203.0.113.7"],
])("%s that is trusted is settled", (_, trusted, forwarded, socket) => {
  expect(pointsOf({ TRUST_PROXY: trusted }, forwarded, socket)).toEqual([]);
});

test.each([
  ["false", "203.0.113.7", "You reach me as 127.0.0.1 through 1 proxy (X-Forwarded-For: 203.0.113.7).", 1],
  ["1", "203.0.113.7, 10.0.0.9", "You reach me as 10.0.0.9 through 2 proxies", 2],
  ["1", undefined, "You reach me as 127.0.0.1 through 0 proxies.", 0],
  ["192.0.2.0/24", "203.0.113.7", "You reach me as 127.0.0.1 through 1 proxy", 1],
])("TRUST_PROXY=%s and X-Forwarded-For %s", (trusted, forwarded, said, right) => {
  const [point = "", ...more] = pointsOf({ TRUST_PROXY: trusted }, forwarded, "127.0.0.1");
  expect([point.startsWith(said), point.includes(`TRUST_PROXY=${right} is right`), more]).toEqual([true, true, []]);
});

test("a private address, no contact, and no backup of the last night", () => {
  expect(pointsOf({ BASE_URL: "http://den.lan:3000" })).toEqual([
    expect.stringMatching(/^BASE_URL is http:\/\/den\.lan:3000/),
  ]);
  expect(pointsOf({ OPERATOR_CONTACT: "" })).toEqual([expect.stringMatching(/OPERATOR_CONTACT/)]);
  const DATA_DIR = mkdtempSync(join(tmpdir(), "denkeeper-points-"));
  expect(pointsOf({ DATA_DIR })).toEqual([expect.stringMatching(/^There is no backup yet/)]);
  mkdirSync(join(DATA_DIR, "backups"));
  const dumped = (hours: number) => writeFileSync(join(DATA_DIR, "backups", dumpName(NOW - hours * 3_600_000)), "");
  dumped(49);
  expect(pointsOf({ DATA_DIR })).toEqual([expect.stringMatching(/^The newest backup is 49 hours old/)]);
  dumped(2);
  expect(pointsOf({ DATA_DIR })).toEqual([]);
  rmSync(DATA_DIR, { recursive: true });
});
