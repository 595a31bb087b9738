// What a request brings, in the shape that its contract describes.
import type { z } from "zod";
import type { Body } from "./body.ts";
import type { Contract } from "./contract.ts";
import { Failure } from "./errors.ts";
import { towardsDiscovery } from "./signposts.ts";
import { check } from "./validate.ts";

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
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
  const input = {
    params: take(contract.params, given.params, "path"),
    query: contract.query && take(contract.query, queryOf(given.search, faults), "query"),
    body: take(contract.body, body.kind === "json" ? body.value : undefined, "body"),
  };
  if (faults.length > 0) throw invalidInput(contract, faults);
  return input;
}

/** The query as an object. A name that comes twice is a fault, since nobody can know which one was meant. */
function queryOf(search: string, faults: string[]): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) faults.push(`${name}: must be given once`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

export function invalidInput(contract: Contract, details: readonly string[]): Failure {
  const { invalidSuggestion: suggestion = "Correct what `details` names and call again.", invalidSteps = [] } =
    contract;
  return new Failure(400, contract.invalid, { details, suggestion, nextSteps: [...invalidSteps, towardsDiscovery()] });
}

export function tooLarge(): Failure {
  return new Failure(413, "The body is too large", {
    suggestion: "Send a body of at most 100 KB.",
    headers: { connection: "close" },
  });
}
