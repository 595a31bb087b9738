// Generates the types, operations and methods of packages/denkeeper from all contracts except those for operators.
import type { Contract } from "../../src/http/contract/contract.ts";
import { errorCodes } from "../../src/docs/errors-page.ts";
import { openApi } from "../../src/docs/openapi.ts";
import { docComment, nameIn, typeOf, type Schema } from "./types-of-schema.ts";

const NOTE = "// Generated from the contracts by `npm run generate`. Change those instead.\n";
const FOLDER = "packages/denkeeper/src/generated";

interface ClientOperation {
  readonly contract: Contract;
  readonly type: string;
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly answer: Schema;
  readonly views: Views | undefined;
  /** Formats of the answer besides JSON, which the query field `format` selects. */
  readonly otherFormats: readonly string[];
  /** True if the answer is text without `format`. */
  readonly textIsDefault: boolean;
}

/** Schemas of an answer for each value of the query field `view`. */
interface Views {
  readonly full: readonly Schema[];
  readonly compact: readonly Schema[];
  /** Answers about a dead creature, which are the same in every view. */
  readonly ofTheDead: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface OperationDescription {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly "application/json": { readonly schema: Schema } };
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, { readonly "x-statuses"?: readonly number[] }>>;
  };
}

function resolved(schema: Schema, document: OpenApiDocument): Schema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[nameIn(schema.$ref)];
  if (found === undefined) throw new Error(`${schema.$ref} does not exist`);
  return resolved(found, document);
}

function viewsOf(contract: Contract, answer: Schema, document: OpenApiDocument): Views {
  const whole = resolved(answer, document);
  const members = whole.anyOf ?? whole.oneOf ?? [whole];
  const isCompact = ({ $ref = "" }: Schema) => $ref.endsWith("Compact");
  const isOfTheDead = (member: Schema) => resolved(member, document).properties?.["gravestone"] !== undefined;
  const compact = members.filter(isCompact);
  const full = members.filter((member) => !isCompact(member));
  if (compact.length === 0 || full.length === 0) throw new Error(`${contract.name} has a view without an answer`);
  return { full, compact, ofTheDead: full.filter(isOfTheDead) };
}

function operationOf(contract: Contract, described: OperationDescription, document: OpenApiDocument): ClientOperation {
  const content = described.responses[contract.status]?.content ?? {};
  const answer = content["application/json"]?.schema;
  if (answer === undefined) throw new Error(`${contract.name} answers no JSON`);
  const parameters = described.parameters.map((parameter) => {
    const found = "$ref" in parameter ? document.components.parameters?.[nameIn(parameter.$ref)] : parameter;
    if (found === undefined) throw new Error(`${contract.name} has a parameter that is not described`);
    return found;
  });
  const formats = parameters.find(({ name }) => name === "format")?.schema;
  const format = formats?.enum ?? [];
  const hasViews = parameters.find(({ name }) => name === "view")?.schema.enum?.includes("compact") === true;
  const body = described.requestBody?.content["application/json"].schema;
  return {
    contract,
    type: `${contract.name.slice(0, 1).toUpperCase()}${contract.name.slice(1)}`,
    path: parameters.filter((parameter) => parameter.in === "path"),
    query: parameters.filter((parameter) => parameter.in === "query"),
    body: body === undefined ? undefined : resolved(body, document),
    answer: resolved(answer, document),
    views: hasViews ? viewsOf(contract, answer, document) : undefined,
    otherFormats: Object.keys(content).length > 1 ? format.filter((name) => name !== "json").map(String) : [],
    textIsDefault: formats?.default !== undefined && formats.default !== "json",
  };
}

/** Combines the fields of path, query and body in one schema. Throws if two have the same name. */
function inputSchema({ contract, path, query, body }: ClientOperation): Schema {
  const properties: Record<string, Schema> = {};
  const required = [...path, ...query].filter((parameter) => parameter.required).map(({ name }) => name);
  const fields = [...path, ...query].map(({ name, schema }): [string, Schema] => [name, schema]);
  for (const [name, schema] of [...fields, ...Object.entries(body?.properties ?? {})]) {
    if (properties[name] !== undefined) throw new Error(`${contract.name} has two inputs called ${name}`);
    properties[name] = schema;
  }
  return { type: "object", properties, required: [...required, ...(body?.required ?? [])] };
}

function answerTypes({ type, answer, views, contract }: ClientOperation): string {
  const exported = (name: string, text: string) => `export type ${name} = ${text};\n`;
  const doc = `/** ${contract.summary} */\n`;
  if (views === undefined) return `${doc}${exported(`${type}Answer`, typeOf(answer))}`;
  const union = (members: readonly Schema[]) => typeOf({ anyOf: members });
  return [
    `/** With view=full, the default. */\n${exported(`${type}FullAnswer`, union(views.full))}`,
    `/** With view=compact. */\n${exported(`${type}CompactAnswer`, union(views.compact))}`,
    `${doc}${exported(`${type}Answer`, `${type}FullAnswer | ${type}CompactAnswer`)}`,
  ].join("\n");
}

function typesText(operations: readonly ClientOperation[], named: Readonly<Record<string, Schema>>): string {
  // Inputs contain the fields of requests, and answerTypes exports the answers.
  const isOwn = (name: string) => operations.some(({ type }) => [`${type}Request`, `${type}Answer`].includes(name));
  const shared = Object.entries(named)
    .filter(([name]) => !isOwn(name))
    .map(([name, schema]) => `${docComment(schema.description, "")}export type ${name} = ${typeOf(schema)};\n`);
  const own = operations.map((operation) => {
    const input = inputSchema(operation);
    const hasInput = Object.keys(input.properties ?? {}).length > 0;
    const inputText = hasInput ? `export type ${operation.type}Input = ${typeOf(input)};\n\n` : "";
    return `${inputText}${answerTypes(operation)}`;
  });
  const answers = operations.map(({ contract, type, otherFormats }) => {
    const text = otherFormats.length > 0 ? " | string" : "";
    return `  ${contract.name}: ${type}Answer${text};\n`;
  });
  const all = `/** What each operation answers, by its name. */\nexport interface Answers {\n${answers.join("")}}\n`;
  return `${NOTE}\n${[...shared, ...own, all].join("\n")}`;
}

function operationsText(operations: readonly ClientOperation[]): string {
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
        .filter(([, { type = [] }]) => [type].flat().some((each) => each === "number" || each === "integer"))
        .map(([name]) => name),
      ...(body === undefined ? {} : { bodyFields: Object.keys(body.properties ?? {}) }),
    };
    return `  ${contract.name}: ${JSON.stringify(entry)},\n`;
  });
  return `${NOTE}
/** Describes a call well enough to send it. */
export interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly needsKey: boolean;
  readonly pathFields: readonly string[];
  readonly queryFields: readonly string[];
  /** Fields outside the path and the query go into the body, even if they are not listed here. */
  readonly bodyFields?: readonly string[];
  readonly numberFields: readonly string[];
}

export const OPERATIONS = {
${entries.join("")}} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;
`;
}

/** An overload of a method. */
interface Signature {
  /** Type that the input must have, too. */
  readonly where?: string;
  readonly answer: string;
  /** True if the overload applies to a call without input. */
  readonly isDefault?: boolean;
}

const NO_TARGET = "creature_id?: undefined; id?: undefined";

/** Returns the overloads from narrow to wide. The last accepts any input. */
function signaturesOf({
  type,
  otherFormats,
  textIsDefault,
  views,
  ...operation
}: ClientOperation): readonly Signature[] {
  const answer = `types.${type}Answer`;
  if (views !== undefined) {
    const compact = `types.${type}CompactAnswer`;
    const hasTarget = operation.query.some(({ name }) => name === "creature_id") && views.ofTheDead.length > 0;
    const dead = hasTarget ? [`Extract<types.${type}FullAnswer, { gravestone: unknown }>`] : [];
    return [
      ...(hasTarget ? [{ where: `{ view: "compact"; ${NO_TARGET} }`, answer: compact }] : []),
      { where: '{ view: "compact" }', answer: [compact, ...dead].join(" | ") },
      { where: '{ view?: "full" }', answer: `types.${type}FullAnswer`, isDefault: true },
      { answer, isDefault: true },
    ];
  }
  if (otherFormats.length === 0) return [{ answer, isDefault: true }];
  const others = otherFormats.map((name) => JSON.stringify(name)).join(" | ");
  const text = {
    where: `{ format${textIsDefault ? "?" : ""}: ${others} }`,
    answer: "string",
    isDefault: textIsDefault,
  };
  const json = { where: `{ format${textIsDefault ? "" : "?"}: "json" }`, answer, isDefault: !textIsDefault };
  return [...(textIsDefault ? [json, text] : [text, json]), { answer: `${answer} | string`, isDefault: true }];
}

function methodText(operation: ClientOperation): string {
  const { contract, type } = operation;
  const { properties = {}, required = [] } = inputSchema(operation);
  const doc = docComment(`${contract.summary}\n${contract.description}`, "  ");
  const call = (input: string) => `return this.request(OPERATIONS.${contract.name}, ${input}, options);`;
  if (Object.keys(properties).length === 0) {
    return `${doc}  ${contract.name}(options?: CallOptions): Promise<types.${type}Answer> {\n    ${call("{}")}\n  }\n`;
  }
  const mustHaveInput = required.length > 0;
  const heads = signaturesOf(operation).map(({ where, answer, isDefault }) => {
    const mark = isDefault === true && !mustHaveInput ? "?" : "";
    const input = [`types.${type}Input`, ...(where === undefined ? [] : [where])].join(" & ");
    return `  ${contract.name}(input${mark}: ${input}, options?: CallOptions): Promise<${answer}>`;
  });
  // Callers do not see the signature of the implementation, so it is also declared as the last overload.
  const seen = heads.length > 1 ? heads.map((head) => `${head};\n`).join("") : "";
  return `${doc}${seen}${heads.at(-1)} {\n    ${call(mustHaveInput ? "input" : "input ?? {}")}\n  }\n`;
}

function methodsText(operations: readonly ClientOperation[]): string {
  return `${NOTE}import type { CallOptions } from "../options.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import type * as types from "./types.ts";

/** One method per call of the service. */
export abstract class Operations {
  /** Sends one call. The answer has the type that the contract specifies. */
  protected abstract request<Answer>(operation: Operation, input: object, options?: CallOptions): Promise<Answer>;

${operations.map(methodText).join("\n")}}
`;
}

export function descriptionOf(contracts: readonly Contract[]): OpenApiDocument {
  return JSON.parse(JSON.stringify(openApi(contracts, "http://localhost:3000"))) as OpenApiDocument;
}

/** Adds a named list of all error codes to the description. */
function documentOf(contracts: readonly Contract[]): OpenApiDocument {
  const document = descriptionOf(contracts);
  const { schemas } = document.components;
  const { ErrorBody: body } = schemas;
  const code = { $ref: "#/components/schemas/ServiceErrorCode", description: body?.properties?.["code"]?.description };
  return {
    ...document,
    components: {
      ...document.components,
      schemas: {
        ServiceErrorCode: {
          enum: [...errorCodes(contracts)].toSorted(),
          description: "What went wrong, for programs.",
        },
        ...schemas,
        ErrorBody: { ...body, properties: { ...body?.properties, code } },
      } as Record<string, Schema>,
    },
  };
}

/** Returns the texts of the generated files by path. */
export function clientFiles(contracts: readonly Contract[]): Readonly<Record<string, string>> {
  const offered = contracts.filter(({ auth }) => auth !== "admin");
  const document = documentOf(offered);
  const operations = offered.map((contract) => {
    const described = document.paths[contract.path]?.[contract.method.toLowerCase()];
    if (described === undefined) throw new Error(`${contract.name} is missing from the OpenAPI document`);
    return operationOf(contract, described, document);
  });
  return {
    [`${FOLDER}/types.ts`]: typesText(operations, document.components.schemas),
    [`${FOLDER}/operations.ts`]: operationsText(operations),
    [`${FOLDER}/methods.ts`]: methodsText(operations),
  };
}
