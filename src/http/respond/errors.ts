// Builds error answers, which always have `error`, `code`, `suggestion`, and `next_steps`, in this order.
import { sentenceOf, type FieldFault } from "../contract/check-schema.ts";
import type { Contract, ErrorCodeOf, FailureMore } from "../contract/contract.ts";
import { discoveryStep } from "../contract/steps.ts";
import { oneStepEach } from "./one-step-each.ts";
import { GENERAL_ERRORS, type GeneralCode, type GeneralError } from "../contract/general-errors.ts";

type FailureCase = Omit<GeneralError, "description"> & { readonly code: string };

/**
 * Thrown to answer with an error. Any other thrown value is a fault of the service and becomes a 500. A `Failure` is made only
 * from an error declared by a contract or by GENERAL_ERRORS, so every failure has a code.
 */
export class Failure extends Error {
  readonly code: string;
  readonly status: number;
  readonly more: FailureMore;

  private constructor({ code, status, error, suggestion }: FailureCase, more: FailureMore) {
    super(error);
    this.name = "Failure";
    this.code = code;
    this.status = status;
    this.more = suggestion === undefined ? more : { suggestion, ...more };
  }

  static of<C extends Contract>(contract: C, code: ErrorCodeOf<C>, more: FailureMore = {}): Failure {
    const declared = contract.errors[code];
    if (declared === undefined) throw new Error(`${contract.name} declares no error ${code}`);
    return new Failure({ code, ...declared }, more);
  }

  /** Creates a failure from GENERAL_ERRORS. `error` replaces the listed text where that is too general. */
  static general(code: GeneralCode, { error, ...more }: FailureMore & { readonly error?: string } = {}): Failure {
    const listed: GeneralError = GENERAL_ERRORS[code];
    return new Failure({ code, ...listed, error: error ?? listed.error }, more);
  }

  /** Returns a copy in which `more` replaces fields of the same name. */
  with(more: FailureMore): Failure {
    const { code, status, message: error } = this;
    return new Failure({ code, status, error }, { ...this.more, ...more });
  }
}

export function faultFields(faults: readonly FieldFault[]) {
  return { details: faults.map(sentenceOf).join(" "), invalid_fields: faults };
}

export function errorBody(failure: Failure): string {
  const { faults, suggestion = "Choose one of next_steps.", nextSteps, fields, retryAfterSeconds } = failure.more;
  return JSON.stringify({
    error: failure.message,
    code: failure.code,
    ...(faults === undefined ? {} : faultFields(faults)),
    suggestion,
    ...fields,
    next_steps: oneStepEach(nextSteps ?? [discoveryStep()]),
    retry_after_seconds: retryAfterSeconds,
  });
}
