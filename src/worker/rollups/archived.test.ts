// Days of the log leave the database after two weeks. Nothing that is rolled up notices: not a worker that goes on, not one
// that begins anew, and not one that has lost every mark.
import { beforeAll, expect, test } from "vitest";
import { zoneAt } from "../../../test/den.ts";
import { ADMIN_KEY, freshAddress, houseForFile, type Account } from "../../../test/harness.ts";
import { until } from "../../../test/processes/own-redis.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { listDays } from "../../store/operations/operator.ts";
import { listRollups } from "../../store/rollups/rollups.ts";
import { logNeededFrom } from "./log-needs.ts";
import { rollupRounds } from "./roll-up.ts";

const HOT_DAYS = 14;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const rows = (text: string, values: readonly unknown[] = []) => database.adHoc<Record<string, unknown>>(text, values);
let now = 0;
let firstDay = 0;

/** Moves what happened to a keeper into the past: the log, and the creatures' births with it. */
async function longAgo({ id }: Account, days: number): Promise<void> {
  await rows("SELECT make_care_log_day((extract(epoch FROM now())::bigint / 86400 - $1) * 86400000)", [days]);
  await rows("SELECT make_care_log_day((extract(epoch FROM now())::bigint / 86400 - $1 - 1) * 86400000)", [days]);
  const ms = days * DAY_MS;
  await rows("UPDATE care_log SET recorded_at = recorded_at - $2, at = at - $2 WHERE agent_id = $1", [id, ms]);
  await rows("UPDATE creatures SET adopted_at = adopted_at - $2 WHERE agent_id = $1", [id, ms]);
  const born = "UPDATE creatures SET hatched_at = hatched_at - $2 WHERE agent_id = $1 AND released_at IS NOT NULL";
  await rows(born, [id, ms]);
  await rows("UPDATE agents SET created_at = created_at - $2 WHERE agent_id = $1", [id, ms]);
}

async function keep(timezone: string): Promise<Account> {
  const keeper = await house.register({ timezone });
  for (const [name, species_slug] of [
    ["Pip", "housecat"],
    ["Pop", "beagle"],
  ]) {
    const { json } = await keeper.call("POST", "/api/house/adopt", { name, species_slug });
    const creature_id: string = json.creature.id;
    await keeper.call("GET", `/api/house/status?creature_id=${creature_id}`);
    await keeper.call("POST", "/api/house/care", { action: "feed", item: "tuna", creature_id });
    await keeper.call("POST", "/api/house/care", { action: "reflect", notes: `With ${name}.`, creature_id });
    if (name === "Pop") await keeper.call("DELETE", "/api/house/release", { creature_id });
  }
  return keeper;
}

/** The values and tables of all roll-ups, and what is answered from them. */
async function known(): Promise<Readonly<Record<string, unknown>>> {
  const tables = await rows(
    `SELECT relname AS name FROM pg_class WHERE relname LIKE 'rollup%' AND relkind = 'r' AND relname <> 'rollup_marks' ORDER BY 1`,
  );
  const found: Record<string, unknown> = { days: await listDays(database, { since: now - 40 * DAY_MS }) };
  for (const { name } of tables) {
    const text = await rows(`SELECT row_to_json(t)::jsonb AS row FROM ${String(name)} t ORDER BY 1`);
    found[String(name)] = text.map(({ row }) => row);
  }
  return found;
}

async function answers(): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const path of ["stats", "house/hall?category=most_consistent", "house/reflections", "admin/analytics"]) {
    const { json } = await house.call("GET", `/api/${path}`, undefined, { "x-admin-key": ADMIN_KEY }, freshAddress());
    // They suggest another username each time.
    found[path] = { ...json, next_steps: [] };
  }
  return found;
}

async function rollUp(): Promise<void> {
  for (const round of rollupRounds(database, () => now))
    for (let more = true; more;) more = (await round.run()) === true;
}

beforeAll(async () => {
  for (const days of [35, 22, 16, 9, 3, 0]) {
    const keeper = await keep(zoneAt(9));
    if (days > 0) await longAgo(keeper, days);
  }
  now = Date.now();
  firstDay = Math.floor(now / DAY_MS) * DAY_MS - HOT_DAYS * DAY_MS;
  await rows("UPDATE outage_watch SET newest_beat = $1", [now]);
});

async function dropOldDays(): Promise<number> {
  const parts = await rows(
    `SELECT part.relname AS name FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
      WHERE inhparent = 'care_log'::regclass AND to_date(right(part.relname, 8), 'YYYYMMDD') < to_timestamp($1 / 1000.0)::date`,
    [firstDay],
  );
  for (const { name } of parts) await rows(`DROP TABLE ${String(name)}`);
  return parts.length;
}

test("no day may go before every roll-up has read it", async () => {
  expect(await logNeededFrom(database)).toBe(0);
  await rollUp();
  const needed = await logNeededFrom(database);
  expect(needed).toBeGreaterThan(now - 8 * DAY_MS);
  for (const { name, at } of await rows("SELECT name, at FROM rollup_marks WHERE name <> 'restored_outages'")) {
    await rows("UPDATE rollup_marks SET at = $2 WHERE name = $1", [name, now - 20 * DAY_MS]);
    expect(await logNeededFrom(database), String(name)).toBeLessThanOrEqual(now - 20 * DAY_MS);
    await rows("UPDATE rollup_marks SET at = $2 WHERE name = $1", [name, at]);
  }
});

test("everything stays as it was when days of the log go", async () => {
  await rollUp();
  await until(async () => (await house.app.services.rollups.get("figures")).agents.total > 0);
  const before = { tables: await known(), answers: await answers() };
  expect(before.answers["admin/analytics"]).toMatchObject({
    agents: { active: { "24h": 1, "7d": 2, "30d": 5 } },
    creatures: { adopted: { "30d": 10 }, released: { "7d": 2, "30d": 5 } },
    care: { "30d": { care_actions: 20, items: { with_item: 10 } }, top_items_30d: [{ name: "tuna", count: 10 }] },
  });
  expect(before.tables["days"]).toHaveLength(6);
  expect(JSON.stringify(before.tables["rollup_fates"])).toContain("released");
  expect(await dropOldDays()).toBeGreaterThanOrEqual(3);
  await rollUp();
  expect({ tables: await known(), answers: await answers() }).toEqual(before);
  await rows("DELETE FROM rollup_marks");
  await rollUp();
  expect({ tables: await known(), answers: await answers() }).toEqual(before);
});

test("adoptions that were lost are counted again from the creatures", async () => {
  const adoptions = async () => (await listRollups(database)).adoptions;
  expect(await adoptions()).toEqual({ housecat: 6, beagle: 6 });
  await rows("TRUNCATE rollup_adoptions, rollup_marks, rollups");
  await rollUp();
  expect(await adoptions()).toEqual({ housecat: 6, beagle: 6 });
});
