// Suggests a call to make instead of a failed one: with missing arguments, at a later time, or with another tool.
import { careAction } from "../http/contract/shapes/creature.ts";
import type { AnswerJson } from "../http/contract/contract.ts";
import { nearestTo } from "../http/contract/typos.ts";
import { discovery } from "../docs/discovery/contract.ts";
import { faultFields } from "../http/respond/errors.ts";
import { countOf } from "../platform/counted.ts";
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import type { ToolOperation, Tool } from "./tools.ts";

/** Creates the error of a call whose `what` is missing or names no operation. */
export function withoutOperation({ name, operations }: Tool, what: unknown, username: string | undefined): JsonObject {
  const names = operations.map((each) => each.what);
  const allowed = names.join(", ");
  const near = typeof what === "string" ? nearest(what, operations) : [];
  const unknown = what === undefined ? undefined : `what ${JSON.stringify(what).slice(0, LONGEST_SHOWN)}`;
  const hint = near.length === 0 ? "" : ` Did you mean ${near.map((each) => each.what).join(" or ")}?`;
  return {
    error: unknown === undefined ? `${name} needs the argument \`what\`` : `${name} does not know ${unknown}`,
    code: "invalid_input",
    ...faultFields([{ field: "what", message: `must be one of ${allowed}` }]),
    suggestion: `Set \`what\` to one of ${allowed}.${hint}`,
    next_steps: [...new Set([...near, ...operations])]
      .map((operation) => ({
        action: operation.what,
        description: operation.endpoint.contract.summary,
        tool: name,
        arguments: { what: operation.what, ...exampleOf(operation, username) },
      }))
      .toSorted((a, b) => Number(hasPlaceholder(a)) - Number(hasPlaceholder(b))),
  };
}

const LONGEST_SHOWN = 40;

/** Finds operations that a word may mean, by name first and then by summary. */
function nearest(word: string, operations: readonly ToolOperation[]): readonly ToolOperation[] {
  const near = nearestTo(
    word,
    operations.map(({ what }) => what),
    2,
  );
  if (near.length > 0) return operations.filter(({ what }) => near.includes(what));
  const text = word.toLowerCase().replaceAll("_", " ").slice(0, LONGEST_SHOWN);
  return operations.filter(
    ({ endpoint: { contract } }) => text.length > 3 && contract.summary.toLowerCase().includes(text),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Returns the arguments of a contract's example, with placeholders such as `<creature_id>` for ids and an unknown username. */
function exampleOf({ endpoint }: ToolOperation, username: string | undefined): JsonObject {
  const { params, query, body } = endpoint.contract.example ?? {};
  const entries = Object.entries<unknown>({ ...params, ...query, ...body });
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name === "username" && params !== undefined) return [name, username ?? "<username>"];
      return [name, typeof value === "string" && UUID.test(value) ? `<${name}>` : value];
    }),
  );
}

function hasPlaceholder(step: object): boolean {
  return /"<\w+>"|\.\.\."/.test(JSON.stringify(step));
}

interface AttemptedCall {
  readonly tool: Tool;
  readonly operation: ToolOperation;
  readonly args: JsonObject;
}

/**
 * Returns the attempted call as a step. Answers end up in logs and transcripts, so secrets become placeholders, and an
 * Idempotency-Key is omitted if it could fetch an answer with a secret.
 */
function stepOf({ tool, operation, args }: AttemptedCall, description: string, added: JsonObject = {}): JsonObject {
  const { answer: hasSecret, inputs = [] } = operation.endpoint.contract.secrets ?? {};
  const { api_key: _, what: __, idempotency_key, ...fields } = args;
  const hidden = inputs.filter((name) => args[name] !== undefined);
  const secrets: JsonObject = Object.fromEntries(hidden.map((name) => [name, `<${name}>`] as const));
  const key = idempotency_key === undefined || hasSecret === true ? {} : { idempotency_key };
  const what = tool.operations.length > 1 ? { what: operation.what } : {};
  return {
    action: operation.what,
    description,
    tool: tool.name,
    arguments: { ...what, ...fields, ...added, ...key, ...secrets },
  };
}

/** Returns the call with its missing arguments, or undefined if none is missing or the call should not be proposed. */
export async function completeCall(
  call: AttemptedCall,
  { next_steps: steps }: JsonObject,
  username: () => Promise<string | undefined> | undefined,
): Promise<JsonObject | undefined> {
  const { tool, operation, args } = call;
  const missing = operation.required.filter((name) => args[name] === undefined);
  const isOffered = Array.isArray(steps) && steps.some((offered) => isJsonObject(offered) && isCallOf(offered, call));
  // A DELETE call is not proposed, because it may be irreversible.
  if (missing.length === 0 || isOffered || operation.endpoint.contract.method === "DELETE") return undefined;
  const known = missing.includes("username") && tool.name !== "register" ? await username() : undefined;
  const sample = exampleOf(operation, known);
  const added = Object.fromEntries(missing.map((name) => [name, sample[name] ?? `<${name}>`]));
  const description = `Your call with ${missing.join(" and ")}${hasPlaceholder(added) ? ", to be filled in" : ""}.`;
  return stepOf(call, description, added);
}

function isCallOf({ tool, arguments: args }: JsonObject, call: AttemptedCall): boolean {
  const what = isJsonObject(args) ? args["what"] : undefined;
  return tool === call.tool.name && (what === undefined || what === call.operation.what);
}

/** Returns the same call, to be repeated once the limit allows it. */
export function retryLaterCall(call: AttemptedCall, seconds: number): JsonObject {
  return stepOf(call, `Your call. Repeat it in ${countOf(seconds, "second")}, not earlier.`);
}

export function withFirst(body: JsonObject, step: JsonObject | undefined): JsonObject {
  const steps: readonly unknown[] = Array.isArray(body["next_steps"]) ? body["next_steps"] : [];
  return step === undefined ? body : { ...body, next_steps: [step, ...steps] };
}

/** Removes the step to the list of endpoints from a rate-limit error, which proposes the repeated call instead. */
export function withoutDiscovery(answer: AnswerJson): AnswerJson {
  const { next_steps: steps = [] } = answer;
  return { ...answer, next_steps: steps.filter((each) => !("endpoint" in each) || each.endpoint !== discovery.path) };
}

/** Suggests what to call instead of an unlisted tool. Returns undefined for a listed one. */
export function insteadOfTool(name: string, all: readonly Tool[]): string | undefined {
  const tools = all.filter(({ isElsewhere }) => isElsewhere !== true);
  if (tools.some((tool) => tool.name === name)) return undefined;
  if (all.some((tool) => tool.name === name)) return "The full list has it, at /mcp. In this one, call home.";
  if (careAction.options.some((action) => action === name)) return `Call care with action "${name}", or visit.`;
  const group = tools.find(({ operations }) => operations.length > 1 && operations.some(({ what }) => what === name));
  if (group !== undefined) return `Call ${group.name} with what "${name}".`;
  const near = nearestTo(
    name,
    tools.map((tool) => tool.name),
    3,
  );
  return near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Choose a tool from the list. If unsure, call home.";
}
