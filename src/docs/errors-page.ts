// Lists every error of an endpoint from its contract, with an example body, for the API reference and the OpenAPI description.
// Also renders all errors as Markdown, with one section per code and a recorded answer (`npm run record`).
import { register } from "../accounts/register/contract.ts";
import { tooManyRequests } from "../http/guard/count-address.ts";
import { endedKeyFailure, invalidKeyFailure, suspendedFailure } from "../http/guard/key-check.ts";
import { parseAnswer, step, type Contract, type OwnHeaders } from "../http/contract/contract.ts";
import { Failure, errorBody } from "../http/respond/errors.ts";
import { ConcurrencyLimiter } from "../http/guard/concurrency-limiter.ts";
import { invalidKeyOf } from "../http/guard/idempotency.ts";
import { invalidInput, tooLarge } from "../http/request/validate.ts";
import { outsideScope } from "../http/request/sitters.ts";
import { fault } from "../http/respond/failure-reply.ts";
import { GENERAL_ERRORS, type GeneralCode, type GeneralError } from "../http/contract/general-errors.ts";
import { methodNotAllowed, unknownRoute } from "../http/respond/not-found.ts";
import { once } from "../platform/once.ts";
import { status as checkStatus } from "../care/status.get/contract.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Services } from "../http/request/services.ts";
import { code as inCode, json } from "./render-markdown.ts";

export interface CatalogEntry {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly description: string;
  readonly suggestion: string;
  /** Example of the error's body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: OwnHeaders | undefined;
}

const EXAMPLE_WAIT_SECONDS = 7;
/** 2026-09-01 09:30 UTC. */
const EXAMPLE_TIME = 1_788_255_000_000;
const EXAMPLE_ENDED = "The key was published in a log.";
const EXAMPLE_REASON = "Reflections advertised another service.";
const EXAMPLE_CREATURE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const EXAMPLE_REQUEST_ID = "5f0c6c1e-8c8b-4b8e-9d0e-2f1a3b4c5d6e";

/** Lists the errors of an endpoint by status. */
export const errorCatalog = once((contract: Contract): readonly CatalogEntry[] =>
  [...generalFailures(contract), ...ownFailures(contract)].toSorted((a, b) => a.status - b.status),
);

/** Returns every error code of this service. */
export function errorCodes(contracts: readonly Contract[]): ReadonlySet<string> {
  return new Set([...Object.keys(GENERAL_ERRORS), ...contracts.flatMap(({ errors }) => Object.keys(errors))]);
}

function catalogEntry(failure: Failure, { description, headers }: ErrorDetails): CatalogEntry {
  const body = parseAnswer(errorBody(failure));
  const { status, code, message: error } = failure;
  return { status, code, error, description, suggestion: String(body["suggestion"]), body, headers };
}

type ErrorDetails = Pick<CatalogEntry, "description" | "headers">;

function ownFailures(contract: Contract): readonly CatalogEntry[] {
  return Object.entries(contract.errors).map(([code, { description, headers }]) =>
    catalogEntry(Failure.of(contract, code), { description, headers }),
  );
}

/** Describes a general failure as an endpoint reports it, with the description from GENERAL_ERRORS. */
function generalEntry(failure: Failure): CatalogEntry {
  const description = isGeneral(failure.code) ? GENERAL_ERRORS[failure.code].description : "";
  return catalogEntry(failure, { description });
}

export function isGeneral(code: string): code is GeneralCode {
  return Object.hasOwn(GENERAL_ERRORS, code);
}

/** Lists general errors that belong to no endpoint, such as unknown paths and unreadable requests. */
export function errorsElsewhere(contracts: readonly Contract[]): readonly CatalogEntry[] {
  const known = new Set(contracts.flatMap((contract) => errorCatalog(contract).map(({ code }) => code)));
  const codes = Object.keys(GENERAL_ERRORS).filter(isGeneral);
  return codes.filter((code) => !known.has(code)).map((code) => generalEntry(exampleOf(code, contracts)));
}

function exampleOf(code: GeneralCode, contracts: readonly Contract[]): Failure {
  if (code === "unknown_path") return unknownRoute("GET", "/api/house/statsu", contracts);
  if (code === "method_not_allowed") return methodNotAllowed("PUT", checkStatus.path, contracts);
  return Failure.general(code);
}

/** Lists the general failures that an endpoint's calls can have, judged by its key, method, and input. */
function generalFailures(contract: Contract): readonly CatalogEntry[] {
  const { auth, method } = contract;
  const keyed = auth === "required" || auth === "optional";
  const writes = method !== "GET";
  const takesInput = [contract.body, contract.query, contract.params].some((schema) => schema !== undefined);
  const cases = [
    takesInput && generalEntry(withFixedName(exampleOfInvalidInput(contract))),
    writes && generalEntry(invalidKeyOf(contract)),
    keyed && generalEntry(withFixedName(invalidKeyFailure("missing"))),
    keyed && generalEntry(withFixedName(invalidKeyFailure())),
    keyed && generalEntry(endedKeyFailure({ endedAt: EXAMPLE_TIME, reason: EXAMPLE_ENDED })),
    keyed && generalEntry(suspendedFailure(EXAMPLE_TIME, EXAMPLE_REASON, undefined)),
    auth === "admin" && generalEntry(Failure.general("invalid_admin_key")),
    keyed && generalEntry(outsideScope({ creatureIds: [EXAMPLE_CREATURE_ID], actions: ["feed", "play"] }, "call")),
    writes && generalEntry(Failure.general("still_running")),
    contract.secrets?.answer === true && generalEntry(Failure.general("answer_not_shown_again")),
    contract.body !== undefined && generalEntry(tooLarge()),
    writes && generalEntry(Failure.general("idempotency_key_reused")),
    generalEntry(tooManyRequests(EXAMPLE_WAIT_SECONDS)),
    generalEntry(fault(contract.failure, EXAMPLE_REQUEST_ID)),
    generalEntry(new ConcurrencyLimiter(0).rejection()),
    generalEntry(Failure.general("unavailable")),
    keyed && generalEntry(Failure.general("key_not_checked")),
  ];
  return cases.filter((entry) => entry !== false);
}

/** Returns the failure of a call that lacks a required field of the body or, if there is none, repeats a parameter. */
function exampleOfInvalidInput(contract: Contract): Failure {
  const { body, query } = contract;
  const [field] = [...Object.keys(query?.shape ?? {}), "body"];
  const missing = body?.safeParse({}, { reportInput: true }).error?.issues[0]?.path.join(".");
  return invalidInput(contract, [
    missing === undefined
      ? { field: field ?? "body", message: "must be sent only once" }
      : { field: missing, message: "is required" },
  ]);
}

/** Replaces the random name in a registration step, because an example must be stable. */
function withFixedName(failure: Failure): Failure {
  const nextSteps = failure.more.nextSteps?.map((next) =>
    next.action === "register" ? step(register, { ...register.example, description: next.description }) : next,
  );
  return nextSteps === undefined ? failure : failure.with({ nextSteps });
}

export const RECORDED_ERRORS = join(import.meta.dirname, "recorded-errors.json");

/** Address of the service that recorded the errors. */
const RECORDED_AT = "http://localhost:3000";
const errorsByCode = z.record(z.string(), z.unknown());
const RECORDED = errorsByCode.parse(JSON.parse(readFileSync(RECORDED_ERRORS, "utf8")));

/** An error of one operation; without a contract, an error of an address that is no endpoint. */
interface ErrorOccurrence {
  readonly entry: CatalogEntry;
  readonly contract: Contract | undefined;
}

export function errorsPage({ contracts, config }: Pick<Services, "config" | "contracts">): string {
  const byCode = Map.groupBy(occurrencesIn(contracts), ({ entry }) => entry.code);
  const codes = [...byCode].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const sections = codes.map(([name, cases]) => section(name, cases, contracts.length, config.baseUrl));
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

/** Renders the section of one code as a separate page. */
export function errorPage(name: string, { contracts, config }: Pick<Services, "config" | "contracts">): string {
  const cases = occurrencesIn(contracts).filter(({ entry }) => entry.code === name);
  return `#${section(name, cases, contracts.length, config.baseUrl).slice(2)}\n`;
}

const INTRODUCTION = `# Errors

Every error is JSON with \`error\` (a text for people), \`code\` (for programs; it does not change), \`suggestion\` and \`next_steps\` (calls that help, as given). On bad input there are also \`details\` (a sentence for each field that breaks a rule) and \`invalid_fields\` (the same as a list of \`field\` and \`message\`). Branch on \`code\`, not on \`error\`: several codes can share a text.

Retry on 408, 429 and 5xx, after \`Retry-After\` seconds where it is set, and with the same Idempotency-Key for writes. Change the call on any other.`;

function occurrencesIn(contracts: readonly Contract[]): readonly ErrorOccurrence[] {
  const ofContracts = contracts.flatMap((contract) => errorCatalog(contract).map((entry) => ({ entry, contract })));
  return [...ofContracts, ...errorsElsewhere(contracts).map((entry) => ({ entry, contract: undefined }))];
}

function section(name: string, cases: readonly ErrorOccurrence[], callCount: number, baseUrl: string): string {
  // A general error's text may vary by endpoint, so the text of GENERAL_ERRORS is used.
  const listed: GeneralError | undefined = isGeneral(name) ? GENERAL_ERRORS[name] : undefined;
  const described = listed === undefined ? cases : cases.slice(0, 1);
  const texts = unique(listed === undefined ? described.map(({ entry }) => entry.error) : [listed.error]);
  const suggestions = unique(described.map(({ entry }) => listed?.suggestion ?? entry.suggestion));
  const example = JSON.stringify(RECORDED[name] ?? cases[0]?.entry.body).replaceAll(RECORDED_AT, baseUrl);
  return [
    `## ${name}`,
    `Status ${statusesOf(cases)}: ${texts.map(inCode).join(", ")}. ${unique(described.map(({ entry }) => entry.description)).join(" ")}`,
    `**What to do:** ${suggestions.join(" ")}`,
    `**From:** ${whereOf(cases, callCount)}`,
    json(JSON.parse(example)),
  ].join("\n\n");
}

const MOST_CALLS_LISTED = 12;

function whereOf(cases: readonly ErrorOccurrence[], callCount: number): string {
  const calls = cases.flatMap(({ contract }) =>
    contract === undefined ? [] : [inCode(`${contract.method} ${contract.path}`)],
  );
  if (calls.length === 0) return "addresses outside of the API, or requests that do not reach it.";
  if (calls.length === callCount) return "any call.";
  if (calls.length <= MOST_CALLS_LISTED) return `${calls.join(", ")}.`;
  return `${calls.length} calls, such as ${calls.slice(0, 3).join(", ")}.`;
}

function statusesOf(cases: readonly ErrorOccurrence[]): string {
  return unique(cases.map(({ entry }) => String(entry.status))).join(" or ");
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
