// Tests how long a process relies on the outages that it last read.
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { silenceSince } from "../../../test/lives/backdate.ts";
import { houseForFile } from "../../../test/harness.ts";
import { findDatabaseTime } from "../../platform/database/database-time.ts";
import type { Database } from "../../platform/database/db.ts";
import { insertOutage, lockOutages } from "./store/outages.ts";
import { Outages } from "./outages.ts";

const { database } = (await houseForFile()).app.services;

/** Creates Outages with a database that counts queries for the service state and can fail them. */
function counting() {
  let asked = 0;
  let isAway = false;
  const query: typeof database.query = async (statement, values) => {
    if (statement.name === "find-service-state") {
      asked++;
      if (isAway) throw new Error("away");
    }
    return database.query(statement, values);
  };
  const seen: Database = Object.create(database, {
    query: { value: query },
    withTransaction: { value: database.withTransaction.bind(database) },
  });
  return {
    outages: new Outages(seen, pino({ level: "silent" })),
    asked: () => asked,
    away: (away: boolean) => {
      isAway = away;
    },
  };
}

const databaseTime = async () => (await findDatabaseTime(database)) ?? 0;

async function declare(from: number, until: number): Promise<void> {
  await database.withTransaction(async (tx) => {
    await lockOutages(tx, {});
    await insertOutage(tx, { from, until, foundBy: "operator", reason: "test", recordedAt: until });
  });
}

beforeEach(async () => {
  await database.adHoc("DELETE FROM outages");
  await database.adHoc("UPDATE outage_watch SET version = 0, newest_beat = NULL");
});

test("concurrent calls within one second share one query", async () => {
  const { outages, asked } = counting();
  const now = await databaseTime();
  await Promise.all(Array.from({ length: 20 }, () => outages.whenAnswering(now)));
  for (const at of [now - 1, now + 500]) await outages.whenAnswering(at);
  expect(asked()).toBe(1);
  await Promise.all(Array.from({ length: 20 }, () => outages.whenAnswering(now + 5_000)));
  expect(asked()).toBe(2);
});

test("an outage is known here immediately, and elsewhere after the cache expires", async () => {
  const [here, there] = [counting(), counting()];
  const now = await databaseTime();
  await Promise.all([here, there].map(({ outages }) => outages.whenAnswering(now)));
  const outage = { from: now - HOUR_MS, until: now };
  await declare(outage.from, outage.until);
  here.outages.changed();
  expect(await here.outages.whenAnswering(now)).toEqual([outage]);
  expect(await there.outages.whenAnswering(now)).toEqual([]);
  expect(await there.outages.whenAnswering(now - HOUR_MS)).toEqual([outage]);
});

test("concurrent processes agree on the outage that a silence reveals", async () => {
  const [here, there] = [counting(), counting()];
  await silenceSince(database, HOUR_MS);
  const now = await databaseTime();
  const found = await Promise.all([here, there, here, there].map(({ outages }) => outages.whenAnswering(now)));
  expect(new Set(found.map((spans) => JSON.stringify(spans))).size).toBe(1);
  expect(found[0]).toHaveLength(1);
});

test("a failed read is not cached", async () => {
  const { outages, away } = counting();
  away(true);
  const now = await databaseTime();
  await expect(outages.whenAnswering(now)).rejects.toThrow("away");
  away(false);
  expect(await outages.whenAnswering(now)).toEqual([]);
});

test("lost rows do not prevent the reading of later outages", async () => {
  const { outages } = counting();
  await database.adHoc("UPDATE outage_watch SET version = 3");
  expect(await outages.known()).toEqual([]);
  await declare(0, HOUR_MS);
  expect(await outages.known()).toEqual([{ from: 0, until: HOUR_MS }]);
});
