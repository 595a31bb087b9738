// How answers look: a layout for those that are looked at every day (layouts.ts), and for all others their message, their facts
// and their lists. What to type next stands below.
import { OPERATIONS, type Operation, type OperationName } from "../generated/operations.ts";
import { CliError, EXIT } from "./cli-error.ts";
import { requireKey, type CommandContext } from "./context.ts";
import { creatureId } from "./creature-choice.ts";
import { fieldsOf, type Fields } from "./json.ts";
import { LAYOUTS, type JsonAnswer } from "./layouts.ts";
import { lines, nextLines, residents, type OutputLines } from "./next-command.ts";
import { stripDisguises, bold, dim, facts, listOf } from "./text.ts";

/** Fields that say nothing to whoever reads, or that stand elsewhere. */
const SILENT = /^(next_steps|message|success|recommended_checkin|house_time|(.+_)?untrusted)$/;

const isList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "object" && each !== null);
const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 5;

/** The message, the facts, and a block for each list. A message tells enough of what it is about. */
function generic(answer: object): OutputLines {
  const { message, pagination } = fieldsOf(answer);
  const { page, pages, total } = fieldsOf(pagination);
  const all = Object.entries(answer).filter(([name, value]) => !SILENT.test(name) && value !== null);
  const shown = all.filter(
    ([name, value]) => name !== "pagination" && !(typeof message === "string" && isGroup(value)),
  );
  const blocks = shown.filter(([, value]) => isList(value) || isGroup(value));
  return [
    typeof message === "string" && message,
    facts(Object.fromEntries(shown.filter((each) => !blocks.includes(each)))),
    ...blocks.flatMap(([name, value]) => [
      `\n${bold(name.replaceAll("_", " "))}`,
      isList(value) ? listOf(value) : facts(fieldsOf(value)),
    ]),
    Number(total) > 0 && dim(`Page ${String(page)} of ${String(pages)}, ${String(total)} in all.`),
  ];
}

/** Remembers who lives here, so that suggestions can name them. The dead and the gone have only their ids. */
function noteResidents(answer: object): void {
  const { creature, creatures, other_creatures: others } = fieldsOf(answer);
  for (const each of [creature, creatures, others].flat()) {
    const { id, name, alive } = fieldsOf(each);
    if (typeof id === "string" && typeof name === "string" && alive !== false) residents.set(id, name);
  }
}

/** Prints what an operation answered. */
function show<Name extends OperationName>(context: CommandContext, name: Name, answer: JsonAnswer<Name>): void {
  if (name === "release") residents.clear();
  else if (OPERATIONS[name].needsKey) noteResidents(answer);
  if (name === "care" && fieldsOf(fieldsOf(answer)["action_result"])["success"] === false)
    process.exitCode = EXIT.refusedByCreature;
  context.print(answer, (shown) => {
    const told = LAYOUTS[name]?.(shown) ?? generic(shown);
    return lines([...told, nextLines(shown.next_steps)]).replace(/^\n/, "");
  });
}

/** A file is written as it came; only a terminal obeys escape sequences. */
function showText({ json, print }: CommandContext, text: string): void {
  if (json) print({ text }, () => text);
  else process.stdout.write(process.stdout.isTTY ? stripDisguises(text) : text);
}

/** The service answers a long poll within this. */
const PATIENTLY = { timeoutMs: 45_000 };

/** Asks for an operation and prints its answer. A creature may go by its name. */
export async function ask(context: CommandContext, name: OperationName, { yes, ...given }: Fields, warning?: string) {
  if (OPERATIONS[name].needsKey) requireKey(context);
  const { creature_id: creature } = given;
  const target = typeof creature === "string" ? { creature_id: await creatureId(context, name, creature) } : {};
  if (warning !== undefined && yes !== true)
    throw new CliError(`${warning}. Nothing has happened yet`, "To confirm, add --yes.");
  const answer = await context.client.call(name, { ...given, ...target }, PATIENTLY);
  if (typeof answer === "string") showText(context, answer);
  else show(context, name, answer);
}

/** The same for a call that the client does not know, such as those of operators. */
export async function askUnknown(context: CommandContext, operation: Operation, given: Fields): Promise<void> {
  const answer = await context.client.call(operation, given, PATIENTLY);
  if (typeof answer === "string") showText(context, answer);
  else context.print(fieldsOf(answer), (shown) => lines(generic(shown)).replace(/^\n/, ""));
}
