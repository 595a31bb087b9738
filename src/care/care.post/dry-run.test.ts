// Tests that a dry run predicts stats to within 0.1 and stores nothing.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, visitBuffer } = house.app.services;

/** Returns all stored rows of an agent, after saving the buffered visits. */
async function storedOf(agentId: string): Promise<unknown> {
  await visitBuffer.save();
  const tables = [
    "idempotency",
    "creatures",
    "care_log",
    "gravestones",
    "discovered_items",
    "events",
    "passed_events",
    "visits",
  ];
  const columns = tables.map(
    (table) =>
      `(SELECT jsonb_agg(to_jsonb(t) ORDER BY to_jsonb(t)::text) FROM ${table} t WHERE agent_id = $1) AS ${table}`,
  );
  const [row] = await database.adHoc(`SELECT ${columns.join(", ")}`, [agentId]);
  return row;
}

test("TELL-6: a dry run predicts the care and changes nothing", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "beagle" });
  await den.advance(4);
  const before = await storedOf(den.id);
  const sent = { action: "feed", creature_id: id, item: "a bone", notes: "hm" };
  const key = { "idempotency-key": "a-key-for-a-dry-run" };
  const dry = await den.call("POST", "/api/house/care", { ...sent, dry_run: true }, key);
  expect(dry.json).toMatchObject({ dry_run: true, action_result: { success: true, care_log_entry_id: null } });
  expect(dry.json.your_recent).toBeUndefined();
  expect(await storedOf(den.id)).toEqual(before);
  const [step] = dry.json.next_steps;
  expect(step.body).toEqual(sent);
  const meant = await den.call(step.method, step.endpoint, step.body);
  expect(meant.json.dry_run).toBeUndefined();
  const { timing, effectiveness } = dry.json.action_result;
  expect(meant.json.action_result).toMatchObject({ timing, effectiveness });
  for (const [stat, change] of Object.entries<{ after: number }>(dry.json.action_result.changes)) {
    expect(Math.abs(change.after - meant.json.action_result.changes[stat].after), stat).toBeLessThanOrEqual(0.1);
  }
});

test("no step suggests useless care or an empty history", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const stepsOf = async () => JSON.stringify((await den.status(id)).json.next_steps);
  expect(await stepsOf()).not.toContain("/api/house/history");
  const dry = await den.care("medicine", id, { dry_run: true });
  expect(dry.json.action_result.message).toContain("It would gain nothing from this.");
  expect(dry.json.next_steps).toMatchObject([{ description: expect.stringMatching(/^See how .* is\.$/) }]);
  await den.care("reflect", id);
  expect(await stepsOf()).toContain("/api/house/history");
});

test("TELL-6: a dry run shows no hidden stats and records no death", async () => {
  const den = await openDen(house);
  const shy = await den.hatched({ species_slug: "pangolin" });
  const told = await den.care("feed", shy, { dry_run: true });
  expect(told.json).toMatchObject({ dry_run: true, creature: { hunger: null }, action_result: { success: false } });
  expect(told.json.action_result.message).toMatch(/\bwould\b.*This was a dry run: nothing has happened\.$/u);
  await den.advance(100);
  const before = await storedOf(den.id);
  expect((await den.care("feed", shy, { dry_run: true })).status).toBe(404);
  expect(await storedOf(den.id)).toEqual(before);
});
