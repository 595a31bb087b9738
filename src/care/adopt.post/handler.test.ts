// Tests adoption over HTTP: the species, names, images, milestones, and replays.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { modernClient } from "../../../test/mcp-clients.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const FAMILIES = ["cat", "dog", "exotic", "ai-native"];

test("a new keeper's drawn species is common and of the requested family", async () => {
  const den = await openDen(house);
  const slugs = new Set<string>();
  for (const family of FAMILIES) {
    for (let count = 0; count < 10; count++) {
      const answer = await den.call("POST", "/api/house/adopt", { name: "Pip", family });
      expect(answer.json.creature).toMatchObject({ family, tier: "common", stage: "egg" });
      slugs.add(answer.json.creature.species_key);
    }
  }
  expect(slugs.size).toBeGreaterThan(FAMILIES.length);
});

test("an extreme species can be adopted by slug, whatever the requested family", async () => {
  const den = await openDen(house);
  const answer = await den.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "quantum", family: "cat" });
  expect(answer.json.creature).toMatchObject({ species_key: "quantum", tier: "extreme", family: "ai-native" });
});

test("a species field is read as species_slug, with a warning", async () => {
  const den = await openDen(house);
  const warned = {
    field: "species",
    message: expect.stringContaining("read as species_slug"),
    did_you_mean: "species_slug",
  };
  const body = { name: "Que", species: "housecat" };
  const { json } = await den.call("POST", "/api/house/adopt", body);
  expect(json).toMatchObject({ creature: { species_key: "housecat" }, warnings: [warned] });
  const client = await modernClient(new URL("/mcp", house.url), { "x-api-key": den.key });
  const { structuredContent } = await client.call("adopt", body);
  expect(structuredContent).toMatchObject({ creature: { species_key: "housecat" }, warnings: [warned] });
  const both = await den.call("POST", "/api/house/adopt", { ...body, species_slug: "beagle" });
  expect(both.json).toMatchObject({ creature: { species_key: "beagle" }, warnings: [{ field: "species" }] });
  const none = await den.call("POST", "/api/house/adopt", { ...body, species: "nobody_here" });
  expect(none).toMatchObject({ status: 400, json: { code: "unknown_species" } });
});

test("adoption accepts 1 to 50 letters of any script, but no symbols", async () => {
  const den = await openDen(house);
  for (const name of ["P", "Pip the 2nd_of-all", "Käthe", "小猫", "Жук", "x".repeat(50)]) {
    expect((await den.call("POST", "/api/house/adopt", { name })).json.creature.name).toBe(name);
  }
  for (const name of ["", " ", "x".repeat(51), "Pip!", "🐾", "\u3164", 5]) {
    const answer = await den.call("POST", "/api/house/adopt", { name });
    expect([answer.status, answer.json.error], String(name)).toEqual([400, "Invalid adoption data"]);
  }
  const refused = await den.call("POST", "/api/house/adopt", { name: "O'Malley" });
  expect(refused.json.details).toContain('"OMalley" would work');
});

test("an https image_url is shown unless an image_prompt is given", async () => {
  const den = await openDen(house);
  const image_url = "https://example.com/pip.png";
  const shown = await den.hatched({ image_url });
  expect((await den.status(shown)).json.creature.image_url).toBe(image_url);
  const drawn = await den.hatched({ image_url, image_prompt: "a cat made of moss" });
  expect((await den.status(drawn)).json.creature.image_url).toBeNull();
  const plain = await den.call("POST", "/api/house/adopt", { name: "Pip", image_url: "http://example.com/pip.png" });
  expect(plain.status).toBe(400);
});

test("only the first adoption is a milestone, even after a release", async () => {
  const den = await openDen(house);
  const first = await den.call("POST", "/api/house/adopt", { name: "Pip" });
  expect(first.json.milestones).toEqual([{ type: "first_adoption", message: expect.any(String) }]);
  await den.call("DELETE", "/api/house/release", { id: first.json.creature.id });
  expect((await den.call("POST", "/api/house/adopt", { name: "Pop" })).json.milestones).toBeUndefined();
});

test("an adoption repeated under its Idempotency-Key creates one egg", async () => {
  const den = await openDen(house);
  const headers = { "idempotency-key": "my-egg" };
  const first = await den.call("POST", "/api/house/adopt", { name: "Pip" }, headers);
  const again = await den.call("POST", "/api/house/adopt", { name: "Pip" }, headers);
  expect(again.text).toBe(first.text);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect((await den.status()).json.other_creatures).toBeUndefined();
});

test("an invalid image_url is ignored when an image_prompt is given", async () => {
  const den = await openDen(house);
  const body = { name: "Pip", image_url: "http://no", image_prompt: "a fox" };
  expect((await den.call("POST", "/api/house/adopt", body)).status).toBe(201);
});

test("the adopt step suggests a name that no resident has", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Dying" });
  await den.advance(49);
  const proposed = async () => {
    const { next_steps } = (await den.status(id)).json;
    return next_steps.find(({ action }: { action: string }) => action === "adopt").body.name;
  };
  expect(await proposed()).toBe("Pip");
  await den.hatched({ name: "pip" });
  expect(await proposed()).toBe("Moss");
  await den.hatched({ name: "Moss" });
  expect(await proposed()).toBe("Fern");
});
