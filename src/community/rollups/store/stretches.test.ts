// Reading the log backward leaves no gap, is short, and costs no more in a busy house than in a quiet one.
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { openDen } from "../../../../test/den.ts";
import { houseForFile } from "../../../../test/harness.ts";
import { partsOf, type Plan } from "../../../../test/plans.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { sentOf, type Db } from "../../../platform/database/db.ts";
import { listChanged } from "./living.ts";
import { saveMomentsOf } from "./moments.ts";
import { listPublicCare } from "./others.ts";
import { stretchesBack } from "./stretches.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;

test("stretches follow each other from beyond the present down to the end, with nothing in between", () => {
  const instant = fc.integer({ min: 0, max: 2 ** 41 });
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 30 * DAY_MS }), (present, back) => {
      const stretches = [...stretchesBack(present, present - back)];
      expect(stretches[0]?.to).toBeGreaterThan(present);
      expect(stretches.at(-1)?.from).toBe(present - back);
      for (const [index, { from, to }] of stretches.entries()) {
        expect(from).toBeLessThan(to);
        if (index > 0) expect(to).toBe(stretches[index - 1]?.from);
      }
      expect(stretches.length).toBeLessThan(20);
    }),
  );
});

const BUSY = 120_000;
const MOST_READ = 50_000;

beforeAll(async () => {
  const keeper = await openDen(house);
  await keeper.hatched({ name: "Pip", species_slug: "housecat" });
  await database.adHoc(
    `INSERT INTO care_log
        (agent_id, creature_id, recorded_at, entry_id, kind, version, at, action, family, species_slug, notes)
      SELECT agent_id, creature_id, $1, gen_random_uuid(), 'care', 99, $1, 'reflect', family, species_slug, 'busy'
      FROM creatures, generate_series(1, ${BUSY})`,
    [now()],
  );
}, 60_000);

function readOfLog(plan: Plan): number {
  return partsOf(plan)
    .filter((part) => part["Relation Name"]?.startsWith("care_log"))
    .reduce((sum, part) => sum + (part["Actual Rows"] ?? 0) * (part["Actual Loops"] ?? 0), 0);
}

/** How many entries of the log a statement reads. */
async function entriesReadBy(send: (db: Db) => Promise<unknown>): Promise<number> {
  let read = 0;
  await send({
    async query(statement, values) {
      const sent = sentOf(statement, values);
      const [row] = await database.adHoc<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sent.text}`,
        sent.values,
      );
      for (const { Plan: plan } of row?.["QUERY PLAN"] ?? []) read += readOfLog(plan);
      return [];
    },
  });
  return read;
}

test.each<[string, (db: Db) => Promise<unknown>]>([
  ["others", (db) => listPublicCare(db, { from: now() - DAY_MS, to: now() + 1 })],
  ["living", (db) => listChanged(db, { from: now() - DAY_MS, to: now() + 1 }, 10_000)],
  ["moments", (db) => saveMomentsOf(db, { from: now() - DAY_MS, to: now() + 1 }, 4_000)],
])("%s: of a stretch in which very much happened only a part is read", async (_, send) => {
  const read = await entriesReadBy(send);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(MOST_READ);
});
