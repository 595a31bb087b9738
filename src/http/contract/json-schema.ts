// Converts the schemas of contracts to JSON Schema.
import { z } from "zod";
import { isJsonObject } from "../../platform/json.ts";

export const API_VERSION = "1.0.0";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Declares an object that becomes a named type in OpenAPI and in generated clients. */
export function namedObject<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

/** Returns the JSON Schema, with named types in `$defs`. */
export function schemaWithNames(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: removeNoise });
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: a copy of the schema with folded nulls
  return JSON.parse(JSON.stringify(rest, foldNull));
}

/** Returns the JSON Schema, with named types inlined. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $defs = {}, ...rest } = schemaWithNames(schema, io);
  return inlined(rest, $defs);
}

/** Replaces each reference with its definition. No schema of this API is recursive. */
function inlined(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { $ref, ...own } = schema;
  if ($ref !== undefined) return { ...inlined(subschema(defs[$ref.slice("#/$defs/".length)]), defs), ...own };
  const { properties, additionalProperties, items, anyOf, oneOf } = own;
  const inline = (part: unknown) => inlined(subschema(part), defs);
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, inline(field)] as const);
  return {
    ...own,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(isJsonSchema(additionalProperties) ? { additionalProperties: inline(additionalProperties) } : {}),
    ...(items === undefined ? {} : { items: inline(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inline) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(inline) }),
  };
}

/** Formats that make the `pattern` of a schema redundant. */
const FORMATS = new Set(["uuid", "date-time"]);

/**
 * Removes redundant keywords. Answers may gain fields at any time, so additional properties stay allowed. Tests still reject
 * undescribed fields.
 */
function removeNoise({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (FORMATS.has(jsonSchema.format ?? "") || jsonSchema.type === "integer") delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const PLAIN = new Set(["string", "number", "integer", "boolean"]);

/** Writes a nullable scalar as one schema with two types instead of a union of two schemas. */
function foldNull(_: string, value: unknown): unknown {
  if (!isJsonSchema(value)) return value;
  const { anyOf: [some, none, ...more] = [], ...outer } = value;
  if (!isJsonSchema(some) || !isJsonSchema(none) || none.type !== "null" || more.length > 0) return value;
  const { type, ...inner } = some;
  const isPlain = PLAIN.has(String(type)) && inner.enum === undefined && inner.const === undefined;
  return isPlain ? { ...inner, ...outer, type: [type, "null"] } : value;
}

/** Returns a part of a schema as an object. JSON Schema also allows true and false there. */
export function subschema(part: unknown): JsonSchema {
  return isJsonSchema(part) ? part : {};
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return isJsonObject(value);
}
