// Roll-ups equal a direct recount, leave out accounts that moved their clock, and count unrecorded deaths.
import { randomUUIDv7 } from "node:crypto";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { openDen, zoneAt } from "../../../test/den.ts";
import { freshUsername, houseForFile, type Account } from "../../../test/harness.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../test/lives/many-lives.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { Sweeper } from "../../model/life/sweep.ts";
import { makeLogDays } from "../../model/creatures/store/care-log.ts";
import type { Transacting } from "../../platform/database/db.ts";
import { Metrics } from "../../platform/observability/metrics.ts";
import { ThrottledDb } from "../../platform/database/throttled-db.ts";
import { creatureFromRow, type CreatureRow } from "../../model/creatures/store/creature-row.ts";
import { listRollups } from "../../model/figures/store/rollups.ts";
import { rollUp as beginRollUps, rollupRounds } from "./roll-up.ts";
import { readLeaderboard } from "../hall/hall.get/read.ts";
import { LEADERBOARD_CATEGORIES, type LeaderboardCategory, type Rollups } from "../../model/figures/store/shapes.ts";
import { rankScore } from "@denkeeper/rules/creature/consistency.ts";
import { onRealTime } from "@denkeeper/rules/time/units.ts";
import { presentCreature } from "../../model/life/amnesty.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
/** How far the clock of the worker was moved on. */
let ahead = 0;
const clock = () => now() + ahead;
const rounds = rollupRounds(database, clock);

/** Some twenty of each round that stands in line. */
const MOST_STATEMENTS = 250;

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

async function rollUp(): Promise<Partial<Rollups>> {
  for (const round of rounds) await round.run();
  return listRollups(database);
}

let pages = 0;
type LeaderboardEntry = Readonly<Record<string, unknown>>;

/** As it is read past the cache of the API: each time for another length. */
async function leaderboard(category: LeaderboardCategory): Promise<readonly LeaderboardEntry[]> {
  const page = { limit: 1_000 + pages++, offset: 0, assisted: true };
  const found: readonly LeaderboardEntry[] = await readLeaderboard(house.app.services, category, page, clock());
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

test("others: the newest first, one of each agent, with notes only of reflections", async () => {
  const { others } = await rollUp();
  const reflections = others?.["reflect:cat"] ?? [];
  expect(reflections).toHaveLength(5); // four keepers and the mover
  expect(reflections.map(({ at }) => at)).toEqual(reflections.map(({ at }) => at).toSorted((a, b) => b - a));
  expect(reflections.filter(({ agent }) => agent === keepers[3]?.username)).toHaveLength(1);
  expect(reflections[0]).toMatchObject({ agent: mover.username, creature: "Mover", notes: "from the future" });
  expect(others?.["feed:cat"]?.every(({ notes }) => notes === null)).toBe(true);
  expect(others?.["reflect:dog"]).toBeUndefined();
});

test("TEST-CLOCK whoever moves its clock disappears from every count and leaderboard, also for the time before", async () => {
  await rollUp();
  expect(JSON.stringify(await leaderboard("oldest_living"))).toContain("Mover");
  await mover.advance(1);
  // Public figures are at most a minute old.
  ahead += 60_000;
  const { activity, totals, adoptions, others } = await rollUp();
  ahead = 0;
  expect(activity).toMatchObject({ creatures_born: 4, reflections: 10, care_actions: 14, active_agents: 4 });
  expect(totals).toEqual({ agents: 4, creatures_alive: 4, eggs_unhatched: 4, gravestones: 0, creatures_dead: 0 });
  expect(adoptions).toEqual({ housecat: 4, beagle: 4 });
  expect(JSON.stringify(others)).not.toContain("Mover");
  for (const category of LEADERBOARD_CATEGORIES) {
    const text = JSON.stringify(await leaderboard(category));
    expect(text).not.toContain("Mover");
    expect(text).not.toContain(mover.username);
  }
});

async function commitLate(lateMs: number): Promise<void> {
  await rows(
    `INSERT INTO care_log (agent_id, creature_id, recorded_at, entry_id, kind, version, at, action, family, species_slug)
      SELECT agent_id, creature_id, $2, $3, 'care', 99, $2, 'play', family, species_slug FROM creatures
      WHERE agent_id = $1 LIMIT 1`,
    [keepers[0]?.id, clock() - lateMs, randomUUIDv7()],
  );
}

test("a row that is committed some seconds late is counted by the next round, a later one within a minute", async () => {
  const before = (await rollUp()).activity?.care_actions ?? 0;
  await commitLate(10_000);
  expect((await rollUp()).activity?.care_actions).toBe(before + 1);
  await commitLate(100_000);
  ahead += 60_000;
  expect((await rollUp()).activity?.care_actions).toBe(before + 2);
  ahead = 0;
});

test("at rest a round adds up nothing, writes nothing, and asks little", async () => {
  const asked: string[] = [];
  const watched: Transacting = {
    query(statement, values) {
      asked.push(statement.name);
      return database.query(statement, values);
    },
    withTransaction(work) {
      asked.push("BEGIN");
      return database.withTransaction(work);
    },
  };
  const counted = rollupRounds(watched, clock);
  // When the last care is long ago, and on the full minute, so that both rounds are in one.
  ahead = 11 * 60_000 - (now() % 60_000);
  for (const round of counted) await round.run();
  const [before] = await rows<{ written: number }>(
    "SELECT sum(xmin::text::bigint)::int AS written FROM rollups WHERE name <> 'activity'",
  );
  asked.length = 0;
  ahead += 10_000;
  for (const round of counted) await round.run();
  const [after] = await rows<{ written: number }>(
    "SELECT sum(xmin::text::bigint)::int AS written FROM rollups WHERE name <> 'activity'",
  );
  expect(asked.length).toBeLessThan(40);
  expect(asked).not.toContain("BEGIN");
  expect(asked).not.toContain("find-counted-activity");
  expect(asked).not.toContain("list-tallies");
  expect(after).toEqual(before);
  ahead = 0;
});

test("a worker that begins anew comes to the same values", async () => {
  const known = await rollUp();
  const leaderboards = await rows("SELECT * FROM rollup_keepers ORDER BY rank_score DESC, scored DESC, username");
  for (const round of rollupRounds(database, clock)) await round.run();
  expect(await listRollups(database)).toEqual(known);
  expect(await rows("SELECT * FROM rollup_keepers ORDER BY rank_score DESC, scored DESC, username")).toEqual(
    leaderboards,
  );
});

test("a new worker has the activity before others have caught up, also in a log that is a day long", async () => {
  const { activity } = await rollUp();
  await makeLogDays(database, now() - 24 * HOUR_MS, 0);
  await rows("DELETE FROM rollup_marks");
  await rows("DELETE FROM rollups");
  let statements = 0;
  const counting: Transacting = {
    query(statement, values) {
      statements++;
      return database.query(statement, values);
    },
    withTransaction(work) {
      statements++;
      return database.withTransaction(work);
    },
  };
  // As in a worker, all rounds stand in one line.
  const line = new ThrottledDb(counting, 0);
  const running = beginRollUps(line, clock, pino({ level: "silent" }));
  const shown = () => listRollups(database).then((rollups) => rollups.activity);
  await expect.poll(shown, { timeout: 20_000, interval: 5 }).toEqual(activity);
  const before = statements;
  line.close();
  await running.stop();
  expect(before).toBeLessThan(MOST_STATEMENTS);
});

test("leaderboards equal a direct evaluation of every creature, and a death that nobody noticed is a death", async () => {
  const agents = await insertAgents(database, 40, now() - 90 * HOUR_MS);
  const creatures = Array.from({ length: 120 }, (_, nth) => {
    const life = hatchling(nth, now() - Math.round((nth % 55) * HOUR_MS) - nth);
    // Some have a record: what time takes from it since is for the leaderboards to find out.
    const record = nth % 3 === 0 ? {} : { scored: nth % 7, consistency: 100 - (nth % 11), feedings: nth };
    return stored(agents[nth % agents.length]?.id ?? "", { ...life, ...record });
  });
  await insertCreatures(database, creatures);
  // They are in no log: a recount finds them.
  await rows("DELETE FROM recount");
  for (const round of rollupRounds(database, clock)) await round.run();
  const { totals } = await listRollups(database);

  const at = onRealTime(now());
  const all = (
    await rows<{ row: CreatureRow; username: string }>(
      `SELECT to_jsonb(c) AS row, a.username FROM creatures c JOIN agents a USING (agent_id) WHERE NOT a.clock_moved`,
    )
  ).map(({ row, username }) => ({
    username,
    now: creatureAt(presentCreature(creatureFromRow(row), [], at), at),
  }));
  const living = all.filter((one) => one.now.kind === "living");
  expect(totals?.creatures_alive).toBe(living.length);
  expect(totals?.creatures_dead).toBe(all.filter((one) => one.now.kind === "dead").length);

  const oldest = living.toSorted((a, b) => (a.now.creature.hatchedAt ?? 0) - (b.now.creature.hatchedAt ?? 0));
  const shown = await leaderboard("oldest_living");
  expect(shown.map(({ creature_id }) => creature_id)).toEqual(oldest.map((one) => one.now.creature.id));
  expect(shown.map(({ stage }) => stage)).toEqual(oldest.map((one) => one.now.creature.stage));
  // Until the sweep has noticed them, the dead keep their ranks.
  expect(shown.map(({ rank }) => Number(rank))).toEqual(
    shown.map(({ rank }) => Number(rank)).toSorted((a, b) => a - b),
  );

  const hatched = all.filter((one) => one.now.kind !== "egg");
  const expected = [...Map.groupBy(hatched, ({ username }) => username)].map(([agent, lives]) => {
    const weighed = lives.map(({ now: { creature } }) => ({
      weight: Math.max(1, creature.scored),
      value: creature.scored === 0 ? 100 : creature.consistency,
      scored: creature.scored,
    }));
    const weight = weighed.reduce((sum, one) => sum + one.weight, 0);
    const mean = weighed.reduce((sum, one) => sum + one.weight * one.value, 0) / weight;
    const scored = weighed.reduce((sum, one) => sum + one.scored, 0);
    return { agent, mean, scored, ranked: rankScore(mean, scored) };
  });
  expected.sort((a, b) => b.ranked - a.ranked || b.scored - a.scored || (a.agent < b.agent ? -1 : 1));
  const consistent = await leaderboard("most_consistent");
  expect(consistent.map(({ agent }) => agent)).toEqual(expected.map(({ agent }) => agent));
  expect(consistent.map(({ consistency_score }) => consistency_score)).toEqual(
    expected.map(({ mean }) => Math.round(10 * mean) / 10),
  );
  expect(consistent.map(({ rank_score }) => rank_score)).toEqual(
    expected.map(({ ranked }) => Math.round(10 * ranked) / 10),
  );
});

test("gravestones are counted once they stand", async () => {
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

const recounted = () =>
  rows(
    `SELECT what, key, at, count FROM tally_of_range('00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff', $1) WHERE count <> 0 ORDER BY 1, 2, 3`,
    [now() - 31 * 24 * HOUR_MS],
  );
const ONLY_RECOUNTED = "('provider', 'care', 'resurrections', 'reached')";

test("triggers count what a recount would: adoption, death, resurrection, release, a design, a moved clock, a departure", async () => {
  const keeper = await house.register({ timezone: zoneAt(9) });
  const id = await adopted(keeper, "Kept", { species_slug: "housecat" });
  await keeper.call("GET", "/api/house/status");
  await keeper.call("POST", "/api/house/care", { action: "feed" });
  await adopted(keeper, "Let go", { species_slug: "beagle" });
  await keeper.call("DELETE", "/api/house/release", { creature_id: id });
  const traveler = await openDen(house);
  const creature = await traveler.hatched({ name: "Traveler", species_slug: "housecat" });
  await rollUp();
  await traveler.advance(100);
  await traveler.call("GET", `/api/house/status?creature_id=${creature}`);
  const leaver = await house.register();
  await adopted(leaver, "Left", { species_slug: "husky" });
  const { confirmation } = (await leaver.call("DELETE", "/api/auth/account", { confirm_username: leaver.username }))
    .json;
  await leaver.call("DELETE", "/api/auth/account", { confirm_username: leaver.username, confirmation });
  await rollUp();
  const known = await rows(
    `SELECT what, key, at, count FROM tallies WHERE count <> 0 AND what NOT IN ${ONLY_RECOUNTED} ORDER BY 1, 2, 3`,
  );
  const expected = await recounted();
  const only = new Set(["provider", "care", "resurrections", "reached"]);
  expect(known).toEqual(expected.filter((each) => "what" in each && !only.has(String(each.what))));
  expect(known.length).toBeGreaterThan(10);
});

test("drift in any count is found by the next pass, mended, and told", async () => {
  const planted = await rows<{ what: string }>("UPDATE tallies SET count = count + 7 RETURNING what");
  await rows("INSERT INTO tallies (what, key, at, count) VALUES ('creature', 'a/alive/none/none/none/', 0, 5)");
  const metrics = new Metrics();
  const log = pino({ level: "silent" });
  for (const round of rollupRounds(database, now, log, metrics)) await round.run();
  const known = await rows("SELECT what, key, at, count FROM tallies WHERE count <> 0 ORDER BY 1, 2, 3");
  expect(known).toEqual(await recounted());
  const told = /tallies_mended_total (\d+)/.exec(await metrics.registry.metrics())?.[1];
  const wrong = planted.filter(({ what }) => !["provider", "care", "resurrections", "reached"].includes(what));
  expect(Number(told)).toBe(wrong.length + 1);
});
