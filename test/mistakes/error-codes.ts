// Errors without a listed code, which must not compile, each beside its correct form.
import { care } from "../../src/care/care.post/contract.ts";
import { Failure } from "../../src/http/respond/errors.ts";

export function withoutACode(): Failure {
  Failure.general("fault", { error: "The roof leaks" });
  // @ts-expect-error A failure is made from a listed error, which has a code.
  return new Failure(500, "The roof leaks");
}

export function unlistedCode(): Failure {
  Failure.general("fault");
  // @ts-expect-error The code must be one of GENERAL_ERRORS.
  return Failure.general("roof_leaks");
}

export function undeclaredCode(): Failure {
  Failure.of(care, "which_creature");
  // @ts-expect-error The code must be one that the contract declares.
  return Failure.of(care, "roof_leaks");
}
