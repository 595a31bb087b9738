// The program, made from the table of commands, and how it ends: every failure becomes words and an exit code.
import { Argument, Command, CommanderError, Option } from "commander";
import { GROUPS } from "./commands.ts";
import type { GlobalOptions } from "./context.ts";
import type { Entry, Part, Run } from "./entry.ts";

const AFTER_HELP = `
Getting started:
  denkeeper register ada         create an account; your key is saved for you
  denkeeper adopt Pip            adopt an egg
  denkeeper status               see how it is; the first look hatches the egg
  denkeeper keep                 stay and care for it on time

Environment: DENKEEPER_URL, DENKEEPER_KEY, DENKEEPER_PROFILE, NO_COLOR,
DENKEEPER_OPERATOR_KEY (for \`denkeeper admin\`).
Exit codes: 0 success, 1 refused by the service, 2 usage error, 3 no valid key, 4 rate limited,
5 no response, 6 refused by the creature, 7 a report for your human.`;

const HELP = ["help [command]", "Show help for a command."] as const;
const USAGE = 2;

/** A command and its arguments; that it has options is said by its own help. */
function termOf(command: Command): string {
  const args = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? "..." : ""}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...args].join(" ");
}

function filled<Kind extends Option | Argument>(part: Kind, [, , values, preset]: Part): Kind {
  if (typeof values === "function") part.argParser(values);
  else if (values !== undefined) part.choices(values);
  if (preset !== undefined) part.default(preset);
  return part;
}

/** Runs what an entry does, with what commander passes: the arguments, the options and the command. */
async function start(does: Exclude<Entry["does"], readonly Entry[]>, command: Command, given: unknown[]) {
  const { contextOf } = await import("./context.ts");
  const context = contextOf(command.optsWithGlobals<GlobalOptions>());
  if (typeof does === "string") {
    const { ask } = await import("./answers.ts");
    const fields = command.opts<Record<string, unknown>>();
    for (const [index, each] of command.registeredArguments.entries())
      fields[each.name().replaceAll("-", "_")] = given[index];
    await ask(context, does, fields);
    return;
  }
  const execute: Run = await does();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: commander passes what the entry says
  await execute(context, ...(given as never[]));
}

function add(parent: Command, entry: Entry): void {
  const { name, about, does, args = [], options = [], examples = [], after, afterError } = entry;
  const command = parent
    .command(name)
    .description(about)
    .summary(/^.+?[.:](?= |$)/.exec(about)?.[0].replace(":", ".") ?? about);
  for (const part of args) command.addArgument(filled(new Argument(part[0], part[1]), part));
  for (const part of options)
    command.addOption(part instanceof Option ? part : filled(new Option(part[0], part[1]), part));
  if (examples.length > 0)
    command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  denkeeper ${line}`).join("\n")}`);
  if (after !== undefined) command.addHelpText("after", `\n${after}`);
  if (afterError !== undefined) command.showHelpAfterError(afterError);
  if (typeof does === "string" || typeof does === "function")
    command.action(async (...given: unknown[]) => start(does, command, given));
  else {
    for (const each of does) add(command, each);
    command.helpCommand(...HELP);
  }
}

export function buildProgram(version: string): Command {
  const program = new Command("denkeeper")
    .description("Keep a creature that lives in real time and needs you to come back.")
    .version(version, "-V, --version", "show the version")
    .option("--json", "print the service's response as JSON")
    .option("--url <address>", "the service's address")
    .option("--profile <name>", "which of your accounts to use")
    .helpOption("-h, --help", "show help for a command")
    .configureHelp({ showGlobalOptions: true, subcommandTerm: termOf })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText("after", AFTER_HELP);
  for (const [title, entries] of Object.entries(GROUPS)) {
    program.commandsGroup(`${title}:`);
    for (const entry of entries) add(program, entry);
  }
  return program.helpCommand(...HELP);
}

/** Runs a command line, and leaves its exit code in `process.exitCode`. */
export async function run(words: readonly string[], version: string): Promise<void> {
  // What follows two hyphens belongs to another program.
  const json = (words.includes("--") ? words.slice(0, words.indexOf("--")) : words).includes("--json");
  const program = buildProgram(version);
  if (json) program.configureOutput({ outputError: () => {} });
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && (error.exitCode === 0 || error.code === "commander.help")) return;
    const { exitCodeOf, failureJson, failureText } = await import("./failure.ts");
    process.exitCode = isUsage ? USAGE : exitCodeOf(error);
    const usage = { code: "usage", suggestion: "See denkeeper --help." };
    const told = isUsage ? { error: error.message, ...usage } : failureJson(error);
    if (json) process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
    else if (!isUsage) process.stderr.write(`${failureText(error)}\n`);
  }
}
