// Every error that an endpoint can return, read from its contract, each with an example body. The API reference and the
// OpenAPI description list them.
import { register } from "../endpoints/auth/register.post/contract.ts";
import { tooManyRequests } from "../http/guard/count-address.ts";
import { invalidAdminKey, invalidKey, keyNotChecked, suspended } from "../http/guard/key-check.ts";
import type { Contract, OwnHeaders } from "../http/contract/contract.ts";
import { answerIn, step } from "../http/contract/contract.ts";
import { Failure, errorBody } from "../http/respond/errors.ts";
import { ConcurrencyLimiter } from "../http/guard/concurrency-limiter.ts";
import { invalidKeyOf, noLongerShown, stillRunning, usedForAnother } from "../http/guard/idempotency.ts";
import { invalidInput, tooLarge } from "../http/request/validate.ts";
import { sitterRefused } from "../http/request/authorize.ts";
import { fault, unavailable } from "../http/respond/failure-reply.ts";

export interface CatalogEntry {
  readonly status: number;
  /** Names it within its endpoint. */
  readonly code: string;
  readonly error: string;
  /** When it happens. */
  readonly description: string;
  /** What to do about it. */
  readonly suggestion: string;
  /** An answer as it may come. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether it is the same for every endpoint. */
  readonly shared: boolean;
  readonly headers?: OwnHeaders | undefined;
}

const EXAMPLE_WAIT_SECONDS = 7;
const EXAMPLE_CREATURE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const EXAMPLE_REQUEST_ID = "5f0c6c1e-8c8b-4b8e-9d0e-2f1a3b4c5d6e";

/** The errors of an endpoint, by status. */
export function errorCatalog(contract: Contract): readonly CatalogEntry[] {
  return [...generalFailures(contract), ...ownFailures(contract)].toSorted((a, b) => a.status - b.status);
}

function catalogEntry(code: string, description: string, failure: Failure, shared = true): CatalogEntry {
  const body = answerIn(errorBody(failure));
  const { status, message: error } = failure;
  return { status, code, error, description, suggestion: String(body["suggestion"]), body, shared };
}

function ownFailures({ errors }: Contract): readonly CatalogEntry[] {
  return Object.entries(errors).map(([code, { status, error, description, suggestion, headers }]) =>
    Object.assign(
      catalogEntry(
        code,
        description,
        new Failure(status, error, suggestion === undefined ? {} : { suggestion }),
        false,
      ),
      { headers },
    ),
  );
}

/** What can happen to any call of this kind. */
function generalFailures(contract: Contract): readonly CatalogEntry[] {
  const { auth, method, failure } = contract;
  const keyed = auth === "required" || auth === "optional";
  const writes = method !== "GET";
  const takesInput = [contract.body, contract.query, contract.params].some((schema) => schema !== undefined);
  const cases = [
    takesInput &&
      catalogEntry(
        "invalid_input",
        "The input is invalid. `details` says what is wrong.",
        exampleOfInvalidInput(contract),
        false,
      ),
    writes &&
      catalogEntry("invalid_idempotency_key", "The header is too short or too long.", invalidKeyOf(contract), false),
    keyed && catalogEntry("missing_key", "No key was sent.", withFixedName(invalidKey("missing"))),
    keyed &&
      catalogEntry("invalid_key", "The key is mistyped, replaced, revoked or expired.", withFixedName(invalidKey())),
    keyed &&
      catalogEntry("suspended", "The operator has suspended this account.", suspended(0, "what was wrong", undefined)),
    auth === "admin" && catalogEntry("invalid_admin_key", "The key is missing or wrong.", invalidAdminKey()),
    keyed &&
      catalogEntry(
        "beyond_key",
        "This is a sitter key, and it does not allow this call.",
        sitterRefused({ creatureIds: [EXAMPLE_CREATURE_ID], actions: ["feed", "play"] }),
      ),
    writes && catalogEntry("still_running", "The same call is still being processed.", stillRunning()),
    contract.secret === true &&
      catalogEntry(
        "no_longer_shown",
        "A retry of a call whose answer was already received or is too old to show again.",
        noLongerShown(),
      ),
    contract.body !== undefined && catalogEntry("too_large", "The body is larger than 100 KB.", tooLarge()),
    writes &&
      catalogEntry(
        "idempotency_key_reused",
        "The key was used before with a different endpoint or body.",
        usedForAnother(),
      ),
    ...failuresOfTheService(failure, keyed),
  ];
  return cases.filter((entry) => entry !== false);
}

/** What can happen to a call whatever it asks for. */
function failuresOfTheService(failure: Contract["failure"], keyed: boolean): readonly CatalogEntry[] {
  const general = [
    catalogEntry("rate_limited", "Too many requests in the window.", tooManyRequests(EXAMPLE_WAIT_SECONDS)),
    catalogEntry("fault", "An error in the service. Nothing has changed.", fault(failure, EXAMPLE_REQUEST_ID), false),
    catalogEntry(
      "busy",
      "The service is handling as many calls as it can. Nothing has changed.",
      new ConcurrencyLimiter(0).rejection(),
    ),
    catalogEntry(
      "unavailable",
      "The database is not responding. A write may or may not have taken effect.",
      unavailable(),
    ),
  ];
  if (!keyed) return general;
  const text = "The database did not respond, so the key was not checked. It may be valid.";
  return [...general, catalogEntry("key_not_checked", text, keyNotChecked())];
}

/** As it comes when a call is sent without what it needs, or with a field that is not what it should be. */
function exampleOfInvalidInput(contract: Contract): Failure {
  const { body, query } = contract;
  const [field] = [...Object.keys(query?.shape ?? {}), "body"];
  const missing = body?.safeParse({}, { reportInput: true }).error?.issues[0]?.path.join(".");
  return invalidInput(contract, [
    missing === undefined ? `${field}: must be given only once` : `${missing}: is required`,
  ]);
}

/** The name in the step of a real answer is made up each time; an example has to stay as it is. */
function withFixedName({ status, message, more }: Failure): Failure {
  const nextSteps = more.nextSteps?.map((each) =>
    each.action === "register" ? step(register, { ...register.example, description: each.description }) : each,
  );
  return new Failure(status, message, nextSteps === undefined ? more : { ...more, nextSteps });
}
