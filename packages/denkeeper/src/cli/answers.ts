// Makes calls and prints their answers, by a layout of layouts.ts or generically, followed by suggested commands.
import { OPERATIONS, type Operation, type OperationName } from "../generated/operations.ts";
import { CliError, EXIT } from "./cli-error.ts";
import { requireKey, type CommandContext } from "./context.ts";
import { creatureId } from "./creature-choice.ts";
import { fieldsOf, type Fields } from "./json.ts";
import { LAYOUTS, type JsonAnswer } from "./layouts.ts";
import { lines, nextLines, residents, type OutputLines } from "./next-command.ts";
import { stripDisguises, bold, dim, facts, listOf } from "./text.ts";

/** Fields that the generic layout omits because they are for programs or printed elsewhere. */
const OMITTED = /^(next_steps|message|success|recommended_checkin|house_time|(.+_)?untrusted)$/;

const isList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "object" && item !== null);
const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 5;

/** Lays out the message, the facts, and a block for each list or large object. A message replaces the large objects. */
function generic(answer: object): OutputLines {
  const { message, pagination } = fieldsOf(answer);
  const { page, pages, total } = fieldsOf(pagination);
  const fields = Object.entries(answer).filter(
    ([name, value]) =>
      !OMITTED.test(name) &&
      value !== null &&
      name !== "pagination" &&
      !(typeof message === "string" && isGroup(value)),
  );
  const blocks = fields.filter(([, value]) => isList(value) || isGroup(value));
  return [
    typeof message === "string" && message,
    facts(Object.fromEntries(fields.filter((field) => !blocks.includes(field)))),
    ...blocks.flatMap(([name, value]) => [
      `\n${bold(name.replaceAll("_", " "))}`,
      isList(value) ? listOf(value) : facts(fieldsOf(value)),
    ]),
    Number(total) > 0 && dim(`Page ${String(page)} of ${String(pages)}, ${String(total)} in all.`),
  ];
}

/** Stores the names of residents for suggested commands. Dead creatures are suggested by id. */
function noteResidents(answer: object): void {
  const { creature, creatures, other_creatures: others } = fieldsOf(answer);
  for (const resident of [creature, creatures, others].flat()) {
    const { id, name, alive } = fieldsOf(resident);
    if (typeof id === "string" && typeof name === "string" && alive !== false) residents.set(id, name);
  }
}

function show<Name extends OperationName>(context: CommandContext, name: Name, answer: JsonAnswer<Name>): void {
  if (name === "release") residents.clear();
  else if (OPERATIONS[name].needsKey) noteResidents(answer);
  if (name === "care" && fieldsOf(fieldsOf(answer)["action_result"])["success"] === false)
    process.exitCode = EXIT.refusedByCreature;
  context.print(answer, (plain) => {
    const layout = LAYOUTS[name]?.(plain) ?? generic(plain);
    return lines([...layout, nextLines(plain.next_steps)]).replace(/^\n/, "");
  });
}

/** Writes a document unchanged to a file or pipe. A terminal would obey escape sequences, so they are stripped there. */
function showText({ json, print }: CommandContext, text: string): void {
  if (json) print({ text }, () => text);
  else process.stdout.write(process.stdout.isTTY ? stripDisguises(text) : text);
}

/** The timeout exceeds the time for which the service holds a long poll. */
const PATIENTLY = { timeoutMs: 45_000 };

/** Calls an operation and prints its answer. The input may identify the creature by name. */
export async function ask(context: CommandContext, name: OperationName, { yes, ...input }: Fields, warning?: string) {
  if (OPERATIONS[name].needsKey) requireKey(context);
  const { creature_id: creature } = input;
  const target = typeof creature === "string" ? { creature_id: await creatureId(context, name, creature) } : {};
  if (warning !== undefined && yes !== true)
    throw new CliError(`${warning}. Nothing has happened yet`, "To confirm, add --yes.");
  const answer = await context.client.call(name, { ...input, ...target }, PATIENTLY);
  if (typeof answer === "string") showText(context, answer);
  else show(context, name, answer);
}

/** Calls an operation that the typed client lacks, such as an operator call, and prints its answer. */
export async function askUnknown(context: CommandContext, operation: Operation, input: Fields): Promise<void> {
  const answer = await context.client.call(operation, input, PATIENTLY);
  if (typeof answer === "string") showText(context, answer);
  else context.print(fieldsOf(answer), (plain) => lines(generic(plain)).replace(/^\n/, ""));
}
