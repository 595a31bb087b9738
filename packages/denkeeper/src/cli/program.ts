// Builds the program from the command table and turns every failure into a message and an exit code. Command code is loaded on
// demand to keep help fast.
import { Command, CommanderError, Option } from "commander";
import { OPERATIONS } from "../generated/operations.ts";
import { GROUPS } from "./commands.ts";
import type { GlobalOptions } from "./context.ts";
import { fieldOf, type CommandEntry, type CommandOption } from "./entry.ts";

const AFTER_HELP = `
Getting started:
  denkeeper register ada         create an account; your key is saved for you
  denkeeper adopt Pip            adopt an egg
  denkeeper status               see how it is; the first check hatches the egg
  denkeeper keep                 stay and care for it on time
  denkeeper api                  everything else: hall, species, stats, ...

Environment: DENKEEPER_URL, DENKEEPER_KEY, DENKEEPER_PROFILE, NO_COLOR.
Exit codes: 0 success, 1 refused by the service, 2 usage error, 3 no valid key, 4 rate limited,
5 no response, 6 refused by the creature, 7 a report for your human (visit) or
something still due (run).`;

const HELP = ["help [command]", "Show help for a command."] as const;
const USAGE = 2;

/** Formats a command and its arguments for the list of commands. Options appear only in the command's own help. */
const subcommandTerm = (command: Command): string =>
  `${command.name()} ${command.usage().replaceAll(/\[(options|command)\] ?/g, "")}`.trim();

function optionOf([flags, about, values]: CommandOption): Option {
  const option = new Option(flags, about);
  if (typeof values === "function") return option.argParser(values);
  return values === undefined ? option : option.choices(values);
}

/** Runs an entry. Commander supplies `values`: the arguments, the options, and the command. */
async function start(
  { run: load, calls, sends, warns }: CommandEntry,
  command: Command,
  values: unknown[],
): Promise<void> {
  const { contextOf } = await import("./context.ts");
  const context = contextOf(command.optsWithGlobals<GlobalOptions>());
  if (load !== undefined) {
    const execute = await load();
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the entry determines what commander passes
    await execute(context, ...(values as never[]));
  } else if (calls !== undefined) {
    const { ask } = await import("./answers.ts");
    const options = Object.entries(command.opts<Record<string, unknown>>());
    const args = command.registeredArguments.map((argument, index) => [argument.name(), values[index]] as const);
    const fields = [...options, ...args].map(([word, value]) => [fieldOf(word), value] as const);
    await ask(context, calls, { ...sends, ...Object.fromEntries(fields) }, warns);
  }
}

function add(parent: Command, entry: CommandEntry): void {
  const { name, about, warns, options = [], examples = [], after, afterError, below = [] } = entry;
  const command = parent
    .command(name)
    .description(about)
    .summary(/^.+?[.:](?= |$)/.exec(about)?.[0].replace(":", ".") ?? about);
  for (const option of options) command.addOption(optionOf(option));
  if (warns !== undefined) command.addOption(new Option("--yes", "confirm"));
  if (examples.length > 0)
    command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  denkeeper ${line}`).join("\n")}`);
  if (after !== undefined) command.addHelpText("after", `\n${after}`);
  if (afterError !== undefined) command.showHelpAfterError(afterError);
  command.action(async (...values: unknown[]) => start(entry, command, values));
  for (const subcommand of below) add(command, subcommand);
  if (below.length > 0) command.helpCommand(...HELP);
}

export function buildProgram(version: string): Command {
  const program = new Command("denkeeper")
    .description("Keep a creature that lives in real time and needs you to come back.")
    .version(version, "-V, --version", "show the version")
    .option("--json", "print the service's response as JSON")
    .option("--url <address>", "the service's address")
    .option("--profile <name>", "which of your accounts to use")
    .helpOption("-h, --help", "show help for a command")
    .configureHelp({ showGlobalOptions: true, subcommandTerm })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText("after", AFTER_HELP);
  for (const [title, entries] of Object.entries(GROUPS)) {
    program.commandsGroup(`${title}:`);
    for (const entry of entries) add(program, entry);
  }
  return program.helpCommand(...HELP);
}

/** Suggests calls whose names contain the unknown command. */
function callsLike(word: string): string {
  const calls = Object.keys(OPERATIONS).filter((name) => name.toLowerCase().includes(word.toLowerCase()));
  return word.length < 4 ? "" : calls.map((name) => `\n  denkeeper api ${name}`).join("");
}

/** Runs a command line and sets `process.exitCode`. */
export async function run(words: readonly string[], version: string): Promise<void> {
  // Words after `--` belong to the command that `run` starts.
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
    const like = isUsage && error.code === "commander.unknownCommand" ? callsLike(program.args[0] ?? "") : "";
    const suggestion = like === "" ? "See denkeeper --help." : `Calls of the API:${like}`;
    const failure = isUsage ? { error: error.message, code: "usage", suggestion } : failureJson(error);
    if (json) process.stdout.write(`${JSON.stringify(failure, null, 2)}\n`);
    else if (!isUsage) process.stderr.write(`${failureText(error)}\n`);
    else if (like !== "") process.stderr.write(`${suggestion}\n`);
  }
}
