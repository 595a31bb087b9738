// What a failed tool call should have been: the same call with what it lacks, at another time, or of another tool.
import { careAction } from "../http/contract/shapes/creature.ts";
import type { AnswerJson } from "../http/contract/contract.ts";
import { nearestTo } from "../http/contract/typos.ts";
import { discovery } from "../docs/discovery/contract.ts";
import { faultFields } from "../http/respond/errors.ts";
import { countOf } from "../platform/counted.ts";
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import type { ToolOperation, Tool } from "./tools.ts";

/** The error of a call that does not say which operation is meant, or names one that does not exist. */
export function withoutOperation({ name, operations }: Tool, what: unknown, username: string | undefined): JsonObject {
  const names = operations.map((each) => each.what);
  const allowed = names.join(", ");
  const near = typeof what === "string" ? likely(what, operations) : [];
  const unknown = what === undefined ? undefined : `what ${JSON.stringify(what).slice(0, LONGEST_SHOWN)}`;
  const meant = near.length === 0 ? "" : ` Did you mean ${near.map((each) => each.what).join(" or ")}?`;
  return {
    error: unknown === undefined ? `${name} needs the argument what` : `${name} does not know ${unknown}`,
    code: "invalid_input",
    ...faultFields([{ field: "what", message: `must be one of ${allowed}` }]),
    suggestion: `Set what to one of these: ${allowed}.${meant}`,
    next_steps: [...near, ...operations.filter((each) => !near.includes(each))]
      .map((operation) => ({
        action: operation.what,
        description: operation.endpoint.contract.summary,
        tool: name,
        arguments: { what: operation.what, ...exampleOf(operation, username) },
      }))
      .toSorted((one, other) => Number(isToBeFilledIn(one)) - Number(isToBeFilledIn(other))),
  };
}

const LONGEST_SHOWN = 40;

/** The operations that a word may mean: by their names, or else by what they say of themselves. */
function likely(word: string, operations: readonly ToolOperation[]): readonly ToolOperation[] {
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

/** The arguments of a contract's example. What only the caller can know is a placeholder, such as `<creature_id>`. */
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

function isToBeFilledIn(step: object): boolean {
  return /"<\w+>"|\.\.\."/.test(JSON.stringify(step));
}

interface AttemptedCall {
  readonly tool: Tool;
  readonly operation: ToolOperation;
  readonly given: JsonObject;
}

/** Secrets are not repeated: answers end up in logs and transcripts. The Idempotency-Key opens an answer with a secret. */
function stepOf({ tool, operation, given }: AttemptedCall, args: JsonObject, description: string): JsonObject {
  const { answer: hasSecret, inputs = [] } = operation.endpoint.contract.secrets ?? {};
  const { api_key: _, what: __, idempotency_key, ...named } = args;
  const hidden = inputs.filter((name) => given[name] !== undefined);
  const secrets: JsonObject = Object.fromEntries(hidden.map((name) => [name, `<${name}>`] as const));
  const once = idempotency_key === undefined || hasSecret === true ? {} : { idempotency_key };
  const what = tool.operations.length > 1 ? { what: operation.what } : {};
  const shown = { ...what, ...named, ...once, ...secrets };
  return { action: operation.what, description, tool: tool.name, arguments: shown };
}

/** The call with what it lacks; undefined when nothing is missing, or the answer offers the call already. */
export async function completeCall(
  made: AttemptedCall,
  { next_steps: steps }: JsonObject,
  username: () => Promise<string | undefined> | undefined,
): Promise<JsonObject | undefined> {
  const { tool, operation, given } = made;
  const missing = operation.required.filter((name) => given[name] === undefined);
  const isOffered = Array.isArray(steps) && steps.some((each) => isJsonObject(each) && isCallOf(each, made));
  // Nobody is helped to what cannot be undone.
  if (missing.length === 0 || isOffered || operation.endpoint.contract.method === "DELETE") return undefined;
  const known = missing.includes("username") && tool.name !== "register" ? await username() : undefined;
  const sample = exampleOf(operation, known);
  const added = Object.fromEntries(missing.map((name) => [name, sample[name] ?? `<${name}>`]));
  const description = isToBeFilledIn(added)
    ? `Your call with ${missing.join(" and ")}, to be filled in.`
    : `Your call with ${missing.join(" and ")}.`;
  return stepOf(made, { ...given, ...added }, description);
}

function isCallOf({ tool, arguments: args }: JsonObject, made: AttemptedCall): boolean {
  const what = isJsonObject(args) ? args["what"] : undefined;
  return tool === made.tool.name && (what === undefined || what === made.operation.what);
}

/** The same call, when the limit allows it again. */
export function retryLaterCall(made: AttemptedCall, seconds: number): JsonObject {
  return stepOf(made, made.given, `Your call. Repeat it in ${countOf(seconds, "second")}, not earlier.`);
}

export function withFirst(body: JsonObject, step: JsonObject | undefined): JsonObject {
  const steps: readonly unknown[] = Array.isArray(body["next_steps"]) ? body["next_steps"] : [];
  return step === undefined ? body : { ...body, next_steps: [step, ...steps] };
}

/** An answer without the step to the list of endpoints, in place of which tools offer a call. */
export function withoutDiscovery(answer: AnswerJson): AnswerJson {
  const { next_steps: steps = [] } = answer;
  return { ...answer, next_steps: steps.filter((each) => !("endpoint" in each) || each.endpoint !== discovery.path) };
}

/** What to call instead of a tool that is not in the list; undefined for one that is. */
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
  return near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "The list of tools has them all. If lost, call home.";
}
