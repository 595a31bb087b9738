// Answers requests to unknown addresses: with a redirect if the intended address is clear, otherwise with similar endpoints.
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
/** Addresses that people and programs commonly guess, mapped to the real ones. */
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
/** A shorter word is one typo away from too many names. */
const MIN_TYPO_LETTERS = 4;
const TWO_TYPOS_FROM_LETTERS = 6;

/** Redirects if the intended path is clear, and answers OPTIONS at a known path. Otherwise throws a 404 with suggestions. */
export function signpost(
  request: RequestContext,
  contracts: readonly Contract[],
  pages: readonly string[],
  crossOriginPages: readonly string[] = [],
): Reply {
  const { method, path, search } = request;
  if (path.length > MAX_PATH) throw noSuchRoute(method, path);
  const tidyPath = tidied(path);
  const isKnown = (candidate: string): boolean =>
    pages.includes(candidate) || contracts.some((contract) => matches(contract, candidate));
  if (tidyPath === path && isKnown(path)) {
    if (method !== "OPTIONS") throw methodNotAllowed(method, path, contracts);
    return optionsAt(request, contracts, crossOriginPages.includes(path));
  }
  const target = knownPathFor(tidyPath, isKnown) ?? completionOf(method, tidyPath, contracts);
  if (target !== undefined) return redirect(target, search);
  throw unknownRoute(method, path, contracts);
}

/** Returns the path in lowercase, with single slashes and no trailing slash. */
function tidied(path: string): string {
  const words = path.toLowerCase().split("/");
  return `/${words.filter((word) => word !== "").join("/")}`;
}

function matches({ path }: Contract, requested: string): boolean {
  const declaredParts = path.split("/");
  const requestedParts = requested.split("/");
  if (declaredParts.length !== requestedParts.length) return false;
  return declaredParts.every((part, index) => part.startsWith("{") || part === requestedParts[index]);
}

/** Answers OPTIONS, which browsers send as a preflight. `isCrossOriginPage`: pages of other sites may read the address. */
function optionsAt(request: RequestContext, contracts: readonly Contract[], isCrossOriginPage: boolean): Reply {
  const { path } = request;
  const openContracts = contracts.filter((contract) => matches(contract, path) && isOpen(contract));
  const openMethods: readonly string[] = isCrossOriginPage ? ["GET"] : openContracts.map(({ method }) => method);
  const requestedMethod = headerOf(request, "access-control-request-method")?.replace("HEAD", "GET");
  const isAllowed = requestedMethod === undefined || openMethods.includes(requestedMethod);
  const headers = {
    allow: allowHeader(methodsAt(path, contracts)),
    "cache-control": "no-store",
    ...preflightHeaders(isAllowed ? openMethods : []),
  };
  return { status: 204, text: "", headers };
}

/** Returns the methods of a known path. A path without a contract is a page, which accepts only GET. */
function methodsAt(path: string, contracts: readonly Contract[]): readonly string[] {
  const methods = contracts.filter((contract) => matches(contract, path)).map((contract) => contract.method);
  return methods.length > 0 ? methods : ["GET"];
}

function allowHeader(methods: readonly string[]): string {
  const implied = methods.includes("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"];
  return [...methods, ...implied].join(", ");
}

export function methodNotAllowed(method: string, path: string, contracts: readonly Contract[]): Failure {
  const methods = methodsAt(path, contracts);
  const contractsHere = contracts.filter((contract) => matches(contract, path));
  return Failure.general("method_not_allowed", {
    error: noSuchRouteText(method, path),
    suggestion: `This path accepts ${methods.join(" and ")}.`,
    fields: { did_you_mean: methods.map((allowedMethod) => `${allowedMethod} ${path}`) },
    nextSteps: [...contractsHere.map(exampleStep), discoveryStep()],
    headers: { allow: allowHeader(methods) },
  });
}

/** Returns the known path of an alias, of another spelling, or of a path without `/api`. */
function knownPathFor(tidyPath: string, isKnown: (path: string) => boolean): string | undefined {
  return ALIASES.get(tidyPath) ?? [tidyPath, `/api${tidyPath}`].find(isKnown);
}

/** Returns the only path of a contract that completes the last word of a truncated path. */
function completionOf(method: string, tidyPath: string, contracts: readonly Contract[]): string | undefined {
  if (tidyPath === "/" || careActionIn(tidyPath) !== undefined) return undefined;
  const completions = contracts
    .filter((contract) => contract.method === method && contract.path.startsWith(tidyPath))
    .map(({ path }) => path)
    .filter((path) => !/[/{]/.test(path.slice(tidyPath.length)));
  return completions.length === 1 ? completions[0] : undefined;
}

/** Redirects with a 308, which preserves method and body. `target` is always a path of this service. */
function redirect(target: string, search: string): Reply {
  const location = target + search;
  const text = JSON.stringify({ message: `Use ${target} instead.`, location, next_steps: [discoveryStep()] });
  return { status: 308, text, headers: { "content-type": JSON_TYPE, "cache-control": "no-store", location } };
}

export function unknownRoute(method: string, path: string, contracts: readonly Contract[]): Failure {
  const tidyPath = tidied(path);
  const error = noSuchRouteText(method, path);
  const care = contracts.find((contract) => contract.name === "care");
  const action = careActionIn(tidyPath);
  if (action !== undefined && care !== undefined) {
    const description = `${action} is a care action. Send it in the body of this call.`;
    return Failure.general("unknown_path", {
      error,
      suggestion: `Send POST ${care.path} with {"action": "${action}"}.`,
      fields: { did_you_mean: [`POST ${care.path}`] },
      nextSteps: [{ action, method: "POST", endpoint: care.path, description, body: { action } }, discoveryStep()],
    });
  }
  const similar = similarContracts(method, tidyPath, contracts);
  if (similar.length === 0) return noSuchRoute(method, path);
  return Failure.general("unknown_path", {
    error,
    suggestion: "Choose a similar endpoint from did_you_mean, or list all of them with GET /api.",
    fields: { did_you_mean: similar.map((contract) => `${contract.method} ${contract.path}`) },
    nextSteps: [...similar.map(exampleStep), discoveryStep()],
  });
}

function noSuchRoute(method: string, path: string): Failure {
  return Failure.general("unknown_path", { error: noSuchRouteText(method, path) });
}

function noSuchRouteText(method: string, path: string): string {
  return `There is no ${method} ${path.slice(0, 200)}`;
}

function careActionIn(tidyPath: string): string | undefined {
  const lastWord = tidyPath.split("/").at(-1);
  return CARE_ACTIONS.find((action) => action === lastWord);
}

/** Common guesses for an endpoint, mapped to the last words of its path. */
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

/** Returns contracts named by a word of the path. If there are none, returns contracts with a name similar to its last word. */
function similarContracts(method: string, tidyPath: string, contracts: readonly Contract[]): readonly Contract[] {
  const words = tidyPath.split("/").filter((word) => word !== "" && word !== "api");
  const namesOf = (word: string) => OTHER_NAMES.find(({ words: aliases }) => aliases.includes(word))?.names ?? [word];
  // Under /agents, some aliases have another meaning.
  const names = words[0] === "agents" ? words : words.flatMap(namesOf);
  // Operator calls are never suggested. DELETE calls are suggested only to a caller that sent DELETE.
  const candidates = contracts.filter(
    (contract) => !contract.path.startsWith("/api/admin") && (contract.method !== "DELETE" || method === "DELETE"),
  );
  // `house` is a word of most paths, so it says nothing about the intended endpoint.
  const telling = new Set(names.filter((name) => name !== "house"));
  const named = candidates.filter((contract) => telling.has(nameOf(contract)) && !matches(contract, tidyPath));
  if (named.length > 0) return named;
  const lastWord = names.at(-1) ?? "";
  if (lastWord.length < MIN_TYPO_LETTERS) return [];
  const maxTypos = lastWord.length < TWO_TYPOS_FROM_LETTERS ? 1 : 2;
  return candidates.filter((contract) => isTypoOf(lastWord, nameOf(contract), maxTypos));
}

/** Returns the last word of a contract's path that is neither `api` nor a parameter. */
function nameOf({ path }: Contract): string {
  return path.split("/").findLast((part) => part !== "" && part !== "api" && !part.startsWith("{")) ?? "";
}

function exampleStep(contract: Contract): NextStep {
  const { name, method, summary, example } = contract;
  const call = { action: snakeCase(name), method, endpoint: addressOf(contract, example ?? {}), description: summary };
  return example?.body === undefined ? call : { ...call, body: { ...example.body } };
}
