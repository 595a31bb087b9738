// Pings: the run they belong to, the calls counted with it, the end of a link, and the limits of a stolen one.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { describe, expect, test, vi } from "vitest";
import { openDen } from "../../../test/den.ts";
import { freshAddress, houseForFile, houseForTest, type Account, type House } from "../../../test/harness.ts";
import { operatorOf } from "../../../test/operator.ts";
import { newKey } from "../../platform/identity/api-key.ts";
import { listRuns } from "../../model/agents/store/runs.ts";

let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { database, callTrail } = house.app.services;
const AT = "/api/house/ping-link";
const PAGE = { accept: "text/html" };

async function linkOf(me: Pick<Account, "call">, body?: object): Promise<string> {
  const answer = await me.call("POST", AT, body);
  expect(answer.status).toBe(201);
  return new URL(answer.json.ping_url).pathname;
}

async function ping(path: string, method = "GET", within: House = house): Promise<number> {
  const { status, headers, text } = await within.call(method, path, undefined, {}, freshAddress());
  expect(headers["cache-control"]).toBe("no-store");
  if (status === 200) expect(headers["content-type"]).toContain("text/plain");
  if (status === 200 && method !== "HEAD") expect(text).toBe("OK\n");
  return status;
}

async function runsOf({ id: agentId }: Pick<Account, "id">) {
  await callTrail.save();
  const runs = await listRuns(database, { agentId, since: 0, limit: 100 });
  return runs.map(({ startedAt, endedAt, exitCode, calls, fed }) => ({
    took: endedAt === null ? null : Math.round((endedAt - startedAt) / MINUTE_MS),
    exitCode,
    calls,
    fed,
  }));
}

test("RUN-1: calls between a start and an end count for the run", async () => {
  const den = await openDen(house);
  const creatureId = await den.hatched();
  const path = await linkOf(den);
  await den.call("GET", "/api/house/status");
  expect(await ping(`${path}/start`)).toBe(200);
  await den.call("GET", "/api/house/status");
  await den.call("POST", "/api/house/care", { action: "feed", creature_id: creatureId });
  await den.call("POST", "/api/house/care", { action: "no such action" });
  movedMs += 2 * MINUTE_MS;
  expect(await ping(`${path}/7`, "POST")).toBe(200);
  await den.call("GET", "/api/house/status");
  expect(await runsOf(den)).toEqual([{ took: 2, exitCode: 7, calls: 3, fed: ["Pip"] }]);
  // HEAD reports nothing. An end without a start is a separate run with unknown calls.
  expect(await ping(`${path}/start`, "HEAD")).toBe(200);
  expect(await ping(path)).toBe(200);
  expect((await runsOf(den))[0]).toEqual({ took: 0, exitCode: 0, calls: null, fed: [] });
  const { last_run } = (await den.call("GET", AT)).json;
  expect(last_run).toMatchObject({ exit_code: 0, calls: null, fed: [] });
});

test("RUN-2: an unended run takes no calls of the next run", async () => {
  const me = await house.register();
  const path = await linkOf(me);
  await ping(`${path}/start`);
  movedMs += MINUTE_MS;
  await ping(`${path}/start`);
  await me.call("GET", "/api/house/credits");
  await ping(`${path}/fail`);
  expect(await runsOf(me)).toEqual([
    { took: 0, exitCode: 1, calls: 1, fed: [] },
    { took: null, exitCode: null, calls: 0, fed: [] },
  ]);
  movedMs += 25 * HOUR_MS;
  await ping(`${path}/0`);
  expect(await runsOf(me)).toMatchObject([{ exitCode: 0, calls: null }, { exitCode: 1 }, { exitCode: null }]);
});

test("a ping with an invalid suffix returns 404 and lists valid suffixes", async () => {
  const path = await linkOf(await house.register());
  for (const word of ["256", "-1", "01", "stop", "1e2"]) expect(await ping(`${path}/${word}`), word).toBe(404);
  const { json } = await house.call("GET", `${path}/stop`);
  expect(json.suggestion).toContain("an exit code from 0 to 255");
});

test("replacing, revoking, suspending, ending keys and leaving disable a link", async () => {
  const me = await house.register();
  const first = await linkOf(me);
  const second = await linkOf(me);
  expect([await ping(first), await ping(second), await ping(first, "HEAD")]).toEqual([404, 200, 404]);
  const operator = operatorOf(house);
  expect(await operator.act("suspend", me.username, "A test.")).toBe("done");
  expect([await ping(second), await ping(second, "HEAD")]).toEqual([404, 404]);
  expect(await operator.act("lift", me.username, "A test.")).toBe("done");
  expect(await ping(second)).toBe(200);
  expect((await me.call("DELETE", AT)).status).toBe(200);
  expect(await ping(second)).toBe(404);
  const third = await linkOf(me);
  expect(await operator.act("end-keys", me.username, "A test.")).toBe("done");
  expect(await ping(third)).toBe(404);
  const leaver = await house.register();
  const last = await linkOf(leaver);
  await house.call("POST", `${last}/1`, "what it printed", {}, freshAddress());
  const body = { confirm_username: leaver.username };
  const { confirmation } = (await leaver.call("DELETE", "/api/auth/account", body)).json;
  const left = await leaver.call("DELETE", "/api/auth/account", { ...body, confirmation });
  expect(left.status).toBe(200);
  expect(await ping(last)).toBe(404);
  expect(await database.adHoc("SELECT output FROM ping_links WHERE agent_id = $1", [leaver.id])).toEqual([]);
});

test("malformed links cost no query, and only a hash is stored", async () => {
  const me = await house.register();
  const path = await linkOf(me);
  // Counts only queries for the link, because others run concurrently.
  const query = vi.spyOn(database, "query");
  const asked = () => query.mock.calls.filter(([{ name }]) => name === "find-ping-link").length;
  for (const wrong of ["/ping/dkp_x", `${path.slice(0, -1)}!`, `/ping/${newKey(me.id, "owner")}`]) {
    expect([await ping(wrong), await ping(wrong, "HEAD")], wrong).toEqual([404, 404]);
  }
  expect(asked()).toBe(0);
  expect(await ping(path, "HEAD")).toBe(200);
  expect(asked()).toBe(1);
  query.mockRestore();
  expect(await ping(`/ping/${newKey(me.id, "ping")}`)).toBe(404);
  const stored = await database.adHoc("SELECT p::text AS row FROM ping_links p WHERE agent_id = $1", [me.id]);
  expect(JSON.stringify(stored)).not.toContain(path.slice(-20));
});

test("a link accepts 60 pings a minute, without affecting other links", async () => {
  const strict = await houseForTest();
  const [me, other] = [await strict.register(), await strict.register()];
  const [path, others] = [await linkOf(me), await linkOf(other)];
  const statuses: number[] = [];
  for (let count = 0; count < 70; count++) statuses.push(await ping(path, "GET", strict));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
  expect(await ping(others, "GET", strict)).toBe(200);
});

test("a ping is no sign of life and feeds no creature", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const path = await linkOf(den, { every_minutes: 30 });
  const pulse = async () => {
    const [row] = await database.adHoc("SELECT last_at, every_minutes, grace_minutes FROM pulses WHERE agent_id = $1", [
      den.id,
    ]);
    return row as { last_at: number; every_minutes: number; grace_minutes: number };
  };
  const before = await pulse();
  expect(before).toMatchObject({ every_minutes: 30, grace_minutes: 45 });
  const hungerOf = async () => {
    const [row] = await database.adHoc("SELECT version, last_fed_at FROM creatures WHERE creature_id = $1", [id]);
    return row;
  };
  const creature = await hungerOf();
  movedMs += HOUR_MS;
  await ping(`${path}/start`);
  await ping(`${path}/check-1`);
  expect((await pulse()).last_at).toBe(before.last_at);
  expect((await runsOf(den))[0]).toMatchObject({ exitCode: 257 });
  expect((await den.call("GET", AT)).json.last_run).toMatchObject({ exit_code: 0, check_code: 1 });
  expect(await hungerOf()).toEqual(creature);
  expect((await den.call("POST", AT, { grace_minutes: 30 })).json.invalid_fields).toMatchObject([
    { field: "grace_minutes" },
  ]);
  const cron = { cron: "0  9 * * 1-5", zone: "europe/berlin" };
  await linkOf(den, cron);
  const { json } = await den.call("GET", "/api/house/hooks");
  expect(json).toMatchObject({ cron: "0 9 * * 1-5", zone: "Europe/Berlin", grace_minutes: 60 });
  for (const bad of [{ cron: "* * * * *" }, { cron: "0 9 L * *" }, { ...cron, every_minutes: 30 }, { zone: "UTC" }]) {
    expect((await den.call("POST", AT, bad)).status, JSON.stringify(bad)).toBe(400);
  }
});

describe("RUN-1: a thief of a ping link", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const path = await linkOf(den, { every_minutes: 30 });
  const { owner_url } = (await den.call("POST", "/api/house/owner-link")).json;
  const ownerPage = async () => (await house.call("GET", new URL(owner_url).pathname, undefined, PAGE)).text;
  const says = (word: string, text: string) => house.call("POST", `${path}/${word}`, text, {}, freshAddress());
  const stored = async () => {
    // Calls of earlier tests are signs of life, which are saved a second later.
    await house.app.services.visitBuffer.save();
    const [row] = await database.adHoc("SELECT last_at, look_at FROM pulses WHERE agent_id = $1", [den.id]);
    const [creature] = await database.adHoc("SELECT version, last_fed_at FROM creatures WHERE creature_id = $1", [id]);
    return { pulse: row as { last_at: number; look_at: number }, creature };
  };

  test("can report the start, failure and success of a run", async () => {
    for (const word of ["start", "1", "0"]) expect(await ping(`${path}/${word}`, "POST"), word).toBe(200);
    expect((await runsOf(den)).map(({ exitCode }) => exitCode)).toEqual([0, 1]);
  });

  test("can put 2,000 characters on the owner page, but no key", async () => {
    const key = newKey(den.id);
    await says("1", `first ${"x".repeat(3_000)}\u001B[31m<script>evil()</script> ${key}`);
    const page = await ownerPage();
    const [, shown = ""] = /<pre>(?<shown>x[^]*?)<\/pre>/.exec(page) ?? [];
    expect(shown).toMatch(/^x+&lt;script&gt;evil\(\)&lt;\/script&gt; dk_\.{3}$/);
    expect(shown.replaceAll(/&[lg]t;/g, "<")).toHaveLength(2_000);
    expect(page).not.toContain(key);
  });

  test("cannot put text anywhere else", async () => {
    await says("check-1", "word-of-a-thief");
    expect(await ownerPage()).toContain("word-of-a-thief");
    for (const at of [AT, "/api/house/status", "/api/house/home", "/api/house/events", "/api/house/incidents"]) {
      const { status, text } = await den.call("GET", at);
      expect([status, text.includes("word-of-a-thief")], at).toEqual([200, false]);
    }
    expect((await house.call("GET", `/agents/${den.username}`, undefined, PAGE)).text).not.toContain("word-of-a-thief");
  });

  test("cannot feed, show life, or cause more than one observation", async () => {
    const before = await stored();
    for (let count = 0; count < 5; count++) await ping(`${path}/${count % 2}`, "POST");
    const first = await stored();
    movedMs += MINUTE_MS;
    await ping(`${path}/1`, "POST");
    expect(await stored()).toEqual(first);
    expect(first.creature).toEqual(before.creature);
    expect(first.pulse.last_at).toBe(before.pulse.last_at);
  });

  test("cannot use the link for other calls or read more than OK", async () => {
    const secret = path.split("/").at(-1) ?? "";
    for (const [method, at] of [
      ["GET", "/api/house/status"],
      ["GET", AT],
      ["POST", AT],
      ["DELETE", AT],
      ["POST", "/api/house/visit"],
    ] as const) {
      const { status } = await house.call(method, at, undefined, { authorization: `Bearer ${secret}` }, freshAddress());
      expect(status, `${method} ${at}`).toBe(401);
    }
    expect((await house.call("GET", `/owner/${secret}`, undefined, PAGE)).status).toBe(404);
    expect(await ping(path)).toBe(200);
  });

  test("loses access and its text when the link is revoked", async () => {
    await says("1", "word-of-a-thief");
    expect((await den.call("DELETE", AT)).status).toBe(200);
    expect(await ping(path)).toBe(404);
    expect(await ownerPage()).not.toContain("word-of-a-thief");
    expect(await database.adHoc("SELECT FROM ping_links WHERE agent_id = $1", [den.id])).toEqual([]);
  });
});

test("RUN-3: at most 50 runs of 14 days are stored", async () => {
  const me = await house.register();
  const path = await linkOf(me);
  for (let count = 0; count < 52; count++) await ping(`${path}/${count}`);
  const codes = (await runsOf(me)).map(({ exitCode }) => exitCode);
  expect(codes).toHaveLength(50);
  expect(codes.slice(0, 2)).toEqual([51, 50]);
  movedMs += 14 * DAY_MS;
  await ping(path);
  expect(await runsOf(me)).toHaveLength(1);
});
