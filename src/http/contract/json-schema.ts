// Contracts as JSON Schema, and the version of the interface they make up.
import { z } from "zod";
import { isJsonObject } from "../../platform/json.ts";

/** The version of the API. */
export const API_VERSION = "1.0.0";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The JSON Schema of a contract's schema, with everything in place. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

/** What a schema says of a field or an entry, where it says more than whether there may be one. */
export function subschema(stated: unknown): JsonSchema {
  return isJsonSchema(stated) ? stated : {};
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return isJsonObject(value);
}
