// Tests the track record over HTTP: the API, the page, and an exported log agree, and non-public accounts have none.
import { expect, test } from "vitest";
import { trackRecord } from "@denkeeper/rules/reliability/track-record.ts";
import type { LoggedEntry, LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { zoneAt } from "../../../../test/den.ts";
import { houseForFile, type Account } from "../../../../test/harness.ts";
import { listLoggedLives } from "../store/reliability-log.ts";
import { headlineOf } from "../track-record.ts";

/** Moves the clock of the whole service, so that house time and real time agree. */
let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { database, now } = house.app.services;

/** Simulates a day and a half in which the keeper visits, stays away, boards a creature, and adds a sitter. */
async function keptFor(keeper: Account, ids: readonly string[]): Promise<void> {
  const { json } = await keeper.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 24 });
  await keeper.call("POST", "/api/house/care", { action: "feed", creature_id: ids[0] });
  const sitter = { "x-api-key": json.sitter_key };
  for (let hours = 3; hours < 36; hours += 3) {
    movedMs += 3 * HOUR_MS;
    if (hours === 30) await keeper.call("POST", "/api/house/board", { creature_id: ids[0], hours: 2 });
    if (hours > 12 && hours < 27) continue;
    const isSat = hours === 6 || hours === 9;
    for (const creature_id of ids) {
      const body = { action: "feed", creature_id };
      await (isSat
        ? house.call("POST", "/api/house/care", body, sitter)
        : keeper.call("POST", "/api/house/care", body));
    }
  }
}

/** Reads a life from its keeper's export. */
async function exported(keeper: Account, id: string): Promise<LoggedLife> {
  const { text } = await keeper.call("GET", `/api/house/export?creature_id=${id}`);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line): { type: string } => JSON.parse(line));
  const creature = lines.find(({ type }) => type === "creature") as unknown as LoggedLife["creature"];
  return { creature, entries: lines.filter(({ type }) => type === "entry") as unknown as LoggedEntry[] };
}

test("the API, the page and exported logs give the same numbers", async () => {
  const keeper = await house.register({ timezone: zoneAt(9, now()) });
  const adopted = [];
  // Feeding windows of 5 hours and of a day: a visit every 3 hours covers every timing.
  for (const species_slug of ["housecat", "tortoise"]) {
    adopted.push(await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug }));
  }
  const ids: string[] = adopted.map(({ json }) => json.creature.id);
  await keeper.call("GET", "/api/house/status");
  await keptFor(keeper, ids);
  const { json } = await house.call("GET", `/api/agents/${keeper.username}/reliability`);
  expect(json.last_30_days).toMatchObject({ expected: json.all_time.expected, failures: expect.any(Number) });
  for (const field of ["on_time", "missed", "by_others", "early", "failures", "longest_gap_hours"]) {
    expect(json.all_time[field], field).toBeGreaterThan(0);
  }
  expect(json.assisted).toMatchObject({ hooks: false, boarded_hours: 2, sitter_feedings: json.all_time.by_others });

  const lives = await Promise.all(ids.map((id) => exported(keeper, id)));
  const options = {
    now: Date.parse(json.at),
    since: Date.parse(json.all_time.since),
    outages: [],
  };
  const { days, ...computed } = trackRecord(lives, options);
  const inTexts = (period: typeof computed.all_time) => ({ ...period, since: new Date(period.since).toISOString() });
  expect(json.all_time).toEqual(inTexts(computed.all_time));
  expect(json.last_30_days).toEqual(inTexts(computed.last_30_days));
  for (const [index, { start, ...counts }] of days.entries()) {
    expect(json.days[index]).toEqual({ ...counts, day: new Date(start).toISOString().slice(0, 10) });
  }

  const page = await house.call("GET", `/agents/${keeper.username}`, undefined, { accept: "text/html" });
  const [, share, interval] = /^(.+? on time), (between .+)$/.exec(headlineOf(json.last_30_days)) ?? [];
  expect(page.text).toContain(`<b>${share}</b>`);
  expect(page.text).toContain(interval);
  const cells = Array.from(page.text.matchAll(/<td>(\d+)<\/td>/g), ([, number]) => Number(number));
  const due = cells.filter((_, index) => index % 6 === 0);
  expect(due.reduce((sum, number) => sum + number, 0)).toBe(json.last_30_days.expected);
});

test("a track record covers the newest log entries and reports its start", async () => {
  const keeper = await house.register({ timezone: zoneAt(9, now()) });
  await keeper.call("POST", "/api/house/adopt", { name: "Pip" });
  await keeper.call("GET", "/api/house/status");
  for (let count = 0; count < 6; count++) {
    movedMs += 60_000;
    await keeper.call("POST", "/api/house/care", { action: "reflect" });
  }
  const since = now() - 100 * DAY_MS;
  const all = await listLoggedLives(database, keeper.id, { since, now: now() });
  expect([all.since, all.lives[0]?.entries.length]).toEqual([since, 7]);
  const few = await listLoggedLives(database, keeper.id, { since, now: now(), most: 3 });
  const times = few.lives[0]?.entries.map(({ recorded_at }) => recorded_at) ?? [];
  expect(times).toHaveLength(3);
  // Several entries may share the oldest instant, so the record starts after it.
  expect(few.since).toBe(Math.min(...times) + 1);
});

test("a track record reports alerts for 30 days", async () => {
  const keeper = await house.register();
  const hooks = async () => (await house.call("GET", `/api/agents/${keeper.username}/reliability`)).json.assisted.hooks;
  expect(await hooks()).toBe(false);
  await database.adHoc("UPDATE agents SET first_alert_at = $2, last_alert_at = $2 WHERE agent_id = $1", [
    keeper.id,
    now(),
  ]);
  movedMs += 61_000;
  expect(await hooks()).toBe(true);
  movedMs += 30 * DAY_MS;
  expect(await hooks()).toBe(false);
});

test("an account that moved its clock has no public record", async () => {
  const keeper = await house.register({ username: "test-moved-clock" });
  const path = `/api/agents/${keeper.username}/reliability`;
  expect((await house.call("GET", path)).status).toBe(200);
  await keeper.call("POST", "/api/house/clock", { advance_hours: 1 });
  movedMs += 3_000;
  expect((await house.call("GET", path)).json.code).toBe("agent_not_found");
});
