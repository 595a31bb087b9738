// Answers unknown addresses with suggestions guessed from the contracts. Truncated paths and common aliases are redirected. A
// known name in the wrong place is only suggested, since the caller may have meant another address.
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { addressOf, snakeCase, type Contract, type Limit, type NextStep } from "../contract/contract.ts";
import { isOpen, preflightHeaders } from "./cross-origin.ts";
import { Failure } from "./errors.ts";
import { JSON_TYPE, headerOf, type RequestContext, type Reply } from "../message/request-context.ts";
import { discoveryStep } from "../contract/steps.ts";
import { isTypoOf } from "../contract/typos.ts";

export const UNKNOWN_ROUTES: { readonly name: string; readonly limit: Limit } = {
  name: "unknownRoutes",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
};

/** Preflights have their own limit, because browsers send one before most calls. */
export const PREFLIGHTS: typeof UNKNOWN_ROUTES = {
  name: "preflights",
  limit: { by: "ip", max: 1_200, windowSeconds: 60 },
};

const DESCRIPTION = "/openapi.json";
const REFERENCE = "/docs/api";
const LLMS = "/llms.txt";
const MCP = "/mcp";
const HEALTH = "/api/health";
/** Addresses that people and programs commonly try first. */
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
  ["/.well-known/agent-skills/denkeeper/skill.md", "/skill.md"],
  ["/security.txt", "/.well-known/security.txt"],
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

/** Exceeds the length of every known path. Longer paths are not compared. */
const MAX_PATH = 300;
/** A shorter word is within two typos of too many names. */
const MIN_TYPO_LETTERS = 4;
const TWO_TYPOS_FROM_LETTERS = 6;

/** Redirects if the intended path is clear. Otherwise throws a 404 with suggestions. */
export function signpost(
  request: RequestContext,
  contracts: readonly Contract[],
  pages: readonly string[],
  crossOriginPages: readonly string[] = [],
): Reply {
  const { method, path, search } = request;
  if (path.length > MAX_PATH) throw noSuchRoute(method, path);
  const tidy = tidied(path);
  const isKnown = pages.includes(path) || contracts.some((contract) => matches(contract, path));
  if (tidy === path && isKnown) {
    if (method !== "OPTIONS") throw methodNotAllowed(method, path, contracts);
    return optionsAt(request, contracts, crossOriginPages.includes(path));
  }
  const target = redirectTarget(method, tidy, contracts, pages);
  if (target !== undefined) return redirect(target, search);
  throw unknownRoute(method, path, contracts);
}

/** Returns the path in lowercase, with single slashes and no trailing slash. */
function tidied(path: string): string {
  const words = path.toLowerCase().split("/");
  return `/${words.filter((word) => word !== "").join("/")}`;
}

function matches({ path }: Contract, requested: string): boolean {
  const parts = path.split("/");
  const words = requested.split("/");
  return parts.length === words.length && parts.every((part, index) => part.startsWith("{") || part === words[index]);
}

/** Answers OPTIONS, which browsers send as a preflight. */
function optionsAt(request: RequestContext, contracts: readonly Contract[], isReadable: boolean): Reply {
  const { path } = request;
  const here = contracts.filter((contract) => matches(contract, path));
  const open = isReadable ? ["GET"] : here.filter(isOpen).map(({ method }) => method);
  const requestedMethod = headerOf(request, "access-control-request-method")?.replace("HEAD", "GET");
  const isAllowed = requestedMethod === undefined || open.some((method) => method === requestedMethod);
  const headers = {
    allow: allowed(methodsAt(path, contracts)),
    "cache-control": "no-store",
    ...preflightHeaders(isAllowed ? open : []),
  };
  return { status: 204, text: "", headers };
}

function methodsAt(path: string, contracts: readonly Contract[]): readonly string[] {
  const methods = contracts.filter((contract) => matches(contract, path)).map((contract) => contract.method);
  return methods.length > 0 ? methods : ["GET"];
}

function allowed(methods: readonly string[]): string {
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

export function methodNotAllowed(method: string, path: string, contracts: readonly Contract[]): Failure {
  const methods = methodsAt(path, contracts);
  const here = contracts.filter((contract) => matches(contract, path));
  return Failure.general("method_not_allowed", {
    error: noSuchRouteText(method, path),
    suggestion: `This path accepts ${methods.join(" and ")}.`,
    fields: { did_you_mean: methods.map((allowedMethod) => `${allowedMethod} ${path}`) },
    nextSteps: [...here.map(exampleStep), discoveryStep()],
    headers: { allow: allowed(methods) },
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

/** Redirects with a 308, which preserves method and body. `target` is always a path of this service. */
function redirect(target: string, search: string): Reply {
  const location = target + search;
  const text = JSON.stringify({ message: `Use ${target} instead.`, location, next_steps: [discoveryStep()] });
  return { status: 308, text, headers: { "content-type": JSON_TYPE, "cache-control": "no-store", location } };
}

export function unknownRoute(method: string, path: string, contracts: readonly Contract[]): Failure {
  const tidy = tidied(path);
  const error = noSuchRouteText(method, path);
  const care = contracts.find((contract) => contract.name === "care");
  const action = careActionIn(tidy);
  if (action !== undefined && care !== undefined) {
    const description = `${action} is a care action. Send it in the body of this call.`;
    return Failure.general("unknown_path", {
      error,
      suggestion: `Send POST ${care.path} with {"action": "${action}"}.`,
      fields: { did_you_mean: [`POST ${care.path}`] },
      nextSteps: [{ action, method: "POST", endpoint: care.path, description, body: { action } }, discoveryStep()],
    });
  }
  const meant = meantBy(method, tidy, contracts);
  if (meant.length === 0) return noSuchRoute(method, path);
  return Failure.general("unknown_path", {
    error,
    suggestion: "Choose a similar endpoint from did_you_mean, or list all of them with GET /api.",
    fields: { did_you_mean: meant.map((contract) => `${contract.method} ${contract.path}`) },
    nextSteps: [...meant.map(exampleStep), discoveryStep()],
  });
}

function noSuchRoute(method: string, path: string): Failure {
  return Failure.general("unknown_path", { error: noSuchRouteText(method, path) });
}

function noSuchRouteText(method: string, path: string): string {
  return `There is no ${method} ${path.slice(0, 200)}`;
}

function careActionIn(tidy: string): string | undefined {
  const lastWord = tidy.split("/").at(-1);
  return CARE_ACTIONS.find((action) => action === lastWord);
}

/** Common guesses for an endpoint, mapped to its real name. */
const OTHER_NAMES: readonly { readonly words: readonly string[]; readonly names: readonly string[] }[] = [
  { words: ["leaderboard", "leaderboards", "ranking", "rankings", "hall-of-fame"], names: ["hall"] },
  {
    words: ["auth", "login", "signin", "signup", "sign-up", "token", "tokens", "key", "keys"],
    names: ["register", "rotate-key"],
  },
  { words: ["pet", "pets", "animal", "animals", "creature", "creatures"], names: ["status", "adopt"] },
  { words: ["me", "whoami", "profile", "settings", "config"], names: ["account"] },
  { words: ["grave", "graves"], names: ["graveyard"] },
];

/** Returns endpoints whose name is a word of the path or similar to its last word. */
function meantBy(method: string, tidy: string, contracts: readonly Contract[]): readonly Contract[] {
  const words = tidy.split("/").filter((word) => word !== "" && word !== "api");
  const namesOf = (word: string) => OTHER_NAMES.find(({ words: aliases }) => aliases.includes(word))?.names ?? [word];
  // Under /agents, some of these aliases have another meaning.
  const names = words[0] === "agents" ? words : words.flatMap(namesOf);
  // Operator calls are never suggested. DELETE calls are suggested only to a caller that sent DELETE.
  const open = contracts.filter(
    ({ method: own, path }) => !path.startsWith("/api/admin") && (own !== "DELETE" || method === "DELETE"),
  );
  const named = open.filter((contract) => names.includes(nameOf(contract)) && !matches(contract, tidy));
  const operations = named.filter((contract) => nameOf(contract) !== "house");
  if (operations.length > 0) return operations;
  const lastWord = names.at(-1) ?? "";
  const most = lastWord.length < TWO_TYPOS_FROM_LETTERS ? 1 : 2;
  const near = open.filter((contract) => isTypoOf(lastWord, nameOf(contract), most));
  return lastWord.length >= MIN_TYPO_LETTERS ? near : [];
}

/** Returns the last word of a path that is not a parameter. */
function nameOf({ path }: Contract): string {
  return path.split("/").findLast((part) => part !== "" && part !== "api" && !part.startsWith("{")) ?? "";
}

function exampleStep(contract: Contract): NextStep {
  const { name, method, summary, example } = contract;
  const call = { action: snakeCase(name), method, endpoint: addressOf(contract, example ?? {}), description: summary };
  return example?.body === undefined ? call : { ...call, body: { ...example.body } };
}
