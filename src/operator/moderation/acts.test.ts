// Operators' acts over HTTP. Each act leaves one entry under the operator's name, and a failed act leaves none.
import { expect, test } from "vitest";
import { ADMIN_KEY, freshAddress, houseForFile } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { lockAccount } from "../../model/events/store/account-events.ts";

const ADA = "a-key-of-the-operator-ada";
const BEN = "a-key-of-the-operator-ben";
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", OPERATOR_KEYS: `ada:${ADA}, ben:${BEN}` } });
const { database } = house.app.services;
const rows = (text: string, values: readonly unknown[] = []) => database.adHoc<Record<string, unknown>>(text, values);

const PATH = "/api/admin/acts";
const act = (key: string, body: object, headers: Record<string, string> = {}) =>
  house.call("POST", PATH, body, { "x-admin-key": key, ...headers }, freshAddress());
const entriesOf = (subject: string) =>
  rows(`SELECT operator, act, reason, request_id FROM moderation_acts WHERE subject = $1 ORDER BY act_id`, [subject]);

test("each act records the operator's name and the request's id", async () => {
  const { username } = await house.register();
  const requestId = "request-of-ada-1";
  const done = await act(
    ADA,
    { act: "suspend", subject: `@${username}`, reason: "spam" },
    { "x-request-id": requestId },
  );
  expect([done.status, done.json.outcome]).toEqual([200, "done"]);
  const again = await act(BEN, { act: "suspend", subject: username, reason: "spam" });
  expect([again.status, again.json.outcome]).toEqual([200, "already"]);
  const lifted = await act(BEN, { act: "lift", subject: username, reason: "talked about it" });
  expect([lifted.status, lifted.json.outcome]).toEqual([200, "done"]);
  expect(await entriesOf(username)).toEqual([
    { operator: "ada", act: "suspend", reason: "spam", request_id: requestId },
    {
      operator: "ben",
      act: "lift",
      reason: "talked about it",
      request_id: expect.stringMatching(/^[\w-]{8,}$/),
    },
  ]);
  const audit = await house.call("GET", "/api/admin/audit", undefined, { "x-admin-key": BEN }, freshAddress());
  expect(audit.json.entries).toMatchObject([{ operator: "ben" }, { operator: "ada" }]);
  for (const key of [ADA, BEN]) expect(audit.text).not.toContain(key);
});

test("a wrong key fails, as does ADMIN_KEY while operators are listed", async () => {
  const { username } = await house.register();
  for (const key of ["", "wrong", ADMIN_KEY, `${ADA}x`, ADA.toUpperCase(), `${ADA},${BEN}`, "ada"]) {
    const refused = await act(key, { act: "suspend", subject: username, reason: "spam" });
    expect([refused.status, refused.json.code], key).toEqual([401, "invalid_admin_key"]);
  }
  expect(await entriesOf(username)).toEqual([]);
});

test("an act that changes nothing leaves no entry and says why", async () => {
  const { username } = await house.register();
  const unknown = await act(ADA, { act: "suspend", subject: "nobody-of-this-name", reason: "who" });
  expect([unknown.status, unknown.json.code]).toEqual([404, "unknown_subject"]);
  const invalid = await act(ADA, { act: "burn", subject: username, reason: "x" });
  expect([invalid.status, invalid.json.error]).toEqual([400, "Invalid act"]);
  expect((await act(ADA, { act: "suspend", subject: username, reason: " " })).status).toBe(400);
  expect((await act(ADA, { act: "lift", subject: username, reason: "x" })).json.outcome).toBe("already");
  expect(await entriesOf(username)).toEqual([]);
  expect(await entriesOf("nobody-of-this-name")).toEqual([]);
});

test("an Idempotency-Key replays an act only to the same operator", async () => {
  const { username } = await house.register();
  const headers = { "idempotency-key": "hide-them-once" };
  const body = { act: "hide-profile", subject: username, reason: "rude" };
  const first = await act(ADA, body, headers);
  const repeated = await act(ADA, body, headers);
  expect([repeated.text, repeated.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
  expect((await act(ADA, { ...body, reason: "else" }, headers)).status).toBe(422);
  const other = await act(BEN, body, headers);
  expect([other.headers["idempotency-replayed"], other.json.outcome]).toEqual([undefined, "already"]);
  expect(await entriesOf(username)).toHaveLength(1);
});

test("no act takes effect without its entry", async () => {
  const { username, call } = await house.register();
  await rows(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full'; END $$`);
  await rows("CREATE TRIGGER full_disk BEFORE INSERT ON moderation_acts EXECUTE FUNCTION full_disk()");
  try {
    expect((await act(ADA, { act: "suspend", subject: username, reason: "spam" })).status).toBe(500);
    expect((await act(ADA, { act: "end-keys", subject: username, reason: "leak" })).status).toBe(500);
  } finally {
    await rows("DROP TRIGGER full_disk ON moderation_acts");
  }
  expect((await call("GET", "/api/house/credits")).status).toBe(200);
});

test("an act with a killed connection leaves no change and no entry", async () => {
  const { username, id, call } = await house.register();
  const waiting = "FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'";
  const answer = await database.withTransaction(async (tx) => {
    await lockAccount(tx, { agentId: id });
    const pending = act(ADA, { act: "suspend", subject: username, reason: "spam" });
    await until(async () => (await rows(`SELECT pid ${waiting}`, [house.database])).length === 1);
    await rows(`SELECT pg_terminate_backend(pid) ${waiting}`, [house.database]);
    return { pending };
  });
  expect((await answer.pending).status).toBeGreaterThanOrEqual(500);
  expect((await call("GET", "/api/house/credits")).status).toBe(200);
  expect(await entriesOf(username)).toEqual([]);
});
