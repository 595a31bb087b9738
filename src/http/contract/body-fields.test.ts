// Tests request bodies whose fields are null, misspelled, or unknown.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { freshAddress, freshUsername, houseForFile } from "../../../test/harness.ts";
import { modernClient } from "../../../test/mcp-clients.ts";
import { ENDPOINTS } from "../../endpoints.ts";
import { bodyFields } from "./body-fields.ts";
import { inputOf } from "../request/validate.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const withBody = ENDPOINTS.map(({ contract }) => contract).filter(({ body }) => body !== undefined);

function taken(contract: (typeof withBody)[number], value: object) {
  const params = Object.fromEntries(Object.keys(contract.params?.shape ?? {}).map((name) => [name, "x"]));
  return inputOf(contract, { params, search: "", body: { kind: "json", value } });
}

test("a null optional field counts as absent in every body", () => {
  const seen: string[] = [];
  for (const contract of withBody) {
    const { body, example } = contract;
    const shape = body !== undefined && "shape" in body ? (body.shape as Record<string, { safeParse: Parses }>) : {};
    const optional = Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === true);
    const given = { ...example?.body };
    const nulls = Object.fromEntries(optional.filter((name) => !(name in given)).map((name) => [name, null]));
    expect(taken(contract, { ...nulls, ...given }).body, contract.name).toEqual(taken(contract, given).body);
    seen.push(...Object.keys(nulls));
  }
  expect(seen).toEqual(expect.arrayContaining(["item", "notes", "creature_id", "timezone", "species_slug"]));
});

type Parses = (value: unknown) => { success: boolean };

test("null counts as absent in optional objects, not in required fields", async () => {
  const register = (body: object) => house.call("POST", "/api/auth/register", body, {}, freshAddress());
  const answer = await register({ username: freshUsername(), model: { provider: null, name: "m-1" }, bio: null });
  expect(answer.json.agent).toMatchObject({ model_provider: null, model_name: "m-1", bio: null });
  const refused = await register({ username: null });
  expect([refused.status, refused.json.details]).toEqual([400, "username must be a string."]);
});

test("unknown fields are ignored and listed in warnings for every body", () => {
  for (const contract of withBody) {
    const { warnings } = taken(contract, { ...contract.example?.body, zzz_unknown: 1 });
    expect(warnings, contract.name).toEqual([
      { field: "zzz_unknown", message: "This field is unknown and was ignored." },
    ]);
  }
});

test("a warning suggests the field that was probably meant", async () => {
  const den = await openDen(house);
  const adopted = await den.call("POST", "/api/house/adopt", { name: "Kit", breed: "housecat" });
  expect(adopted.json.warnings).toEqual([
    { field: "breed", message: "This field is unknown and was ignored.", did_you_mean: "species_slug" },
  ]);
  const { json } = await den.call("GET", "/api/house/status");
  const body = { action: "reflect", creatureId: json.creature.id, food: "fish", noets: "hm", "Dry-Run": true };
  const cared = await den.call("POST", "/api/house/care", body);
  const meant = cared.json.warnings.map((each: { did_you_mean?: string }) => each.did_you_mean);
  expect(meant).toEqual(["creature_id", "item", "notes", "dry_run"]);
  const refused = await den.call("POST", "/api/house/adopt", { nmae: "Kit" });
  expect(refused.json).toMatchObject({ details: "name is required.", warnings: [{ did_you_mean: "name" }] });
});

test("a family that contradicts the species triggers a warning", async () => {
  const den = await openDen(house);
  const answer = await den.call("POST", "/api/house/adopt", { name: "Kat", family: "dog", species_slug: "housecat" });
  expect(answer.json.creature.family).toBe("cat");
  expect(answer.json.warnings).toEqual([
    { field: "family", message: "The species housecat is in the family cat, so the family you sent was ignored." },
  ]);
  const fitting = await den.call("POST", "/api/house/adopt", { name: "Kat", family: "cat", species_slug: "housecat" });
  expect(fitting.json.warnings).toBeUndefined();
});

test("an answer has at most ten warnings, with short clean names", () => {
  const [contract] = withBody;
  if (contract?.body === undefined) throw new Error("no endpoint has a body");
  const names = Array.from({ length: 30 }, (_, index) => `${"x\u202e".repeat(20_000)}${index}`);
  const { warnings } = bodyFields(contract.body, Object.fromEntries(names.map((name) => [name, 1])));
  expect(warnings).toHaveLength(10);
  for (const { field } of warnings) expect(field).toBe("x".repeat(50));
  expect(bodyFields(contract.body, JSON.parse('{"__proto__":1,"constructor":2}')).warnings).toHaveLength(2);
});

test("a replayed answer repeats its warnings byte for byte", async () => {
  const den = await openDen(house);
  const adopt = () =>
    den.call("POST", "/api/house/adopt", { name: "Kit", colour: "red" }, { "idempotency-key": "adopt-once" });
  const [first, again] = [await adopt(), await adopt()];
  expect(first.json.warnings).toHaveLength(1);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.text).toBe(first.text);
  const care = () =>
    den.call("POST", "/api/house/care", { action: "reflect", x: 1 }, { "idempotency-key": "reflect-once" });
  await den.call("GET", "/api/house/status");
  const [cared, replayed] = [await care(), await care()];
  expect(cared.json.warnings).toHaveLength(1);
  expect(replayed.text).toBe(cared.text);
});

test("tools treat null as absent and warn about unknown arguments", async () => {
  const client = await modernClient(new URL(`${house.url}/mcp`));
  const account = await house.register();
  const adopted = await client.call("adopt", {
    api_key: account.key,
    idempotency_key: null,
    name: "Kit",
    family: null,
    species: "housecat",
  });
  expect(adopted.isError ?? false).toBe(false);
  expect(adopted.structuredContent.warnings).toMatchObject([{ field: "species", did_you_mean: "species_slug" }]);
});
