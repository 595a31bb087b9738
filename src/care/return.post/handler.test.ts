// Tests taking back a released creature over HTTP: once, within a day, with its clocks unchanged.
import { expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { faultInFile } from "../../../test/lives/life-file.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const PATH = "/api/house/return";

const release = (den: Den, creature_id: string) => den.call("DELETE", "/api/house/release", { creature_id });
const takeBack = (den: Den, creature_id: string) => den.call("POST", PATH, { creature_id });

async function lostOf(id: string): Promise<boolean | undefined> {
  const text = "SELECT released_in_distress AS lost FROM creatures WHERE creature_id = $1";
  return (await database.adHoc<{ lost: boolean }>(text, [id]))[0]?.lost;
}

test("RELEASE-3: taking a creature back leaves its clocks unchanged", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Fern", species_slug: "tortoise" });
  const diesAt = (await den.status(id)).json.creature.death_clock.dies_at;
  const released = await release(den, id);
  const step = released.json.next_steps.find(({ action }: { action: string }) => action === "take_back");
  expect(step).toMatchObject({ method: "POST", endpoint: PATH, body: { creature_id: id } });
  await den.advance(5);
  for (const answer of [await den.status(id), await den.care("reflect", id), await release(den, id)]) {
    expect(answer.status).toBe(404);
  }
  const back = await den.call(step.method, step.endpoint, step.body);
  expect([back.status, back.json.success], back.text).toEqual([200, true]);
  const status = await den.status(id);
  expect(status.json.creature.death_clock.dies_at).toBe(diesAt);
  expect(status.json.creature.age_hours).toBeGreaterThan(4.9);
  const { events } = (await den.call("GET", "/api/house/events")).json;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(expect.arrayContaining(["released", "taken_back"]));
});

test("RELEASE-3: an empty house suggests taking back a released creature", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await release(den, id);
  const steps = async () => {
    const answers = [await den.call("GET", "/api/house/status?view=compact"), await den.care("reflect")];
    return answers.map(({ status, json }) => [status, json.next_steps[0]]);
  };
  const back = expect.objectContaining({ endpoint: PATH, body: { creature_id: id } });
  const empty = expect.objectContaining({ action: "adopt" });
  expect(await steps()).toEqual([
    [404, back],
    [404, back],
  ]);
  await den.advance(24);
  expect(await steps()).toEqual([
    [404, empty],
    [404, empty],
  ]);
});

test("RELEASE-3: a creature can be taken back once, within 24 hours", async () => {
  const den = await openDen(house);
  const [first, second] = [await den.hatched({ species_slug: "tortoise" }), await den.adopt()];
  await release(den, first);
  expect((await takeBack(den, first)).status).toBe(200);
  expect((await takeBack(den, first)).status).toBe(404);
  const again = await release(den, first);
  expect([again.json.return_until, JSON.stringify(again.json.next_steps).includes(PATH)]).toEqual([null, false]);
  expect((await takeBack(den, first)).status).toBe(404);
  await release(den, second);
  await den.advance(24);
  expect((await takeBack(den, second)).json.error).toBe("The creature can no longer be taken back");
});

test("RELEASE-3: only the keeper can take back, if the house has room", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  const kept = await den.adopt();
  const { sitter_key: key } = (await den.call("POST", "/api/house/sitters", { sitter_name: "Ada", hours: 1 })).json;
  await release(den, id);
  expect((await takeBack(await openDen(house), id)).status).toBe(404);
  const body = { creature_id: kept };
  expect((await house.call("POST", PATH, body, { authorization: `Bearer ${key}` })).status).toBe(403);
  await den.adoptMany(49);
  expect((await takeBack(den, id)).json.error).toBe("Your house is full");
  await release(den, kept);
  const answers = await Promise.all(Array.from({ length: 5 }, () => takeBack(den, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of answers) expect([200, 404, 409]).toContain(status);
});

test("RELEASE-4: taking back a creature that has died returns 410", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "housecat" });
  const { dies_at } = (await den.status(id)).json.creature.death_clock;
  await den.advance(20);
  expect((await release(den, id)).status).toBe(200);
  expect(await lostOf(id)).toBe(false);
  await den.advance(Math.ceil((Date.parse(dies_at) - Date.now()) / 3_600_000) - 20 + 1);
  for (let call = 0; call < 2; call++) {
    const gone = await takeBack(den, id);
    expect([gone.status, gone.json.error]).toEqual([410, "The creature died before it could be taken back"]);
  }
  expect(await lostOf(id)).toBe(true);
  expect((await den.status(id)).status).toBe(404);
  expect((await den.call("GET", "/api/house/graveyard")).json.gravestones).toEqual([]);
});

test("a life with a release and a take-back replays from its log", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "tortoise" });
  await den.care("play", id);
  await release(den, id);
  await den.advance(3);
  const headers = { "idempotency-key": "back" };
  const first = await den.call("POST", PATH, { creature_id: id }, headers);
  const again = await den.call("POST", PATH, { creature_id: id }, headers);
  expect([again.headers["idempotency-replayed"], again.text]).toEqual(["true", first.text]);
  await den.care("reflect", id);
  const { text } = await den.call("GET", `/api/house/export?creature_id=${id}`);
  expect(faultInFile(text)).toBeNull();
});
