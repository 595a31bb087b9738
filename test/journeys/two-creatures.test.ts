// Tests a house with several creatures: which one a call means, and that their lives are independent.
import { expect, test } from "vitest";
import { openDen } from "../den.ts";
import { houseForFile } from "../harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("care for one of two creatures does not affect the other", async () => {
  const den = await openDen(house);
  const first = await den.adopt({ name: "First" });
  const second = await den.adopt({ name: "Second", species_slug: "beagle" });
  // Any status call hatches all eggs, and one without a creature_id shows the newest.
  const born = await den.status();
  expect(born.json.creature).toMatchObject({ id: second, stage: "baby" });
  expect(born.json.other_creatures).toMatchObject([{ id: first, name: "First", stage: "baby", alive: true }]);

  const untold = await den.care("feed");
  expect(untold.status).toBe(400);
  expect(untold.json.your_creatures).toMatchObject([
    { id: second, name: "Second", species: "Beagle", stage: "baby" },
    { id: first, name: "First", species: "Housecat", stage: "baby" },
  ]);

  await den.advance(3);
  const fed = await den.care("feed", first);
  expect(fed.json.creature).toMatchObject({ id: first });
  const after = await den.status(second);
  expect(after.json.creature).toMatchObject({ id: second, hours_since_fed: 3 });
  expect(after.json.other_creatures).toMatchObject([{ id: first, hours_since_fed: 0 }]);
  expect(after.json.creature.hunger).toBeLessThan(100);

  expect((await den.call("GET", `/api/house/status?id=${first}`)).json.creature.id).toBe(first);
  const stranger = "01890a5d-ac96-774b-bcce-b302099a8057";
  const lost = await den.status(stranger);
  expect(lost.status).toBe(404);
  expect(lost.json.your_creatures.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  expect((await den.call("GET", `/api/house/status?id=${first}&creature_id=${second}`)).status).toBe(400);

  const released = await den.call("DELETE", "/api/house/release", { id: second });
  expect(released.json).toMatchObject({ success: true, creature_id: second });
  const alone = await den.status();
  expect(alone.json.creature.id).toBe(first);
  expect(alone.json.other_creatures).toBeUndefined();
  expect((await den.care("clean")).json.creature.id).toBe(first);

  const gone = await den.status(second);
  expect(gone.status).toBe(404);
  expect(gone.json.your_creatures.map(({ id }: { id: string }) => id)).toEqual([first]);
  const history = await den.call("GET", `/api/house/history?creature_id=${second}`);
  expect(history.json.creature).toMatchObject({ id: second, alive: false });
});

test("no agent can read or change another's creature", async () => {
  const mine = await openDen(house);
  const theirs = await openDen(house);
  const id = await mine.hatched();
  await theirs.hatched();
  for (const answer of [
    await theirs.status(id),
    await theirs.care("feed", id),
    await theirs.call("GET", `/api/house/history?creature_id=${id}`),
    await theirs.call("GET", `/api/house/preferences?creature_id=${id}`),
    await theirs.call("DELETE", "/api/house/release", { creature_id: id }),
  ]) {
    expect(answer.status, answer.text).toBe(404);
    expect(answer.text).not.toContain(`"id":"${id}"`);
  }
  expect((await mine.status(id)).json.creature.alive).toBe(true);
});

test("each creature's own status reports its stages", async () => {
  const den = await openDen(house);
  const first = await den.hatched({ species_slug: "tortoise" });
  const second = await den.hatched({ species_slug: "fenrir" });
  await den.advance(25);
  expect((await den.status(first)).json.milestone.stage).toBe("child");
  expect((await den.status(second)).json.milestone.stage).toBe("child");
  expect((await den.status(first)).json.milestone).toBeUndefined();
});
