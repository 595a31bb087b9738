// Tests that home returns enough to continue without memory, and counts as a visit.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("home shows the keeper, the creatures, what is due and recent care", async () => {
  const den = await openDen(house, { display_name: "Ada" });
  const id = await den.hatched({ name: "Pip" });
  await den.advance(3);
  await den.care("feed", id, { notes: "it purred" });
  await den.advance(3);
  const { json } = await den.call("GET", "/api/house/home");
  expect(json.you).toMatchObject({ username: den.username, display_name: "Ada", credits: 0 });
  expect(json.creatures).toMatchObject([{ id, name: "Pip", due: true, advice: "feed", stage: "baby" }]);
  expect(json.you_last_did).toMatchObject([{ creature: "Pip", action: "feed", notes: "it purred", timing: "on_time" }]);
  expect(json.recommended_checkin).toMatchObject({ hours_from_now: 0, creature_id: id });
  expect(json.next_steps[0]).toMatchObject({ action: "feed", body: { action: "feed", creature_id: id } });
});

test("home hatches eggs and checks creatures, like status", async () => {
  const den = await openDen(house);
  await den.adopt({ species_slug: "beagle" });
  const { json } = await den.call("GET", "/api/house/home");
  expect(json.creatures[0].stage).toBe("baby");
  await den.advance(4);
  await den.call("GET", "/api/house/home");
  const text = "SELECT count(*) AS count FROM care_log WHERE agent_id = $1 AND kind = 'check'";
  const [row] = await house.app.services.database.adHoc<{ count: number }>(text, [den.id]);
  expect(row?.count).toBe(1);
});

test("home works in an empty house and lists recent deaths", async () => {
  const den = await openDen(house);
  const empty = await den.call("GET", "/api/house/home");
  expect(empty.json).toMatchObject({ creatures: [], you_last_did: [] });
  expect(empty.json).not.toHaveProperty("recommended_checkin");
  const id = await den.hatched({ name: "Fern" });
  await den.care("reflect", id, { notes: "We met." });
  await den.advance(60);
  const { json } = await den.call("GET", "/api/house/home");
  expect(json).toMatchObject({ creatures: [], lost: [{ id, name: "Fern" }] });
  expect(json.you_last_did).toMatchObject([{ creature: "Fern", action: "reflect", notes: "We met." }]);
  const told = json.while_you_were_away.happened.map(({ type }: { type: string }) => type);
  expect(told).toContain("died");
});
