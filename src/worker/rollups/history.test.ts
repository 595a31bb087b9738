// Hours of the log, and retention by week joined.
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { insertAgents } from "../../../test/lives/many-lives.ts";
import { DAY_MS, WEEK_MS } from "@denkeeper/rules/time/durations.ts";
import { countFigures } from "./figures.ts";
import { rollUpHistory } from "./history.ts";

const NOW = Date.UTC(2026, 5, 25, 12); // a Thursday
const JOINED = Date.UTC(2026, 4, 20, 12); // a Wednesday, five weeks before
const MONDAY = Date.UTC(2026, 4, 18);
const house = await houseForFile();
const { database } = house.app.services;

async function happens(agentId: string, at: number, kind: string): Promise<void> {
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  await database.adHoc("SELECT make_care_log_day($1)", [day]);
  await database.adHoc(
    `INSERT INTO care_log (agent_id, creature_id, recorded_at, entry_id, kind, version, at, action, family, species_slug)
      VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), $3, 1, $2, 'feed', 'cat', 'housecat')`,
    [agentId, at, kind],
  );
}

async function caughtUp(): Promise<void> {
  for (let more = true; more;) more = await rollUpHistory(database, NOW);
}

test("weeks are counted from joining, and test accounts are not", async () => {
  const [faithful, gone, tester] = (await insertAgents(database, 3, JOINED)).map(({ id }) => id);
  if (faithful === undefined || gone === undefined || tester === undefined) throw new Error("nobody joined");
  await database.adHoc("UPDATE agents SET is_test = (agent_id = $1)", [tester]);
  for (const id of [faithful, gone, tester]) await happens(id, JOINED + 1_000, "care");
  for (const week of [1, 2, 4]) await happens(faithful, JOINED + week * WEEK_MS + DAY_MS, "care");
  await happens(gone, JOINED + WEEK_MS + DAY_MS, "death");
  await happens(tester, NOW - DAY_MS, "care");
  await happens(faithful, NOW - DAY_MS, "hatch");
  await caughtUp();
  const { cohorts, agents } = await countFigures(database, NOW);
  expect(cohorts).toEqual([{ joinedWeek: MONDAY, agents: 2, came: [1, 1, 0, 1, 1, 0] }]);
  expect(agents.active).toEqual({ day: 1, week: 1, month: 1 });
  await caughtUp();
  expect((await countFigures(database, NOW)).cohorts).toEqual(cohorts);
});
