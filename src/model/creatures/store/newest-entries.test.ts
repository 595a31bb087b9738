// Tests that the newest entries of a long life are listed in order, across its many partitions.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test } from "vitest";
import { houseForFile } from "../../../../test/harness.ts";
import { listCare, listLife, logRow, makeLogDays, newLogRow } from "./care-log.ts";
import { creatureWith } from "../../../../test/lives/creatures.ts";

const house = await houseForFile();
const { database } = house.app.services;
const AGENT = "649551e2-74ba-53e0-bf72-047ea579d198";
const DAYS = 100;
const creature = creatureWith();
const { stats } = creature;
const now = Date.now();
const since = now - DAYS * DAY_MS;
const span = { agentId: AGENT, creatureId: creature.id, since, now };

function rowOf(day: number) {
  const care = { action: "feed", item: null, isTask: false, category: null, score: null, notes: null } as const;
  const outcome = { timing: "on_time", effectiveness: "effective", before: stats, after: stats } as const;
  const at = since + day * DAY_MS;
  return logRow(AGENT, creature, day + 1, { kind: "care", recordedAt: at, at, care: { ...care, ...outcome } });
}

test("pages of a long life run from newest to oldest without repeats", async () => {
  await makeLogDays(database, since, DAYS + 1);
  const insert = "INSERT INTO care_log SELECT * FROM jsonb_populate_recordset(NULL::care_log, $1::jsonb)";
  const rows = Array.from({ length: DAYS }, (_, day) => newLogRow(rowOf(day)));
  await database.adHoc(insert, [JSON.stringify(rows)]);
  const versions: number[] = [];
  for (let offset = 0; offset < DAYS + 30; offset += 30) {
    versions.push(...(await listCare(database, span, { limit: 30, offset })).map(({ version }) => version));
  }
  expect(versions).toEqual(Array.from({ length: DAYS }, (_, index) => DAYS - index));
  expect((await listLife(database, span, 1_000)).map(({ version }) => version)).toEqual(versions);
  expect(await listCare(database, { ...span, since: now - 3 * DAY_MS }, { limit: 50, offset: 0 })).toHaveLength(3);
});
