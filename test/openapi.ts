// Validates answers against the served OpenAPI description, with a validator that does not know our own schemas.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type JsonObject = Readonly<Record<string, unknown>>;

interface Described {
  readonly headers?: Readonly<Record<string, Header | { readonly $ref: string }>>;
  readonly content: Readonly<Record<string, Media>>;
  /** Statuses covered by the default response. */
  readonly "x-statuses"?: readonly number[];
}

interface Media {
  readonly schema: JsonObject;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId: string;
  /** Absent for the description's default, which is an agent's own key. */
  readonly security?: readonly JsonObject[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required?: boolean;
    readonly schema: JsonObject;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, Media>>;
  };
  readonly responses: Readonly<Record<string, Described>>;
}

interface Header {
  readonly required?: boolean;
  readonly "x-every-answer"?: true;
  readonly schema: JsonObject;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: JsonObject;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Described>>;
    readonly parameters: JsonObject;
  };
}

export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

const ROOT = "https://denkeeper.example/openapi.json";
/** Headers of HTTP itself or of every answer, which the description may omit. */
const UNDESCRIBED =
  /^(?:connection|content-|date$|keep-alive$|transfer-encoding$|vary$|strict-transport|referrer-|x-content-|x-frame-|allow$|server$|permissions-|access-control-|cross-origin-)/;

/** Inlines the shared responses, parameters and request schemas of the description into its operations. */
function withSharedParts(document: OpenApi): OpenApi {
  const shared = (value: unknown): unknown => {
    const $ref = (value as { $ref?: string }).$ref?.slice("#/components/".length).split("/") ?? [];
    return $ref.reduce<unknown>((whole, name) => (whole as JsonObject)[name], document.components);
  };
  const inPlace = (_: string, value: unknown): unknown => {
    if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
    return { ...(JSON.parse(JSON.stringify(shared(value), inPlace)) as object), ...value, $ref: undefined };
  };
  const operations = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const { parameters, requestBody, responses } = operation;
        const asked = JSON.parse(JSON.stringify({ parameters, requestBody }, inPlace)) as Partial<Operation>;
        const answers = Object.entries(responses).map(([status, each]) => [
          status,
          "$ref" in each ? shared(each) : each,
        ]);
        return [method, { ...operation, ...asked, responses: Object.fromEntries(answers) as Operation["responses"] }];
      }),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(operations) as OpenApi["paths"] };
}

/** Closes every object schema that does not mention additional fields, so that an undescribed field is caught. */
function closed(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("properties" in value)) return value;
  const { type } = value as JsonObject;
  return type === "object" && !("additionalProperties" in value) ? { ...value, additionalProperties: false } : value;
}

export class Description {
  readonly document: OpenApi;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #routes: readonly { readonly pattern: RegExp; readonly path: string }[];

  constructor(text: string) {
    this.document = withSharedParts(JSON.parse(text) as OpenApi);
    this.#ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    addFormats.default(this.#ajv);
    // Ajv does not know this format, which accompanies contentEncoding.
    this.#ajv.addFormat("base64", /^[A-Za-z0-9+/]*={0,2}$/);
    this.#ajv.addVocabulary(["components"]);
    const components = JSON.parse(JSON.stringify(this.document.components, closed)) as JsonObject;
    this.#ajv.addSchema({ $id: ROOT, components });
    this.#routes = Object.keys(this.document.paths)
      .toSorted((a, b) => Number(a.includes("{")) - Number(b.includes("{")))
      .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));
  }

  /** Returns the described operation for a request. */
  operationFor(method: string, address: string): { readonly path: string; readonly operation: Operation } | undefined {
    const [bare = ""] = address.split("?", 1);
    for (const { path, pattern } of this.#routes) {
      const operation = pattern.test(bare) ? this.document.paths[path]?.[method.toLowerCase()] : undefined;
      if (operation !== undefined) return { path, operation };
    }
    return undefined;
  }

  /** Returns sentences about everything in an answer that the description does not allow. */
  faultsOf(method: string, address: string, heard: Heard): readonly string[] {
    const found = this.operationFor(method, address);
    if (found === undefined) return [];
    const { operationId, responses } = found.operation;
    const { default: anywhere } = responses;
    const described =
      responses[String(heard.status)] ?? (anywhere?.["x-statuses"]?.includes(heard.status) ? anywhere : undefined);
    if (described === undefined) return [`${operationId} does not declare ${heard.status}`];
    return [...this.#headerFaults(described, heard), ...this.#bodyFaults(described, heard)];
  }

  #headerFaults({ headers = {} }: Described, heard: Heard): readonly string[] {
    const common = Object.entries(this.document.components.headers).filter(([, header]) => header["x-every-answer"]);
    const declared = new Map(
      [...common, ...Object.entries(headers)].map(([name, header]) => [
        name.toLowerCase(),
        "$ref" in header ? this.document.components.headers[header.$ref.split("/").at(-1) ?? ""] : header,
      ]),
    );
    const faults: string[] = [];
    for (const [name, header] of declared) {
      const value = heard.headers[name];
      if (value === undefined && header?.required === true) faults.push(`${name} is missing`);
      if (value !== undefined && header?.schema["type"] === "integer" && !/^\d+$/.test(String(value))) {
        faults.push(`${name} is no integer`);
      }
    }
    for (const name of Object.keys(heard.headers)) {
      if (!declared.has(name) && !UNDESCRIBED.test(name)) faults.push(`${name} is not declared`);
    }
    return faults;
  }

  #bodyFaults({ content }: Described, { headers, text }: Heard): readonly string[] {
    const type = String(headers["content-type"]).split(";", 1)[0] ?? "";
    const media = content[type];
    if (media === undefined) return [`${type} is not declared`];
    if (type !== "application/json") return [];
    const body: unknown = JSON.parse(text);
    const validate = this.#validator(media.schema);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath}: ${message}`);
  }

  /** Returns a compiled validator for a schema of the document. */
  #validator(schema: JsonObject): ValidateFunction {
    const text = JSON.stringify(schema, closed).replaceAll('"#/components/', `"${ROOT}#/components/`);
    const known = this.#validators.get(text);
    if (known !== undefined) return known;
    const validate = this.#ajv.compile(JSON.parse(text) as object);
    this.#validators.set(text, validate);
    return validate;
  }

  /** Returns the faults of a value against a schema, or an empty string. */
  fits(schema: JsonObject, value: unknown): string {
    const validate = this.#validator(schema);
    return validate(value) ? "" : this.#ajv.errorsText(validate.errors);
  }
}
