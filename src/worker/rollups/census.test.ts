// The public history of the house and the lives behind survival curves, from a log that is written by hand.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { insertAgents } from "../../../test/lives/many-lives.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { listLives } from "../../store/rollups/lives.ts";
import { listRollups, saveRollup } from "../../store/rollups/rollups.ts";
import type { LogKind } from "../../store/creatures/care-log.ts";
import { daysOf, rollUpCensus } from "./census.ts";
import { rollUpLives } from "./lives.ts";

const START = Date.UTC(2026, 5, 20);
const NOW = START + 5 * DAY_MS + 12 * HOUR_MS;
const house = await houseForFile();
const { database } = house.app.services;
const [keeper = "", other = "", tester = ""] = (await insertAgents(database, 3, START)).map(({ id }) => id);

interface Event {
  readonly agentId?: string;
  readonly creatureId?: string | undefined;
  readonly version?: number;
}

async function happens(
  at: number,
  kind: LogKind,
  { agentId = keeper, creatureId, version = 1 }: Event = {},
): Promise<void> {
  await database.adHoc("SELECT make_care_log_day($1)", [Math.floor(at / DAY_MS) * DAY_MS]);
  await database.adHoc(
    `INSERT INTO care_log (agent_id, creature_id, recorded_at, entry_id, kind, version, at, action, family, species_slug)
      VALUES ($1, $2, $3, gen_random_uuid(), $4, $5, $3, 'feed', 'cat', 'housecat')`,
    [agentId, creatureId ?? randomUUID(), at, kind, version],
  );
}

async function caughtUp(roll: (db: typeof database, now: number) => Promise<boolean>, now = NOW): Promise<void> {
  for (let more = true; more;) more = await roll(database, now);
}

beforeEach(async () => {
  await database.adHoc("TRUNCATE care_log, gravestones, rollup_census, rollup_lives, rollup_marks, rollups");
  await database.adHoc("UPDATE agents SET clock_moved = false, is_test = (agent_id = $1)", [tester]);
});

/** Harm leaves a gravestone and no entry of a death. */
async function harmed(at: number, agentId: string, creatureId: string): Promise<void> {
  await database.adHoc(
    `INSERT INTO gravestones (agent_id, creature_id, death_number, gravestone_id, name, species_slug, species_name, family,
        stage_reached, lived_ms, caretaker, feedings, missed_feedings, cause, epitaph, died_at, post_mortem, is_public)
      VALUES ($1, $2, 1, gen_random_uuid(), 'Pip', 'housecat', 'Housecat', 'cat', 'baby', 1, 'x', 0, 0, 'harm', '', $3, '[]', true)`,
    [agentId, creatureId, at],
  );
}

test("the census counts by days, newcomers who came back a day later, and leaves out whoever moves its clock", async () => {
  await happens(START + HOUR_MS, "hatch");
  await happens(START + HOUR_MS, "hatch", { agentId: other });
  await happens(START + 2 * HOUR_MS, "hatch", { agentId: tester });
  await happens(START + 27 * HOUR_MS, "care");
  await happens(START + 27 * HOUR_MS, "death", { agentId: other });
  await happens(START + 50 * HOUR_MS, "care", { agentId: other });
  await harmed(START + 50 * HOUR_MS, other, randomUUID());
  await happens(START + 3 * DAY_MS, "release");
  await saveRollup(
    database,
    "totals",
    { creatures_alive: 7, eggs_unhatched: 0, gravestones: 1, creatures_dead: 1, agents: 3 },
    NOW,
  );
  await caughtUp(rollUpCensus);
  const { census } = await listRollups(database);
  expect(census).toMatchObject({ at: NOW, causes: { unknown: 1, harm: 1 } });
  expect(census?.days.map(({ born, died, alive }) => [born, died, alive])).toEqual([
    [3, 0, 10],
    [0, 1, 9],
    [0, 1, 8],
    [0, 0, 7],
    [0, 0, 7],
    [0, 0, 7],
  ]);
  expect(census?.days[0]).toMatchObject({ day: START, newcomers: 3, back: 1 });
  await caughtUp(rollUpCensus);
  expect((await listRollups(database)).census).toEqual(census);

  await database.adHoc("UPDATE agents SET clock_moved = true WHERE agent_id = $1", [tester]);
  await caughtUp(rollUpCensus);
  expect((await listRollups(database)).census?.days[0]).toMatchObject({ born: 2, newcomers: 2, back: 1 });
});

test("an hour that was counted while it ran is counted again when it is over", async () => {
  await happens(NOW - 10_000, "hatch");
  await caughtUp(rollUpCensus);
  await happens(NOW + 10_000, "hatch");
  await caughtUp(rollUpCensus, NOW + HOUR_MS);
  expect((await listRollups(database)).census?.days.at(-1)?.born).toBe(2);
});

test("the population of a day is what was noted at its end, and follows from later events before that", () => {
  const counts = [
    { day: START, what: "hatch", count: 5 },
    { day: START + DAY_MS, what: "death:hunger", count: 2 },
    { day: START + DAY_MS, what: "resurrect", count: 1 },
    { day: START + 2 * DAY_MS, what: "hatch", count: 4 },
  ];
  const samples = [
    { day: START + DAY_MS, alive: 4 },
    { day: START + 2 * DAY_MS, alive: 9 },
  ];
  expect(daysOf(counts, samples, START + 2 * DAY_MS).map(({ alive }) => alive)).toEqual([5, 4, 9]);
  expect(daysOf([], [], NOW)).toEqual([]);
});

test("lives end with their first death or release, unless it was undone", async () => {
  const ids = Array.from({ length: 6 }, () => randomUUID());
  for (const creatureId of ids) await happens(START, "hatch", { creatureId });
  const [died, released, kept, restored, poisoned = ""] = ids;
  await harmed(START + DAY_MS, keeper, poisoned);
  await happens(START + DAY_MS, "death", { creatureId: died, version: 2 });
  await happens(START + DAY_MS, "resurrect", { creatureId: died, version: 3 });
  await happens(START + 2 * DAY_MS, "death", { creatureId: died, version: 4 });
  await happens(START + DAY_MS, "release", { creatureId: released, version: 2 });
  await happens(START + DAY_MS, "release", { creatureId: kept, version: 2 });
  await happens(START + DAY_MS, "take_back", { creatureId: kept, version: 3 });
  await happens(START + DAY_MS, "death", { creatureId: restored, version: 2 });
  await happens(START + 2 * DAY_MS, "restore", { creatureId: restored, version: 3 });
  await happens(START, "hatch", { agentId: tester });
  await caughtUp(rollUpLives);
  await database.adHoc("UPDATE agents SET clock_moved = true WHERE agent_id = $1", [tester]);
  const ends = (await listLives(database, { slugs: ["housecat"] })).map(
    ({ endedAt, died: isDead }) => `${endedAt} ${isDead}`,
  );
  const ended = START + DAY_MS;
  const expected = [`${ended} true`, `${ended} true`, `${ended} false`, "null false", "null false", "null false"];
  expect(ends.toSorted()).toEqual(expected.toSorted());
  await caughtUp(rollUpLives);
  const { survival } = await listRollups(database);
  expect(survival?.species["housecat"]).toMatchObject({ lives: 6, deaths: 2 });
  expect(survival?.species["housecat"]?.curve).toEqual([1000, 1000, 667]);
});

test("only the last lives of a species are kept", async () => {
  await database.adHoc("SELECT make_care_log_day($1)", [START]);
  await database.adHoc(
    `INSERT INTO care_log (agent_id, creature_id, recorded_at, entry_id, kind, version, at, family, species_slug)
      SELECT $1, gen_random_uuid(), $2::bigint + n, gen_random_uuid(), 'hatch', 1, $2::bigint + n, 'cat', 'housecat'
      FROM generate_series(1, 400) AS n`,
    [keeper, START],
  );
  await caughtUp(rollUpLives);
  const lives = await listLives(database, { slugs: ["housecat"] });
  expect(lives).toHaveLength(300);
  expect(Math.min(...lives.map(({ hatchedAt }) => hatchedAt))).toBe(START + 101);
});
