// The errors as Markdown, generated from the catalog: one entry for each code, with an answer as it came in the tests
// (`npm run record`).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Contract } from "../http/contract/contract.ts";
import type { Services } from "../http/request/services.ts";
import { errorCatalog, errorsElsewhere, isGeneral, type CatalogEntry } from "./error-catalog.ts";
import { GENERAL_ERRORS, type GeneralError } from "../http/contract/general-errors.ts";
import { code, json } from "./markdown.ts";

export const RECORDED_ERRORS = join(import.meta.dirname, "recorded-errors.json");

/** Under which address they were recorded. */
const RECORDED_AT = "http://localhost:3000";
const errorsByCode = z.record(z.string(), z.unknown());
const RECORDED = errorsByCode.parse(JSON.parse(readFileSync(RECORDED_ERRORS, "utf8")));

/** An error of one operation; without one, of addresses that are not endpoints. */
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

/** The section of one code, as a page. */
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
  // The texts of a general error may depend on the endpoint.
  const listed: GeneralError | undefined = isGeneral(name) ? GENERAL_ERRORS[name] : undefined;
  const told = listed === undefined ? cases : cases.slice(0, 1);
  const texts = unique(listed === undefined ? told.map(({ entry }) => entry.error) : [listed.error]);
  const suggestions = unique(told.map(({ entry }) => listed?.suggestion ?? entry.suggestion));
  const example = JSON.stringify(RECORDED[name] ?? cases[0]?.entry.body).replaceAll(RECORDED_AT, baseUrl);
  return [
    `## ${name}`,
    `Status ${statusesOf(cases)}: ${texts.map(code).join(", ")}. ${unique(told.map(({ entry }) => entry.description)).join(" ")}`,
    `**What to do:** ${suggestions.join(" ")}`,
    `**From:** ${whereOf(cases, callCount)}`,
    json(JSON.parse(example)),
  ].join("\n\n");
}

const MOST_CALLS_LISTED = 12;

function whereOf(cases: readonly ErrorOccurrence[], callCount: number): string {
  const calls = cases.flatMap(({ contract }) =>
    contract === undefined ? [] : [code(`${contract.method} ${contract.path}`)],
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
