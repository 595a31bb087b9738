// A keeper who boards for a weekend returns to the same creature. Covers the BOARD rules over HTTP.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureFromRow, type CreatureRow } from "../../src/model/creatures/store/creature-row.ts";
import { backdate } from "../lives/backdate.ts";
import { everyStepLeadsOn, follow, openDen, zoneAt, type Den } from "../den.ts";
import { freshAddress, houseForFile, type Account } from "../harness.ts";
import { comparable, replay } from "../lives/replay.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

const board = ({ call }: Account, id: string, hours: number, headers?: Record<string, string>) =>
  call("POST", "/api/house/board", { creature_id: id, hours }, headers);
const endBoarding = ({ call }: Account, id: string) => call("DELETE", "/api/house/board", { creature_id: id });

/** Returns everything in a status that must not change during boarding: all but the words and what depends on the hour. */
function standing({ json }: Awaited<ReturnType<Den["status"]>>) {
  const { creature } = json;
  const { death_clock: clock, evolution_progress: scores } = creature;
  const stats = [creature.hunger, creature.happiness, creature.health, creature.trust, creature.discipline];
  return {
    stats,
    stage: creature.stage,
    ageHours: creature.age_hours,
    fed: [creature.hours_since_fed, creature.feeding_status],
    clock: [clock.hours_without_care, clock.threshold_hours, clock.urgency],
    rhythm: creature.care_rhythm,
    scores: [scores.consistency_score, scores.responsiveness_score, scores.variety_score],
  };
}

test("BOARD-3, BOARD-5: a boarded creature returns unchanged and grows up normally", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "tabby" });
  await follow(den, id, 30);
  const before = await den.status(id);
  const left = await board(den, id, 48);
  expect(left.status, left.text).toBe(200);
  expect(left.json.boarding).toMatchObject({ resting: true, hours_available: 24 });
  const until = Date.parse(left.json.boarding.until);
  expect(until - Date.parse(left.json.boarding.since)).toBe(48 * HOUR_MS);

  for (const hours of [1, 20, 26]) {
    await den.advance(hours);
    const status = await den.status(id);
    expect(status.json.creature.boarding).toMatchObject({ resting: true, until: left.json.boarding.until });
    expect(standing(status)).toEqual(standing(before));
    expect(status.json.creature.mood).not.toBe("sleeping");
    expect(Date.parse(status.json.creature.death_clock.dies_at)).toBeGreaterThan(until);
    const clock = status.json.creature.death_clock;
    expect(clock.paused_until).toBe(left.json.boarding.until);
    expect(clock.hours_remaining).toBeCloseTo((Date.parse(clock.dies_at) - den.now()) / HOUR_MS, 1);
    expect(status.json.creature.behavior).toMatch(/boarded|guest list|Time has been asked/);
    const checkIn = status.json.recommended_checkin;
    expect(Date.parse(checkIn.at)).toBeGreaterThanOrEqual(until);
    expect(checkIn.hours_from_now).toBeCloseTo((Date.parse(checkIn.at) - den.now()) / HOUR_MS, 1);
    expect(status.json.next_steps.map(({ action }: { action: string }) => action)).toContain("end_boarding");
    const refused = await den.care("reflect", id);
    expect(refused.json.action_result).toMatchObject({
      success: false,
      effectiveness: "wasted",
      care_log_entry_id: null,
    });
    expect(refused.json.sleep_info).toBeUndefined();
  }
  await den.advanceTo(until);
  const back = await den.status(id);
  expect(back.json.creature).not.toHaveProperty("boarding");
  expect(back.json.creature.age_hours).toBeCloseTo(before.json.creature.age_hours, 1);

  const { timings, seen } = await follow(den, id, 121);
  expect(new Set(timings)).toEqual(new Set(["on_time"]));
  expect(seen.at(-1)?.json.creature).toMatchObject({
    stage: "adult",
    evolution_progress: { current_path: "high_care" },
  });
  const [stored, replayed] = comparable(await replay(database, den.id, id));
  expect(replayed).toEqual(stored);
});

test("BOARD-6: ending early resumes life and frees the unused hours", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(3);
  await den.care("feed", id);
  const before = await den.status(id);
  await board(den, id, 72);
  await den.advance(10);
  const ended = await endBoarding(den, id);
  expect(ended.json).toMatchObject({ success: true, was_resting: true, boarding: { resting: false } });
  expect(ended.json.boarding.hours_available).toBeCloseTo(62, 1);
  const after = await den.status(id);
  expect(standing(after)).toEqual(standing(before));
  expect((await endBoarding(den, id)).json).toMatchObject({ was_resting: false });
  await den.advance(1);
  expect((await den.status(id)).json.creature.hours_since_fed).toBeCloseTo(1, 1);
  const [stored, replayed] = comparable(await replay(database, den.id, id));
  expect(replayed).toEqual(stored);
});

test("BOARD-1, BOARD-2: a rejected boarding names the reason and a remedy", async () => {
  const den = await openDen(house);
  const egg = await den.adopt();
  expect((await board(den, egg, 5)).json.error).toBe("An egg cannot be boarded");
  const id = await den.hatched();
  for (const hours of [0.99, 72.01, "5", null]) {
    const answer = await den.call("POST", "/api/house/board", { creature_id: id, hours });
    expect([answer.status, answer.json.error]).toEqual([400, "Invalid boarding"]);
  }
  expect((await den.call("POST", "/api/house/board", { hours: 5 })).json.details).toMatch(/^creature_id/);
  expect((await board(den, den.id, 5)).status).toBe(404);

  expect((await board(den, id, 70)).status).toBe(200);
  expect((await board(den, id, 1)).json.error).toBe("The creature is already boarded");
  await den.advance(70);
  const tooMuch = await board(den, id, 3);
  expect([tooMuch.status, tooMuch.json.error]).toEqual([409, "The creature has no boarding time left"]);
  expect(tooMuch.json.hours_available).toBe(2);
  expect((await board(den, id, tooMuch.json.hours_available)).status).toBe(200);

  await den.advance(2 + 25);
  expect((await board(den, id, 1)).json.error).toBe("The creature is too close to death to be boarded");
  await den.advance(20);
  const died = await board(den, id, 1);
  expect([died.status, died.json.error]).toEqual([410, "The creature died before it could be boarded"]);
  expect((await board(den, id, 1)).status).toBe(404);
  expect((await endBoarding(den, id)).status).toBe(404);
});

test("steps of boardings, rejections and resting creatures can be called", async () => {
  const resting = async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    return { den, id, boarded: await board(den, id, 10) };
  };
  await everyStepLeadsOn(async () => {
    const { den, boarded } = await resting();
    return { call: den.call, answer: boarded };
  });
  await everyStepLeadsOn(async () => {
    const { den, id } = await resting();
    return { call: den.call, answer: await den.status(id) };
  });
  await everyStepLeadsOn(async () => {
    const { den, id } = await resting();
    return { call: den.call, answer: await board(den, id, 5) };
  });
  await everyStepLeadsOn(async () => {
    const { den, id } = await resting();
    await den.advance(10 + 40);
    return { call: den.call, answer: await endBoarding(den, id) };
  });
});

test("repeated or concurrent boardings take effect once", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const headers = { "idempotency-key": "weekend" };
  const first = await board(den, id, 24, headers);
  const again = await board(den, id, 24, headers);
  expect([first.status, again.text]).toEqual([200, first.text]);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  await endBoarding(den, id);

  const many = await Promise.all(Array.from({ length: 10 }, () => board(den, id, 5)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(many.filter(({ status }) => status === 409)).toHaveLength(9);
  const ends = await Promise.all(Array.from({ length: 10 }, () => endBoarding(den, id)));
  expect(ends.filter(({ json }) => json.was_resting === true)).toHaveLength(1);
  const [stored, replayed] = comparable(await replay(database, den.id, id));
  expect(replayed).toEqual(stored);
});

test("BOARD-4: a release during rest takes effect immediately", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await board(den, id, 50);
  await den.advance(5);
  expect((await den.call("DELETE", "/api/house/release", { id })).status).toBe(200);
  const [row] = await database.adHoc<{ row: CreatureRow }>(
    "SELECT row_to_json(c) AS row FROM creatures c WHERE creature_id = $1",
    [id],
  );
  if (row === undefined) throw new Error("the creature is not stored");
  const { creature } = creatureFromRow(row.row);
  expect(Math.abs((creature.releasedAt ?? 0) - den.now())).toBeLessThan(60_000);
  const [stored, replayed] = comparable(await replay(database, den.id, id));
  expect(replayed).toEqual(stored);
});

test("BOARD-5: a resting creature leaves the hall and does not age", async () => {
  const keeper = await house.register({ timezone: zoneAt(9) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Restful", species_slug: "tortoise" });
  const id: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  await backdate(database, id, 20 * HOUR_MS);
  /** Varies the page size, because the process caches each page for a few seconds. */
  let perPage = 50;
  const inHall = async () => {
    const { json } = await house.call("GET", `/api/house/hall?per_page=${++perPage}`, undefined, {}, freshAddress());
    return json.leaderboard.find((entry: { creature_name: string }) => entry.creature_name === "Restful");
  };
  expect((await inHall()).age_days).toBeCloseTo(20 / 24, 1);
  expect((await board(keeper, id, 10)).status).toBe(200);
  expect(await inHall()).toBeUndefined();
  expect((await endBoarding(keeper, id)).json.was_resting).toBe(true);
  expect((await inHall()).age_days).toBeCloseTo(20 / 24, 1);
});

test("the public timeline shows boarding and return", async () => {
  const keeper = await house.register({ timezone: zoneAt(9) });
  const adopted = async (name: string): Promise<string> => {
    const { json } = await keeper.call("POST", "/api/house/adopt", { name, species_slug: "tabby" });
    await keeper.call("GET", "/api/house/status");
    return json.creature.id;
  };
  const [away, back] = [await adopted("Away"), await adopted("Back")];
  expect((await board(keeper, away, 10)).status).toBe(200);
  expect((await board(keeper, back, 10)).status).toBe(200);
  expect((await endBoarding(keeper, back)).json.was_resting).toBe(true);
  const eventsOf = async (id: string): Promise<readonly string[]> => {
    const { json } = await house.call("GET", `/api/agents/${keeper.username}/creatures/${id}`);
    return json.timeline.map(({ event }: { event: string }) => event);
  };
  expect(await eventsOf(away)).toContain("boarded");
  expect(await eventsOf(away)).not.toContain("returned");
  expect(await eventsOf(back)).toEqual(expect.arrayContaining(["boarded", "returned"]));
  const page = await house.call("GET", `/agents/${keeper.username}/creatures/${back}`, undefined, {
    accept: "text/html",
  });
  expect(page.text).toContain("Boarded for 10 hours");
  expect(page.text).toContain("of boarding, unchanged.");
});

test("ADVICE-9: boarding one of two still names the house's next visit", async () => {
  const den = await openDen(house);
  const away = await den.hatched({ species_slug: "tabby" });
  const here = await den.hatched({ species_slug: "housecat" });
  const isOfTheHouse = async ({ json }: Awaited<ReturnType<typeof board>>) => {
    const { recommended_checkin: next } = (await den.status()).json;
    expect(json.recommended_checkin).toMatchObject({ at: next.at, creature_id: next.creature_id });
  };
  const boarded = await board(den, away, 48);
  expect(boarded.json.recommended_checkin).toMatchObject({ creature_id: here });
  await isOfTheHouse(boarded);
  await isOfTheHouse(await endBoarding(den, away));
});
