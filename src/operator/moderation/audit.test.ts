// Tests the audit log: the acts that it records, pagination, export, and protection against changes.
import { expect, test } from "vitest";
import { ADMIN_KEY, freshAddress, houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const rows = (text: string) => database.adHoc<Record<string, unknown>>(text);
const as = (key: string) => ({ "x-admin-key": key });
const call = (method: string, path: string, body?: object) =>
  house.call(method, path, body, as(ADMIN_KEY), freshAddress());
const audit = async (query = "") => (await call("GET", `/api/admin/audit${query}`)).json;

test("acts through the API have entries under the operator's name", async () => {
  const { username } = await house.register();
  const until = new Date(now() - 60_000).toISOString();
  const from = new Date(now() - 120_000).toISOString();
  const outage = { from, until, reason: "The network was down." };
  expect((await call("POST", "/api/admin/outages", outage)).json.recorded).toBe(true);
  expect((await call("POST", "/api/admin/outages", outage)).json.recorded).toBe(false);
  for (const act of ["hide-profile", "show-profile", "suspend", "lift", "end-keys"]) {
    const done = await call("POST", "/api/admin/acts", { act, subject: username, reason: `for ${act}` });
    expect(done.json.outcome, act).toBe("done");
  }
  const { entries, next_before } = await audit();
  expect(next_before).toBeNull();
  expect(entries.map(({ act, subject }: Record<string, string>) => `${act} ${subject}`).toReversed()).toEqual([
    `declare-outage ${from}/${until}`,
    ...["hide-profile", "show-profile", "suspend", "lift", "end-keys"].map((act) => `${act} ${username}`),
  ]);
  for (const { operator, at, request_id } of entries) {
    expect(operator).toBe("admin");
    expect(Math.abs(Date.parse(at) - now())).toBeLessThan(600_000);
    expect(request_id).toMatch(/^[\w-]{8,64}$/);
  }
});

test("pages have no gaps or repetitions, and the export matches them", async () => {
  const all = (await audit("?limit=500")).entries;
  const paged: unknown[] = [];
  let before = "";
  do {
    const page = await audit(`?limit=3${before === "" ? "" : `&before=${before}`}`);
    paged.push(...page.entries);
    before = page.next_before ?? "";
  } while (before !== "");
  expect(paged).toEqual(all);
  const file = await call("GET", "/api/admin/audit?format=jsonl");
  expect(file.headers["content-type"]).toContain("application/x-ndjson");
  const lines = file.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual(all.toReversed());
  expect(file.headers["cache-control"]).toContain("no-store");
  const stranger = await house.call("GET", "/api/admin/audit?format=jsonl", undefined, {}, freshAddress());
  expect([stranger.status, stranger.json.code]).toEqual([401, "invalid_admin_key"]);
  const earlier = (await audit(`?before=${all[0].id}`)).entries;
  expect(earlier).toEqual(all.slice(1, 1 + earlier.length));
});

test("no statement changes or deletes an entry", async () => {
  for (const change of [
    "UPDATE moderation_acts SET operator = 'ben'",
    "DELETE FROM moderation_acts",
    "TRUNCATE moderation_acts",
  ]) {
    await expect(rows(change)).rejects.toThrow("append-only");
  }
});

test("only an operator can read the audit log", async () => {
  const keeper = await house.register();
  expect((await keeper.call("GET", "/api/admin/audit")).status).toBe(401);
  expect((await house.call("GET", "/api/admin/audit?format=jsonl", undefined, as("wrong"))).status).toBe(401);
  expect((await call("GET", "/api/admin/audit?before=x")).status).toBe(400);
});
