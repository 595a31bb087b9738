// Collects the named schemas of the OpenAPI description. Each is described once and referenced elsewhere.
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { schemaWithNames, subschema, type JsonSchema } from "../http/contract/json-schema.ts";
import type { JsonObject } from "../platform/json.ts";

const COMMON_PARAMETERS: ReadonlySet<string> = new Set(["creature_id", "id", "view"]);

export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly parameters: Record<string, JsonObject> = {};

  /** Describes a schema. Its named parts become components. */
  schema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const { $defs = {}, ...rest } = schemaWithNames(schema, io);
    for (const [name, part] of Object.entries($defs)) this.#add(name, referring(part));
    return referring(rest);
  }

  /** Adds a component and returns a reference to it. */
  named(name: string, schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const described = this.schema(schema, io);
    this.#add(name, io === "input" ? requestSchema(described) : described);
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * Describes a path or query parameter. A common parameter becomes one component for all operations that describe it equally.
   */
  parameter(name: string, place: "path" | "query", schema: unknown): JsonObject {
    const described = { name, in: place, schema };
    if (!COMMON_PARAMETERS.has(name)) return described;
    this.parameters[name] ??= described;
    return isDeepStrictEqual(this.parameters[name], described)
      ? { $ref: `#/components/parameters/${name}` }
      : described;
  }

  #add(name: string, schema: JsonSchema): void {
    const known = this.schemas[name];
    if (known !== undefined && !isDeepStrictEqual(known, schema))
      throw new Error(`two different schemas are named ${name}`);
    this.schemas[name] = schema;
  }
}

/** Describes the fields of a request. Optional fields may be null, which counts as absent. */
function requestSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, property]): [string, JsonSchema] => {
    const field = withDefaultInWords(subschema(property));
    return [name, required.includes(name) ? field : orNull(field)];
  });
  return fields.length === 0 ? schema : { ...schema, properties: Object.fromEntries(fields) };
}

/** Moves a default into the description, because openapi-typescript makes fields with a default required in requests. */
function withDefaultInWords(schema: JsonSchema): JsonSchema {
  const { default: preset, description, ...field } = schema;
  if (preset === undefined) return schema;
  const words = [description, `Without it: ${JSON.stringify(preset)}.`].filter((text) => text !== undefined);
  return { ...field, description: words.join(" ") };
}

function orNull(field: JsonSchema): JsonSchema {
  const { type, enum: values, description } = field;
  if (type === "string" || type === "number" || type === "integer" || type === "boolean") {
    const allowed = values === undefined ? {} : { enum: [...values, null] };
    return Object.assign({}, field, allowed, { type: [type, "null"] });
  }
  if (Array.isArray(type) || (type === undefined && field.$ref === undefined)) return field;
  const { description: _, ...inner } = field;
  return { anyOf: [inner, { type: "null" }], ...(description === undefined ? {} : { description }) };
}

/** Points references at components and removes the redundant statement that field names are strings. */
function referring(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"propertyNames":{"type":"string"},', "");
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: a copy of the schema, but for the text of its references
  return JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
}
