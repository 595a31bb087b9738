// The program, made from the table of commands, and how it ends: every failure becomes words and an exit code. What a command
// runs is loaded on demand, so that help stays fast.
import { Command, CommanderError, Option } from "commander";
import { OPERATIONS } from "../generated/operations.ts";
import { GROUPS } from "./commands.ts";
import type { CommandContext, GlobalOptions } from "./context.ts";
import { fieldOf, type CommandEntry, type CommandOption, type RunName } from "./entry.ts";

const AFTER_HELP = `
Getting started:
  denkeeper register ada         create an account; your key is saved for you
  denkeeper adopt Pip            adopt an egg
  denkeeper status               see how it is; the first look hatches the egg
  denkeeper keep                 stay and care for it on time
  denkeeper api                  everything else: hall, species, stats, ...

Environment: DENKEEPER_URL, DENKEEPER_KEY, DENKEEPER_PROFILE, NO_COLOR.
Exit codes: 0 success, 1 refused by the service, 2 usage error, 3 no valid key, 4 rate limited,
5 no response, 6 refused by the creature, 7 a report for your human.`;

const HELP = ["help [command]", "Show help for a command."] as const;
const USAGE = 2;

/** Takes what commander passes: the arguments, then the options. */
type RunCommand = (context: CommandContext, ...given: never[]) => Promise<void>;

const RUNS: Readonly<Record<RunName, () => Promise<RunCommand>>> = {
  adopt: async () => (await import("./commands/adopt.ts")).adopt,
  api: async () => (await import("./commands/api.ts")).api,
  keep: async () => (await import("./commands/keep.ts")).keep,
  login: async () => (await import("./commands/account.ts")).login,
  mcp: async () => (await import("./commands/mcp.ts")).mcp,
  recover: async () => (await import("./commands/account.ts")).recover,
  register: async () => (await import("./commands/account.ts")).register,
  replay: async () => (await import("./commands/replay.ts")).replay,
  rotateKey: async () => (await import("./commands/account.ts")).rotateKey,
  run: async () => (await import("./commands/run.ts")).run,
  visit: async () => (await import("./commands/keep.ts")).visit,
  whoami: async () => (await import("./commands/account.ts")).whoami,
};

/** A command and its arguments; that it has options is said by its own help. */
const subcommandTerm = (command: Command): string =>
  `${command.name()} ${command.usage().replaceAll(/\[(options|command)\] ?/g, "")}`.trim();

function optionOf([flags, about, values, preset]: CommandOption): Option {
  const option = new Option(flags, about);
  if (typeof values === "function") option.argParser(values);
  else if (values !== undefined) option.choices(values);
  return preset === undefined ? option : option.default(preset);
}

/** Runs an entry, with what commander passes: the arguments, the options and the command. */
async function start(
  { run: name, calls, sends, warns }: CommandEntry,
  command: Command,
  given: unknown[],
): Promise<void> {
  const { contextOf } = await import("./context.ts");
  const context = contextOf(command.optsWithGlobals<GlobalOptions>());
  if (name !== undefined) {
    const execute = await RUNS[name]();
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: commander passes what the entry says
    await execute(context, ...(given as never[]));
  } else if (calls !== undefined) {
    const { ask } = await import("./answers.ts");
    const options = Object.entries(command.opts<Record<string, unknown>>());
    const args = command.registeredArguments.map((each, index) => [each.name(), given[index]] as const);
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
  for (const part of options) command.addOption(optionOf(part));
  if (warns !== undefined) command.addOption(new Option("--yes", "confirm"));
  if (examples.length > 0)
    command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  denkeeper ${line}`).join("\n")}`);
  if (after !== undefined) command.addHelpText("after", `\n${after}`);
  if (afterError !== undefined) command.showHelpAfterError(afterError);
  command.action(async (...given: unknown[]) => start(entry, command, given));
  for (const each of below) add(command, each);
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

/** Whoever types the name of a call, or a part of it, is led to it. */
function callsLike(word: string): string {
  const calls = Object.keys(OPERATIONS).filter((name) => name.toLowerCase().includes(word.toLowerCase()));
  return word.length < 4 ? "" : calls.map((name) => `\n  denkeeper api ${name}`).join("");
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
    const like = isUsage && error.code === "commander.unknownCommand" ? callsLike(program.args[0] ?? "") : "";
    const suggestion = like === "" ? "See denkeeper --help." : `Calls of the API:${like}`;
    const told = isUsage ? { error: error.message, code: "usage", suggestion } : failureJson(error);
    if (json) process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
    else if (!isUsage) process.stderr.write(`${failureText(error)}\n`);
    else if (like !== "") process.stderr.write(`${suggestion}\n`);
  }
}
