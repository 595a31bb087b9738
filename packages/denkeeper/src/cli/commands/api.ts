// `api`: makes any call by operation name or path, including calls without a command.
import { OPERATIONS, type Operation, type OperationName } from "../../generated/operations.ts";
import { operationOf, pathPattern } from "../../steps.ts";
import { ask, askUnknown } from "../answers.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../context.ts";
import { parseJson, type Fields } from "../json.ts";
import { facts } from "../text.ts";

const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name);
const isMethod = (name: string): name is Operation["method"] => /^(GET|POST|DELETE)$/.test(name);

/** Parses field=value pairs. Numbers, booleans, lists, and objects are converted; all other values remain strings. */
function fieldsIn(words: readonly string[], numberFields: readonly string[]): Fields {
  const pairs = words.map((word): readonly [string, unknown] => {
    const [field = "", ...rest] = word.split("=");
    const value = rest.join("=");
    if (rest.length === 0) throw new CliError(`"${word}" is not of the form field=value`, "For example: name=Pip");
    if (numberFields.includes(field)) return [field, Number(value)];
    return [field, (/^(true|false|[[{].*)$/s.test(value) ? parseJson(value) : undefined) ?? value];
  });
  return Object.fromEntries(pairs);
}

/** Calls whose answer contains a key have their own commands, which save the key. */
const KEYED: Readonly<Record<string, string>> = { register: "register", recover: "recover", rotateKey: "rotate-key" };

export async function api(context: CommandContext, name: string | undefined, words: readonly string[]): Promise<void> {
  if (name === undefined) {
    const list = Object.values<Operation>(OPERATIONS).map((operation): readonly [string, string] => {
      const fields = [...operation.pathFields, ...operation.queryFields, ...(operation.bodyFields ?? [])];
      return [operation.name, [operation.summary, ...fields.map((field) => `${field}=`)].join(" ")];
    });
    return context.print(OPERATIONS, () => facts(Object.fromEntries(list)));
  }
  if (isMethod(name)) return byPath(context, name, words);
  if (!isOperation(name))
    throw new CliError(`There is no call named "${name}"`, "List all calls with their fields:\n  denkeeper api");
  await byName(context, name, fieldsIn(words, OPERATIONS[name].numberFields));
}

async function byName(context: CommandContext, name: OperationName, fields: Fields): Promise<void> {
  const command = KEYED[name];
  if (command !== undefined)
    throw new CliError("This call returns a key that must be saved", `Use:\n  denkeeper ${command}`);
  await ask(context, name, fields);
}

/** Makes a call by method and path, such as "GET /api/house/hall?category=oldest_living". */
async function byPath(
  context: CommandContext,
  method: Operation["method"],
  [endpoint = "", ...words]: readonly string[],
) {
  const [path = "", search = ""] = endpoint.split("?", 2);
  const known = operationOf({ action: "", method, endpoint, description: "" });
  const inPath = known === undefined ? {} : pathPattern(known).exec(path)?.groups;
  const input = fieldsIn(words, known?.numberFields ?? []);
  const fields = { ...inPath, ...Object.fromEntries(new URLSearchParams(search)), ...input };
  if (known !== undefined && isOperation(known.name)) return byName(context, known.name, fields);
  const common = { name: endpoint, method, path, summary: "", needsKey: false, pathFields: [], numberFields: [] };
  const placed = method === "GET" ? { queryFields: Object.keys(fields) } : { queryFields: [], bodyFields: [] };
  await askUnknown(context, { ...common, ...placed }, fields);
}
