// Example answers for the documentation: recorded ones (`npm run record`), or samples generated from the schema.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Contract } from "../http/contract/contract.ts";
import { isJsonObject } from "../platform/json.ts";
import { jsonSchemaOf, subschema, type JsonSchema } from "../http/contract/json-schema.ts";

export const RECORDED_ANSWERS = join(import.meta.dirname, "recorded-answers.json");

/** Address of the service that recorded the answers. */
const RECORDED_AT = "http://localhost:3000";
const RECORDED = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(RECORDED_ANSWERS, "utf8")));

const LONGEST_TEXT = 16;

export function exampleAnswer(contract: Contract, baseUrl: string): unknown {
  return recordedAnswer(contract, baseUrl) ?? sampleOf(contract.response);
}

/** Returns the recorded answer as served at `baseUrl`, with long texts and lists shortened. Undefined if none was recorded. */
export function recordedAnswer({ name }: Contract, baseUrl: string): unknown {
  const recorded = RECORDED[name];
  if (recorded === undefined) return undefined;
  return JSON.parse(JSON.stringify(recorded, shortenExample).replaceAll(RECORDED_AT, baseUrl));
}

/** Replaces the steps of an example. The schema describes steps, so an example only shows where they appear. */
export function withSteps(example: unknown, steps: readonly string[]): unknown {
  return isJsonObject(example) && "next_steps" in example ? { ...example, next_steps: steps } : example;
}

function shortenExample(field: string, value: unknown): unknown {
  // An answer that contains a JSON Schema shows only one of the schema's properties, to stay short.
  if (field === "properties" && isJsonObject(value)) return Object.fromEntries(Object.entries(value).slice(0, 1));
  if (Array.isArray(value) && value.every(isJsonObject)) return value.slice(0, 1);
  const isLong = typeof value === "string" && value.length > LONGEST_TEXT && /[ {]/.test(value);
  return isLong ? `${value.slice(0, LONGEST_TEXT)}…` : value;
}

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: "01890a5d-ac96-774b-bcce-b302099a8057",
  "date-time": "2026-11-15T09:00:00.000Z",
  date: "2026-11-15",
  uri: "https://example.org/",
  base64: "AAAA",
};

/** Returns a deterministic value that fits a schema, for examples that were not recorded. */
export function sampleOf(schema: z.ZodType): unknown {
  return valueFor(jsonSchemaOf(schema, "output"), "");
}

/** `name` is the field's name. It is also the sample value of strings that have no format. */
function valueFor(schema: JsonSchema, name: string): unknown {
  const { enum: values, properties = {}, items, minimum = 1 } = schema;
  if ("const" in schema) return schema.const;
  if (values !== undefined) return values[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return valueFor(subschema(choices[0]), name);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties).map(([field, property]) => [field, valueFor(subschema(property), field)]),
      );
    case "array":
      return (schema.prefixItems ?? [items]).map((item) => valueFor(subschema(item), name));
    case "integer":
    case "number":
      return Math.max(1, minimum);
    case "boolean":
      return true;
    case "string":
      return OF_FORMAT[String(schema.format)] ?? (name === "endpoint" ? "/api" : name);
    case "null":
    case undefined:
    default:
      return null;
  }
}
