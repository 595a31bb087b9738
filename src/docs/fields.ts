// The fields of a schema as table rows: name, type, meaning.

import { subschema, type JsonSchema } from "../http/contract/json-schema.ts";

export interface Field {
  /** With dots for fields in fields, and [] for entries of a list. */
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
  readonly meaning: string;
}

const FORMATS: Readonly<Record<string, string>> = { uuid: "uuid", "date-time": "ISO 8601 instant", uri: "URL" };

/** What the reference describes once for all calls. */
const DESCRIBED_ONCE = /^(?:next_steps|warnings)\b|^(?:recommended|house)_checkin\./;

/** Every field of an object, depth first. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  return fieldsUnder(schema, "").filter(({ name }) => !DESCRIBED_ONCE.test(name));
}

function fieldsUnder(schema: JsonSchema, prefix: string): readonly Field[] {
  const seen = new Map<string, Field>();
  for (const { properties = {}, required = [] } of variantsOf(schema)) {
    for (const [field, stated] of Object.entries(properties)) {
      const property = subschema(stated);
      const name = `${prefix}${field}`;
      const { description: meaning = "" } = property;
      const own = { name, kind: kindOf(property), required: required.includes(field), meaning };
      for (const row of [own, ...fieldsWithin(name, property)]) if (!seen.has(row.name)) seen.set(row.name, row);
    }
  }
  return [...seen.values()];
}

function fieldsWithin(name: string, property: JsonSchema): readonly Field[] {
  const list = variantsOf(property).find(({ type }) => type === "array");
  return list === undefined ? fieldsUnder(property, `${name}.`) : fieldsUnder(subschema(list.items), `${name}[].`);
}

/** The alternatives of a schema, or the schema itself. */
function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  const variants = schema.anyOf ?? schema.oneOf;
  return variants === undefined ? [schema] : variants.flatMap(variantsOf);
}

/** What may stand there, in a few words. */
function kindOf(schema: JsonSchema): string {
  const preset = schema.default === undefined ? "" : `, default \`${JSON.stringify(schema.default)}\``;
  return plainKindOf(schema) + preset;
}

function plainKindOf(schema: JsonSchema): string {
  const variants = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (variants !== undefined) return [...new Set(variants.map(kindOf))].join(" or ");
  const { type = "any", format = "", items, maxItems } = schema;
  if (type === "array")
    return `list of ${kindOf(subschema(items))}${maxItems === undefined ? "" : `, up to ${maxItems} entries`}`;
  return `${FORMATS[format] ?? [type].flat().join(" or ")}${rangeOf(schema)}${lengthOf(schema)}`;
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined) return maximum === undefined ? "" : `, up to ${maximum}`;
  return maximum === undefined ? `, from ${minimum}` : `, ${minimum} to ${maximum}`;
}

function lengthOf({ minLength, maxLength }: JsonSchema): string {
  if (maxLength === undefined) return "";
  return minLength === undefined ? `, up to ${maxLength} characters` : `, ${minLength} to ${maxLength} characters`;
}
