// Collects the named shapes of the OpenAPI description. Each is described once and referred to elsewhere.
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
    this.#add(name, io === "input" ? withNulls(withDefaultsInWords(described)) : described);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Describes an optional field of a query. Equal fields of many operations become one component. */
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
    if (known !== undefined && !isDeepStrictEqual(known, schema)) throw new Error(`two shapes are called ${name}`);
    this.schemas[name] = schema;
  }
}

/** Moves defaults into descriptions, because openapi-typescript makes fields with a default required in requests. */
function withDefaultsInWords(schema: JsonSchema): JsonSchema {
  const fields = Object.entries(schema.properties ?? {}).map(([name, stated]): [string, JsonSchema] => {
    const { default: preset, description, ...field } = subschema(stated);
    if (preset === undefined) return [name, subschema(stated)];
    const words = [description, `Without it: ${JSON.stringify(preset)}.`].filter((text) => text !== undefined);
    return [name, { ...field, description: words.join(" ") }];
  });
  return fields.length === 0 ? schema : { ...schema, properties: Object.fromEntries(fields) };
}

/** Allows null for optional fields of a body, where it counts as absent. */
function withNulls(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, stated]): [string, JsonSchema] => {
    const field = subschema(stated);
    return [name, required.includes(name) ? field : orNull(field)];
  });
  return fields.length === 0 ? schema : { ...schema, properties: Object.fromEntries(fields) };
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

/** Points references at components, and omits that names of fields are strings. */
function referring(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"propertyNames":{"type":"string"},', "");
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: a copy of the schema, but for the text of its references
  return JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
}
