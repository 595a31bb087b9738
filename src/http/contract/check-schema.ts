// Parses input with a contract's schema, or reports which field breaks which rule.
import type { z } from "zod";
import { countOf } from "../../platform/counted.ts";

/** A field and the rule it breaks. The message follows the field's name, as in `is required`. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export type SchemaResult<Output> =
  | { readonly valid: true; readonly value: Output }
  | { readonly valid: false; readonly faults: readonly FieldFault[] };

/** Formats a fault as a sentence, such as `name is required.` */
export function sentenceOf({ field, message }: FieldFault): string {
  return `${field}${/^(?:is|must|can|holds|ended) /.test(message) ? "" : ":"} ${message}.`;
}

/** `place` is the field name of a fault that concerns the whole input, such as `body` or `query`. */
export function checkSchema<Output>(schema: z.ZodType<Output>, input: unknown, place: string): SchemaResult<Output> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return { valid: true, value: result.data };
  const faults = result.error.issues.map((issue) => ({ field: fieldOf(issue.path, place), message: ruleOf(issue) }));
  return { valid: false, faults: [...new Map(faults.map((fault) => [sentenceOf(fault), fault])).values()] };
}

function fieldOf(path: readonly PropertyKey[], place: string): string {
  if (path.length === 0) return place;
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${String(part)}`))
    .join("");
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "a JSON object",
};

function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "too_small":
      return `must ${boundOf(issue.origin, "least", Number(issue.minimum))}`;
    case "too_big":
      return `must ${boundOf(issue.origin, "most", Number(issue.maximum))}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? issue.message;
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
    case "unrecognized_keys":
    case "custom":
      return issue.message;
  }
}

const FORMATS: Readonly<Record<string, string>> = { uuid: "must be a UUID" };

function boundOf(origin: string, side: "least" | "most", bound: number): string {
  if (origin === "string") return `have at ${side} ${countOf(bound, "character")}`;
  if (origin === "array") return `have at ${side} ${countOf(bound, "item")}`;
  return `be at ${side} ${bound}`;
}
