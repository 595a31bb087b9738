// Tests the function that saves a creature. It saves all of a change or nothing, never overwrites another process's change, and
// saves one change per Idempotency-Key.
import { randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test } from "vitest";
import { houseForFile } from "../../../../test/harness.ts";
import { until } from "../../../../test/processes/own-redis.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../../test/lives/many-lives.ts";
import {
  TakenIdempotencyKey,
  findIdempotencyRecord,
  type IdempotencyRecord,
} from "../../idempotency/store/idempotency.ts";
import type { LogEvent } from "./care-log.ts";
import type { PresentCreature } from "./creature-change.ts";
import { findCreature, saveCreature } from "./creatures.ts";

const house = await houseForFile();
const { database, now } = house.app.services;

/** Inserts two creatures into a new house. */
async function twins(): Promise<readonly [PresentCreature, PresentCreature]> {
  const [agent] = await insertAgents(database, 1, now());
  const [one, other] = [0, 1].map((nth) => stored(agent?.id ?? "", hatchling(nth, now() - HOUR_MS)));
  if (one === undefined || other === undefined) throw new Error("two creatures were expected");
  await insertCreatures(database, [one, other]);
  return [one, other];
}

function recordFor({ agentId }: PresentCreature, more: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    agentId,
    keyHash: randomBytes(32),
    fingerprint: randomBytes(32),
    status: 200,
    body: randomBytes(100),
    headers: { etag: "a" },
    issuedKeyHash: null,
    replacedKeyHash: null,
    createdAt: now(),
    ...more,
  };
}

function checked(from: PresentCreature, record?: IdempotencyRecord) {
  const log: readonly LogEvent[] = [{ kind: "check", recordedAt: now(), at: now() }];
  return { from, to: from, log, record };
}

/** Returns how many times a creature has changed since the given version, and how many check entries its log has. */
async function changesOf({ agentId, creature, version }: PresentCreature): Promise<readonly unknown[]> {
  const found = await findCreature(database, agentId, creature.id);
  const [row] = await database.adHoc<{ count: number }>(
    "SELECT count(*) AS count FROM care_log WHERE agent_id = $1 AND creature_id = $2 AND kind = 'check'",
    [agentId, creature.id],
  );
  return [(found?.version ?? 0) - version, row?.count];
}

const kept = ({ agentId, keyHash }: IdempotencyRecord) => findIdempotencyRecord(database, agentId, keyHash);

test("an idempotency record is stored unchanged", async () => {
  const [one] = await twins();
  const records = [recordFor(one), recordFor(one, { headers: null, body: null, issuedKeyHash: randomBytes(32) })];
  let from: PresentCreature | undefined = one;
  for (const record of records) {
    from = from && (await saveCreature(database, checked(from, record)));
    expect(await kept(record)).toEqual({ ...record, issuedKeyUnused: false });
  }
  expect(await changesOf(one)).toEqual([2, 2]);
});

test("nothing is written if the Idempotency-Key is taken", async () => {
  const [one, other] = await twins();
  const record = recordFor(one);
  await saveCreature(database, checked(one, record));
  const second = recordFor(one, { keyHash: record.keyHash });
  await expect(saveCreature(database, checked(other, second))).rejects.toThrow(TakenIdempotencyKey);
  expect(await changesOf(other)).toEqual([0, 0]);
  expect(await kept(record)).toMatchObject(record);
});

test("an expired record is replaced", async () => {
  const [one, other] = await twins();
  const old = recordFor(one, { createdAt: now() - DAY_MS });
  await saveCreature(database, checked(one, old));
  const record = recordFor(one, { keyHash: old.keyHash, headers: null });
  expect(await saveCreature(database, checked(other, record))).toBeDefined();
  expect(await kept(record)).toMatchObject(record);
});

test("nothing is written, not even a record, if the creature is stale", async () => {
  const [one] = await twins();
  await saveCreature(database, checked(one));
  const record = recordFor(one);
  expect(await saveCreature(database, checked(one, record))).toBeUndefined();
  expect(await changesOf(one)).toEqual([1, 1]);
  expect(await kept(record)).toBeUndefined();
});

test("of two concurrent changes under one key, the second waits and fails", async () => {
  const [one, other] = await twins();
  const keyHash = randomBytes(32);
  const outcomes = await Promise.allSettled(
    [one, other].map((each) => saveCreature(database, checked(each, recordFor(each, { keyHash })))),
  );
  const refused = outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refused).toEqual([expect.any(TakenIdempotencyKey)]);
  const changes = await Promise.all([one, other].map(changesOf));
  expect(changes.map(String).toSorted()).toEqual(["0,0", "1,1"]);
});

test("a change succeeds after an earlier one under its key is undone", async () => {
  const [one, other] = await twins();
  const keyHash = randomBytes(32);
  let second: Promise<PresentCreature | undefined> | undefined;
  const first = database.withTransaction(async (tx) => {
    await saveCreature(tx, checked(one, recordFor(one, { keyHash })));
    second = saveCreature(database, checked(other, recordFor(other, { keyHash })));
    await until(async () => {
      const [row] = await database.adHoc<{ waits: boolean }>(
        "SELECT count(*) > 0 AS waits FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1",
        [house.database],
      );
      return row?.waits === true;
    });
    throw new Error("undone");
  });
  await expect(first).rejects.toThrow("undone");
  expect(await second).toBeDefined();
  expect([await changesOf(one), await changesOf(other)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
