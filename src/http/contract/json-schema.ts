// Contracts as JSON Schema, and the version of the interface they make up.
import { z } from "zod";
import { isJsonObject } from "../../platform/json.ts";

export const API_VERSION = "1.0.0";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** An object with a name of its own in the OpenAPI description, and therefore in generated clients. */
export function namedObject<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

/** The JSON Schema of a contract's schema. What has a name is in `$defs`. */
export function schemaWithNames(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: withoutNoise });
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: a copy of the schema, but for null
  return JSON.parse(JSON.stringify(rest, withNullFolded));
}

/** The same with everything in place. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $defs = {}, ...rest } = schemaWithNames(schema, io);
  return inPlace(rest, $defs);
}

/** A schema with what it refers to in place. None of ours refers to itself. */
function inPlace(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { $ref, ...said } = schema;
  if ($ref !== undefined) return { ...inPlace(subschema(defs[$ref.slice("#/$defs/".length)]), defs), ...said };
  const { properties, additionalProperties, items, anyOf, oneOf } = said;
  const each = (stated: unknown) => inPlace(subschema(stated), defs);
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, each(field)] as const);
  return {
    ...said,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(isJsonSchema(additionalProperties) ? { additionalProperties: each(additionalProperties) } : {}),
    ...(items === undefined ? {} : { items: each(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(each) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(each) }),
  };
}

/** Formats that say all there is to say, so that the pattern behind them can be left out, as that of a whole number. */
const FORMATS = new Set(["uuid", "date-time"]);

/** Answers may gain fields at any time, so none is said to have no others; the tests still refuse undescribed ones. */
function withoutNoise({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (FORMATS.has(jsonSchema.format ?? "") || jsonSchema.type === "integer") delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const PLAIN = new Set(["string", "number", "integer", "boolean"]);

/** A text or null is one schema with two types, not a choice of two schemas. */
function withNullFolded(_: string, value: unknown): unknown {
  if (!isJsonSchema(value)) return value;
  const { anyOf: [some, none, ...more] = [], ...outer } = value;
  if (!isJsonSchema(some) || !isJsonSchema(none) || none.type !== "null" || more.length > 0) return value;
  const { type, ...inner } = some;
  const isPlain = PLAIN.has(String(type)) && inner.enum === undefined && inner.const === undefined;
  return isPlain ? { ...inner, ...outer, type: [type, "null"] } : value;
}

/** What a schema says of a field or an entry, where it says more than whether there may be one. */
export function subschema(stated: unknown): JsonSchema {
  return isJsonSchema(stated) ? stated : {};
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return isJsonObject(value);
}
