// The answer to an address that leads nowhere: a way on, guessed from the contracts. Cut-off paths and common aliases
// are redirected; a real name in the wrong place is named, but not followed, since the caller may have meant another.
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import type { Contract, Limit, NextStep } from "../contract/contract.ts";
import { addressOf, snakeCase } from "../contract/contract.ts";
import { Failure } from "./errors.ts";
import type { RequestContext, Reply } from "../message/request-context.ts";
import { JSON_TYPE } from "../message/request-context.ts";
import { towardsDiscovery } from "./common-steps.ts";
import { isTypoOf } from "../contract/typos.ts";

export const UNKNOWN_ROUTES: { readonly name: string; readonly limit: Limit } = {
  name: "unknownRoutes",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
};

const DESCRIPTION = "/openapi.json";
const REFERENCE = "/docs/api";
const LLMS = "/llms.txt";
const MCP = "/mcp";
const HEALTH = "/api/health";
/** Where people and programs look first. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["/api/openapi.json", DESCRIPTION],
  ["/api/openapi", DESCRIPTION],
  ["/openapi", DESCRIPTION],
  ["/api/docs", REFERENCE],
  ["/docs/openapi.json", DESCRIPTION],
  ["/api.md", `${REFERENCE}.md`],
  ["/.well-known/llms.txt", LLMS],
  ["/docs/llms.txt", LLMS],
  ["/docs/skill.md", "/skill.md"],
  ["/docs/heartbeat.md", "/heartbeat.md"],
  ["/rules.md", "/docs/rules.md"],
  ["/mcp", MCP],
  ["/api/mcp", MCP],
  ["/sse", MCP],
  ["/api/swagger.json", DESCRIPTION],
  ["/swagger.json", DESCRIPTION],
  ["/api/schema", DESCRIPTION],
  ["/.well-known/openapi.json", DESCRIPTION],
  ["/healthz", HEALTH],
  ["/api/healthz", HEALTH],
  ["/api/status/health", HEALTH],
]);

/** Longer than any path of ours. What is longer is not compared with them. */
const MAX_PATH = 300;
/** A word this short is within two typos of too many names. */
const MIN_TYPO_LETTERS = 3;
const MAX_TYPOS = 2;

/** A redirect where the meaning is plain. Otherwise throws the 404 that says what could have been meant. */
export function signpost(
  { method, path, search }: RequestContext,
  contracts: readonly Contract[],
  pages: readonly string[],
): Reply {
  if (path.length > MAX_PATH) throw noSuchRoute(method, path);
  const tidy = tidied(path);
  const here = contracts.filter((contract) => matches(contract, tidy));
  if (tidy === path && (here.length > 0 || pages.includes(path))) return otherMethod(method, path, here);
  const target = redirectTarget(method, tidy, contracts, pages);
  if (target !== undefined) return redirect(target, search);
  throw unknownRoute(method, path, tidy, contracts);
}

/** One slash between words, none at the end, small letters. */
function tidied(path: string): string {
  const words = path.toLowerCase().split("/");
  return `/${words.filter((word) => word !== "").join("/")}`;
}

function matches({ path }: Contract, wanted: string): boolean {
  const parts = path.split("/");
  const given = wanted.split("/");
  return parts.length === given.length && parts.every((part, index) => part.startsWith("{") || part === given[index]);
}

function otherMethod(method: string, path: string, here: readonly Contract[]): Reply {
  const methods = here.length > 0 ? here.map((contract) => contract.method) : ["GET"];
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (method === "OPTIONS") return { status: 204, text: "", headers: { allow, "cache-control": "no-store" } };
  throw new Failure(404, `There is no ${method} ${path}`, {
    suggestion: `This path accepts ${methods.join(" and ")}.`,
    fields: { did_you_mean: methods.map((allowed) => `${allowed} ${path}`) },
    nextSteps: [...here.map(stepAsShown), towardsDiscovery()],
    headers: { allow },
  });
}

function redirectTarget(
  method: string,
  tidy: string,
  contracts: readonly Contract[],
  pages: readonly string[],
): string | undefined {
  const isKnown = (path: string): boolean =>
    pages.includes(path) || contracts.some((contract) => matches(contract, path));
  const alias = ALIASES.get(tidy);
  if (alias !== undefined) return alias;
  if (isKnown(tidy)) return tidy;
  if (isKnown(`/api${tidy}`)) return `/api${tidy}`;
  if (careActionIn(tidy) !== undefined) return undefined;
  const lastWord = tidy.split("/").at(-1) ?? "";
  if (lastWord === "") return undefined;
  const whole = contracts
    .filter((contract) => contract.method === method && contract.path.startsWith(tidy))
    .map(({ path }) => path)
    .filter((path) => !/[/{]/.test(path.slice(tidy.length)));
  return whole.length === 1 ? whole[0] : undefined;
}

/** 308 keeps method and body. The target is always one of our own paths. */
function redirect(target: string, search: string): Reply {
  const location = target + search;
  const text = JSON.stringify({ message: `This is at ${target}.`, location, next_steps: [towardsDiscovery()] });
  return { status: 308, text, headers: { "content-type": JSON_TYPE, "cache-control": "no-store", location } };
}

function unknownRoute(method: string, path: string, tidy: string, contracts: readonly Contract[]): Failure {
  const error = noSuchRouteText(method, path);
  const care = contracts.find((contract) => contract.name === "care");
  const action = careActionIn(tidy);
  if (action !== undefined && care !== undefined) {
    const description = `${action} is a care action. Send it in the body of this call.`;
    return new Failure(404, error, {
      suggestion: `Send POST ${care.path} with {"action": "${action}"}.`,
      fields: { did_you_mean: [`POST ${care.path}`] },
      nextSteps: [{ action, method: "POST", endpoint: care.path, description, body: { action } }, towardsDiscovery()],
    });
  }
  const meant = meantBy(tidy, contracts);
  if (meant.length === 0) return noSuchRoute(method, path);
  return new Failure(404, error, {
    suggestion: "See did_you_mean for similar endpoints, or GET /api for all of them.",
    fields: { did_you_mean: meant.map((contract) => `${contract.method} ${contract.path}`) },
    nextSteps: [...meant.map(stepAsShown), towardsDiscovery()],
  });
}

function noSuchRoute(method: string, path: string): Failure {
  return new Failure(404, noSuchRouteText(method, path), { suggestion: "GET /api lists every endpoint." });
}

function noSuchRouteText(method: string, path: string): string {
  return `There is no ${method} ${path.slice(0, 200)}`;
}

function careActionIn(tidy: string): string | undefined {
  const lastWord = tidy.split("/").at(-1);
  return CARE_ACTIONS.find((action) => action === lastWord);
}

/** Endpoints whose name stands somewhere in the path, or nearly so at its end. */
function meantBy(tidy: string, contracts: readonly Contract[]): readonly Contract[] {
  const given = tidy.split("/").filter((word) => word !== "" && word !== "api");
  const named = contracts.filter((contract) => given.includes(nameOf(contract)) && !matches(contract, tidy));
  const operations = named.filter((contract) => nameOf(contract) !== "house");
  if (operations.length > 0) return operations;
  const lastWord = given.at(-1) ?? "";
  const near = contracts.filter((contract) => isTypoOf(lastWord, nameOf(contract), MAX_TYPOS));
  return lastWord.length > MIN_TYPO_LETTERS ? near : [];
}

/** The last word of a path that is no parameter. */
function nameOf({ path }: Contract): string {
  return path.split("/").findLast((part) => part !== "" && part !== "api" && !part.startsWith("{")) ?? "";
}

function stepAsShown(contract: Contract): NextStep {
  const { name, method, summary, example } = contract;
  const call = { action: snakeCase(name), method, endpoint: addressOf(contract, example ?? {}), description: summary };
  return example?.body === undefined ? call : { ...call, body: { ...example.body } };
}
