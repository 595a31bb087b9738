// Tests which creatures status shows and which changes it saves.
import { expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { tick } from "@denkeeper/rules/time/tick.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

async function storedRow(id: string): Promise<unknown> {
  const statement = "SELECT to_jsonb(c) AS row FROM creatures c WHERE creature_id = $1";
  const [found] = await database.adHoc<{ row: unknown }>(statement, [id]);
  return found?.row;
}

test("100 concurrent status calls change no stored creature", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "lynx" });
  await den.advance(7);
  await den.care("feed", id);
  await den.advance(5);
  const before = await storedRow(id);
  const foretold = (await den.status(id)).json.creature.death_clock.dies_at;
  await Promise.all(Array.from({ length: 100 }, () => den.status(id)));
  expect(await storedRow(id)).toEqual(before);
  expect((await den.status(id)).json.creature.death_clock.dies_at).toBe(foretold);
});

test("checks of social creatures are logged only after three hours alone", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "beagle" });
  const logged = async (): Promise<number> => {
    const text = "SELECT count(*) AS count FROM care_log WHERE creature_id = $1 AND kind = 'check'";
    const [row] = await database.adHoc<{ count: number }>(text, [id]);
    return row?.count ?? 0;
  };
  const hatched = await storedRow(id);
  await den.advance(0.1);
  await den.status(id);
  expect(await storedRow(id)).toEqual({ ...Object(hatched), next_event_at: expect.any(Number) });
  await den.advance(0.1);
  await den.status(id);
  expect(await storedRow(id)).toMatchObject({ version: 3 });
  expect(await logged()).toBe(0);
  await den.advance(3.1);
  await den.status(id);
  expect(await logged()).toBe(1);
});

test("without a target, status shows the newest living creature", async () => {
  const den = await openDen(house);
  const old = await den.hatched({ species_slug: "fenrir" });
  const young = await den.hatched({ species_slug: "fenrir" });
  await den.advance(30);
  await den.care("feed", old);
  await den.advance(20);
  const status = await den.status();
  expect(status.json.creature.id).toBe(old);
  expect(status.json.other_creatures).toBeUndefined();
  expect((await den.status(young)).json.creature.alive).toBe(false);
});

async function after(den: Den, id: string, hours: number) {
  await den.advance(hours);
  return (await den.status(id)).json;
}

test("feeding status, window and check-in follow the feeding clock", async () => {
  const den = await openDen(house, { hour: 7 });
  const id = await den.hatched({ species_slug: "housecat" });
  const start = await after(den, id, 1);
  expect(start.creature).toMatchObject({ feeding_status: "ok", hours_since_fed: 1 });
  expect(start.recommended_checkin.feeding_window_status).toBe("before_window");
  expect(start.recommended_checkin.hours_from_now).toBeGreaterThan(1.7);
  expect(start.recommended_checkin.hours_from_now).toBeLessThan(2.3);
  const [, predicted] = /predicted hunger: about (\d+)/.exec(start.recommended_checkin.reason) ?? [];
  expect(Number(predicted)).toBeLessThan(start.creature.hunger);
  expect(Date.parse(start.creature.next_feeding_window)).toBeGreaterThan(den.now());

  const open = await after(den, id, 2);
  expect(open.creature).toMatchObject({ feeding_status: "due_soon", next_feeding_window: "open now" });
  expect(open.recommended_checkin).toMatchObject({ hours_from_now: 0, feeding_window_status: "in_window" });
  expect(open.next_steps[0]).toMatchObject({
    action: "feed",
    method: "POST",
    endpoint: "/api/house/care",
    body: { action: "feed", creature_id: id },
  });
  const late = await after(den, id, 3);
  expect(late.creature.feeding_status).toBe("overdue");
  expect(late.recommended_checkin.feeding_window_status).toBe("past_window");
  expect((await after(den, id, 3)).creature.feeding_status).toBe("critical");
});

test("the feed step tells whether a meal is on time, late, or missed", async () => {
  const den = await openDen(house, { hour: 7 });
  const id = await den.hatched();
  const why = async () => (await den.status(id)).json.next_steps[0].description;
  await den.advance(4);
  expect(await why()).toMatch(/^Pip: Feed it by .+ UTC to be on time\.$/u);
  await den.advance(2);
  expect(await why()).toMatch(
    /^Pip: Feed it now\. Its feeding window ended on .+, so a meal counts as late\. From .+ on,/u,
  );
  await den.advance(2);
  expect(await why()).toMatch(/^Pip: Feed it now\. It has missed a meal\. Waiting costs it 0\.5 health an hour\.$/u);
});

test("compact status has a boarding field only for a boarded creature", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const compact = async () => (await den.call("GET", "/api/house/status?view=compact")).json.creature;
  expect(await compact()).not.toHaveProperty("boarding");
  await den.call("POST", "/api/house/board", { creature_id: id, hours: 5 });
  expect(await compact()).toMatchObject({ id, boarding: { resting: true, until: expect.any(String) } });
});

test("status of a sleeping creature shows when it wakes and advises reflection", async () => {
  const den = await openDen(house, { hour: 23 });
  await den.adoptMany(40);
  const { creature, other_creatures: others } = (await den.status()).json;
  const sleepers = [creature, ...others].filter(({ mood }) => mood === "sleeping");
  expect(sleepers.length).toBeGreaterThan(3);
  expect(sleepers.length).toBeLessThan(27);
  const [{ id }] = sleepers;
  const asleep = (await den.status(id)).json;
  expect(asleep.creature.sleep_info).toMatchObject({ sleeping: true, sleep_window_end: "06:00" });
  expect(asleep.next_steps[0].body).toEqual({ action: "reflect", creature_id: id });
  const refused = (await den.care("feed", id)).json;
  expect(refused.action_result).toMatchObject({ success: false, effectiveness: "wasted", care_log_entry_id: null });
  expect(refused.sleep_info).toEqual(asleep.creature.sleep_info);
  expect((await den.care("reflect", id)).json.action_result.success).toBe(true);
});

test("status accepts the key in X-API-Key and in Authorization", async () => {
  const den = await openDen(house);
  await den.hatched();
  expect((await house.call("GET", "/api/house/status", undefined, { "x-api-key": den.key })).status).toBe(200);
  const private_ = await den.status();
  expect(private_.headers["cache-control"]).toBe("private, no-store");
});

test("a forecast advanced by the hour matches later status calls", async () => {
  const den = await openDen(house, { hour: 18 });
  const id = await den.hatched({ species_slug: "housecat" });
  const asked = await den.call("GET", `/api/house/status?creature_id=${id}&forecast_hours=10`);
  expect((await den.status(id)).json.forecast).toBeUndefined();
  const [first, ...rest] = asked.json.forecast.map((piece: { from: string; until: string }) =>
    Object.assign({}, piece, { from: Date.parse(piece.from), until: Date.parse(piece.until) }),
  );
  for (let hour = 1; hour <= 9; hour++) {
    await den.advance(1);
    const { creature } = (await den.status(id)).json;
    const told = tick(
      [first, ...rest],
      Date.parse(creature.death_clock.dies_at) - creature.death_clock.hours_remaining * HOUR_MS,
    );
    for (const stat of ["hunger", "happiness", "health", "trust"] as const) {
      expect(Math.abs((told[stat] ?? NaN) - creature[stat]), `${stat} after ${hour} h`).toBeLessThanOrEqual(0.1);
    }
    expect(told.asleep).toBe(creature.sleep_info !== undefined);
  }
});

test("status returns 304 for small changes but still checks the creature", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "beagle" });
  const first = await den.status(id);
  const { etag = "" } = first.headers;
  const again = () => den.call("GET", `/api/house/status?creature_id=${id}`, undefined, { "if-none-match": etag });
  await den.advance(0.2);
  const same = await again();
  expect([same.status, same.text, same.headers.etag]).toEqual([304, "", etag]);
  expect(await storedRow(id)).toMatchObject({ version: 3 });
  await den.adopt({ name: "Moss" });
  expect((await again()).status).toBe(200);
  const { json } = await den.call("GET", "/api/house/history");
  expect(json.creature.stage).not.toBe("egg");
  await den.care("play", id);
  expect((await again()).status).toBe(200);
});

test("a new portrait changes the tag of the full answer only", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const tags = async () =>
    Promise.all(
      ["full", "compact"].map(async (view) => {
        const { headers } = await den.call("GET", `/api/house/status?creature_id=${id}&view=${view}`);
        return headers["etag"];
      }),
    );
  const [full, compact] = await tags();
  await house.app.services.database.adHoc(
    `INSERT INTO portraits SELECT * FROM jsonb_populate_record(NULL::portraits, $1::jsonb)`,
    [
      JSON.stringify({
        agent_id: den.id,
        creature_id: id,
        stage: "baby",
        sha256: "ab".repeat(32),
        source: "drawn",
        generated_at: 1,
      }),
    ],
  );
  const [fuller, same] = await tags();
  expect([fuller === full, same]).toEqual([false, compact]);
});

test("polling every ten minutes for half a day mostly returns 304", async () => {
  const den = await openDen(house, { hour: 8 });
  const id = await den.hatched();
  let etag = "";
  let changed = 0;
  for (let count = 0; count < 72; count++) {
    await den.advance(1 / 6);
    const path = `/api/house/status?creature_id=${id}&view=compact`;
    const answer = await den.call("GET", path, undefined, { "if-none-match": etag });
    if (answer.status === 200) changed++;
    ({ etag = "" } = answer.headers);
  }
  expect(changed).toBeGreaterThan(3);
  expect(changed).toBeLessThan(36);
});

test("compact status has every field needed to act, in a third of the bytes", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(3);
  const full = await den.status();
  const { json, text } = await den.call("GET", "/api/house/status?view=compact");
  expect(json.creature).toMatchObject({
    id,
    alive: true,
    feeding_status: "due_soon",
    hunger: expect.toSatisfy(Number.isInteger),
  });
  expect(json.recommended_checkin).toEqual({ ...full.json.recommended_checkin, at: expect.any(String) });
  expect(json.next_steps).toHaveLength(1);
  expect(json.next_steps[0].body).toEqual(full.json.next_steps.find(({ due }: { due?: true }) => due).body);
  // The ratio varies with the sentences about the creature: 3.11 to 3.47 in 250 lives. With a target and nothing new to report,
  // it is 2.53 to 2.78.
  expect(text.length).toBeLessThan(full.text.length / 3);
  const targeted = await den.call("GET", `/api/house/status?creature_id=${id}&view=compact`);
  expect(targeted.text.length).toBeLessThan((await den.status(id)).text.length / 2.4);
});

test("status reports events during an absence only once", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Pip" });
  const told = async () => (await den.status(id)).json.while_you_were_away;
  expect(await told()).toBeUndefined();
  await den.advance(0.1);
  expect(await told()).toBeUndefined();
  await den.advance(24);
  const away = await told();
  expect(away.hours).toBeGreaterThan(24);
  expect(away.happened).toEqual([
    expect.objectContaining({ type: "feeding_due" }),
    expect.objectContaining({ type: "feeding_late", message: "Pip's feeding window ended without a meal." }),
    expect.objectContaining({
      type: "window_missed",
      message: expect.stringMatching(/^Pip missed [34] meals in a row\.$/u),
    }),
    expect.objectContaining({ type: "stage_changed", message: "Pip became a child." }),
  ]);
  expect(await told()).toBeUndefined();
  // Without food, the creature might miss its next meal within this hour.
  await den.care("feed", id);
  await den.advance(1);
  expect(await told()).toBeUndefined();
});

test("foreign ids and empty houses share a message but not a code", async () => {
  const den = await openDen(house);
  const empty = await den.call("GET", "/api/house/status");
  await den.hatched({ name: "Fern" });
  const foreign = await (await openDen(house)).hatched();
  const wrong = await den.status(foreign);
  expect([empty.status, empty.json.error, empty.json.code]).toEqual([
    404,
    "No living creatures in your house",
    "no_living_creatures",
  ]);
  expect([wrong.status, wrong.json.error, wrong.json.code]).toEqual([404, empty.json.error, "creature_not_found"]);
  expect(wrong.json.suggestion).toBe(`None of your creatures has the id ${foreign}. Choose an id from your_creatures.`);
  expect(wrong.json.your_creatures).toHaveLength(1);
});

test("EGG-2: a status call that returns 404 hatches no egg", async () => {
  const den = await openDen(house);
  const { id } = (await den.call("POST", "/api/house/adopt", { name: "Fern" })).json.creature;
  const wrong = await den.status(crypto.randomUUID());
  expect(wrong.json).toMatchObject({ code: "creature_not_found", your_creatures: [{ id, stage: "egg" }] });
  expect((await den.status()).json.milestone).toMatchObject({ stage: "baby" });
});

test("the 404 after the last death names the creature, time and cause", async () => {
  const den = await openDen(house);
  await den.hatched({ name: "Moss" });
  await den.advance(49);
  const empty = await den.call("GET", "/api/house/status");
  expect(empty.json.suggestion).toMatch(/^Moss died of neglect at \d{4}-\S+Z\. Call it back, or adopt an egg\.$/);
  expect(empty.json.next_steps.map(({ action }: { action: string }) => action)).toEqual(["check_status", "adopt"]);
});

test("full status and home announce the tier that an adult unlocked", async () => {
  for (const path of ["/api/house/status", "/api/house/home"]) {
    const den = await openDen(house);
    const id = await den.hatched();
    expect((await den.call("GET", path)).text).not.toContain("is grown up");
    await house.app.services.database.adHoc(
      "UPDATE creatures SET stage = 'adult', path = 'high_care' WHERE creature_id = $1",
      [id],
    );
    await den.advance(24);
    expect((await den.call("GET", path)).text).toContain("Pip is grown up. New eggs can be of the uncommon tier");
    expect((await den.call("GET", "/api/house/status?view=compact")).text).not.toContain("is grown up");
  }
});
