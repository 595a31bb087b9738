// Rewrites the next steps of an answer for agents that use tools instead of addresses.
import type { JsonObject } from "../platform/json.ts";
import type { NextStep, WrittenAnswer } from "../http/contract/contract.ts";
import { snakeCase } from "../http/contract/contract.ts";
import type { Operation, Tool } from "./tools.ts";

/** The schema of a step in the answer of a tool. */
export const TOOL_STEP: JsonObject = {
  type: "object",
  description: "A suggested follow-up: a call of a tool that works as given, or a link.",
  properties: {
    action: { type: "string" },
    description: { type: "string" },
    tool: { type: "string", description: "The tool to call." },
    arguments: { type: "object", description: "What to call it with, beside your key." },
    due: { type: "boolean", description: "Of care: whether it is due now." },
    url: { type: "string", description: "A link to somewhere else." },
  },
  required: ["action", "description"],
  additionalProperties: false,
};

/** An answer or an error with its steps turned into calls of tools. Steps to what has no tool are left out. */
export function withToolSteps(answer: WrittenAnswer, tools: readonly Tool[]): JsonObject {
  const { next_steps: steps } = answer;
  return steps === undefined ? answer : { ...answer, next_steps: steps.flatMap((step) => toolStep(step, tools)) };
}

function toolStep(step: NextStep, tools: readonly Tool[]): readonly JsonObject[] {
  if (!("endpoint" in step)) return [step];
  const [path = "", search = ""] = step.endpoint.split("?", 2);
  for (const { name, operations, byName } of tools) {
    const found = operations
      .filter(({ endpoint }) => endpoint.contract.method === step.method)
      .map((operation) => ({ operation, params: paramsIn(operation.endpoint.contract.path, path) }))
      .find(({ params }) => params !== undefined);
    if (found === undefined) continue;
    const query = queryIn(search, found.operation);
    const { action, description, body, due } = step;
    const what = byName ? { what: snakeCase(found.operation.endpoint.contract.name) } : {};
    const call = { action, description, tool: name, arguments: { ...what, ...found.params, ...query, ...body } };
    return [due === undefined ? call : { ...call, due }];
  }
  return [];
}

/** The parameters of a path that is of the pattern; undefined when it is not. */
function paramsIn(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const found = new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
  if (found === null) return undefined;
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

function queryIn(search: string, { fields }: Operation): JsonObject {
  return Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, value]) => [
      name,
      fields.query[name]?.["type"] === "integer" ? Number(value) : value,
    ]),
  );
}
