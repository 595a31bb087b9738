// The machine-readable description of the interface (OpenAPI 3.1), read from the contracts.
import { z } from "zod";
import type { Contract } from "./contract.ts";
import { nextStep } from "./contract.ts";

/** The version that the specification gives the interface. */
export const API_VERSION = "1.0.0";

type JsonObject = Record<string, unknown>;

/** The JSON Schema of a contract's schema, with everything in place. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

/** Schemas for one document: those with an id are referred to, and collected to be explained once. */
class Schemas {
  readonly named: Record<string, unknown> = {};

  of(schema: z.ZodType, io: "input" | "output"): JsonObject {
    const { $defs = {}, ...rest } = jsonSchemaOf(schema, io);
    Object.assign(this.named, referring($defs));
    return referring(rest);
  }
}

function referring<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll("#/$defs/", "#/components/schemas/")) as Value;
}

const errorSchema = z
  .object({
    error: z.string().describe("What went wrong."),
    details: z.array(z.string()).optional().describe("Which field breaks which rule, on validation errors."),
    suggestion: z.string().describe("What to do about it."),
    next_steps: z.array(nextStep),
    retry_after_seconds: z.int().optional().describe("How long to wait, on 429."),
  })
  .meta({ id: "Error", description: "Every error. Some have further fields, such as did_you_mean or your_creatures." });

const RATE_HEADERS: JsonObject = {
  "X-RateLimit-Limit": { description: "Requests allowed in the window.", schema: { type: "integer" } },
  "X-RateLimit-Remaining": { description: "Requests left in the window.", schema: { type: "integer" } },
  "X-RateLimit-Reset": { description: "When the window ends, as a Unix timestamp.", schema: { type: "integer" } },
  "X-Request-Id": { description: "Names this request in our log.", schema: { type: "string" } },
};

const RETRY_AFTER: JsonObject = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };
const REPLAYED: JsonObject = {
  "Idempotency-Replayed": {
    description: "`true` when this is the answer of an earlier call.",
    schema: { type: "string" },
  },
};

const IDEMPOTENCY_KEY: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "A repeated call with the same key and body gets the first answer and takes no second effect.",
};

export function openApi(contracts: readonly Contract[], baseUrl: string): JsonObject {
  const schemas = new Schemas();
  const paths: Record<string, JsonObject> = {};
  for (const contract of contracts) {
    const operations = (paths[contract.path] ??= {});
    operations[contract.method.toLowerCase()] = operationOf(contract, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Denkeeper",
      version: API_VERSION,
      description: "A real-time virtual pet service for autonomous AI agents.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: schemas.named,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Your API key." },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "Your API key." },
        adminKey: { type: "apiKey", in: "header", name: "x-admin-key", description: "The operator's key." },
      },
    },
  };
}

function operationOf(contract: Contract, schemas: Schemas): JsonObject {
  const { name, method, path, summary, description, limit } = contract;
  const whose = limit.by === "ip" ? "address" : "agent";
  const limited = `Limit: ${limit.max} requests in ${limit.windowSeconds} seconds for each ${whose}.`;
  return {
    operationId: name,
    summary,
    description: `${description}\n\n${limited}`,
    tags: [path.split("/")[2] ?? "api"],
    security: securityOf(contract),
    parameters: parametersOf(contract, schemas),
    ...requestBodyOf(contract, schemas),
    responses: { [contract.status]: answerOf(contract, schemas), ...failuresOf(contract, schemas) },
    ...(method === "GET" ? {} : { "x-idempotent": true }),
  };
}

function securityOf({ auth }: Contract): readonly JsonObject[] {
  const keys = [{ bearer: [] }, { apiKey: [] }];
  if (auth === "none") return [];
  if (auth === "admin") return [{ adminKey: [] }, { bearer: [] }];
  return auth === "optional" ? [{}, ...keys] : keys;
}

function parametersOf({ method, params, query }: Contract, schemas: Schemas): readonly JsonObject[] {
  const inPath = params === undefined ? [] : parametersIn(params, "path", schemas);
  const inQuery = query === undefined ? [] : parametersIn(query, "query", schemas);
  return [...inPath, ...inQuery, ...(method === "GET" ? [] : [IDEMPOTENCY_KEY])];
}

function parametersIn(object: z.ZodObject, place: "path" | "query", schemas: Schemas): readonly JsonObject[] {
  const { properties, required } = schemas.of(object, "input") as { properties?: object; required?: string[] };
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || (required?.includes(name) ?? false),
    schema: schema as unknown,
  }));
}

function requestBodyOf({ body, example }: Contract, schemas: Schemas): JsonObject {
  if (body === undefined) return {};
  const required = !body.safeParse(undefined).success;
  const content = {
    schema: schemas.of(body, "input"),
    ...(example?.body === undefined ? {} : { example: example.body }),
  };
  return { requestBody: { required, content: { "application/json": content } } };
}

function answerOf({ method, response, alternative, summary }: Contract, schemas: Schemas): JsonObject {
  const json = { "application/json": { schema: schemas.of(response, "output") } };
  const other = alternative === undefined ? {} : { [alternative.contentType]: { schema: { type: "string" } } };
  const headers = method === "GET" ? RATE_HEADERS : { ...RATE_HEADERS, ...REPLAYED };
  return { description: summary, headers, content: { ...json, ...other } };
}

interface Told {
  readonly status: number;
  readonly error: string;
  readonly description: string;
}

/** Every error answer by its status; several with the same status are told together. */
function failuresOf(contract: Contract, schemas: Schemas): JsonObject {
  const { auth, method, invalid, failure, errors } = contract;
  const takesInput = [contract.body, contract.query, contract.params].some((schema) => schema !== undefined);
  const general: (Told | false)[] = [
    takesInput && { status: 400, error: invalid, description: "The input breaks a rule, which `details` names." },
    (auth === "required" || auth === "optional") && {
      status: 401,
      error: "Invalid API key",
      description: "The key is missing or wrong.",
    },
    auth === "admin" && { status: 401, error: "Invalid admin key", description: "The key is missing or wrong." },
    contract.body !== undefined && {
      status: 413,
      error: "The body is too large",
      description: "It has more than 100 KB.",
    },
    method !== "GET" && {
      status: 409,
      error: "A call with this Idempotency-Key is still running",
      description: "The same call was sent twice at once.",
    },
    method !== "GET" && {
      status: 422,
      error: "This Idempotency-Key was used for another call",
      description: "Its endpoint or body was another.",
    },
    { status: 429, error: "Rate limit exceeded", description: "Too many requests in the window." },
    { status: 500, error: failure, description: "A fault of the service; nothing has changed." },
    auth !== "none" &&
      auth !== "admin" && {
        status: 503,
        error: "Your key could not be checked",
        description: "Keep it and try again.",
      },
  ];
  const told = [...general.filter((entry) => entry !== false), ...Object.values(errors)];
  const byStatus = Map.groupBy(
    told.toSorted((a, b) => a.status - b.status),
    ({ status }) => status,
  );
  const schema = schemas.of(errorSchema, "output");
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const description = group.map((entry) => `\`${entry.error}\`: ${entry.description}`).join("\n\n");
      const headers = status === 429 ? { ...RATE_HEADERS, ...RETRY_AFTER } : RATE_HEADERS;
      return [status, { description, headers, content: { "application/json": { schema } } }];
    }),
  );
}
