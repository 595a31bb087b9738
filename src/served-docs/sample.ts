// A value that fits a schema, made up without chance: for examples where nothing real was recorded.
import { z } from "zod";

type Schema = Readonly<Record<string, unknown>>;

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: "01890a5d-ac96-774b-bcce-b302099a8057",
  "date-time": "2026-11-15T09:00:00.000Z",
  uri: "https://example.org/",
  base64: "AAAA",
};

export function sampleOf(schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  return valueFor(json, json.$defs ?? {}, "");
}

/** `name` is the field that the value is for: text without further rules says so. */
function valueFor(schema: Schema, defs: Readonly<Record<string, Schema>>, name: string): unknown {
  const ref = schema["$ref"];
  if (typeof ref === "string") return valueFor(defs[ref.slice("#/$defs/".length)] ?? {}, defs, name);
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0] as unknown;
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) return valueFor(choices[0] as Schema, defs, name);
  switch (schema["type"]) {
    case "object": {
      const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
      return Object.fromEntries(
        Object.entries(properties).map(([field, property]) => [field, valueFor(property, defs, field)]),
      );
    }
    case "array":
      return [valueFor((schema["items"] ?? {}) as Schema, defs, name)];
    case "integer":
    case "number":
      return Math.max(1, Number(schema["minimum"] ?? 1));
    case "boolean":
      return true;
    case "string":
      return OF_FORMAT[String(schema["format"])] ?? (name === "endpoint" ? "/api" : name);
    default:
      return null;
  }
}
