// Generates the MCP tools from the contracts: one for each operation, or for a few related operations with the same effect. Every
// client pays for the list in tokens, so schemas contain only what a caller needs.
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import type { Endpoint } from "../http/request/endpoint.ts";
import { snakeCase, type Contract } from "../http/contract/contract.ts";
import { jsonSchemaOf } from "../http/contract/json-schema.ts";

const KEYWORDS: ReadonlySet<string> = new Set(["type", "enum", "const", "minimum", "maximum", "required"]);
/** In characters. A longer hint costs more tokens than a rejected call. */
const LONGEST_HINT = 60;

/** Inlines all references of a schema and removes what callers do not need. */
function briefSchema(schema: JsonObject): JsonObject {
  return brief(schema, isJsonObject(schema["$defs"]) ? schema["$defs"] : {});
}

function brief(schema: JsonObject, named: JsonObject): JsonObject {
  const { $ref: reference, anyOf: choices, properties, items, description } = schema;
  if (typeof reference === "string") {
    const { $ref: _, ...others } = schema;
    const target = named[reference.replace(/^#\/\$defs\//, "")];
    return brief({ ...(isJsonObject(target) ? target : {}), ...others }, named);
  }
  if (Array.isArray(choices)) {
    const { anyOf: _, ...others } = schema;
    const useful = choices.filter(isJsonObject).filter((choice) => choice["type"] !== "null" && choice["const"] !== "");
    const [only] = useful;
    if (only !== undefined && useful.length === 1) return brief({ ...only, ...others }, named);
    return { anyOf: useful.map((choice) => brief(choice, named)), ...hintOf(description) };
  }
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => KEYWORDS.has(key))),
    ...(isJsonObject(items) ? { items: brief(items, named) } : {}),
    ...(isJsonObject(properties) ? { properties: briefFields(properties, named) } : {}),
    ...hintOf(description),
  };
}

function briefFields(properties: JsonObject, named: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, isJsonObject(field) ? brief(field, named) : {}]),
  );
}

/** Returns the first sentence of a description, if it is short and names no path of the API. */
function hintOf(description: unknown): JsonObject {
  if (typeof description !== "string") return {};
  const [first = ""] = description.split(/\.(?:\s|$)/, 1);
  return first.length > LONGEST_HINT || first === "" || first.includes("/api/") ? {} : { description: first };
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: boolean;
    readonly idempotentHint?: true;
  };
  readonly operations: readonly [ToolOperation, ...ToolOperation[]];
  /** Set if the tool is missing from the client's list. Texts may name the tool, but steps cannot lead to it. */
  readonly isElsewhere?: true;
}

/** An endpoint and the location of each of its input fields. */
export interface ToolOperation {
  /** The value of the argument `what` that selects this operation, if the tool has several. */
  readonly what: string;
  readonly endpoint: Endpoint;
  readonly fields: Readonly<Record<"params" | "query" | "body", Fields>>;
  readonly required: readonly string[];
}

type Fields = Readonly<Record<string, JsonObject>>;

/** Returns all tools. Operator endpoints have none, and neither do endpoints whose contract sets the tool to "none". */
export function toolsFrom(endpoints: readonly Endpoint[]): readonly Tool[] {
  const offered = endpoints.filter(({ contract }) => contract.auth !== "admin" && contract.mcp?.tool !== "none");
  const byTool = Map.groupBy(offered, ({ contract }) => contract.mcp?.tool ?? snakeCase(contract.name));
  return [...byTool].map(([name, [first, ...others]]) => {
    if (first === undefined) throw new Error(`the tool ${name} has no operation`);
    return toolOf(name, [operationOf(first), ...others.map(operationOf)]);
  });
}

const CARE_TOOLS = setOf("register adopt check_status care visit home board bring_back keys account");
/** Optional profile fields that the care list omits. Registration still accepts them. */
const DECORATION = setOf("avatar_prompt avatar_url website_url social_links location source");

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Marks all tools as elsewhere except those for creatures and an account, which take at most 2,000 tokens. */
export function careTools(tools: readonly Tool[]): readonly Tool[] {
  return tools.map((tool) => {
    if (!CARE_TOOLS.has(tool.name)) return { ...tool, isElsewhere: true };
    const plain = Object.entries(fieldsOf(tool.inputSchema)).filter(([name]) => !DECORATION.has(name));
    return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(plain) } };
  });
}

/** Arguments of tools that are not fields of an endpoint. */
export const OWN_ARGUMENTS = ["api_key", "idempotency_key", "what"] as const;

function toolOf(name: string, operations: Tool["operations"]): Tool {
  const contracts = operations.map(({ endpoint }) => endpoint.contract);
  const [effect, ...others] = new Set(contracts.map(effectOf));
  if (others.length > 0) throw new Error(`the operations of the tool ${name} differ in effect`);
  return {
    name,
    title: titleOf(name),
    description: descriptionOf(operations),
    inputSchema: inputSchemaOf(operations, contracts),
    annotations: {
      readOnlyHint: effect === "reads",
      destructiveHint: effect === "takes_away",
      openWorldHint: false,
      // MCP defines idempotentHint only for tools that write.
      ...(effect !== "reads" && contracts.every(({ method }) => method === "GET") ? { idempotentHint: true } : {}),
    },
    operations,
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function effectOf({ effect, method }: Contract): "reads" | "writes" | "takes_away" {
  if (effect !== undefined) return effect;
  if (method === "GET") return "reads";
  return method === "DELETE" ? "takes_away" : "writes";
}

function descriptionOf(operations: Tool["operations"]): string {
  return operations
    .map(({ what, endpoint: { contract } }) => {
      const text = contract.mcp?.note === undefined ? contract.summary : `${contract.summary} ${contract.mcp.note}`;
      return operations.length > 1 ? `${what}: ${text}` : text;
    })
    .join(" ");
}

/** The contracts' alias for creature_id, which tools omit. */
const ALIAS = "id";

function operationOf(endpoint: Endpoint): ToolOperation {
  const { name, params, query, body, mcp = {} } = endpoint.contract;
  const { query: fixed = {}, defaults = {} } = mcp;
  const schemas = [params, query, body].map((schema) =>
    schema === undefined ? {} : briefSchema(jsonSchemaOf(schema, "input")),
  );
  const [inPath = {}, inQuery = {}, inBody = {}] = schemas.map(fieldsOf);
  const withDefaults = Object.entries(withoutAlias(inQuery))
    .filter(([field]) => !(field in fixed))
    .map(([field, schema]): [string, JsonObject] => [
      field,
      field in defaults ? { ...schema, default: defaults[field] } : schema,
    ]);
  return {
    what: snakeCase(name),
    endpoint,
    fields: { params: inPath, query: Object.fromEntries(withDefaults), body: withoutAlias(inBody) },
    required: schemas.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : [])),
  };
}

function fieldsOf({ properties }: JsonObject): Fields {
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

function withoutAlias(fields: Fields): Fields {
  const { [ALIAS]: _, ...others } = fields;
  return "creature_id" in fields ? others : fields;
}

const TEXT: JsonObject = { type: "string" };
const API_KEY: JsonObject = { ...TEXT, description: "Your key, if no bearer token" };
const IDEMPOTENCY_KEY: JsonObject = { ...TEXT, description: "Random; repeat it to retry" };

/** Merges the fields of several operations. A shared enum accepts the values of each operation. */
function merged(fields: Fields, more: Fields): Fields {
  const both = Object.entries(more).map(([name, schema]): [string, JsonObject] => {
    const values: readonly unknown[] = [fields[name]?.["enum"], schema["enum"]];
    return [name, values.every((value) => Array.isArray(value)) ? { ...schema, enum: values.flat() } : schema];
  });
  return { ...fields, ...Object.fromEntries(both) };
}

/**
 * Returns one object schema for all operations. It requires `what` if there are several operations, and fields that all of them
 * require.
 */
function inputSchemaOf(operations: Tool["operations"], contracts: readonly Contract[]): JsonObject {
  const own = operations.map(({ fields }) => ({ ...fields.params, ...fields.query, ...fields.body }));
  const keyed = contracts.some(({ auth }) => auth === "required" || auth === "optional");
  const writes = contracts.some(({ method }) => method !== "GET");
  const isGroup = operations.length > 1;
  const [first, ...others] = operations;
  const required = first.required.filter((name) => others.every((other) => other.required.includes(name)));
  const named = isGroup ? ["what", ...required] : required;
  return {
    type: "object",
    properties: {
      ...(isGroup ? { what: { ...TEXT, enum: operations.map(({ what }) => what) } } : {}),
      ...own.reduce(merged, {}),
      ...(keyed ? { api_key: API_KEY } : {}),
      ...(writes ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
    },
    ...(named.length > 0 ? { required: named } : {}),
  };
}
