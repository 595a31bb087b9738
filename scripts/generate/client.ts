// Generates types, operations and methods of packages/denkeeper from the contracts. A new endpoint appears in the
// client automatically. Operator endpoints are left out.
import type { Contract } from "../../src/http/contract/contract.ts";
import { openApi } from "../../src/served-docs/openapi.ts";
import type { Schema } from "./types-of-schema.ts";
import { docComment, typeOf } from "./types-of-schema.ts";

const NOTE = "// Generated from the contracts by `npm run generate`. Change those instead.\n";
const FOLDER = "packages/denkeeper/src/generated";

interface Operation {
  readonly contract: Contract;
  readonly type: string;
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly answer: Schema;
  /** Another form of the answer, chosen by a query field called format. */
  readonly otherFormats: readonly string[];
  /** Whether one of them comes without being asked for. */
  readonly textIsDefault: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema: Schema }>> }>>;
}

function operationOf(contract: Contract, described: Described): Operation {
  const content = described.responses[contract.status]?.content ?? {};
  const answer = content["application/json"]?.schema;
  if (answer === undefined) throw new Error(`${contract.name} answers no JSON`);
  const formats = described.parameters.find(({ name }) => name === "format")?.schema;
  const format = formats?.enum ?? [];
  return {
    contract,
    type: `${contract.name.slice(0, 1).toUpperCase()}${contract.name.slice(1)}`,
    path: described.parameters.filter((parameter) => parameter.in === "path"),
    query: described.parameters.filter((parameter) => parameter.in === "query"),
    body: described.requestBody?.content["application/json"].schema,
    answer,
    otherFormats: Object.keys(content).length > 1 ? format.filter((name) => name !== "json").map(String) : [],
    textIsDefault: formats?.default !== undefined && formats.default !== "json",
  };
}

/** Path, query and body as one object: their fields never share a name. */
function inputSchema({ contract, path, query, body }: Operation): Schema {
  const properties: Record<string, Schema> = {};
  const required = [...path, ...query].filter((parameter) => parameter.required).map(({ name }) => name);
  const fields = [...path, ...query].map(({ name, schema }): [string, Schema] => [name, schema]);
  for (const [name, schema] of [...fields, ...Object.entries(body?.properties ?? {})]) {
    if (properties[name] !== undefined) throw new Error(`${contract.name} has two inputs called ${name}`);
    properties[name] = schema;
  }
  return { type: "object", properties, required: [...required, ...(body?.required ?? [])] };
}

function typesText(operations: readonly Operation[], named: Readonly<Record<string, Schema>>): string {
  const shared = Object.entries(named).map(([name, schema]) => {
    // A type called Error would hide the language's own.
    const typeName = name === "Error" ? "ErrorBody" : name;
    return `${docComment(schema.description, "")}export type ${typeName} = ${typeOf(schema)};\n`;
  });
  const own = operations.map((operation) => {
    const input = inputSchema(operation);
    const hasInput = Object.keys(input.properties ?? {}).length > 0;
    const { type, answer, contract } = operation;
    const inputText = hasInput ? `export type ${type}Input = ${typeOf(input)};\n\n` : "";
    return `${inputText}/** ${contract.summary} */\nexport type ${type}Answer = ${typeOf(answer)};\n`;
  });
  return `${NOTE}\n${[...shared, ...own].join("\n")}`;
}

function snakeCase(text: string): string {
  return text
    .replaceAll(/[^A-Za-z]+/g, "_")
    .replaceAll(/^_|_$/g, "")
    .toLowerCase();
}

/** The codes by which a program tells errors apart, from the texts that the contract gives them. */
function codesOf({ errors, invalid }: Contract): Readonly<Record<string, string>> {
  const declared = Object.entries(errors).map(([code, { status, error }]) => [`${status} ${error}`, snakeCase(code)]);
  return Object.fromEntries([...declared, [`400 ${invalid}`, "invalid_input"]]) as Record<string, string>;
}

function operationsText(operations: readonly Operation[]): string {
  const entries = operations.map(({ contract, path, query, body }) => {
    const names = (parameters: readonly Parameter[]) => parameters.map(({ name }) => name);
    const entry = {
      name: contract.name,
      method: contract.method,
      path: contract.path,
      summary: contract.summary,
      needsKey: contract.auth === "required",
      pathFields: names(path),
      queryFields: names(query),
      numberFields: Object.entries({
        ...Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        ...body?.properties,
      })
        .filter(([, { type }]) => type === "number" || type === "integer")
        .map(([name]) => name),
      hasBody: body !== undefined,
      codes: codesOf(contract),
    };
    return `  ${contract.name}: ${JSON.stringify(entry)},\n`;
  });
  const codes = [...new Set(operations.flatMap(({ contract }) => Object.values(codesOf(contract))))].toSorted();
  return `${NOTE}
/** What there is to know of a call to make it. */
export interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly needsKey: boolean;
  /** Which fields of the input go into the path and the query; all others make the body. */
  readonly pathFields: readonly string[];
  readonly queryFields: readonly string[];
  readonly numberFields: readonly string[];
  readonly hasBody: boolean;
  /** The code of each declared error, by its status and text. */
  readonly codes: Readonly<Record<string, string>>;
}

/** Codes that only some operations have. */
export type DeclaredErrorCode =
${codes.map((code) => `  | ${JSON.stringify(code)}`).join("\n")};

export const OPERATIONS = {
${entries.join("")}} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;
`;
}

function methodText(operation: Operation): string {
  const { contract, type, otherFormats } = operation;
  const { properties = {}, required = [] } = inputSchema(operation);
  const hasInput = Object.keys(properties).length > 0;
  const doc = docComment(`${contract.summary}\n${contract.description}`, "  ");
  const inputOf = (extra: string) => `${type}Input${extra}`;
  const call = (input: string) => `return this.request(OPERATIONS.${contract.name}, ${input}, options);`;
  if (!hasInput) {
    return `${doc}  ${contract.name}(options?: CallOptions): Promise<types.${type}Answer> {\n    ${call("{}")}\n  }\n`;
  }
  const mark = required.length > 0 ? "" : "?";
  const forwarded = required.length > 0 ? "input" : "input ?? {}";
  if (otherFormats.length > 0) {
    const others = otherFormats.map((name) => JSON.stringify(name)).join(" | ");
    if (operation.textIsDefault) {
      return (
        `${doc}  ${contract.name}(input: types.${inputOf("")} & { format: "json" }, options?: CallOptions): Promise<types.${type}Answer>;\n` +
        `  ${contract.name}(input${mark}: types.${inputOf("")} & { format?: ${others} }, options?: CallOptions): Promise<string>;\n` +
        `  ${contract.name}(input${mark}: types.${inputOf("")}, options?: CallOptions): Promise<types.${type}Answer | string> {\n    ${call(forwarded)}\n  }\n`
      );
    }
    return (
      `${doc}  ${contract.name}(input: types.${inputOf("")} & { format: ${others} }, options?: CallOptions): Promise<string>;\n` +
      `  ${contract.name}(input${mark}: types.${inputOf("")} & { format?: "json" }, options?: CallOptions): Promise<types.${type}Answer>;\n` +
      `  ${contract.name}(input${mark}: types.${inputOf("")}, options?: CallOptions): Promise<types.${type}Answer | string> {\n    ${call(forwarded)}\n  }\n`
    );
  }
  return `${doc}  ${contract.name}(input${mark}: types.${inputOf("")}, options?: CallOptions): Promise<types.${type}Answer> {\n    ${call(forwarded)}\n  }\n`;
}

function methodsText(operations: readonly Operation[]): string {
  return `${NOTE}import type { CallOptions } from "../options.ts";
import type { Operation } from "./operations.ts";
import { OPERATIONS } from "./operations.ts";
import type * as types from "./types.ts";

/** A method for every call of the service. */
export abstract class Operations {
  /** Makes one call; the answer has the type that the contract gives it. */
  protected abstract request<Answer>(operation: Operation, input: object, options?: CallOptions): Promise<Answer>;

${operations.map(methodText).join("\n")}}
`;
}

/** The files, by their paths. */
export function clientFiles(contracts: readonly Contract[]): Readonly<Record<string, string>> {
  const offered = contracts.filter(({ auth }) => auth !== "admin");
  const document = openApi(offered, "http://localhost:3000") as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  };
  const operations = offered.map((contract) => {
    const described = document.paths[contract.path]?.[contract.method.toLowerCase()];
    if (described === undefined) throw new Error(`${contract.name} is not described`);
    return operationOf(contract, described);
  });
  return {
    [`${FOLDER}/types.ts`]: typesText(operations, document.components.schemas),
    [`${FOLDER}/operations.ts`]: operationsText(operations),
    [`${FOLDER}/methods.ts`]: methodsText(operations),
  };
}
