// The MCP tools, generated from the contracts: one for each operation that an agent may want, or for a few that belong
// together. Only descriptions are made here; the endpoints validate and answer.
import type { JsonObject } from "../platform/json.ts";
import type { Endpoint } from "../http/request/endpoint.ts";
import type { Contract, Limit } from "../http/contract/contract.ts";
import { snakeCase } from "../http/contract/contract.ts";
import type { JsonSchema } from "../http/contract/json-schema.ts";
import { jsonSchemaOf, subschema } from "../http/contract/json-schema.ts";
import { TOOL_STEP } from "./steps.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Those that require most come first. */
  readonly operations: readonly Operation[];
  /** Whether what they require does not tell them apart, so that the argument `what` does. */
  readonly byName: boolean;
}

/** An endpoint, and where the fields of its input belong. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly fields: Readonly<Record<"params" | "query" | "body", Fields>>;
  readonly required: readonly string[];
}

type Fields = Readonly<Record<string, JsonObject>>;

/** Every tool. Those of the operator, and what only tells of HTTP, have none. */
export function toolsFrom(endpoints: readonly Endpoint[]): readonly Tool[] {
  const offered = endpoints.filter(({ contract }) => contract.auth !== "admin" && contract.tool !== "none");
  const byTool = Map.groupBy(offered, ({ contract }) => contract.tool ?? snakeCase(contract.name));
  return [...byTool].map(([name, group]) => toolOf(name, group));
}

function toolOf(name: string, endpoints: readonly Endpoint[]): Tool {
  const operations = endpoints.map(operationOf).toSorted(byRequired);
  const contracts = endpoints.map(({ contract }) => contract);
  const effects = contracts.map(effectOf);
  const needs = operations.map(({ required }) => required.toSorted().join());
  const byName = new Set(needs).size < needs.length;
  return {
    name,
    title: contracts.map(({ summary }) => summary.replace(/\.$/, "")).join(" / "),
    description: contracts.map(descriptionOf).join("\n\n"),
    inputSchema: inputSchemaOf(operations, contracts, byName),
    outputSchema: outputSchemaOf(contracts),
    annotations: {
      readOnlyHint: effects.every((effect) => effect === "reads"),
      destructiveHint: effects.includes("takes_away"),
      idempotentHint: contracts.every(({ method }) => method === "GET"),
      openWorldHint: false,
    },
    operations,
    byName,
  };
}

/** Those that require most first; of equals, what takes something away last, so that it is never what is guessed. */
function byRequired(one: Operation, other: Operation): number {
  const takesAway = ({ endpoint }: Operation) => Number(effectOf(endpoint.contract) === "takes_away");
  return other.required.length - one.required.length || takesAway(one) - takesAway(other);
}

function effectOf({ effect, method }: Contract): "reads" | "writes" | "takes_away" {
  if (effect !== undefined) return effect;
  if (method === "GET") return "reads";
  return method === "DELETE" ? "takes_away" : "writes";
}

function descriptionOf({ summary, description, limit }: Contract): string {
  return `${summary} ${description} ${limitInWords(limit)}`;
}

function limitInWords({ max, windowSeconds, by }: Limit): string {
  return `At most ${max} calls in ${windowSeconds} seconds for each ${by === "ip" ? "address" : "agent"}.`;
}

function operationOf(endpoint: Endpoint): Operation {
  const { params, query, body, toolQuery = {} } = endpoint.contract;
  const schemas = [params, query, body].map((schema) => (schema === undefined ? {} : jsonSchemaOf(schema, "input")));
  const [inPath = {}, inQuery = {}, inBody = {}] = schemas.map(({ properties = {} }) => fieldsIn(properties));
  return {
    endpoint,
    fields: { params: inPath, query: without(inQuery, toolQuery), body: inBody },
    required: schemas.flatMap(({ required = [] }) => required),
  };
}

function fieldsIn(properties: NonNullable<JsonSchema["properties"]>): Fields {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, subschema(schema)]));
}

function without(fields: Fields, taken: object): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in taken)));
}

const API_KEY: JsonObject = {
  type: "string",
  description:
    "Your key, as `register` returned it in your_token. Not needed when this server is configured with `Authorization: Bearer <key>`.",
};

const IDEMPOTENCY_KEY: JsonObject = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description:
    "A fresh random text for this call, at least 32 characters where the answer holds a key. Send the same again when an answer got lost: the call takes effect once.",
};

/** The argument that says which operation of a tool is meant. */
function whatOf(contracts: readonly Contract[]): JsonObject {
  const names = contracts.map(({ name }) => snakeCase(name));
  const meanings = contracts.map(({ name, summary }) => `${snakeCase(name)}: ${summary}`).join(" ");
  return { type: "string", enum: names, description: `${meanings} Without it: the one that your arguments fit.` };
}

/** The fields of all operations in one object. Required is what each of them requires. */
function inputSchemaOf(operations: readonly Operation[], contracts: readonly Contract[], byName: boolean): JsonObject {
  const own = operations.map(({ fields }) => ({ ...fields.params, ...fields.query, ...fields.body }));
  const keyed = contracts.some(({ auth }) => auth === "required" || auth === "optional");
  const writes = contracts.some(({ method }) => method !== "GET");
  const [first, ...others] = operations;
  return {
    type: "object",
    properties: {
      ...(byName ? { what: whatOf(contracts) } : {}),
      ...Object.assign({}, ...own),
      ...(keyed ? { api_key: API_KEY } : {}),
      ...(writes ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
    },
    required: (first?.required ?? []).filter((name) => others.every(({ required }) => required.includes(name))),
  };
}

const DOCUMENT: JsonObject = {
  type: "object",
  properties: { document: { type: "string", description: "The answer as a text." } },
  required: ["document"],
  additionalProperties: false,
};

/** What the operations answer, with steps that name tools. The root is always an object, as older clients want it. */
function outputSchemaOf(contracts: readonly Contract[]): JsonObject {
  const named: Record<string, unknown> = {};
  const answers = contracts.flatMap(({ response, alternative }) => {
    const { $defs = {}, ...answer } = jsonSchemaOf(response, "output");
    Object.assign(named, $defs);
    return alternative === undefined ? [answer] : [answer, DOCUMENT];
  });
  const [only] = answers;
  const root = answers.length === 1 && only !== undefined ? only : { anyOf: answers };
  return { type: "object", ...root, $defs: { ...named, NextStep: TOOL_STEP } };
}
