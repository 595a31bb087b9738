// Tests that a gravestone is byte-identical, whichever process records the death and whenever.
import { describe, expect, test } from "vitest";
import { Sweeper } from "../../src/model/life/sweep.ts";
import { openDen, type Den } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { comparable, replay } from "../lives/replay.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, log, now } = house.app.services;

interface Row {
  readonly row: Readonly<Record<string, unknown>>;
}

async function rowsOf(table: "creatures" | "gravestones", id: string): Promise<readonly Row["row"][]> {
  const text = `SELECT to_jsonb(t) AS row FROM ${table} t WHERE creature_id = $1`;
  const rows = await database.adHoc<Row>(text, [id]);
  return rows.map(({ row }) => row);
}

/** Restores an earlier stored state of a creature, as if no later call had come. */
async function restore(id: string, rows: readonly Row["row"][]): Promise<void> {
  for (const table of ["creatures", "gravestones", "care_log"]) {
    const where = table === "care_log" ? "creature_id = $1 AND kind = 'death'" : "creature_id = $1";
    await database.adHoc(`DELETE FROM ${table} WHERE ${where}`, [id]);
  }
  const insert = "INSERT INTO creatures SELECT * FROM jsonb_populate_recordset(NULL::creatures, $1::jsonb)";
  await database.adHoc(insert, [JSON.stringify(rows)]);
}

const sweep = async (): Promise<void> => {
  await new Sweeper(database, now, log).sweep();
};

const NOTICED_BY: Readonly<Record<string, (den: Den, id: string) => Promise<unknown>>> = {
  "a status": (den, id) => den.status(id),
  "a status of the whole house": (den) => den.status(),
  "a care call": (den, id) => den.care("feed", id),
  "a release": (den, id) => den.call("DELETE", "/api/house/release", { creature_id: id }),
  "the sweeper": sweep,
  "sweeper, then status": async (den, id) => {
    await sweep();
    await den.status(id);
  },
  "status, then sweeper": async (den, id) => {
    await den.status(id);
    await sweep();
  },
  "all at once": (den, id) => Promise.all([sweep(), den.status(id), den.care("feed", id), den.status(), sweep()]),
};

describe.each([
  ["housecat", 9],
  ["retriever", 20],
  ["cerberus", 2],
])("a %s adopted at %i o'clock", (species, hour) => {
  test("every way of noticing a death writes the same gravestone and creature", async () => {
    const den = await openDen(house, { hour });
    const id = await den.hatched({ species_slug: species });
    for (const hours of [3.1, 4.2, 2.9, 0.5]) {
      await den.advance(hours);
      await den.status(id);
      await den.care(hours === 4.2 ? "play" : "feed", id);
    }
    await den.advance(1);
    const alive = await den.status(id);
    const foretold: string = alive.json.creature.death_clock.dies_at;
    await den.advanceTo(foretold);
    await den.advance(100);
    const unnoticed = await rowsOf("creatures", id);
    expect(unnoticed[0]).toMatchObject({ died_at: null });

    const found = new Map<string, unknown>();
    for (const [by, notice] of Object.entries(NOTICED_BY)) {
      await restore(id, unnoticed);
      await notice(den, id);
      const stones = await rowsOf("gravestones", id);
      expect(stones, by).toHaveLength(1);
      expect(stones[0], by).toMatchObject({ died_at: Date.parse(foretold) });
      const answer = await den.status(id);
      found.set(by, [stones, await rowsOf("creatures", id), answer.json.gravestone, answer.json.creature]);
      const [stored, replayed] = comparable(await replay(database, den.id, id));
      expect(replayed, by).toEqual(stored);
    }
    const [first] = found.values();
    for (const [by, seen] of found) expect(seen, by).toEqual(first);
  });
});
