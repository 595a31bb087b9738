// The fields of a schema as lines of a table: name, kind, meaning. What a reader needs to send the right thing and to
// find what came back.

/** As much of JSON Schema as our contracts come to. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

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
export function fieldsOf({ $defs = {}, ...schema }: Readonly<Record<string, unknown>>): readonly Field[] {
  const whole = expanded(schema, $defs as Readonly<Record<string, unknown>>) as Schema;
  return fieldsUnder(whole, "").filter(({ name }) => !DESCRIBED_ONCE.test(name));
}

/** A schema with what it refers to in place. None of ours refers to itself. */
function expanded(value: unknown, defs: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => expanded(entry, defs));
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return expanded(defs[String(value.$ref).slice("#/$defs/".length)], defs);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, expanded(field, defs)]));
}

function fieldsUnder(schema: Schema, prefix: string): readonly Field[] {
  const seen = new Map<string, Field>();
  for (const { properties = {}, required = [] } of variantsOf(schema)) {
    for (const [field, property] of Object.entries(properties)) {
      const name = `${prefix}${field}`;
      const { description: meaning = "" } = property;
      const own = { name, kind: kindOf(property), required: required.includes(field), meaning };
      for (const row of [own, ...fieldsWithin(name, property)]) if (!seen.has(row.name)) seen.set(row.name, row);
    }
  }
  return [...seen.values()];
}

function fieldsWithin(name: string, property: Schema): readonly Field[] {
  const list = variantsOf(property).find(({ type }) => type === "array");
  return list === undefined ? fieldsUnder(property, `${name}.`) : fieldsUnder(list.items ?? {}, `${name}[].`);
}

/** The alternatives of a schema, or the schema itself. */
function variantsOf(schema: Schema): readonly Schema[] {
  const variants = schema.anyOf ?? schema.oneOf;
  return variants === undefined ? [schema] : variants.flatMap(variantsOf);
}

/** What may stand there, in a few words. */
function kindOf(schema: Schema): string {
  const preset = schema.default === undefined ? "" : `, default \`${JSON.stringify(schema.default)}\``;
  return plainKindOf(schema) + preset;
}

function plainKindOf(schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (variants !== undefined) return [...new Set(variants.map(kindOf))].join(" or ");
  const { type = "any", format = "", items = {}, maxItems } = schema;
  if (type === "array") return `list of ${kindOf(items)}${maxItems === undefined ? "" : `, up to ${maxItems} entries`}`;
  return `${FORMATS[format] ?? type}${rangeOf(schema)}${lengthOf(schema)}`;
}

function rangeOf({ minimum = -Infinity, maximum = Infinity }: Schema): string {
  const least = Math.abs(minimum) < Number.MAX_SAFE_INTEGER;
  const most = Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  if (least && most) return `, ${minimum} to ${maximum}`;
  if (least) return `, from ${minimum}`;
  return most ? `, up to ${maximum}` : "";
}

function lengthOf({ minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return "";
  return minLength === undefined ? `, up to ${maxLength} characters` : `, ${minLength} to ${maxLength} characters`;
}
