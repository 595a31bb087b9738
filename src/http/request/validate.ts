// Validates a request's input against its contract.
import { z } from "zod";
import type { Body } from "../message/request-context.ts";
import { bodyFields, type BodyResult, type Warning } from "../contract/body-fields.ts";
import type { Contract } from "../contract/contract.ts";
import { Failure } from "../respond/errors.ts";
import { GENERAL_ERRORS } from "../contract/general-errors.ts";
import { correction, type CallAuthor, type SentFields } from "./corrected-call.ts";
import { discoveryStep } from "../contract/steps.ts";
import { checkSchema, sentenceOf, type FieldFault } from "../contract/check-schema.ts";

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Warnings about fields that are not in the contract. */
  readonly warnings?: readonly Warning[];
}

export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  /** The query including its question mark, or an empty string. */
  readonly search: string;
  readonly body: Body;
}

/** Returns the validated input, or throws a failure that names every fault. */
export function inputOf(contract: Contract, raw: RawInput, author?: CallAuthor): Input {
  const { body } = raw;
  if (body.kind === "tooLarge") throw tooLarge();
  if (body.kind === "malformed") throw invalidInput(contract, [{ field: "body", message: body.rule }], { author });
  const faults: FieldFault[] = [];
  const check = (schema: z.ZodType | undefined, value: unknown, place: string): unknown => {
    if (schema === undefined) return undefined;
    const checked = checkSchema(schema, value, place);
    if (checked.valid) return checked.value;
    faults.push(...checked.faults);
    return undefined;
  };
  const sent = body.kind === "json" ? body.value : undefined;
  const { value, warnings } =
    contract.body === undefined ? NOTHING_SENT : bodyFields(contract.body, sent, contract.ignoredWith);
  const query = contract.query === undefined ? {} : queryOf(raw.search, faults);
  const input = {
    params: check(contract.params, raw.params, "path"),
    query: contract.query && check(contract.query, query, "query"),
    body: check(contract.body, value, "body"),
    warnings,
  };
  if (faults.length > 0) throw invalidInput(contract, faults, { warnings, author, query, body: value });
  return input;
}

/** Parses the query into an object. A repeated name is a fault, because the intended value is unclear. */
function queryOf(search: string, faults: FieldFault[]): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) faults.push({ field: name, message: "must be sent only once" });
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

const NOTHING_SENT: BodyResult = { value: undefined, warnings: [] };

interface InvalidInputContext extends Partial<SentFields> {
  readonly warnings?: readonly Warning[];
  readonly author?: CallAuthor | undefined;
}

export function invalidInput(
  contract: Contract,
  faults: readonly FieldFault[],
  { warnings = [], author, query = {}, body }: InvalidInputContext = {},
): Failure {
  const { invalidSteps = [] } = contract;
  const { fields, nextSteps, names } = correction(contract, { query, body }, author);
  return Failure.general("invalid_input", {
    error: errorText(contract, faults),
    faults,
    suggestion: [...advice(contract, faults), ...names].join(" "),
    fields: { ...fields, ...(warnings.length === 0 ? {} : { warnings }) },
    nextSteps: [...nextSteps, ...invalidSteps, discoveryStep()],
  });
}

function fieldNames({ params, query, body }: Contract): readonly string[] {
  return [params, query, body].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}

/** Returns the contract field that a fault is about, such as `actions` for `actions[0].item`. */
function outerField({ field }: FieldFault): string {
  return /^\w*/.exec(field)?.[0] ?? "";
}

function isNamedIn(text: string, field: string): boolean {
  return new RegExp(`\\b${field}\\b`).test(text);
}

const ONE_FIELD = /^(?:Invalid (?<wrong>\w+)|(?<missing>\w+) (?:is required|must be .+))$/;

/** Returns the contract's error text, unless it names a field that is valid. */
function errorText(contract: Contract, faults: readonly FieldFault[]): string {
  const { wrong, missing } = ONE_FIELD.exec(contract.invalid)?.groups ?? {};
  const blamed = wrong ?? missing;
  const known = fieldNames(contract);
  const faulty = [...new Set(faults.map(outerField))];
  if (blamed === undefined || !known.includes(blamed) || faulty.length === 0) return contract.invalid;
  const isOther = (field: string) => known.includes(field) && field !== blamed && field !== "id";
  return faulty.every(isOther) ? `Invalid ${faulty.join(", ")}` : contract.invalid;
}

const MOST_ADVICE = 3;

/** Returns the contract's sentences about the faulty fields, and the rules of fields that those sentences omit. */
function advice(contract: Contract, faults: readonly FieldFault[]): readonly string[] {
  const known = fieldNames(contract);
  const sentences = contract.invalidSuggestion?.replaceAll(". ", ".\n").split("\n") ?? [];
  const wrong = faults.filter((fault) => known.includes(outerField(fault)));
  if (wrong.length === 0) return sentences.length > 0 ? sentences : [GENERAL_ERRORS.invalid_input.suggestion];
  const relevant = sentences.filter(
    (sentence) =>
      wrong.some((fault) => isNamedIn(sentence, outerField(fault))) ||
      !known.some((field) => isNamedIn(sentence, field)),
  );
  const unmentioned = wrong.filter((fault) => !relevant.some((sentence) => isNamedIn(sentence, outerField(fault))));
  return [...unmentioned.slice(0, MOST_ADVICE).map(shortSentence), ...relevant];
}

/** Returns the rule up to its first semicolon. */
function shortSentence({ field, message }: FieldFault): string {
  return sentenceOf({ field, message: message.split("; ", 1).join("") });
}

export function tooLarge(): Failure {
  return Failure.general("too_large", { headers: { connection: "close" } });
}
