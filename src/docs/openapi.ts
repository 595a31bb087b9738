// Generates the OpenAPI 3.1 description from the contracts.
import { z } from "zod";
import { discovery } from "./discovery/contract.ts";
import { warning } from "../http/contract/body-fields.ts";
import { nextStep, type Contract, type OwnHeaders } from "../http/contract/contract.ts";
import type { JsonObject } from "../platform/json.ts";
import { API_VERSION } from "../http/contract/json-schema.ts";
import { Components } from "./components.ts";
import { recordedAnswer, withSteps } from "./example-answer.ts";
import { GROUPS_SHOWN, groupOf } from "./reference-groups.ts";
import { errorCatalog, isGeneral, type CatalogEntry } from "./errors-page.ts";

const TAGS = GROUPS_SHOWN.map(({ slug, title, about }) => ({
  name: slug,
  "x-displayName": title,
  description: about,
}));

const errorSchema = z
  .looseObject({
    error: z.string().describe("What went wrong."),
    code: z
      .string()
      .regex(/^[a-z_]+$/)
      .describe("What a program can tell the error by. It does not change."),
    details: z.string().optional().describe("Which field breaks which rule, a sentence each, on validation errors."),
    invalid_fields: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe("The same for programs."),
    suggestion: z.string().describe("What to do about it."),
    next_steps: z.array(nextStep),
    warnings: z.array(warning).optional().describe("Fields of your body that are unknown, on validation errors."),
    retry_after_seconds: z.int().optional().describe("How long to wait, on 429."),
  })
  .meta({
    id: "ErrorBody",
    description: "Every error. Some have further fields, such as did_you_mean or your_creatures.",
  });

function header(type: "integer" | "string", description: string): JsonObject {
  return { description, schema: { type } };
}

/** Describes a header that any answer may have. Operations omit it, because repeating it would enlarge the text by a tenth. */
function common(type: "integer" | "string", description: string): JsonObject {
  return { ...header(type, description), required: true, "x-every-answer": true };
}

const HEADERS = {
  "X-RateLimit-Limit": common("integer", "Requests allowed in the window."),
  "X-RateLimit-Remaining": common("integer", "Requests left in the window."),
  "X-RateLimit-Reset": common("integer", "When the window ends, as a Unix timestamp."),
  "X-Request-Id": common("string", "Names this request in our log."),
  "Cache-Control": common("string", "Who may keep the answer, and how long."),
  "Retry-After": header("integer", "Seconds to wait, on 429 and 503."),
  "Idempotency-Replayed": {
    ...common("string", "`true` when this is the answer of an earlier call with the same Idempotency-Key."),
    required: false,
  },
  ETag: header("string", "Changes when something that you can see changed by a step worth showing."),
} as const;

function headersWith(...names: readonly (keyof typeof HEADERS)[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    schema: { type: "string", minLength: 1, maxLength: 255 },
    description: "A repeated call with the same key and body gets the first answer and takes no second effect.",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    schema: { type: "string" },
    description:
      "The ETag of the last answer: while nothing worth showing has changed, the answer is 304 without a body.",
  },
} as const;

function parameter(name: keyof typeof PARAMETERS): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

const NOT_MODIFIED: JsonObject = {
  description: "Nothing worth showing has changed since the answer with this ETag. All else the call does is done.",
  headers: headersWith("ETag"),
};

/** Statuses that every operation can return. They share one answer, because repeating each would enlarge the text by 3%. */
const EVERYWHERE = [429, 500, 503];

function answerFor(status: number): string {
  return EVERYWHERE.includes(status) ? "default" : String(status);
}

/** Descriptions of the shared error answers by name. Names are short, because every operation references several. */
const ERRORS: Readonly<Record<string, string>> = {
  400: "The call cannot be carried out as it is.",
  401: "The call needs a key that works.",
  402: "The body has every way to pay.",
  403: "The key does not allow this.",
  404: "There is nothing under that name or id.",
  409: "It does not fit how things are now.",
  410: "It is too late.",
  413: "The body is too large.",
  422: "The Idempotency-Key belongs to another call.",
  default: "429: too many calls. 500: an error in the service. 503: not now. Wait for `Retry-After` seconds.",
};

export function openApi(contracts: readonly Contract[], baseUrl: string): JsonObject {
  const components = new Components();
  components.schema(errorSchema, "output");
  const shared = sharedSentences(contracts);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const contract of contracts) {
    const operations = (paths[contract.path] ??= {});
    operations[contract.method.toLowerCase()] = operationOf(contract, { components, shared, baseUrl });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Denkeeper",
      version: API_VERSION,
      description:
        "A real-time virtual pet service for autonomous AI agents. Headers marked `x-every-answer` in `components.headers` can come with every answer, and the required ones do.",
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { url: `${baseUrl}/llms.txt`, description: "Where to read on, written for agents." },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    security: OWN_KEY,
    paths,
    components: {
      schemas: components.schemas,
      responses: { NotModified: NOT_MODIFIED, ...errorResponses(contracts, shared) },
      parameters: { ...PARAMETERS, ...components.parameters },
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Your API key." },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "Your API key." },
        adminKey: { type: "apiKey", in: "header", name: "x-admin-key", description: "The operator's key." },
      },
    },
  };
}

interface DescriptionContext {
  readonly components: Components;
  /** Sentences of the shared error answers. */
  readonly shared: ReadonlySet<string>;
  readonly baseUrl: string;
}

function operationOf(contract: Contract, { components, shared, baseUrl }: DescriptionContext): JsonObject {
  const { name, summary, description, limit } = contract;
  const whose = limit.by === "ip" ? "address" : "agent";
  const limited = `Limit: ${limit.max} in ${limit.windowSeconds} s per ${whose}.`;
  return {
    operationId: name,
    summary,
    description: `${description}\n\n${limited}`,
    tags: [groupOf(contract).slug],
    ...(contract.auth === "required" ? {} : { security: securityOf(contract) }),
    parameters: parametersOf(contract, components),
    ...requestBodyOf(contract, components),
    responses: {
      [contract.status]: answerOf(contract, components, baseUrl),
      ...(contract.cache?.conditional === true ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
      ...failuresOf(contract, shared),
    },
  };
}

/** Most operations accept an agent's own key as a bearer token or in x-api-key. */
const OWN_KEY = [{ bearer: [] }, { apiKey: [] }];

function securityOf({ auth }: Contract): readonly JsonObject[] {
  if (auth === "none") return [];
  return auth === "admin" ? [{ adminKey: [] }, { bearer: [] }] : [{}, ...OWN_KEY];
}

function parametersOf({ method, params, query, cache }: Contract, components: Components): readonly JsonObject[] {
  const inPath = params === undefined ? [] : parametersIn(params, "path", components);
  const inQuery = query === undefined ? [] : parametersIn(query, "query", components);
  const repeated = method === "GET" ? [] : [parameter("IdempotencyKey")];
  return [...inPath, ...inQuery, ...repeated, ...(cache?.conditional === true ? [parameter("IfNoneMatch")] : [])];
}

function parametersIn(object: z.ZodObject, place: "path" | "query", components: Components): readonly JsonObject[] {
  const { properties, required } = components.schema(object, "input");
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    const isRequired = place === "path" || required?.includes(name) === true;
    return isRequired ? { name, in: place, required: true, schema } : components.parameter(name, place, schema);
  });
}

/**
 * Returns the prefix for an operation's schema names. The suffix "Response" is avoided, because it collides with generators' own
 * names.
 */
function typeNameOf({ name }: Contract): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function requestBodyOf(contract: Contract, components: Components): JsonObject {
  const { body, auth } = contract;
  if (body === undefined) return {};
  const example = auth === "admin" ? undefined : contract.example;
  const required = !body.safeParse(undefined).success;
  const content = {
    schema: components.named(`${typeNameOf(contract)}Request`, body, "input"),
    ...(example?.body === undefined ? {} : { example: example.body }),
  };
  return { requestBody: { required, content: { "application/json": content } } };
}

function ownHeaders(headers: OwnHeaders = {}): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
}

function answerOf(contract: Contract, components: Components, baseUrl: string): JsonObject {
  const { response, alternative, cache } = contract;
  const schema = components.named(`${typeNameOf(contract)}Answer`, response, "output");
  const type = alternative?.contentType.split(";", 1)[0];
  const other = type === undefined ? {} : { [type]: { schema: { type: "string" } } };
  const headers = {
    ...ownHeaders(contract.headers),
    ...(cache?.conditional === true ? headersWith("ETag") : {}),
  };
  // Examples are for agents, so operators' calls have none. The list of calls has none either, because it repeats this document.
  const isShown = contract.auth !== "admin" && contract.name !== discovery.name;
  const example = isShown ? withSteps(recordedAnswer(contract, baseUrl), []) : undefined;
  const json = { schema, ...(example === undefined ? {} : { example }) };
  return { description: "OK", ...headersField(headers), content: { "application/json": json, ...other } };
}

function headersField(headers: JsonObject): JsonObject {
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** Lists the sentences that describe an error of several operations. Shared answers have them, and operations only the code. */
function sharedSentences(contracts: readonly Contract[]): ReadonlySet<string> {
  const all = contracts.flatMap((contract) => errorCatalog(contract).map(sentenceOf));
  return new Set(all.filter((sentence, place) => all.indexOf(sentence) !== place));
}

function sentenceOf({ status, code, description }: CatalogEntry): string {
  return `${status} \`${code}\`: ${description}`;
}

/** Builds an operation's error answers by status, with the sentences that are not shared. */
function failuresOf(contract: Contract, shared: ReadonlySet<string>): JsonObject {
  const byStatus = Map.groupBy(errorCatalog(contract), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const own = group.filter(({ code }) => Object.hasOwn(contract.errors, code));
      const description = own
        .map((entry) =>
          shared.has(sentenceOf(entry)) ? `\`${entry.code}\`` : `\`${entry.code}\`: ${entry.description}`,
        )
        .join("\n\n");
      const $ref = `#/components/responses/${answerFor(status)}`;
      return own.length === 0 ? [answerFor(status), { $ref }] : [status, { $ref, description }];
    }),
  );
}

/** Builds the shared error answers, each with its shared sentences and one example. */
function errorResponses(contracts: readonly Contract[], shared: ReadonlySet<string>): JsonObject {
  const byAnswer = Map.groupBy(contracts.flatMap(errorCatalog), ({ status }) => answerFor(status));
  return Object.fromEntries(
    [...byAnswer].map(([answer, group]) => {
      const general = group.filter(({ code }) => isGeneral(code));
      const [first] = [...general, ...group];
      const sentences = new Set(
        group
          .filter((entry) => isGeneral(entry.code) || shared.has(sentenceOf(entry)))
          .map(({ code, description }) => `\`${code}\`: ${description}`),
      );
      const headers = [
        answer === "default" ? headersWith("Retry-After") : headersWith(),
        ...group.map((entry) => ownHeaders(entry.headers)),
      ].flatMap((named) => Object.entries(named));
      const schema = { $ref: "#/components/schemas/ErrorBody" };
      const content = { "application/json": { schema, example: withSteps(first?.body, []) } };
      const text = [ERRORS[answer] ?? "", ...sentences].join("\n\n");
      const statuses = answer === "default" ? { "x-statuses": EVERYWHERE } : {};
      return [answer, { description: text, ...headersField(Object.fromEntries(headers)), content, ...statuses }];
    }),
  );
}
