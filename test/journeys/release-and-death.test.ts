// Tests a release that races with a death or another call. Exactly one end is recorded, and the answer names it.
import { expect, test } from "vitest";
import { Sweeper } from "../../src/model/life/sweep.ts";
import { openDen } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { replay } from "../lives/replay.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, log, now } = house.app.services;

async function stonesOf(id: string): Promise<number> {
  const statement = "SELECT count(*) AS count FROM gravestones WHERE creature_id = $1";
  const [row] = await database.adHoc<{ count: number }>(statement, [id]);
  return row?.count ?? 0;
}

test("releasing a dead creature returns 410 with its gravestone, then 404", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const { dies_at: diesAt } = (await den.status(id)).json.creature.death_clock;
  await den.advance(60);
  const late = await den.call("DELETE", "/api/house/release", { creature_id: id });
  expect(late.status).toBe(410);
  expect(late.json).toMatchObject({
    error: "The creature died before it could be released",
    gravestone: { name: "Pip", died_at: diesAt, resurrected: false },
  });
  expect(await stonesOf(id)).toBe(1);
  const again = await den.call("DELETE", "/api/house/release", { creature_id: id });
  expect(again.status).toBe(404);
  expect(again.json.error).toBe("No living creature found with that ID");
  expect(await stonesOf(id)).toBe(1);
});

test("concurrent releases, checks and sweeps record one gravestone", async () => {
  const den = await openDen(house);
  const ids = await Promise.all(Array.from({ length: 8 }, () => den.adopt()));
  await den.status();
  await den.advance(60);
  const sweeper = new Sweeper(database, now, log);
  const answers = await Promise.all([
    ...ids.map((id) => den.call("DELETE", "/api/house/release", { creature_id: id })),
    sweeper.sweep(),
    ...ids.map((id) => den.status(id)),
  ]);
  for (const answer of answers.slice(0, ids.length))
    expect("status" in answer && [404, 410]).toContain("status" in answer ? answer.status : 0);
  for (const id of ids) {
    expect(await stonesOf(id)).toBe(1);
    const { rows, stored } = await replay(database, den.id, id);
    expect(rows.map(({ kind }) => kind)).toEqual(["adopt", "hatch", "death"]);
    expect(stored.creature.releasedAt).toBeNull();
  }
});

test("a concurrent care call neither follows a release nor undoes it", async () => {
  const den = await openDen(house);
  for (let round = 0; round < 12; round++) {
    const id = await den.hatched();
    const [released, ...cared] = await Promise.all([
      den.call("DELETE", "/api/house/release", { creature_id: id }),
      ...["play", "clean", "reflect"].map((action) => den.care(action, id)),
    ]);
    expect([200, 409]).toContain(released.status);
    const { rows, stored, replayed } = await replay(database, den.id, id);
    expect(rows.filter(({ kind }) => kind === "care")).toHaveLength(
      cared.filter(({ status }) => status === 200).length,
    );
    expect(rows.map(({ kind }) => kind).includes("release")).toBe(released.status === 200);
    if (released.status === 200) expect(rows.at(-1)?.kind).toBe("release");
    else expect(released.json.error).toBe("The creature changed during this call");
    expect(replayed).toEqual(stored.creature);
    for (const { status } of cared) expect([200, 404]).toContain(status);
    expect(await stonesOf(id)).toBe(0);
    if (released.status === 409) await den.call("DELETE", "/api/house/release", { creature_id: id });
  }
});

test("releasing an egg leaves no gravestone", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  expect((await den.call("DELETE", "/api/house/release", { creature_id: id })).status).toBe(200);
  expect(await stonesOf(id)).toBe(0);
  expect((await den.status()).status).toBe(404);
});
