// The only writer of error answers: every error has a text, a suggestion and a way on, in this order of keys.
import type { Seconds } from "@denkeeper/rules/time/units.ts";
import type { Contract, ErrorCodeOf, NextStep } from "../contract/contract.ts";
import { towardsDiscovery } from "./common-steps.ts";

export interface FailureMore {
  /** What a program can tell this error by, where the text alone does not say it. */
  readonly code?: string;
  /** What exactly is wrong, one entry for each fault. */
  readonly details?: readonly string[];
  readonly suggestion?: string;
  readonly nextSteps?: readonly NextStep[];
  /** Fields of this error alone, such as `your_creatures`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: Seconds;
}

/** Thrown to answer with an error. Anything else that is thrown is a fault of ours and becomes a 500. */
export class Failure extends Error {
  readonly status: number;
  readonly more: FailureMore;

  constructor(status: number, error: string, more: FailureMore = {}) {
    super(error);
    this.name = "Failure";
    this.status = status;
    this.more = more;
  }
}

/** A failure that the contract declares. */
export function failureOf<C extends Contract>(contract: C, code: ErrorCodeOf<C>, more: FailureMore = {}): Failure {
  const declared = contract.errors[code];
  if (declared === undefined) throw new Error(`${contract.name} declares no error ${code}`);
  const { status, error, suggestion } = declared;
  return new Failure(status, error, suggestion === undefined ? more : { suggestion, ...more });
}

/** The JSON of an error. */
export function errorBody(failure: Failure): string {
  const {
    code,
    details,
    suggestion = "See next_steps for what you can do.",
    nextSteps,
    fields,
    retryAfterSeconds,
  } = failure.more;
  return JSON.stringify({
    error: failure.message,
    code,
    details,
    suggestion,
    ...fields,
    next_steps: nextSteps ?? [towardsDiscovery()],
    retry_after_seconds: retryAfterSeconds,
  });
}
