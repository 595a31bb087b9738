// The sweep: many deaths at once, several workers, and wrong clocks.
import { pino } from "pino";
import { expect, test } from "vitest";
import { houseForFile } from "../../test/harness.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../test/lives/many-lives.ts";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { gravestoneRowOf } from "../app/life/gravestone-row.ts";
import { saveCreature } from "../store/creatures/creatures.ts";
import { Database } from "../store/db/db.ts";
import type { GravestoneRow } from "../store/creatures/gravestones.ts";
import { Sweeper } from "./sweep.ts";
import { deadOf } from "../../test/lives/creatures.ts";

const house = await houseForFile();
const { database, config, now } = house.app.services;
const log = pino({ level: "silent" });
/** SWEEP_CREATURES=10000 for the full size. */
const MANY = Number(process.env["SWEEP_CREATURES"] ?? 2_000);

async function rows<Found extends object>(text: string, values: readonly unknown[] = []): Promise<Found[]> {
  return database.adHoc<Found>(text, values);
}

async function sweepAll(sweeper: Sweeper): Promise<number> {
  let buried = 0;
  for (let empty = 0; empty < 3;) {
    const swept = await sweeper.sweep();
    buried += swept.died;
    empty = Object.values(swept).every((count) => count === 0) && !sweeper.hasBacklog ? empty + 1 : 0;
  }
  return buried;
}

test(`DEATH-6 ${MANY} due at once, two workers: each has one gravestone, at the instant that the rules say`, async () => {
  const agents = await insertAgents(database, Math.ceil(MANY / 10), now() - 60 * HOUR_MS);
  const creatures = Array.from({ length: MANY }, (_, nth) => {
    // Neglected since they hatched: all of them have died by now, at many different instants.
    const creature = hatchling(nth, now() - Math.round((37 + (nth % 1000) / 50) * HOUR_MS) - nth);
    return { agent: agents[nth % agents.length], creature };
  });
  await insertCreatures(
    database,
    creatures.flatMap(({ agent, creature }) => (agent === undefined ? [] : [stored(agent.id, creature)])),
  );
  const workers = [1, 2].map(() => new Database(config.databaseUrl, 6, () => {}));
  const started = performance.now();
  const buried = await Promise.all(workers.map((db) => sweepAll(new Sweeper(db, now, log))));
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${MANY} deaths in ${seconds.toFixed(1)} s: ${buried.join(" + ")}, ${Math.round(MANY / seconds)} a second`,
  );
  await Promise.all(workers.map((db) => db.close()));

  expect((buried[0] ?? 0) + (buried[1] ?? 0)).toBe(MANY);
  const stones = await rows<GravestoneRow>("SELECT * FROM gravestones");
  expect(stones).toHaveLength(MANY);
  const byCreature = new Map(stones.map((stone) => [stone.creature_id, stone]));
  for (const { agent, creature } of creatures) {
    const { death } = courseOf(creature);
    if (agent === undefined) throw new Error("every creature has a keeper");
    const dead = settle(creature, death.at);
    const keeper = { id: agent.id, username: agent.username, clockMoved: false };
    const stone = byCreature.get(creature.id);
    expect({ ...stone, before: null }).toEqual(gravestoneRowOf(keeper, creature, deadOf(dead)));
    expect(stone?.before).toMatchObject({ died_at: null, as_of: creature.asOf, hunger: 100 });
  }
  const [left] = await rows<{ due: number; logged: number; dead: number }>(
    `SELECT (SELECT count(*) FROM creatures WHERE next_event_at IS NOT NULL) AS due,
      (SELECT count(*) FROM care_log WHERE kind = 'death') AS logged,
      (SELECT count(*) FROM creatures WHERE died_at IS NOT NULL AND version = 2) AS dead`,
  );
  expect(left).toEqual({ due: 0, logged: MANY, dead: MANY });
});

/** Somebody whose last care was an hour ago, with an event that was scheduled too early. */
async function scheduledEarly(creature: Creature): Promise<void> {
  const [agent] = await insertAgents(database, 1, now() - 60 * HOUR_MS);
  const found = stored(agent?.id ?? "", { ...creature, zone: "UTC" });
  await insertCreatures(database, [{ ...found, creature, nextEventAt: now() - 1 }]);
}

interface Row {
  readonly version: number;
  readonly stage: string;
  readonly child_at: number | null;
  readonly died_at: number | null;
  readonly next_event_at: number | null;
}

async function find(creature: Creature): Promise<Row | undefined> {
  const [row] = await rows<Row>("SELECT * FROM creatures WHERE creature_id = $1", [creature.id]);
  return row;
}

test("a creature that is scheduled too early is rescheduled, and nothing else changes", async () => {
  const creature = hatchling(0, now() - HOUR_MS);
  await scheduledEarly(creature);
  const sweeper = new Sweeper(database, now, log);
  expect(await sweeper.sweep()).toMatchObject({ rescheduled: 1, died: 0, grown: 0 });
  expect(await find(creature)).toMatchObject({
    version: 1,
    stage: "baby",
    next_event_at: creature.asOf + 24 * HOUR_MS,
  });
  expect(await sweeper.sweep()).toMatchObject({ rescheduled: 0 });
});

test("STAGE-1 a stage that begins is written down at its instant", async () => {
  const creature = hatchling(0, now() - 25 * HOUR_MS);
  await scheduledEarly(creature);
  expect(await new Sweeper(database, now, log).sweep()).toMatchObject({ grown: 1, died: 0 });
  const row = await find(creature);
  expect(row).toMatchObject({ version: 2, stage: "child", child_at: creature.asOf + 24 * HOUR_MS, died_at: null });
  expect(row?.next_event_at).toBe(courseOf(creature).death.at);
});

test("a process whose clock is off by more than two seconds buries nobody", async () => {
  const creature = hatchling(0, now() - 40 * HOUR_MS);
  await scheduledEarly(creature);
  for (const drift of [2_500, -2_500]) {
    const swept = await new Sweeper(database, () => now() + drift, log).sweep();
    expect(swept).toEqual({ died: 0, grown: 0, rescheduled: 0, stale: 0, failed: 0 });
  }
  expect((await find(creature))?.died_at).toBeNull();
  expect(await new Sweeper(database, now, log).sweep()).toMatchObject({ died: 1 });
});

test("what somebody else has changed is left to them", async () => {
  const creature = hatchling(0, now() - 40 * HOUR_MS);
  const [agent] = await insertAgents(database, 1, now());
  const found = { ...stored(agent?.id ?? "", creature), nextEventAt: now() - 1 };
  await insertCreatures(database, [found]);
  const query: Database["query"] = async (statement, values) => {
    const answer = await database.query(statement, values);
    // Changes the creature behind the sweeper's back.
    if (statement.name === "list-due-creatures") await saveCreature(database, { from: found, to: found });
    return answer;
  };
  expect(await new Sweeper({ query }, now, log).sweep()).toMatchObject({
    stale: 1,
    died: 0,
  });
  expect(await new Sweeper(database, now, log).sweep()).toMatchObject({ stale: 0, died: 1 });
});

test("a creature that cannot be looked at does not keep the others waiting", async () => {
  const broken = hatchling(0, now() - 40 * HOUR_MS);
  const contradictory = hatchling(0, now() - 40 * HOUR_MS);
  const sound = hatchling(0, now() - 40 * HOUR_MS);
  await scheduledEarly({ ...broken, zone: "Mars/Phobos" });
  await scheduledEarly(contradictory);
  await rows("UPDATE creatures SET stage = 'egg' WHERE creature_id = $1", [contradictory.id]);
  await scheduledEarly(sound);
  expect(await new Sweeper(database, now, log).sweep()).toMatchObject({ failed: 2, died: 1 });
  expect((await find(broken))?.next_event_at).toBeGreaterThan(now() + 500_000);
});
