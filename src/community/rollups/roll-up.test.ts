// Tests that figures equal a direct count, omit accounts that moved their clock, share one instant, and limit their cost.
import { randomUUIDv7 } from "node:crypto";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { openDen, zoneAt } from "../../../test/den.ts";
import { freshUsername, houseForFile, type Account } from "../../../test/harness.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../test/lives/many-lives.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { CareAction, Creature } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { listOthers } from "../../care/care.post/store/others.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { readReflections } from "../reflections/read.ts";
import { Sweeper } from "../../model/life/sweep.ts";
import { makeLogDays } from "../../model/creatures/store/care-log.ts";
import type { Db } from "../../platform/database/db.ts";
import { creatureFromRow, type CreatureRow } from "../../model/creatures/store/creature-row.ts";
import { READ_WHOLE, listFigures, valuesOf } from "../../model/figures/store/rollups.ts";
import { countHours } from "./activity.ts";
import { countFigures, rollUp as beginRollUps } from "./roll-up.ts";
import { readLeaderboard } from "../hall/hall.get/read.ts";
import { LEADERBOARD_CATEGORIES, type LeaderboardCategory, type Rollups } from "../../model/figures/store/shapes.ts";
import { rankScore } from "@denkeeper/rules/creature/consistency.ts";
import { asHouseInstant } from "@denkeeper/rules/time/units.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

async function rollUp(): Promise<Partial<Rollups>> {
  await countFigures(database, now);
  return valuesOf(await listFigures(database, { names: READ_WHOLE }));
}

let pages = 0;
type LeaderboardEntry = Readonly<Record<string, unknown>>;

/** Bypasses the API's cache by requesting another page length each time. */
async function leaderboard(category: LeaderboardCategory): Promise<readonly LeaderboardEntry[]> {
  const page = { limit: 1_000 + pages++, offset: 0, assisted: true };
  const found: readonly LeaderboardEntry[] = await readLeaderboard(house.app.services, category, page, now());
  return found;
}

async function adopted(keeper: Account, name: string, more: object = {}): Promise<string> {
  const answer = await keeper.call("POST", "/api/house/adopt", { name, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.creature.id;
}

const keepers: Account[] = [];
const mover = await openDen(house);

beforeAll(async () => {
  for (let nth = 0; nth < 4; nth++) {
    const timezone = zoneAt(9);
    const keeper = await house.register(nth === 3 ? { username: freshUsername("test"), timezone } : { timezone });
    keepers.push(keeper);
    await adopted(keeper, `Pet ${nth}`, { species_slug: "housecat" });
    await keeper.call("GET", "/api/house/status");
    for (let count = 0; count <= nth; count++) {
      await keeper.call("POST", "/api/house/care", { action: "reflect", notes: `note ${nth} ${count}` });
    }
    await keeper.call("POST", "/api/house/care", { action: "feed" });
    await adopted(keeper, `Egg ${nth}`, { species_slug: "beagle" });
  }
  await mover.hatched({ name: "Mover", species_slug: "housecat" });
  await mover.care("reflect", undefined, { notes: "from the future" });
});

test("activity, totals and adoptions equal a direct recount", async () => {
  const { activity, totals, adoptions } = await rollUp();
  const [log] = await rows<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE kind = 'hatch') AS creatures_born, count(*) FILTER (WHERE kind = 'death') AS creatures_died,
      count(*) FILTER (WHERE kind = 'care') AS care_actions, count(*) FILTER (WHERE action = 'feed') AS feedings,
      count(*) FILTER (WHERE action = 'reflect') AS reflections, count(DISTINCT agent_id) AS active_agents FROM care_log`,
  );
  expect(activity).toEqual(log);
  expect(activity).toMatchObject({ creatures_born: 5, reflections: 11, active_agents: 5 });
  expect(totals).toEqual({ agents: 5, creatures_alive: 5, eggs_unhatched: 4, gravestones: 0, creatures_dead: 0 });
  expect(adoptions).toEqual({ housecat: 5, beagle: 4 });
});

async function listed(action: CareAction, family: Family) {
  const all = await listOthers(database, { action, since: now() - 24 * HOUR_MS });
  return all.filter((other) => other.family === family);
}

test("others' care is listed newest first, one entry per agent", async () => {
  const reflections = await listed("reflect", "cat");
  expect(reflections).toHaveLength(5); // from four keepers and the agent that will move its clock
  expect(reflections.map(({ at }) => at)).toEqual(reflections.map(({ at }) => at).toSorted((a, b) => b - a));
  expect(reflections[0]).toMatchObject({ agent: mover.username, creature: "Mover", notes: "from the future" });
  expect((await listed("feed", "cat")).every(({ notes }) => notes === null)).toBe(true);
  expect(await listed("reflect", "dog")).toEqual([]);
});

test("TEST-CLOCK: moving the clock removes a keeper from all counts and leaderboards", async () => {
  await rollUp();
  expect(JSON.stringify(await leaderboard("oldest_living"))).toContain("Mover");
  await mover.advance(1);
  const { activity, totals, adoptions } = await rollUp();
  expect(activity).toMatchObject({ creatures_born: 4, reflections: 10, care_actions: 14, active_agents: 4 });
  expect(totals).toEqual({ agents: 4, creatures_alive: 4, eggs_unhatched: 4, gravestones: 0, creatures_dead: 0 });
  expect(adoptions).toEqual({ housecat: 4, beagle: 4 });
  expect(JSON.stringify(await listed("reflect", "cat"))).not.toContain("Mover");
  for (const category of LEADERBOARD_CATEGORIES) {
    const text = JSON.stringify(await leaderboard(category));
    expect(text).not.toContain("Mover");
    expect(text).not.toContain(mover.username);
  }
});

test("activity omits hidden, suspended and leaving agents, even in counted hours", async () => {
  const { activity } = await rollUp();
  const [{ id } = { id: "" }] = keepers;
  const marks = ["hidden_at = 1", "suspended_at = 1", "leaving_at = 1"];
  for (const mark of marks) {
    await rows(`UPDATE agents SET ${mark} WHERE agent_id = $1`, [id]);
    expect((await rollUp()).activity, mark).toMatchObject({
      creatures_born: (activity?.creatures_born ?? 0) - 1,
      care_actions: (activity?.care_actions ?? 0) - 2,
      reflections: (activity?.reflections ?? 0) - 1,
      active_agents: (activity?.active_agents ?? 0) - 1,
    });
    await rows(`UPDATE agents SET ${mark.replace("1", "NULL")} WHERE agent_id = $1`, [id]);
  }
  expect((await rollUp()).activity).toEqual(activity);
});

test("TEST-CLOCK: care under a moved clock never displaces other keepers' care", async () => {
  const before = await listed("reflect", "cat");
  expect(before).toHaveLength(4);
  const written = await readReflections(house.app.services, 20, now());
  await rows(
    `INSERT INTO care_log (agent_id, creature_id, recorded_at, entry_id, kind, version, at, action, notes, family, species_slug,
          rules_version)
      SELECT agent_id, creature_id, $2::bigint, gen_random_uuid(), 'care', 99 + nth, $2::bigint + 3600000, 'reflect', 'much', family, species_slug, 1
      FROM creatures, generate_series(1, 1500) nth WHERE agent_id = $1`,
    [mover.id, now()],
  );
  expect(await listed("reflect", "cat")).toEqual(before);
  expect(await readReflections(house.app.services, 19, now())).toEqual(written.slice(0, 19));
  await rows("DELETE FROM care_log WHERE version >= 99");
});

test("a day's hours are counted once and without gaps, edges included", async () => {
  const { activity } = await rollUp();
  const insert = (at: number) =>
    rows(
      `INSERT INTO care_log (agent_id, creature_id, recorded_at, entry_id, kind, version, at, action, family, species_slug,
          rules_version)
        SELECT agent_id, creature_id, $2, $3, 'care', 99, $2, 'play', family, species_slug, 1 FROM creatures
        WHERE agent_id = $1 LIMIT 1`,
      [keepers[0]?.id, at, randomUUIDv7()],
    );
  await makeLogDays(database, now() - 24 * HOUR_MS, 0);
  for (const hours of [23.9, 12, 3, 0.001]) await insert(now() - hours * HOUR_MS);
  // Deletes counts made before the rows above were inserted.
  await rows("DELETE FROM log_hours");
  while ((await countHours(database, now())) > 0);
  const counted = await rollUp();
  expect(counted.activity?.care_actions).toBe((activity?.care_actions ?? 0) + 4);
  const countedHours = () => rows<{ hour: number }>("SELECT DISTINCT hour FROM log_hours ORDER BY 1");
  // A pass counts earlier hours for 200 ms, so a slow machine needs several passes.
  for (let run = 0; run < 23 && (await countedHours()).length < 23; run++) await rollUp();
  const hours = await countedHours();
  expect(hours.length).toBeGreaterThanOrEqual(23);
  expect(hours.map(({ hour }) => hour)).toEqual(hours.map((_, nth) => (hours[0]?.hour ?? 0) + nth * HOUR_MS));
  await rows("UPDATE log_hours SET count = count + 1 WHERE what = 'action/feed'");
  expect((await rollUp()).activity?.care_actions).toBe(counted.activity?.care_actions);
  await rows("DELETE FROM care_log WHERE version = 99");
  await rows("DELETE FROM log_hours");
});

const COSTS = "UPDATE rollups SET computed_at = $1, took_ms = CASE name WHEN 'living' THEN 1050 ELSE $2::integer END";

test("recomputation pauses for 200 times its cost, even across workers", async () => {
  await rollUp();
  const still = now();
  await rows(COSTS, [still, 20]);
  let checks = 0;
  const watched: Db = {
    query: (statement, values) => {
      if (statement.name === "list-figures") checks++;
      return database.query(statement, values);
    },
  };
  let at = still + 17_999;
  const worker = beginRollUps(watched, () => at, pino({ level: "silent" }));
  await expect.poll(() => checks, { timeout: 20_000 }).toBe(2);
  expect(new Set(Object.values(await instants()))).toEqual(new Set([still]));
  at += 1;
  await expect.poll(async () => (await instants())["analytics"], { timeout: 20_000 }).toBe(at);
  const { living, ...others } = await instants();
  expect(new Set(Object.values(others)), "all others are of one instant").toEqual(new Set([at]));
  expect(living).toBe(still);
  at = still + 200_000;
  await expect.poll(async () => (await instants())["living"], { timeout: 20_000 }).toBe(at);
  await worker.stop();
});

test("figures of up to 100,000 creatures are at most a minute old", async () => {
  await rollUp();
  for (const [creatures, isFresh] of [
    [100_001, false],
    [100_000, true],
  ] as const) {
    const still = now();
    await rows(COSTS, [still, 1_500]);
    const alive =
      "UPDATE rollups SET value = value || jsonb_build_object('creatures_alive', $1::integer) WHERE name = 'totals'";
    await rows(alive, [creatures]);
    let checks = 0;
    const watched: Db = {
      query: (statement, values) => {
        if (statement.name === "list-figures") checks++;
        return database.query(statement, values);
      },
    };
    const worker = beginRollUps(watched, () => still + 45_000, pino({ level: "silent" }));
    await expect.poll(() => checks, { timeout: 20_000 }).toBe(2);
    await worker.stop();
    expect((await instants())["totals"]).toBe(isFresh ? still + 45_000 : still);
  }
});

async function instants(): Promise<Readonly<Record<string, number>>> {
  const found = await rows<{ name: string; computed_at: number }>("SELECT name, computed_at FROM rollups");
  return Object.fromEntries(found.map(({ name, computed_at }) => [name, computed_at]));
}

test("a failing figure keeps its value and instant, while the others continue", async () => {
  await rollUp();
  const before = await instants();
  await rows("UPDATE rollups SET took_ms = 0");
  const failing: Db = {
    query: (statement, values) => {
      if (statement.name === "find-totals") throw new Error("no");
      return database.query(statement, values);
    },
  };
  const at = now() + 1_000;
  const worker = beginRollUps(failing, () => at, pino({ level: "silent" }));
  await expect.poll(async () => (await instants())["analytics"], { timeout: 20_000 }).toBe(at);
  await worker.stop();
  const after = await instants();
  expect(Object.keys(after).filter((name) => after[name] !== at)).toEqual(["totals"]);
  expect(after["totals"]).toBe(before["totals"]);
  expect(valuesOf(await listFigures(database, { names: READ_WHOLE })).totals).toMatchObject({ agents: 4 });
});

test("analytics totals agree with each other", async () => {
  const { analytics } = await rollUp();
  const total = analytics?.creatures.reduce((sum, { count }) => sum + count, 0);
  expect(total).toBe(6); // from three ordinary keepers
  expect(analytics?.keepers).toMatchObject({ adopted: 3, cared: 3, day: 3 });
  expect(analytics?.adopted.reduce((sum, { count }) => sum + count, 0)).toBe(total);
});

test("leaderboards equal a direct evaluation of creatures and stored keeper records", async () => {
  const agents = await insertAgents(database, 40, now() - 90 * HOUR_MS);
  const creatures = Array.from({ length: 120 }, (_, nth) => {
    const life = hatchling(nth, now() - Math.round((nth % 55) * HOUR_MS) - nth);
    // Two of three creatures have stored scores, from which the keepers' leaderboard is computed.
    const record = nth % 3 === 0 ? {} : { scored: nth % 7, consistency: 100 - (nth % 11), feedings: nth };
    return stored(agents[nth % agents.length]?.id ?? "", { ...life, ...record });
  });
  await insertCreatures(database, creatures);
  const beforeSweep = await leaderboard("oldest_living");
  // Totals count a creature as alive until the sweep records its death.
  await new Sweeper(database, now, pino({ level: "silent" })).sweep();
  const { totals } = await rollUp();

  const at = asHouseInstant(now());
  const all = (
    await rows<{ row: CreatureRow; username: string }>(
      `SELECT to_jsonb(c) AS row, a.username FROM creatures c JOIN agents a USING (agent_id) WHERE NOT a.clock_moved`,
    )
  ).map(({ row, username }) => ({
    username,
    agentId: row.agent_id,
    stored: creatureFromRow(row).creature,
    now: creatureAt(creatureAcrossOutages(creatureFromRow(row), [], at), at),
  }));
  const living = all.filter((one) => one.now.kind === "living");
  expect(totals?.creatures_alive).toBe(living.length);
  expect(totals?.creatures_dead).toBe(all.filter((one) => one.now.kind === "dead").length);

  const oldest = living.toSorted((a, b) => (a.now.creature.hatchedAt ?? 0) - (b.now.creature.hatchedAt ?? 0));
  const shown = await leaderboard("oldest_living");
  expect(shown.map(({ creature_id }) => creature_id)).toEqual(oldest.map((one) => one.now.creature.id));
  expect(shown.map(({ stage }) => stage)).toEqual(oldest.map((one) => one.now.creature.stage));
  expect(shown.map(({ rank }) => rank)).toEqual(shown.map((_, index) => index + 1));
  // The list omits dead creatures even before the sweep records their deaths.
  expect(beforeSweep.map(({ creature_id }) => creature_id)).toEqual(shown.map(({ creature_id }) => creature_id));

  const hatched = all.filter((one) => one.stored.hatchedAt !== null);
  const expected = [...Map.groupBy(hatched, ({ agentId }) => agentId)].map(([agentId, lives]) => {
    const weight = lives.reduce((sum, one) => sum + Math.max(1, one.stored.scored), 0);
    const points = ({ scored, consistency }: Pick<Creature, "scored" | "consistency">) =>
      scored === 0 ? 100 : scored * consistency;
    const mean = lives.reduce((sum, one) => sum + points(one.stored), 0) / weight;
    const scored = lives.reduce((sum, one) => sum + one.stored.scored, 0);
    return { agent: lives[0]?.username, agentId, mean, scored, ranked: rankScore(mean, scored) };
  });
  expected.sort((a, b) => b.ranked - a.ranked || b.scored - a.scored || (a.agentId < b.agentId ? -1 : 1));
  const consistent = await leaderboard("most_consistent");
  expect(consistent.map(({ agent }) => agent)).toEqual(expected.map(({ agent }) => agent));
  expect(consistent.map(({ consistency_score }) => consistency_score)).toEqual(
    expected.map(({ mean }) => Math.round(10 * mean) / 10),
  );
  expect(consistent.map(({ rank_score }) => rank_score)).toEqual(
    expected.map(({ ranked }) => Math.round(10 * ranked) / 10),
  );
});

test("gravestones are counted once the sweep has recorded them", async () => {
  const sweeper = new Sweeper(database, now, pino({ level: "silent" }));
  await sweeper.sweep();
  const { totals } = await rollUp();
  const counts = await rows<{ agent: string; gravestones: number }>(
    `SELECT caretaker AS agent, count(*) AS gravestones FROM gravestones WHERE is_public GROUP BY 1, agent_id ORDER BY 2 DESC, agent_id`,
  );
  expect(counts.length).toBeGreaterThan(0);
  const shown = await leaderboard("gravestone_count");
  expect(shown.map(({ agent, gravestones }) => ({ agent, gravestones }))).toEqual(counts);
  const sum = counts.reduce((all, { gravestones }) => all + gravestones, 0);
  expect(totals).toMatchObject({ gravestones: sum, creatures_dead: sum });
});
