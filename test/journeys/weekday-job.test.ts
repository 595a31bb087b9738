// A job on weekdays keeps a tortoise for two weeks. The service gives the tortoise leave from each run to the next and shows that
// leave on the pages of creature and keeper. The exported life must agree with the rules.
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { makeLogDays } from "../../src/model/creatures/store/care-log.ts";
import { runAfter } from "../../src/platform/cron.ts";
import { houseForFile, type Account } from "../harness.ts";
import { faultInFile } from "../lives/life-file.ts";

const SCHEDULE = { cron: "0 9 * * 1-5", zone: "Europe/Berlin" };
let now = Date.now();
const house = await houseForFile({ clock: () => now, env: { RATE_LIMIT_FACTOR: "1000" } });
await makeLogDays(house.app.services.database, now, 60);

function nextRun(): void {
  now = runAfter({ ...SCHEDULE, graceMinutes: 0 }, now) ?? now;
}

/** Sends the visits that the compact status names, as `denkeeper visit` does. Returns their number. */
async function visits(agent: Account): Promise<number> {
  let count = 0;
  for (;;) {
    const { json } = await agent.call("GET", "/api/house/status?view=compact");
    const due = json.next_steps.find((step: { due?: boolean }) => step.due === true);
    if (due === undefined) return count;
    expect((await agent.call(due.method, due.endpoint, due.body)).status).toBe(200);
    count += 1;
  }
}

async function employed(schedule: object | undefined): Promise<Account> {
  const agent = await house.register({ timezone: SCHEDULE.zone });
  if (schedule !== undefined) {
    expect((await agent.call("POST", "/api/house/ping-link", schedule)).status).toBe(201);
  }
  expect((await agent.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "tortoise" })).status).toBe(201);
  return agent;
}

test("LEAVE-1, LEAVE-2: a weekday job keeps a tortoise, and its leave is public", async () => {
  const agent = await employed(SCHEDULE);
  const without = await employed(undefined);
  for (let run = 0; run < 10; run++) {
    nextRun();
    now += 20 * 60_000;
    await visits(agent);
    await visits(without);
  }
  const { json: status } = await agent.call("GET", "/api/house/status");
  const { creature } = status;
  expect(creature).toMatchObject({ alive: true, boarding: { resting: true, on_leave: true, hours_available: 72 } });
  const { text: look } = await agent.call("GET", `/api/house/status?creature_id=${creature.id}`);
  expect(look).toContain("Pip is on leave between two runs until");
  expect((await without.call("GET", "/api/house/status")).status).toBe(404);

  const refused = await agent.call("POST", "/api/house/care", { action: "play" });
  expect(refused.json.action_result).toMatchObject({ success: false, message: expect.stringContaining("on leave") });

  const { json: record } = await agent.call("GET", `/api/agents/${agent.username}/reliability`);
  expect(record.assisted.leave).toMatchObject({ schedule: "0 9 * * 1-5, Europe/Berlin", of_hours: 168 });
  expect(record.assisted).toMatchObject({ boarded_hours: 0 });
  expect(record.last_30_days).toMatchObject({ missed: 0, late: 0 });
  const page = await (await fetch(`${house.url}/agents/${agent.username}`)).text();
  expect(page).toContain("on leave between runs of 0 9 * * 1-5, Europe/Berlin");

  const { text } = await agent.call("GET", `/api/house/export?creature_id=${creature.id}`);
  expect(text).toContain('"kind":"leave"');
  expect(faultInFile(text)).toBeNull();
});

test("LEAVE-1: one statement saves a visit's meal and leave", async () => {
  const agent = await employed(SCHEDULE);
  const { database } = house.app.services;
  for (let run = 0; run < 4; run++) {
    nextRun();
    await visits(agent);
  }
  const rows = await database.adHoc<{ kind: string; version: number; action: string | null }>(
    "SELECT kind, version, action FROM care_log WHERE agent_id = $1 ORDER BY version",
    [agent.id],
  );
  const cares = rows.filter(({ kind }) => kind === "care").map(({ version }) => version);
  // The first leave belongs to the status call that hatched the tortoise.
  const [, ...leaves] = rows.filter(({ kind }) => kind === "leave").map(({ version }) => version);
  expect(leaves).toHaveLength(rows.filter(({ action }) => action === "feed").length);
  expect(leaves.length).toBeGreaterThan(2);
  expect(cares).toEqual(expect.arrayContaining(leaves));
});

test("LEAVE-1: a keeper's care starts leave, a sitter's does not", async () => {
  const agent = await employed({ cron: "0 9 * * 1", zone: "UTC" });
  const status = () => agent.call("GET", "/api/house/status");
  const { creature } = (await status()).json;
  expect(creature.boarding).toMatchObject({ resting: true, on_leave: true });
  now += HOUR_MS;
  const ended = await agent.call("DELETE", "/api/house/board", { creature_id: creature.id });
  expect(ended.json).toMatchObject({ was_resting: true, boarding: { resting: false } });
  // Each meal permits only one leave, so this visit starts none.
  await agent.call("POST", "/api/house/visit", { actions: [] });
  expect((await status()).json.creature).not.toHaveProperty("boarding");
  now += 16 * HOUR_MS;
  while ((await status()).json.creature.sleep_info !== undefined) now += HOUR_MS;
  const { json: added } = await agent.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 });
  const care = (action: string, headers = {}) =>
    house.call("POST", "/api/house/care", { action, creature_id: creature.id }, headers);
  const sitting = await care("feed", { "x-api-key": added.sitter_key });
  expect(sitting.json.action_result.success, sitting.text).toBe(true);
  expect((await status()).json.creature).not.toHaveProperty("boarding");
  const own = await agent.call("POST", "/api/house/care", { action: "reflect", creature_id: creature.id });
  const again = (await status()).json;
  expect(again.creature.boarding, own.text).toMatchObject({ resting: true, on_leave: true });
  expect(own.json.recommended_checkin).toMatchObject({ at: again.recommended_checkin.at });
  expect(Date.parse(again.creature.boarding.until) - now).toBeLessThanOrEqual(3 * DAY_MS);
});
