// Tests that poolers are detected, and that an unsuitable one is refused with its version and the reason.
import { afterAll, beforeAll, expect, test } from "vitest";
import { SERVER_URL } from "../../../test/processes/databases.ts";
import { startPooler, type StandInPooler } from "../../../test/processes/stand-in-pooler.ts";
import { findPooler, poolerFault } from "./pooler.ts";

let old: StandInPooler;
let silent: StandInPooler;
beforeAll(async () => {
  old = await startPooler(SERVER_URL, "1.18.0");
  silent = await startPooler(SERVER_URL);
});
afterAll(() => Promise.all([old.close(), silent.close()]));

test("PostgreSQL itself is not detected as a pooler", async () => {
  expect(await findPooler(SERVER_URL)).toBeUndefined();
});

test("an old pooler is detected by version or by behavior", async () => {
  const known = await findPooler(old.url);
  expect(known).toEqual({ version: "1.18.0", changesHands: true, keepsStatements: false });
  expect(known && poolerFault(known)).toMatch(
    /^leads to PgBouncer 1\.18\.0, which gives prepared statements .* 1\.21 or/,
  );
  const unknown = await findPooler(silent.url);
  expect(unknown).toEqual({ version: undefined, changesHands: true, keepsStatements: false });
  expect(unknown && poolerFault(unknown)).toMatch(/^leads to a pooler that gives prepared statements/);
});

test("a new pooler is accepted if it preserves prepared statements", () => {
  const pooler = { version: "1.24.1", changesHands: true, keepsStatements: true };
  expect(poolerFault(pooler)).toBeUndefined();
  expect(poolerFault({ ...pooler, version: undefined })).toBeUndefined();
  expect(poolerFault({ ...pooler, keepsStatements: false })).toMatch(
    /PgBouncer 1\.24\.1 .*max_prepared_statements = 400/,
  );
});

test("detection rejects if the address does not answer", async () => {
  await expect(findPooler("postgres://root@127.0.0.1:1/x")).rejects.toThrow("ECONNREFUSED");
});
