// Follows neglect from the last care to the gravestone and the status of the dead creature.
import { expect, test } from "vitest";
import { openDen, type Step } from "../den.ts";
import { houseForFile } from "../harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("neglect kills at the forecast instant and leaves a gravestone", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(3);
  const fed = await den.care("feed", id);
  expect(fed.json.action_result).toMatchObject({ success: true, timing: "on_time" });
  const before = await den.status(id);
  const { death_clock: clock } = before.json.creature;
  expect(clock).toMatchObject({ threshold_hours: 36, urgency: "safe" });

  await den.advanceTo(Date.parse(clock.dies_at) - 36_000);
  const last = await den.status(id);
  expect(last.json.creature).toMatchObject({
    alive: true,
    death_clock: { dies_at: clock.dies_at, urgency: "imminent" },
  });
  expect(last.json.recommended_checkin.hours_from_now).toBe(0);
  await den.advance(80);

  const dead = await den.status(id);
  expect(dead.status).toBe(200);
  expect(dead.json.creature).toMatchObject({ id, alive: false, stage: "child" });
  expect(dead.json.gravestone).toMatchObject({
    name: "Pip",
    caretaker: den.username,
    feedings: 1,
    last_care_action: "feed",
    died_at: clock.dies_at,
    resurrected: false,
    untrusted: true,
  });
  const events = dead.json.gravestone.post_mortem.map(({ event }: { event: string }) => event);
  expect(events[0]).toBe("last_feeding");
  expect(events.at(-1)).toBe("died");
  expect(dead.json.resurrection).toMatchObject({ possible: true, cost: 100 });
  const closes = Date.parse(dead.json.resurrection.closes_at) - Date.parse(clock.dies_at);
  expect(closes).toBe(7 * 24 * 3_600_000);

  const again = await den.status(id);
  expect(again.json.gravestone).toEqual(dead.json.gravestone);
  expect(again.json.creature).toEqual(dead.json.creature);

  const empty = await den.status();
  expect(empty.status).toBe(404);
  expect(empty.json).toMatchObject({ error: "No living creatures in your house", your_creatures: [] });
  const ways = empty.json.next_steps.map(({ method, endpoint }: Step) => `${method} ${endpoint}`);
  expect(ways).toEqual([`GET /api/house/status?creature_id=${id}`, "POST /api/house/adopt"]);
  expect((await den.care("feed", id)).status).toBe(404);
  expect((await den.call("DELETE", "/api/house/release", { creature_id: id })).status).toBe(404);

  const history = await den.call("GET", `/api/house/history?creature_id=${id}`);
  expect(history.json.creature).toMatchObject({ alive: false, stage: "child" });
  expect(history.json.next_steps.map(({ endpoint }: Step) => endpoint)).toEqual([
    "/api/house/graveyard",
    "/api/house/adopt",
  ]);
  const document = await den.call("GET", `/api/house/history?format=markdown&creature_id=${id}`);
  expect(document.text).toContain(`- Died (${dead.json.gravestone.cause}): ${clock.dies_at}`);

  await den.advance(7 * 24);
  expect((await den.status(id)).json.resurrection.possible).toBe(false);
  expect((await den.status()).json.next_steps).toHaveLength(1);
});

test("an egg survives 500 hours without care", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  await den.advance(500);
  const egg = await den.care("feed", id);
  expect(egg.json.error).toBe("The egg hasn't hatched yet");
  const born = await den.status();
  expect(born.json.creature).toMatchObject({ id, stage: "baby", age_hours: 0, hunger: 100 });
  expect(born.json.milestone.stage).toBe("baby");
  expect((await den.status()).json.milestone).toBeUndefined();
});
