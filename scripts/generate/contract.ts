// Writes docs/contract.txt, which has a line for each operation, parameter, field and error code, and finds lines that change or
// disappear although the changelog does not name them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { OperationDescription, OpenApiDocument } from "./client.ts";
import { nameIn, typeOf, type Schema } from "./types-of-schema.ts";

export const CONTRACT_FILE = "docs/contract.txt";
const NOTE =
  "Written by `npm run generate` from the contracts: what a line is about, its type, whether it is required.";
/** Separates the subject of a line from the rest. */
const GAP = "  ";

const requirement = (isRequired: boolean | undefined): string => (isRequired ? "required" : "optional");
const plainType = (schema: Schema): string =>
  typeOf(schema)
    .replaceAll(/\/\*.*?\*\/|\s+/g, " ")
    .replaceAll(/ +/g, " ");

/** Returns the lines of a field and, if it is an anonymous object, of the fields inside. */
function linesOf(name: string, schema: Schema, isRequired: boolean | undefined): readonly string[] {
  const { items, properties, required = [] } = schema;
  if (typeof items === "object" && items.$ref === undefined) return linesOf(`${name}[]`, items, isRequired);
  const type = properties === undefined ? plainType(schema) : "object";
  const inner = Object.entries(properties ?? {}).flatMap(([field, each]) =>
    linesOf(`${name}.${field}`, each, required.includes(field)),
  );
  return [[name, type, requirement(isRequired)].join(GAP), ...inner];
}

function operationLines(name: string, described: OperationDescription, document: OpenApiDocument): readonly string[] {
  const { parameters, requestBody, responses } = described;
  const { parameters: shared = {}, responses: answers } = document.components;
  const anywhere = answers?.["default"]?.["x-statuses"]?.map(String) ?? [];
  const inputs = parameters.map((each) => ("$ref" in each ? shared[nameIn(each.$ref)] : each));
  const body = requestBody?.content["application/json"].schema;
  const statuses = new Set(Object.keys(responses).flatMap((status) => (status === "default" ? anywhere : [status])));
  return [
    `${name}${GAP}${[...statuses].toSorted().join(" ")}`,
    ...inputs.flatMap((each) =>
      each === undefined ? [] : linesOf(`${name} ${each.in} ${each.name}`, each.schema, each.required),
    ),
    ...(body === undefined ? [] : linesOf(`${name} body`, body, requestBody?.required)),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { schema }]) => [`${name} ${status}`, type, plainType(schema)].join(GAP)),
    ),
  ];
}

export function contractText(document: OpenApiDocument, errorCodes: Iterable<string>): string {
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) => linesOf(name, schema, true));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, each]) =>
      operationLines(`${method.toUpperCase()} ${path}`, each, document),
    ),
  );
  const errors = [...errorCodes].toSorted().map((code) => `error ${code}`);
  return `${[NOTE, "", ...operations, "", ...schemas, "", ...errors].join("\n")}\n`;
}

const nameOf = (line: string): string => line.split(GAP)[0] ?? "";

/**
 * Returns the subjects of lines in `before` that changed or disappeared and that the changelog does not name. The name of a removed
 * operation or object covers its fields.
 */
export function unnamed(before: string, now: string, changelog: string): readonly string[] {
  const current = now.split("\n");
  const lines = before.split("\n").filter((line) => line.includes(GAP) || line.startsWith("error "));
  const names = [...new Set(lines.filter((line) => !current.includes(line)).map(nameOf))];
  const isNamed = (name: string) => changelog.includes(`\`${name}\``);
  const left = names.filter((name) => isNamed(name) && !current.some((line) => nameOf(line) === name));
  const isWithin = (name: string) => left.some((whole) => name.startsWith(`${whole} `) || name.startsWith(`${whole}.`));
  return names.filter((name) => !isNamed(name) && !isWithin(name));
}

const git = (...args: readonly string[]): string => spawnSync("git", args, { encoding: "utf8" }).stdout;

/** Returns the changes that the changelog does not name, since `CONTRACT_FILE` and, if git knows it, the newest release. */
export function silentChanges(now: string): readonly string[] {
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1);
  const tag = git("describe", "--tags", "--abbrev=0", "--match", "v*").trim();
  const released = sections.findIndex((section) => section.startsWith(`${tag.slice(1)} `));
  const since = sections.slice(0, Math.max(1, released)).join("");
  const here = existsSync(CONTRACT_FILE) ? readFileSync(CONTRACT_FILE, "utf8") : "";
  const before = [here, git("show", `${tag}:${CONTRACT_FILE}`)];
  return [...new Set(before.flatMap((text) => unnamed(text, now, since)))];
}
