// Handles body fields that are null or not in the contract. Models that fill in schemas send null for fields they do not mean,
// and callers misspell names. Null therefore counts as absent, and unknown fields are ignored but reported.
import { z } from "zod";
import { isJsonObject } from "../../platform/json.ts";
import { cleanLine } from "../../platform/agent-text.ts";
import { isTypoOf } from "./typos.ts";

export const warning = z
  .object({
    field: z.string().describe("A field of your body, cut to 50 characters."),
    message: z.string(),
    did_you_mean: z.string().optional().describe("The field you probably meant."),
  })
  .meta({ id: "Warning", description: "Something in your call that was not taken as sent." });
export type Warning = z.output<typeof warning>;

export const MOST_WARNINGS = 10;
const MOST_NAME_LENGTH = 50;
const MOST_TYPOS = 2;

export interface BodyResult {
  /** The body without unknown fields, ignored fields, and optional fields that are null. */
  readonly value: unknown;
  readonly warnings: readonly Warning[];
}

/** Returns the body to validate. `ignoredWith` maps a field to the field whose presence voids it. */
export function bodyFields(
  schema: z.core.$ZodType,
  value: unknown,
  ignoredWith: Readonly<Record<string, string>> = {},
): BodyResult {
  const warnings: Warning[] = [];
  const known = readFields(schema, value, "", warnings);
  if (!isJsonObject(known)) return { value: known, warnings };
  const fields = Object.entries(known).filter(([name]) => known[ignoredWith[name] ?? ""] === undefined);
  return { value: Object.fromEntries(fields), warnings };
}

function readFields(schema: z.core.$ZodType, value: unknown, place: string, warnings: Warning[]): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = inner;
    return value.map((item: unknown, index) => readFields(element, item, `${place}[${index}]`, warnings));
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  const shape: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
  const entries = Object.entries(value).flatMap(([name, field]: [string, unknown]): readonly [string, unknown][] => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const path = place === "" ? name : `${place}.${name}`;
    if (known === undefined) {
      const meant = READ_AS.get(name);
      const schemaOfMeant = meant === undefined ? undefined : shape[meant];
      if (meant !== undefined && schemaOfMeant !== undefined && field !== null && isAbsent(value, meant)) {
        warnings.unshift({
          field: path,
          message: `This field is unknown. It was read as ${meant}.`,
          did_you_mean: meant,
        });
        return [[meant, readFields(schemaOfMeant, field, meant, warnings)]];
      }
      if (warnings.length < MOST_WARNINGS) warnings.push(unknownField(path, name, Object.keys(shape)));
      return [];
    }
    return field === null && z.safeParse(known, undefined).success
      ? []
      : [[name, readFields(known, field, path, warnings)]];
  });
  return Object.fromEntries(entries);
}

/** Aliases that are accepted for a field. Without this alias, an adoption that sends `species` would draw a random species. */
const READ_AS: ReadonlyMap<string, string> = new Map([["species", "species_slug"]]);

function isAbsent(value: object, name: string): boolean {
  return !Object.entries(value).some(([field, sent]) => field === name && sent !== null);
}

/** Returns the schema inside optional, nullable, and default wrappers. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap();
  }
  return inner;
}

/** Creates the warning about an unknown field. `known` lists the fields of its schema. */
export function unknownField(path: string, name: string, known: readonly string[]): Warning {
  const meant = fieldMeantBy(name.slice(0, MOST_NAME_LENGTH), known);
  return {
    field: Array.from(cleanLine(path.slice(0, 4 * MOST_NAME_LENGTH)))
      .slice(0, MOST_NAME_LENGTH)
      .join(""),
    message: "This field is unknown and was ignored.",
    ...(meant === undefined ? {} : { did_you_mean: meant }),
  };
}

/** Common guesses for a field name, mapped to the real name. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["food", "item"],
  ["toy", "item"],
  ["object", "item"],
  ["type", "action"],
  ["kind", "action"],
  ["care", "action"],
  ["pet", "creature_id"],
  ["petid", "creature_id"],
  ["creature", "creature_id"],
  ["reflection", "notes"],
  ["comment", "notes"],
  ["text", "notes"],
  ["tz", "timezone"],
  ["user", "username"],
  ["handle", "username"],
  ["slug", "species_slug"],
  ["breed", "species_slug"],
  ["code", "recovery_code"],
]);

function fieldMeantBy(name: string, known: readonly string[]): string | undefined {
  const bare = bareName(name);
  const other = OTHER_NAMES.get(bare);
  return (
    known.find((field) => bareName(field) === bare) ??
    known.find((field) => field === other) ??
    known.find((field) => bare.length > 2 && field.split("_").includes(bare)) ??
    known.find((field) => field.length > MOST_TYPOS + 1 && isTypoOf(bare, bareName(field), MOST_TYPOS))
  );
}

/** Normalizes a field name, so that `creatureId`, `creature-id`, and `creature_id` match. */
function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
