// Converts the part of JSON Schema that the contracts use to TypeScript types.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
  readonly default?: unknown;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** Returns an empty string if there is no text. */
export function docComment(text: string | undefined, indent: string): string {
  const lines = (text ?? "").replaceAll("*/", "* /").split("\n").filter(Boolean);
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

/** Returns the last segment of a reference. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function fieldName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function objectType(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties);
  if (fields.length === 0) {
    if (typeof additionalProperties !== "object") return "Record<string, unknown>";
    return `Record<string, ${typeOf(additionalProperties, indent)}>`;
  }
  const inner = `${indent}  `;
  const lines = fields.map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    const type = typeOf(field, inner);
    const orUndefined = mark === "" || type === "unknown" ? "" : " | undefined";
    return `${docComment(field.description, inner)}${inner}${fieldName(name)}${mark}: ${type}${orUndefined};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function arrayType({ prefixItems, items }: Schema, indent: string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((item) => typeOf(item, indent)).join(", ")}]`;
  if (items === undefined || items === false) return "unknown[]";
  const item = typeOf(items, indent);
  return item.includes(" | ") || item.includes(" & ") ? `(${item})[]` : `${item}[]`;
}

export function typeOf(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return [...new Set(several.map((one) => typeOf(one, indent)))].join(" | ");
  if (schema.allOf !== undefined) return schema.allOf.map((one) => `(${typeOf(one, indent)})`).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "object") return objectType(schema, indent);
  if (schema.type === "array") return arrayType(schema, indent);
  if (schema.type === undefined) return "unknown";
  const plain = [schema.type].flat().map((type) => PLAIN[type]);
  if (plain.includes(undefined)) throw new Error(`no TypeScript type for ${JSON.stringify(schema)}`);
  return plain.join(" | ");
}
