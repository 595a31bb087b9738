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
  /** What the body has that its contract does not know. */
  readonly warnings?: readonly Warning[];
}

export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  /** The query with its question mark, or nothing. */
  readonly search: string;
  readonly body: Body;
}

/** The input, or a failure that names every fault of it. Without a given value a schema sees undefined. */
export function inputOf(contract: Contract, given: RawInput, asker?: CallAuthor): Input {
  const { body } = given;
  if (body.kind === "tooLarge") throw tooLarge();
  if (body.kind === "malformed") throw invalidInput(contract, [{ field: "body", message: body.rule }], { asker });
  const faults: FieldFault[] = [];
  const take = (schema: z.ZodType | undefined, value: unknown, place: string): unknown => {
    if (schema === undefined) return undefined;
    const checked = checkSchema(schema, value, place);
    if (checked.valid) return checked.value;
    faults.push(...checked.faults);
    return undefined;
  };
  const sent = body.kind === "json" ? body.value : undefined;
  const { value, warnings } =
    contract.body === undefined ? NOTHING_SENT : bodyFields(contract.body, sent, contract.ignoredWith);
  const query = contract.query === undefined ? {} : queryOf(given.search, faults);
  const input = {
    params: take(contract.params, given.params, "path"),
    query: contract.query && take(contract.query, query, "query"),
    body: take(contract.body, value, "body"),
    warnings,
  };
  if (faults.length > 0) throw invalidInput(contract, faults, { warnings, asker, query, body: value });
  return input;
}

/** The query as an object. A name that comes twice is a fault, since nobody can know which one was meant. */
function queryOf(search: string, faults: FieldFault[]): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) faults.push({ field: name, message: "must be given only once" });
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

const NOTHING_SENT: BodyResult = { value: undefined, warnings: [] };

interface InvalidInputContext extends Partial<SentFields> {
  readonly warnings?: readonly Warning[];
  readonly asker?: CallAuthor | undefined;
}

/** The failure of a call whose input is invalid, with the call that was probably meant. */
export function invalidInput(
  contract: Contract,
  faults: readonly FieldFault[],
  { warnings = [], asker, query = {}, body }: InvalidInputContext = {},
): Failure {
  const { invalidSteps = [] } = contract;
  const { fields, nextSteps, names } = correction(contract, { query, body }, asker);
  return Failure.general("invalid_input", {
    error: errorText(contract, faults),
    faults,
    suggestion: [...advice(contract, faults), ...names].join(" "),
    fields: { ...fields, ...(warnings.length === 0 ? {} : { warnings }) },
    nextSteps: [...nextSteps, ...invalidSteps, discoveryStep()],
  });
}

/** The names of an object's fields in a contract. */
function fieldNames({ params, query, body }: Contract): readonly string[] {
  return [params, query, body].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}

/** The contract's field that a fault is about: `actions` of `actions[0].item`. */
function outerField({ field }: FieldFault): string {
  return /^\w*/.exec(field)?.[0] ?? "";
}

function isNamedIn(text: string, field: string): boolean {
  return new RegExp(`\\b${field}\\b`).test(text);
}

const ONE_FIELD = /^(?:Invalid (?<wrong>\w+)|(?<missing>\w+) (?:is required|must be .+))$/;

/** The contract's text, unless that blames a field in which nothing is wrong. */
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

/** What to do: the contract's sentences about the faulty fields, and the rules of those that it does not mention. */
function advice(contract: Contract, faults: readonly FieldFault[]): readonly string[] {
  const known = fieldNames(contract);
  const sentences = contract.invalidSuggestion?.replaceAll(". ", ".\n").split("\n") ?? [];
  const wrong = faults.filter((fault) => known.includes(outerField(fault)));
  if (wrong.length === 0) return sentences.length > 0 ? sentences : [GENERAL_ERRORS.invalid_input.suggestion];
  const said = sentences.filter(
    (sentence) =>
      wrong.some((fault) => isNamedIn(sentence, outerField(fault))) ||
      !known.some((field) => isNamedIn(sentence, field)),
  );
  const unsaid = wrong.filter((fault) => !said.some((sentence) => isNamedIn(sentence, outerField(fault))));
  return [...unsaid.slice(0, MOST_ADVICE).map(shortSentence), ...said];
}

/** Without what a rule adds after a semicolon. */
function shortSentence({ field, message }: FieldFault): string {
  return sentenceOf({ field, message: message.split("; ", 1).join("") });
}

export function tooLarge(): Failure {
  return Failure.general("too_large", { headers: { connection: "close" } });
}
