// A JSON Schema reduced to what a model needs to fill it in. Lengths, patterns and formats are left to the endpoint,
// which says exactly what is wrong with a value.
import { isJsonObject, type JsonObject } from "../platform/json.ts";

const KEPT: ReadonlySet<string> = new Set(["type", "enum", "const", "minimum", "maximum", "required"]);
/** A longer hint costs more than a rejected call. */
const LONGEST_HINT = 60;

/** The schema without references: each named shape stands where it is used. */
export function briefSchema(schema: JsonObject): JsonObject {
  return brief(schema, isJsonObject(schema["$defs"]) ? schema["$defs"] : {});
}

function brief(schema: JsonObject, named: JsonObject): JsonObject {
  const { $ref: reference, anyOf: choices, properties, items, description } = schema;
  if (typeof reference === "string") {
    const { $ref: _, ...beside } = schema;
    const target = named[reference.replace(/^#\/\$defs\//, "")];
    return brief({ ...(isJsonObject(target) ? target : {}), ...beside }, named);
  }
  if (Array.isArray(choices)) {
    const { anyOf: _, ...beside } = schema;
    const meant = choices.filter(isJsonObject).filter((choice) => choice["type"] !== "null" && choice["const"] !== "");
    const [only, ...others] = meant;
    if (only !== undefined && others.length === 0) return brief({ ...only, ...beside }, named);
    return { anyOf: meant.map((choice) => brief(choice, named)), ...hintOf(description) };
  }
  const kept = Object.entries(schema).filter(([key]) => KEPT.has(key));
  return {
    ...Object.fromEntries(kept),
    ...(isJsonObject(items) ? { items: brief(items, named) } : {}),
    ...(isJsonObject(properties) ? { properties: briefFields(properties, named) } : {}),
    ...hintOf(description),
  };
}

function briefFields(properties: JsonObject, named: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, isJsonObject(field) ? brief(field, named) : {}]),
  );
}

/** The first sentence of a description, if it is short and does not speak of HTTP. */
function hintOf(description: unknown): JsonObject {
  if (typeof description !== "string") return {};
  const [first = ""] = description.split(/\.(?:\s|$)/, 1);
  return first.length > LONGEST_HINT || first === "" || first.includes("/api/") ? {} : { description: first };
}
