// Tests that the OpenAPI description suits client generators: it is small, and each schema has one readable name.
import { expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "../endpoints.ts";
import { namedObject } from "../http/contract/json-schema.ts";
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import { Components } from "./components.ts";
import { openApi } from "./openapi.ts";

const MOST_BYTES = 250_000;
const MOST_FIELDS_WITHOUT_A_NAME = 3;

const contracts = ENDPOINTS.map(({ contract }) => contract);
const document = openApi(contracts, "https://denkeeper.example");
const text = JSON.stringify(document);
const components = part(document, "components");
const schemas = part(components, "schemas");

function part(whole: JsonObject, name: string): JsonObject {
  const value = whole[name];
  return isJsonObject(value) ? value : {};
}

/** Lists every object within a value, with its path. */
function within(value: unknown, path: string): readonly (readonly [string, JsonObject])[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown, index) => within(each, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  const inside = Object.entries(value).flatMap(([name, each]) => within(each, `${path}.${name}`));
  return [[path, value], ...inside];
}

/** Lists the paths of unnamed objects with more fields than an unnamed object may have. */
function withoutName(schemasByName: JsonObject): readonly string[] {
  return Object.entries(schemasByName)
    .flatMap(([name, schema]) => within(schema, name).slice(1))
    .filter(([, schema]) => Object.keys(part(schema, "properties")).length > MOST_FIELDS_WITHOUT_A_NAME)
    .map(([path]) => path);
}

test("the OpenAPI description has at most 250 kB", () => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
});

test("every schema has a readable name that shadows no built-in type", () => {
  const names = Object.keys(schemas);
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) expect(name).toMatch(/^(?:[A-Z][a-z]+)+$/);
  for (const name of names) expect(Object.hasOwn(globalThis, name), name).toBe(false);
});

test("every object schema with four or more fields is named", () => {
  expect(withoutName(schemas)).toEqual([]);
  const nested = z.object({ a: z.string(), b: z.string(), c: z.string(), d: z.string() });
  const planted = new Components();
  planted.named("Planted", z.object({ nested }), "output");
  expect(withoutName(planted.schemas)).toEqual(["Planted.properties.nested"]);
});

test("every reference resolves, and every component is referenced", () => {
  const references = new Set(within(document, "").flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : [])));
  const kinds = ["schemas", "responses", "parameters", "headers"];
  const all = kinds.flatMap((kind) =>
    Object.keys(part(components, kind)).map((name) => `#/components/${kind}/${name}`),
  );
  // Headers of every answer are described once, and no operation references them.
  const common = Object.entries(part(components, "headers"))
    .filter(([, header]) => isJsonObject(header) && header["x-every-answer"] === true)
    .map(([name]) => `#/components/headers/${name}`);
  expect(common).toHaveLength(6);
  expect([...references, ...common].toSorted()).toEqual(all.toSorted());
});

test("request schemas state defaults in descriptions, not with the default keyword", () => {
  const requests = Object.entries(schemas).filter(([name]) => name.endsWith("Request"));
  const defaults = requests.flatMap(([name, schema]) => within(schema, name)).filter(([, each]) => "default" in each);
  expect(requests.length).toBeGreaterThan(10);
  expect(defaults).toEqual([]);
  expect(JSON.stringify(schemas["CreateSpeciesRequest"])).toContain("Without it:");
});

test("two different schemas cannot share a name", () => {
  const planted = new Components();
  planted.schema(namedObject("Thing", { a: z.string() }), "output");
  planted.schema(namedObject("Thing", { a: z.string() }), "output");
  expect(() => planted.schema(namedObject("Thing", { b: z.string() }), "output")).toThrow(
    "two different schemas are named Thing",
  );
  const both = z.object({ one: namedObject("Other", { a: z.string() }), two: namedObject("Other", { b: z.string() }) });
  expect(() => planted.schema(both, "output")).toThrow(/Other/);
});

test("a schema with its own description still refers to its component", () => {
  const thing = namedObject("Thing", { a: z.string() });
  const planted = new Components();
  const { properties } = planted.schema(z.object({ here: thing.describe("Here."), there: thing.optional() }), "output");
  const $ref = "#/components/schemas/Thing";
  expect(properties).toEqual({ here: { $ref, description: "Here." }, there: { $ref } });
});
