// Tests that an invalid call is answered with a next step that works.
import { describe, expect, test } from "vitest";
import { openDen, type Den } from "../../../test/den.ts";
import { freshAddress, houseForFile, type Answer } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

/** Follows the first step of an error without changes. */
async function followed(den: Den, refused: Answer): Promise<Answer> {
  expect(refused.status, refused.text).toBe(400);
  const [{ method, endpoint, body }] = refused.json.next_steps;
  return den.call(method, endpoint, body);
}

async function bodyOffered(den: Den, path: string, body: unknown): Promise<unknown> {
  return (await den.call("POST", path, body)).json.next_steps[0].body;
}

describe("refused names", () => {
  test("a refused name gets a working one in suggestion and step", async () => {
    const den = await openDen(house);
    const refused = await den.call("POST", "/api/house/adopt", { name: "O'Malley", family: "exotic" });
    expect(refused.json.suggestion).toContain('name "OMalley" would work.');
    const adopted = await followed(den, refused);
    expect([adopted.status, adopted.json.creature.name, adopted.json.creature.family]).toEqual([
      201,
      "OMalley",
      "exotic",
    ]);
  });

  test("a suggested username is ASCII and probably free", async () => {
    const refused = await house.call("POST", "/api/auth/register", { username: "Käthe!" }, {}, freshAddress());
    expect(refused.json.next_steps[0].body.username).toMatch(/^kathe-\d{6}$/);
    expect(refused.json.suggestion).not.toContain("would work");
  });
});

test.each(["", "x".repeat(101), 7])("the correction omits a refused item: %j", async (item) => {
  const den = await openDen(house);
  const creature_id = await den.hatched();
  const refused = await den.care("play", creature_id, { item });
  expect(refused.json.suggestion).not.toContain("would work");
  expect(refused.json.next_steps[0].body).toEqual({ action: "play", creature_id });
  expect((await followed(den, refused)).status).toBe(200);
});

describe("wrongly named creatures", () => {
  test("a call with a creature's name is corrected to its id", async () => {
    const den = await openDen(house);
    const one = await den.hatched({ name: "Fern" });
    await den.hatched({ name: "Pip" });
    const refused = await den.care("feed", "fern", { notes: "Good morning." });
    expect(refused.json.your_creatures.map(({ name }: { name: string }) => name)).toEqual(["Pip", "Fern"]);
    expect(refused.json.next_steps[0].body).toEqual({ action: "feed", creature_id: one, notes: "Good morning." });
    expect((await followed(den, refused)).status).toBe(200);
  });

  test("the step leads to adoption or hatching if no creature lives", async () => {
    const den = await openDen(house);
    expect((await den.care("feed", "pip")).json.next_steps[0]).toMatchObject({ endpoint: "/api/house/adopt" });
    const id = await den.adopt();
    const refused = await den.care("feed", "pip");
    expect(refused.json.next_steps[0]).toMatchObject({ endpoint: `/api/house/status?creature_id=${id}` });
    expect((await followed(den, refused)).status).toBe(200);
  });

  test("the step leads home if the house was not loaded", async () => {
    const den = await openDen(house);
    const refused = await den.call("GET", "/api/house/history?creature_id=pip");
    expect(refused.json.next_steps[0]).toMatchObject({ endpoint: "/api/house/home" });
    expect((await followed(den, refused)).status).toBe(200);
  });

  test("a step takes back a creature released within a day", async () => {
    const den = await openDen(house);
    const id = await den.hatched({ name: "Wren" });
    await den.call("DELETE", "/api/house/release", { creature_id: id });
    for (const ask of [
      () => den.status(id),
      () => den.care("feed", id),
      () => den.call("POST", "/api/house/board", { creature_id: id, hours: 5 }),
      () => den.call("POST", "/api/house/resurrect", { creature_id: id }),
    ]) {
      const missing = await ask();
      expect([missing.status, missing.json.code], missing.text).toEqual([404, "creature_not_found"]);
      expect(missing.json.suggestion).toContain("POST /api/house/return takes it back");
      expect(missing.json.next_steps[0]).toMatchObject({ endpoint: "/api/house/return", body: { creature_id: id } });
    }
    await den.advance(25);
    const late = await den.status(id);
    expect(late.json.suggestion).toContain("can't be taken back anymore");
    expect(late.json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(["/api/house/adopt"]);
  });
});

test("a wrong value gets the closest match, and correct values remain", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  expect(await bodyOffered(den, "/api/house/care", { action: "fed", item: "kibble" })).toEqual({
    action: "feed",
    item: "kibble",
    creature_id: id,
  });
  const compact = await den.call("POST", "/api/house/care?view=compact", { action: "fed" });
  expect(compact.json.next_steps[0].endpoint).toBe("/api/house/care?view=compact");
  expect(await bodyOffered(den, "/api/house/board", { creature_id: id, hours: 500 })).toEqual({
    creature_id: id,
    hours: 48,
  });
  const refused = await house.call(
    "GET",
    "/api/house/species?family=exotc&per_page=1000",
    undefined,
    {},
    freshAddress(),
  );
  expect(refused.json.next_steps[0].endpoint).toBe("/api/house/species?family=exotic");
});

describe("faulty fields", () => {
  test.each([
    ["/api/house/status?view=short", "Invalid view", "view must be one of full, compact."],
    ["/api/house/status?forecast_hours=99", "Invalid forecast_hours", "forecast_hours must be at most 24."],
    [
      "/api/house/status?creature_id=pip",
      "Invalid creature_id",
      "Set creature_id to the UUID of one of your creatures, or omit it for the newest living one.",
    ],
    ["/api/house/history?format=pdf", "Invalid history request", "format must be json or markdown."],
  ])("only the faulty field is named: %s", async (address, error, suggestion) => {
    const den = await openDen(house);
    await den.hatched();
    const { json } = await den.call("GET", address);
    expect([json.error, json.suggestion]).toEqual([error, suggestion]);
  });

  test("the endpoint's own error text and suggestion remain", async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    const { json } = await den.care("feed", id, { item: "" });
    expect(json.error).toBe("Invalid care action");
    expect(json.suggestion).toMatch(/^item must /);
    const refused = await house.call("POST", "/api/auth/register", { username: "ada", bio: 7 }, {}, freshAddress());
    expect(refused.json.suggestion).toBe(
      "bio must be a string. GET /api/auth/register shows every field with its rules.",
    );
  });
});

describe("refused visits", () => {
  test("a refused visit is corrected to creatures of the house", async () => {
    const den = await openDen(house);
    const one = await den.hatched({ name: "Fern" });
    const two = await den.hatched({ name: "Pip" });
    const offered = async (body: unknown) => bodyOffered(den, "/api/house/visit", body);
    const safe = { actions: [{ creature_id: two, action: "reflect" }] };
    for (const body of [
      {},
      { actions: "feed" },
      { actions: [{}] },
      { actions: [{ creature_id: "x", action: "feed" }] },
    ]) {
      expect(await offered(body)).toEqual(safe);
    }
    const named = { creature_id: "fern", action: "fed", item: "kibble", notes: 7 };
    expect(await offered({ actions: [named, named] })).toEqual({
      actions: [{ creature_id: one, action: "feed", item: "kibble" }],
    });
    const done = await followed(den, await den.call("POST", "/api/house/visit", {}));
    expect(done.json.results).toMatchObject([{ creature_id: two, success: true }]);
  });

  test("the step leads to adoption in an empty house", async () => {
    const den = await openDen(house);
    const { json } = await den.call("POST", "/api/house/visit", {});
    expect(json.next_steps.map(({ action }: { action: string }) => action)).toContain("adopt");
  });
});

test("no step proposes an irreversible call or invents a secret", async () => {
  const den = await openDen(house);
  await den.hatched();
  const offered = async (method: string, path: string, body: unknown) =>
    (await den.call(method, path, body)).json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint);
  expect(await offered("DELETE", "/api/house/release", {})).not.toContain("/api/house/release");
  expect(await offered("DELETE", "/api/auth/account", {})).not.toContain("/api/auth/account");
  expect(await offered("POST", "/api/auth/recovery-code", {})).not.toContain("/api/auth/recovery-code");
});

describe("unknown species", () => {
  test("the answer suggests the nearest slugs", async () => {
    const den = await openDen(house);
    const refused = await den.call("POST", "/api/house/adopt", { name: "Rex", species_slug: "border_colie" });
    expect([refused.json.code, refused.json.did_you_mean]).toEqual(["unknown_species", ["border_collie"]]);
    expect((await followed(den, refused)).json.creature).toMatchObject({ name: "Rex", species_key: "border_collie" });
    const profile = await house.call("GET", "/api/house/species/houscat", undefined, {}, freshAddress());
    expect(profile.json.next_steps[0].endpoint).toBe("/api/house/species/housecat");
  });

  test("an unrecognizable species leads to the list", async () => {
    const profile = await house.call("GET", "/api/house/species/none_such", undefined, {}, freshAddress());
    expect(profile.json.did_you_mean).toEqual([]);
    expect(profile.json.next_steps[0].endpoint).toBe("/api/house/species?view=compact");
  });
});

test("ambiguous care is proposed for the newest creature", async () => {
  const den = await openDen(house);
  await den.hatched({ name: "One" });
  const creature_id = await den.hatched({ name: "Two" });
  const refused = await den.care("play", undefined, { item: "ball" });
  const bodies = refused.json.next_steps.flatMap(({ body = [] }: { body?: unknown }) => body);
  expect(bodies).toEqual([{ action: "play", item: "ball", creature_id }]);
  expect((await followed(den, refused)).status).toBe(200);
});
