// The OpenAPI 3.1 description, generated from the contracts.
import { z } from "zod";
import { warning } from "../http/contract/body-fields.ts";
import type { Contract, OwnHeaders } from "../http/contract/contract.ts";
import { nextStep } from "../http/contract/contract.ts";
import type { JsonObject } from "../platform/json.ts";
import type { JsonSchema } from "../http/contract/json-schema.ts";
import { API_VERSION, jsonSchemaOf } from "../http/contract/json-schema.ts";
import { exampleAnswer } from "./example-answer.ts";
import type { CatalogEntry } from "./error-catalog.ts";
import { errorCatalog } from "./error-catalog.ts";

const TAGS = [
  { name: "auth", description: "Accounts and their keys." },
  { name: "house", description: "Creatures and their care, and what everybody may read." },
  { name: "service", description: "What this service is and how it does." },
  { name: "admin", description: "For the operator." },
] as const;

/** The first word behind /api, when it names a tag. */
function tagOf({ path }: Contract): string {
  const word = path.split("/")[2];
  return TAGS.find(({ name }) => name === word)?.name ?? "service";
}

/** What one document refers to: schemas with an id, and examples that several answers share, each told once. */
class Shared {
  readonly schemas: Record<string, unknown> = {};
  readonly examples: Record<string, unknown> = {};
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  of(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const { $defs = {}, ...rest } = jsonSchemaOf(schema, io);
    Object.assign(this.schemas, referring($defs));
    return referring(rest);
  }

  exampleOf({ code, description, body, shared }: CatalogEntry): JsonObject {
    const example = { summary: description, value: body };
    if (!shared) return example;
    this.examples[code] = example;
    return { $ref: `#/components/examples/${code}` };
  }
}

function referring<Value>(value: Value): Value {
  // oxlint-disable-next-line typescript/no-unsafe-return -- edge: a copy of the value, but for the text of its references
  return JSON.parse(JSON.stringify(value).replaceAll("#/$defs/", "#/components/schemas/"));
}

const errorSchema = z
  .looseObject({
    error: z.string().describe("What went wrong."),
    code: z
      .string()
      .regex(/^[a-z_]+$/)
      .optional()
      .describe("What a program can tell the error by. It does not change."),
    details: z.array(z.string()).optional().describe("Which field breaks which rule, on validation errors."),
    suggestion: z.string().describe("What to do about it."),
    next_steps: z.array(nextStep),
    warnings: z.array(warning).optional().describe("Fields of your body that are unknown, on validation errors."),
    retry_after_seconds: z.int().optional().describe("How long to wait, on 429."),
  })
  .describe("Every error. Some have further fields, such as did_you_mean or your_creatures.");

function header(type: "integer" | "string", description: string): JsonObject {
  return { description, required: true, schema: { type } };
}

const HEADERS: JsonObject = {
  "X-RateLimit-Limit": header("integer", "Requests allowed in the window."),
  "X-RateLimit-Remaining": header("integer", "Requests left in the window."),
  "X-RateLimit-Reset": header("integer", "When the window ends, as a Unix timestamp."),
  "X-Request-Id": header("string", "Names this request in our log."),
  "Cache-Control": header("string", "Who may keep the answer, and how long."),
  "Retry-After": header("integer", "Seconds to wait."),
  "Idempotency-Replayed": {
    description: "`true` when this is the answer of an earlier call.",
    schema: { type: "string" },
  },
};

const ON_SOME = ["Retry-After", "Idempotency-Replayed"] as const;

/** The headers of every answer, and those that only some have. */
function headersWith(...some: readonly (typeof ON_SOME)[number][]): JsonObject {
  const names = Object.keys(HEADERS).filter((name) => !ON_SOME.some((rare) => rare === name));
  return Object.fromEntries([...names, ...some].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "A repeated call with the same key and body gets the first answer and takes no second effect.",
};

const IF_NONE_MATCH: JsonObject = {
  name: "If-None-Match",
  in: "header",
  required: false,
  schema: { type: "string" },
  description:
    "The ETag of the last answer: while nothing worth showing has changed, the answer is 304 without a body.",
};

const TAGGED: JsonObject = stated({ ETag: "Changes when something that you can see changed by a step worth showing." });

const UNCHANGED: JsonObject = {
  description: "Nothing worth showing has changed since the answer with this ETag. All else the call does is done.",
  headers: { ...headersWith(), ...TAGGED },
};

export function openApi(contracts: readonly Contract[], baseUrl: string): JsonObject {
  const shared = new Shared(baseUrl);
  shared.schemas["Error"] = shared.of(errorSchema, "output");
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const contract of contracts) {
    const operations = (paths[contract.path] ??= {});
    operations[contract.method.toLowerCase()] = operationOf(contract, shared);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Denkeeper",
      version: API_VERSION,
      description: "A real-time virtual pet service for autonomous AI agents.",
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { url: `${baseUrl}/llms.txt`, description: "Where to read on, written for agents." },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    paths,
    components: {
      schemas: shared.schemas,
      headers: HEADERS,
      examples: shared.examples,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Your API key." },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "Your API key." },
        adminKey: { type: "apiKey", in: "header", name: "x-admin-key", description: "The operator's key." },
      },
    },
  };
}

function operationOf(contract: Contract, shared: Shared): JsonObject {
  const { name, method, summary, description, limit } = contract;
  const whose = limit.by === "ip" ? "address" : "agent";
  const limited = `Limit: ${limit.max} requests in ${limit.windowSeconds} seconds for each ${whose}.`;
  return {
    operationId: name,
    summary,
    description: `${description}\n\n${limited}`,
    tags: [tagOf(contract)],
    security: securityOf(contract),
    parameters: parametersOf(contract, shared),
    ...requestBodyOf(contract, shared),
    responses: {
      [contract.status]: answerOf(contract, shared),
      ...(contract.conditional === true ? { 304: UNCHANGED } : {}),
      ...failuresOf(contract, shared),
    },
    ...(method === "GET" ? {} : { "x-idempotent": true }),
  };
}

function securityOf({ auth }: Contract): readonly JsonObject[] {
  const keys = [{ bearer: [] }, { apiKey: [] }];
  if (auth === "none") return [];
  if (auth === "admin") return [{ adminKey: [] }, { bearer: [] }];
  return auth === "optional" ? [{}, ...keys] : keys;
}

function parametersOf({ method, params, query, conditional }: Contract, shared: Shared): readonly JsonObject[] {
  const inPath = params === undefined ? [] : parametersIn(params, "path", shared);
  const inQuery = query === undefined ? [] : parametersIn(query, "query", shared);
  const inHeader = [...(method === "GET" ? [] : [IDEMPOTENCY_KEY]), ...(conditional === true ? [IF_NONE_MATCH] : [])];
  return [...inPath, ...inQuery, ...inHeader];
}

function parametersIn(object: z.ZodObject, place: "path" | "query", shared: Shared): readonly JsonObject[] {
  const { properties, required } = shared.of(object, "input");
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || (required?.includes(name) ?? false),
    schema,
  }));
}

function requestBodyOf({ body, example }: Contract, shared: Shared): JsonObject {
  if (body === undefined) return {};
  const required = !body.safeParse(undefined).success;
  const content = {
    schema: shared.of(body, "input"),
    ...(example?.body === undefined ? {} : { example: example.body }),
  };
  return { requestBody: { required, content: { "application/json": content } } };
}

function stated(headers: OwnHeaders = {}): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
}

function answerOf(contract: Contract, shared: Shared): JsonObject {
  const { method, response, alternative, summary } = contract;
  const json = {
    "application/json": { schema: shared.of(response, "output"), example: exampleAnswer(contract, shared.baseUrl) },
  };
  const type = alternative?.contentType.split(";", 1)[0];
  const other = type === undefined ? {} : { [type]: { schema: { type: "string" } } };
  const headers = {
    ...(method === "GET" ? headersWith() : headersWith("Idempotency-Replayed")),
    ...stated(contract.headers),
    ...(contract.conditional === true ? TAGGED : {}),
  };
  return { description: summary, headers, content: { ...json, ...other } };
}

/** Every error answer by its status; errors with the same status are grouped, each with its example. */
function failuresOf(contract: Contract, shared: Shared): JsonObject {
  const byStatus = Map.groupBy(errorCatalog(contract), ({ status }) => status);
  const schema = { $ref: "#/components/schemas/Error" };
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const description = group.map((entry) => `\`${entry.error}\`: ${entry.description}`).join("\n\n");
      const own = group.map((entry) => stated(entry.headers));
      const general = status === 429 || status === 503 ? headersWith("Retry-After") : headersWith();
      const headers = Object.fromEntries([general, ...own].flatMap((each) => Object.entries(each)));
      const content = { "application/json": { schema, examples: examplesOf(group, shared) } };
      return [status, { description, headers, content }];
    }),
  );
}

function examplesOf(group: readonly CatalogEntry[], shared: Shared): JsonObject {
  return Object.fromEntries(group.map((entry) => [entry.code, shared.exampleOf(entry)]));
}
