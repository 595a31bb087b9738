// A sample value that fits a schema, without randomness, for examples that were not recorded.
import type { z } from "zod";
import type { JsonSchema } from "../contracts/kit/json-schema.ts";
import { jsonSchemaOf, subschema } from "../contracts/kit/json-schema.ts";

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: "01890a5d-ac96-774b-bcce-b302099a8057",
  "date-time": "2026-11-15T09:00:00.000Z",
  date: "2026-11-15",
  uri: "https://example.org/",
  base64: "AAAA",
};

export function sampleOf(schema: z.ZodType): unknown {
  return valueFor(jsonSchemaOf(schema, "output"), "");
}

/** `name` is the field that the value is for: text without further rules says so. */
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
      return [valueFor(subschema(items), name)];
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
