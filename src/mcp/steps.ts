// Rewrites answers for callers of tools: steps and texts name tools and arguments instead of methods and paths.
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import type { NextStep, AnswerJson } from "../http/contract/contract.ts";
import { discovery } from "../docs/discovery/contract.ts";
import { register, registrationSchema } from "../accounts/register/contract.ts";
import { homeStepFor, registrationStep } from "../http/contract/steps.ts";
import type { ToolOperation, Tool } from "./tools.ts";

interface StepAudience {
  readonly tools: readonly Tool[];
  /** The tool that was called. Replacement steps never lead back to it. */
  readonly from?: string;
  /** True if the caller sent a key or just received one, so that steps can lead into a house. */
  readonly hasKey: boolean;
}

/** Rewrites an answer or an error in terms of tools. Documents remain unchanged. */
export function inToolTerms(answer: AnswerJson, audience: StepAudience): JsonObject {
  const { next_steps: steps, document: _, ...fields } = answer;
  const entries = Object.entries(fields).map(([name, value]) => [name, termsOf(value, audience.tools)] as const);
  const rewritten: JsonObject = { ...answer, ...Object.fromEntries(entries) };
  return steps === undefined ? rewritten : { ...rewritten, next_steps: toolSteps(steps, audience) };
}

/** Rewrites a text, or a list of texts or of objects with a suggestion or an endpoint. Deeper values name no calls. */
function termsOf(value: unknown, tools: readonly Tool[]): unknown {
  if (typeof value === "string") return inToolWords(value, tools);
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => {
    if (typeof entry === "string") return inToolWords(entry, tools);
    if (!isJsonObject(entry)) return entry;
    const { endpoint, suggestion, ...others } = entry;
    return {
      ...others,
      ...(typeof suggestion === "string" ? { suggestion: inToolWords(suggestion, tools) } : {}),
      ...(typeof endpoint === "string" ? toolCall("GET", endpoint, tools) : {}),
    };
  });
}

export function toolSteps(steps: readonly NextStep[], { tools, hasKey, from }: StepAudience): readonly JsonObject[] {
  const callable = steps.map((step) => toolStep(step, tools)).filter((step) => step !== undefined);
  const called = new Set([from, ...callable.map(({ tool }) => tool)]);
  for (const step of steps) {
    if (toolStep(step, tools) !== undefined) continue;
    const instead = toolStep(insteadOf(step, hasKey), tools);
    if (instead === undefined || called.has(instead.tool)) continue;
    called.add(instead.tool);
    callable.push(instead);
  }
  return callable;
}

interface ToolStep {
  readonly [field: string]: unknown;
  readonly tool?: string;
}

/** Converts a step to a tool call. Returns undefined if no listed tool makes the call, and a step with a URL unchanged. */
function toolStep(step: NextStep, tools: readonly Tool[]): ToolStep | undefined {
  if (!("endpoint" in step)) return step;
  const { action, description, body, due } = step;
  const call = toolCall(step.method, step.endpoint, tools);
  if (call === undefined) return undefined;
  return {
    action,
    description: inToolWords(description, tools),
    tool: call.tool,
    arguments: { ...call.arguments, ...body },
    ...(due === undefined ? {} : { due }),
  };
}

/** Returns a step home, or to registration, in place of a step that no listed tool makes. */
function insteadOf(step: NextStep, hasKey: boolean): NextStep {
  const toSchema = "endpoint" in step && step.endpoint === registrationSchema.path && step.method === "GET";
  return hasKey && !toSchema ? homeStepFor("See who you are, what you keep and what is due.") : registrationStep();
}

/** Returns the listed tool and the arguments that make a call of the API. */
function toolCall(
  method: string,
  address: string,
  tools: readonly Tool[],
): { readonly tool: string; readonly arguments: JsonObject } | undefined {
  const found = callIn(method, address, tools);
  return found?.isElsewhere === true ? undefined : found?.call;
}

function callIn(method: string, address: string, tools: readonly Tool[]) {
  const [path = "", search = ""] = address.split("?", 2);
  for (const { name, operations, isElsewhere } of tools) {
    for (const operation of operations) {
      const { contract } = operation.endpoint;
      const params = contract.method === method ? paramsIn(contract.path, path) : undefined;
      if (params === undefined) continue;
      const what = operations.length > 1 ? { what: operation.what } : {};
      return { call: { tool: name, arguments: { ...what, ...params, ...queryIn(search, operation) } }, isElsewhere };
    }
  }
  return undefined;
}

const CALL = /\b(?<method>GET|POST|DELETE) (?<path>\/api[\w/{}-]*)(?:\?[\w=&{}-]*)?/g;
/** Replacement texts for calls that no tool makes. */
const WITHOUT_TOOL: ReadonlyMap<string, string> = new Map([
  [`GET ${registrationSchema.path}`, `The input schema of \`${register.name}\``],
  [`GET ${discovery.path}`, "The list of tools"],
]);

const KEY_USE = "Give it to every other tool as api_key, or configure this server with it as the bearer token";

/** Replaces calls in a text with the tools that make them. */
function inToolWords(text: string, tools: readonly Tool[]): string {
  return text
    .replaceAll(CALL, (whole, method: string, path: string) => {
      const found = callIn(method, path, tools);
      if (found === undefined) return WITHOUT_TOOL.get(`${method} ${path}`) ?? whole;
      const { tool, arguments: args } = found.call;
      const named = typeof args["what"] === "string" ? `\`${tool}\` (what: ${args["what"]})` : `\`${tool}\``;
      return found.isElsewhere === true ? `${named} of the full list` : named;
    })
    .replaceAll("``", "`")
    .replaceAll("Send it as `Authorization: Bearer <key>`", KEY_USE)
    .replaceAll("Idempotency-Key", "idempotency_key");
}

/** Returns the parameters of a path, or undefined if the path does not match the pattern. */
function paramsIn(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const found = new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
  if (found === null) return undefined;
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

/** Returns the query as arguments, without values that the tool sends by itself. */
function queryIn(search: string, { fields, endpoint }: ToolOperation): JsonObject {
  const { query: fixed, defaults } = endpoint.contract.mcp ?? {};
  const known = { ...defaults, ...fixed };
  return Object.fromEntries(
    [...new URLSearchParams(search)]
      .filter(([name, value]) => known[name] !== value)
      .map(([name, value]) => [name, fields.query[name]?.["type"] === "integer" ? Number(value) : value]),
  );
}
