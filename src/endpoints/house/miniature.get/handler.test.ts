// The miniature: pixels of the requested size, of the creature as it is now, for its keeper only.
import { expect, test } from "vitest";
import { openDen } from "../../../../test/den.ts";
import { houseForFile } from "../../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

const coloursIn = (pixels: string): number =>
  new Set(Buffer.from(pixels, "base64").toString("hex").match(/.{6}/g)).size;

test("it is a picture of the size asked for, and looks like its mood", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const { status, json } = await den.call("GET", `/api/house/miniature?size=24&creature_id=${id}`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ width: 24, height: 24, creature: { id, stage: "baby", mood: "happy", alive: true } });
  expect(Buffer.from(json.pixels, "base64")).toHaveLength(24 * 24 * 3);
  expect(coloursIn(json.pixels)).toBeGreaterThan(100);
  await den.advance(30);
  const later = await den.call("GET", `/api/house/miniature?size=24`);
  expect(later.json.creature.mood).not.toBe("happy");
  expect(later.json.pixels).not.toBe(json.pixels);
});

test("the dead are shown as on their gravestone, others' creatures not at all", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const before = await den.call("GET", `/api/house/miniature?creature_id=${id}`);
  const other = await openDen(house);
  expect((await other.call("GET", `/api/house/miniature?creature_id=${id}`)).status).toBe(404);
  await den.advance(60);
  const after = await den.call("GET", `/api/house/miniature?creature_id=${id}`);
  expect(after.json.creature.alive).toBe(false);
  expect(after.json.pixels).not.toBe(before.json.pixels);
  expect((await den.call("GET", "/api/house/miniature")).status).toBe(404);
});
