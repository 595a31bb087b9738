// Tests the ROOM rules: how much an account may store, and which calls still work while the disk is nearly full.
import { afterEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import { isNearlyFull } from "../src/platform/disk-room.ts";
import { now as realNow } from "../src/platform/clock.ts";
import { zoneAt } from "./den.ts";
import { houseForFile, type Account, type Answer } from "./harness.ts";

/** Starts at the beginning of a day, so that no budget is renewed before a test moves to the next day. */
let now = Math.floor(realNow() / DAY_MS) * DAY_MS + MINUTE_MS;
// Without Redis, rate limit windows follow the test's clock.
const house = await houseForFile({ clock: () => now, env: { REDIS_URL: "" } });
const { budgets, database, diskRoom } = house.app.services;
afterEach(() => vi.restoreAllMocks());

type Calling = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

async function keeper(): Promise<Account & { readonly creature: string }> {
  // No creature sleeps at noon.
  const me = await house.register({ timezone: zoneAt(12, now) });
  await me.call("POST", "/api/house/adopt", { name: "Pip" });
  const { json } = await me.call("GET", "/api/house/status");
  return { ...me, creature: json.creature.id };
}

async function patiently(call: Calling, path: string, body: object, headers = {}): Promise<Answer> {
  now += 6 * SECOND_MS;
  return call("POST", path, body, headers);
}

async function notesOf(agent: string): Promise<{ readonly rows: number; readonly notes: number }> {
  const [row] = await database.adHoc<{ rows: string; notes: string }>(
    `SELECT count(*) AS rows, count(notes) AS notes FROM care_log JOIN agents USING (agent_id)
      WHERE username = $1 AND kind = 'care'`,
    [agent],
  );
  return { rows: Number(row?.rows), notes: Number(row?.notes) };
}

describe("the disk", () => {
  test("ROOM-1: the watermark is 1 GB or a tenth of a smaller disk", () => {
    const gb = 2 ** 30;
    for (const [free, bytes, wasLow, isLow] of [
      [gb, 100 * gb, false, false],
      [gb - 1, 100 * gb, false, true],
      [1.2 * gb, 100 * gb, true, true],
      [1.25 * gb, 100 * gb, true, false],
      [0.31 * gb, 3 * gb, false, false],
      [0.29 * gb, 3 * gb, false, true],
    ] as const) {
      expect(isNearlyFull(free, bytes, wasLow), `${free} of ${bytes}`).toBe(isLow);
    }
  });

  test("ROOM-1: below the watermark, registrations fail and care continues", async () => {
    const me = await keeper();
    vi.spyOn(diskRoom, "isLow", "get").mockReturnValue(true);
    const design = { name: "Moss", family: "mammal" };
    for (const [path, body] of [
      ["/api/auth/register", { username: "too-late" }],
      ["/api/house/adopt", { name: "Moss" }],
      ["/api/house/species", design],
      ["/api/house/hooks", { kind: "ntfy", topic: "moss-and-pip-12345" }],
    ] as const) {
      const { status, json, headers } = await me.call("POST", path, body);
      expect([path, status, json.code, headers["retry-after"]]).toEqual([path, 503, "no_room", "3600"]);
    }
    const care = { action: "reflect", notes: "x".repeat(1000) };
    expect((await patiently(me.call, "/api/house/care", care)).status).toBe(200);
    const actions = [{ creature_id: me.creature, action: "clean" }];
    expect((await me.call("POST", "/api/house/visit", { actions })).status).toBe(200);
    expect((await me.call("GET", "/api/house/status")).status).toBe(200);
    const history = await me.call("GET", `/api/house/history?creature_id=${me.creature}`);
    expect(history.text).toContain(`"${"x".repeat(199)}`);
    expect(history.text).not.toContain("x".repeat(201));
    const release = await me.call("DELETE", "/api/house/release", { creature_id: me.creature });
    expect(release.status).toBe(200);
    vi.restoreAllMocks();
    expect((await me.call("POST", "/api/house/adopt", { name: "Moss" })).status).toBe(201);
  });
});

describe("an account", () => {
  test("ROOM-2: 64 KB of notes and items are stored daily; care counts beyond", async () => {
    const me = await keeper();
    const care = { action: "reflect", notes: "n".repeat(1000) };
    let last: Answer | undefined;
    for (let nth = 0; nth < 70; nth++) {
      last = await patiently(me.call, "/api/house/care", care);
      expect(last.status).toBe(200);
    }
    expect(await notesOf(me.username)).toEqual({ rows: 70, notes: 65 });
    expect(last?.json.warnings).toMatchObject([
      { field: "notes", message: expect.stringContaining("were not stored") },
    ]);
    const actions = [{ creature_id: me.creature, action: "play", notes: "n".repeat(1000) }];
    const visit = await patiently(me.call, "/api/house/visit", { actions });
    expect(visit.json.results[0].success).toBe(true);
    expect(visit.json.warnings).toHaveLength(1);
    // The next day has its own budget.
    now += DAY_MS;
    await patiently(me.call, "/api/house/care", care);
    expect((await notesOf(me.username)).notes).toBe(66);
  });

  test("ROOM-2: large houses store 16 KB per creature; sitters have separate budgets", () => {
    const agent = { id: "a", username: "ada" } as never;
    const sitter = {} as never;
    const spend = (by: object, creatures: number) => budgets.spendWords({ agent, ...by }, creatures, 16 * 1024, now);
    expect([1, 2, 3, 4, 5].map(() => spend({}, 1))).toEqual([true, true, true, true, false]);
    expect([spend({}, 5), spend({}, 5), spend({ sitter }, 5)]).toEqual([true, false, true]);
  });

  test("ROOM-3: beyond 2 MB of answers, calls with Idempotency-Key are rejected", async () => {
    const me = await keeper();
    const key = (name: string) => ({ "idempotency-key": name });
    expect((await patiently(me.call, "/api/house/care", { action: "clean" }, key("first"))).status).toBe(200);
    budgets.countAnswer({ agent: { id: me.id } as never }, 2 * 1024 * 1024, now);
    const refused = await patiently(me.call, "/api/house/care", { action: "clean" }, key("second"));
    expect([refused.status, refused.json.code]).toEqual([429, "too_many_stored_answers"]);
    // Stored answers are still replayed, and calls without a key are accepted.
    const again = await patiently(me.call, "/api/house/care", { action: "clean" }, key("first"));
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect((await patiently(me.call, "/api/house/care", { action: "clean" })).status).toBe(200);
  });

  test("ROOM-2: topWriters reports the bytes that an account stored", async () => {
    const me = await keeper();
    await patiently(me.call, "/api/house/care", { action: "reflect", notes: "n".repeat(1000) });
    const writer = budgets.topWriters(1_000).find(({ agent }) => agent === me.username);
    expect(writer?.bytes).toBe(195 + 1000);
  });
});
