// What a request brings, in the shape that its contract describes.
import type { z } from "zod";
import type { Body } from "../message/request-context.ts";
import type { Read, Warning } from "../contract/body-fields.ts";
import { bodyFields } from "../contract/body-fields.ts";
import type { Contract } from "../contract/contract.ts";
import { Failure } from "../respond/errors.ts";
import { towardsDiscovery } from "../respond/common-steps.ts";
import { check } from "../contract/check-schema.ts";

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** What the body has that its contract does not know. */
  readonly warnings?: readonly Warning[];
}

export interface Given {
  readonly params: Readonly<Record<string, string>>;
  /** The query with its question mark, or nothing. */
  readonly search: string;
  readonly body: Body;
}

/** The input, or a failure that names every fault of it. Without a given value a schema sees undefined. */
export function inputOf(contract: Contract, given: Given): Input {
  const { body } = given;
  if (body.kind === "tooLarge") throw tooLarge();
  if (body.kind === "malformed") throw invalidInput(contract, [`body: ${body.rule}`]);
  const faults: string[] = [];
  const take = (schema: z.ZodType | undefined, value: unknown, place: string): unknown => {
    if (schema === undefined) return undefined;
    const checked = check(schema, value, place);
    if (checked.valid) return checked.value;
    faults.push(...checked.details);
    return undefined;
  };
  const sent = body.kind === "json" ? body.value : undefined;
  const { value, warnings } = contract.body === undefined ? NOTHING_SENT : bodyFields(contract.body, sent);
  const input = {
    params: take(contract.params, given.params, "path"),
    query: contract.query && take(contract.query, queryOf(given.search, faults), "query"),
    body: take(contract.body, value, "body"),
    warnings,
  };
  if (faults.length > 0) throw invalidInput(contract, faults, warnings);
  return input;
}

/** The query as an object. A name that comes twice is a fault, since nobody can know which one was meant. */
function queryOf(search: string, faults: string[]): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) faults.push(`${name}: must be given only once`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

const NOTHING_SENT: Read = { value: undefined, warnings: [] };

export function invalidInput(
  contract: Contract,
  details: readonly string[],
  warnings: readonly Warning[] = [],
): Failure {
  const { invalidSuggestion: suggestion = "Correct what `details` names and call again.", invalidSteps = [] } =
    contract;
  const nextSteps = [...invalidSteps, towardsDiscovery()];
  const fields = warnings.length === 0 ? {} : { warnings };
  return new Failure(400, contract.invalid, { details, suggestion, fields, nextSteps });
}

export function tooLarge(): Failure {
  return new Failure(413, "The body is too large", {
    suggestion: "Send a body of at most 100 KB.",
    headers: { connection: "close" },
  });
}
