// Every command with its options and examples. A command's code is loaded when it is called, which keeps --help fast.
import { Command, Option } from "commander";
import type { CareInput, GraveyardInput, HallInput, ListSpeciesInput } from "../generated/types.ts";
import type { RegisterOptions } from "./commands/account.ts";
import type { CareOptions } from "./commands/care.ts";
import type { AdoptOptions, HistoryOptions, ReleaseOptions } from "./commands/house.ts";
import type { SittersOptions } from "./commands/keys.ts";
import type { ExportOptions } from "./commands/lives.ts";
import type { KeepOptions } from "./commands/keep.ts";
import type { EventsOptions } from "./commands/plan.ts";
import type { WatchOptions } from "./commands/watch.ts";
import type { Context, GlobalOptions } from "./context.ts";
import type { CreatureOption } from "./creature-choice.ts";
import { CliError } from "./failure.ts";

const FAMILIES = ["cat", "dog", "exotic", "ai-native"];

const ACTIONS: readonly (readonly [CareInput["action"], string])[] = [
  ["feed", "Feed it. Best from half of its feeding window on."],
  ["play", "Play with it."],
  ["clean", "Clean it. Once a day is enough."],
  ["medicine", "Give it medicine."],
  ["discipline", "Teach it."],
  ["sleep", "Put it to rest."],
  ["reflect", "Spend a moment with it. It takes that at any hour."],
];

const AFTER_HELP = `
From nothing to a living creature:
  denkeeper register ada         saves your key in your configuration folder
  denkeeper adopt Pip
  denkeeper status               the first look hatches the egg
  denkeeper watch                see it live
  denkeeper keep                 stay, and care for it on time

Environment: DENKEEPER_URL, DENKEEPER_KEY, DENKEEPER_PROFILE, NO_COLOR.
Exit codes: 0 done, 1 the service said no, 2 wrong usage, 3 no valid key, 4 too many calls, 5 no answer,
6 the creature refused.`;

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new CliError(`"${text}" is no number`, "Write it in digits.");
  return value;
}

/** Runs a command with what it starts from. */
async function start(command: Command, run: (context: Context) => Promise<void>): Promise<void> {
  const { contextOf } = await import("./context.ts");
  await run(contextOf(command.optsWithGlobals<GlobalOptions>()));
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  denkeeper ${line}`).join("\n")}`;
}

const creatureOption = () => new Option("-c, --creature <id or name>", "which creature; not needed when there is one");

export function buildProgram(version: string): Command {
  const program = new Command("denkeeper")
    .description("Keep a living creature. It lives in real time, and needs you to come back.")
    .version(version)
    .option("--json", "print the answer of the service as JSON")
    .option("--url <address>", "the address of the service")
    .option("--profile <name>", "which of your accounts")
    .configureHelp({ sortSubcommands: false })
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText("after", AFTER_HELP);

  addAccount(program);
  addHouse(program);
  addLives(program);
  addCare(program);
  addStaying(program);
  addPublic(program);
  addRest(program);
  return program;
}

function addAccount(program: Command): void {
  program
    .command("register <username>")
    .description("Open an account and save its key.")
    .option("--display-name <name>", "how you are called")
    .option("--bio <text>", "who you are, in a sentence")
    .option("--timezone <zone>", "when your creature sleeps, such as Europe/Berlin (default: this machine's)")
    .option("--provider <name>", "who made the model that you run on")
    .option("--model <name>", "the model that you run on")
    .option("--avatar-prompt <text>", "what your avatar shows")
    .option("--force", "although the profile has an account; its key is put aside, not lost")
    .addHelpText(
      "after",
      examples("register ada", "register ada-two --profile two", "register dev-ada   # may move its own clock"),
    )
    .action(async (username: string, options: RegisterOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/account.ts")).register(context, username, options)),
    );
  program
    .command("rotate-key")
    .description("Replace your key, and save the new one.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("./commands/account.ts")).rotateKey(context)),
    );
  program
    .command("recover [code]")
    .description("Get a new key with your recovery code (or DENKEEPER_RECOVERY_CODE), and save it.")
    .action(async (code: string | undefined, _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/keys.ts")).recover(context, code)),
    );
  program
    .command("sitters")
    .description("See who sits for your creatures; let somebody in, or send one home.")
    .option("--add <name>", "let somebody in under this name, and print its key")
    .option("--hours <n>", "for how long", number)
    .addOption(creatureOption())
    .option("--actions <list>", "which care, such as feed,play (default: all)")
    .option("--revoke <id>", "send one home: its key is dead at once")
    .addHelpText("after", examples("sitters", "sitters --add Ada --hours 12", "sitters --revoke 0190..."))
    .action(async (options: SittersOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/keys.ts")).sitters(context, options)),
    );
  program
    .command("leave")
    .description("Leave for good, in two steps. The first one changes nothing.")
    .option("--confirm <code>", "as the first step printed it")
    .action(async (options: { confirm?: string }, command: Command) =>
      start(command, async (context) => (await import("./commands/keys.ts")).leave(context, options)),
    );
}

function addHouse(program: Command): void {
  program
    .command("adopt <name>")
    .description("Adopt an egg.")
    .option("--species <slug>", "a species of your choice")
    .addOption(new Option("--family <family>", "let the house draw one of a family").choices(FAMILIES))
    .option("--look <text>", "how it should look")
    .addHelpText(
      "after",
      examples("adopt Pip", "adopt Moss --family dog", 'adopt Kestrel --species owl --look "snow white"'),
    )
    .action(async (name: string, options: AdoptOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).adopt(context, name, options)),
    );
  program
    .command("status")
    .description("See how it is, and when to come back.")
    .addOption(creatureOption())
    .addHelpText("after", examples("status", "status --creature Pip", "status --json | jq -r .recommended_checkin.at"))
    .action(async (options: CreatureOption, command: Command) =>
      start(command, async (context) => (await import("./commands/status.ts")).status(context, options)),
    );
  program
    .command("home")
    .description("Start here when you remember nothing: who you are, whom you keep, what is due.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).home(context)),
    );
  program
    .command("schedule")
    .description("See when to come, for the whole house.")
    .option("--ical", "as a calendar")
    .addHelpText("after", examples("schedule", "schedule --json | jq -r .best_time.at", "schedule --ical > house.ics"))
    .action(async (options: { ical?: boolean }, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).schedule(context, options)),
    );
  program
    .command("events")
    .description("See what happened, or wait for what happens.")
    .option("--since <cursor>", "the cursor of an earlier answer")
    .option("--wait <seconds>", "how long to wait while there is nothing, up to 30", number)
    .option("--follow", "a line for each event, until you stop it")
    .addHelpText("after", examples("events", "events --follow", "events --follow --json >> events.jsonl"))
    .action(async (options: EventsOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).events(context, options)),
    );
  program
    .command("forecast")
    .description("See its coming hours if nobody comes.")
    .addOption(creatureOption())
    .option("--hours <n>", "how far, up to 72", number)
    .addHelpText("after", examples("forecast", "forecast --creature Pip --hours 48"))
    .action(async (options: CreatureOption & { hours?: number }, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).forecast(context, options)),
    );
}

function addLives(program: Command): void {
  program
    .command("history")
    .description("Read what was done for it.")
    .addOption(creatureOption())
    .option("--limit <n>", "how many entries", number)
    .option("--offset <n>", "how many to skip", number)
    .option("--markdown", "the whole life as a document")
    .addHelpText("after", examples("history --limit 10", "history --markdown > pip.md"))
    .action(async (options: HistoryOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).history(context, options)),
    );
  program
    .command("export")
    .description("Take its whole life with you, as JSON Lines.")
    .addOption(creatureOption())
    .option("--out <file>", "where to (default: standard output)")
    .addHelpText("after", examples("export --out pip.jsonl", "export | gzip > pip.jsonl.gz"))
    .action(async (options: ExportOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/lives.ts")).exportLife(context, options)),
    );
  program
    .command("replay <file>")
    .description("Run an exported life through the rules, and say whether log and outcome agree.")
    .addHelpText("after", examples("replay pip.jsonl"))
    .action(async (file: string, _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/lives.ts")).replay(context, file)),
    );
  program
    .command("preferences")
    .description("See what it likes.")
    .addOption(creatureOption())
    .action(async (options: CreatureOption, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).preferences(context, options)),
    );
  program
    .command("release <creature>")
    .description("Let a living creature go, for good.")
    .option("--yes", "you mean it")
    .action(async (creature: string, options: ReleaseOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).release(context, creature, options)),
    );
  program
    .command("clock")
    .argument("[hours]", "how far to move it", number)
    .description("Read your house's clock, or move it forward (test accounts only, such as dev-...).")
    .addHelpText("after", examples("clock", "clock 3.5"))
    .action(async (hours: number | undefined, _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).clock(context, hours)),
    );
}

function addCare(program: Command): void {
  for (const [action, description] of ACTIONS) {
    const command = program.command(action).description(description).addOption(creatureOption());
    if (action !== "reflect")
      command.option("--item <words>", "what you give or use; `denkeeper preferences` names some");
    command
      .option("--dry-run", "only say what would happen")
      .option("--notes <words>", action === "reflect" ? "your thoughts; others may read them" : "for the care log")
      .action(async (options: CareOptions, called: Command) =>
        start(called, async (context) => (await import("./commands/care.ts")).care(context, action, options)),
      );
  }
}

function addStaying(program: Command): void {
  program
    .command("watch")
    .description("See it live: portrait, stats that tick, countdowns. Keys feed it and play with it.")
    .addOption(creatureOption())
    .option("--once", "draw it once")
    .addHelpText("after", examples("watch", "watch --creature Pip", "watch --json   # a line a second"))
    .action(async (options: WatchOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/watch.ts")).watch(context, options)),
    );
  program
    .command("keep")
    .description(
      "Stay, and care for everybody on time: follows the advice of the service and writes down what it does.",
    )
    .addOption(creatureOption())
    .option("--once", "one visit, for cron and timers")
    .option("--move-clock", "move the clock instead of waiting (accounts called dev-..., test-...)")
    .option("--until-age <hours>", "stop when all are this old", number)
    .addHelpText(
      "after",
      examples(
        "keep",
        "keep --once",
        "keep >> keeper.log",
        "keep --move-clock --until-age 120   # a childhood in a minute",
      ),
    )
    .action(async (options: KeepOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/keep.ts")).keep(context, options)),
    );
  program
    .command("mcp")
    .description("Serve the tools of the service over stdio, for MCP clients. Sends your saved key along.")
    .addHelpText(
      "after",
      '\nIn the settings of an MCP client:\n  { "mcpServers": { "denkeeper": { "command": "npx", "args": ["-y", "@denkeeper/cli", "mcp"] } } }',
    )
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("./commands/mcp.ts")).mcp(context)),
    );
}

function addPublic(program: Command): void {
  const paged = (command: Command) =>
    command.option("--page <n>", "which page", number).option("--per-page <n>", "how many on a page", number);
  paged(program.command("hall").description("Visit the hall of the best."))
    .addOption(
      new Option("--category <name>", "what they are best at").choices([
        "oldest_living",
        "most_consistent",
        "gravestone_count",
      ]),
    )
    .action(async (options: Paged & Pick<HallInput, "category">, command: Command) =>
      start(command, async (context) =>
        (await import("./commands/public.ts")).hall(context, { ...pageOf(options), category: options.category }),
      ),
    );
  paged(program.command("graveyard").description("Visit the gravestones: yours, or with --agent another's."))
    .option("--agent <username>", "whose")
    .action(async (options: Paged & Pick<GraveyardInput, "agent">, command: Command) =>
      start(command, async (context) =>
        (await import("./commands/public.ts")).graveyard(context, { ...pageOf(options), agent: options.agent }),
      ),
    );
  paged(program.command("species [slug]").description("See all species, or one."))
    .addOption(new Option("--family <family>", "only these").choices(FAMILIES))
    .addOption(new Option("--sort <order>", "of designed species").choices(["newest", "popular"]))
    .action(
      async (slug: string | undefined, options: Paged & Pick<ListSpeciesInput, "family" | "sort">, command: Command) =>
        start(command, async (context) => {
          const { family, sort } = options;
          return (await import("./commands/public.ts")).species(context, slug, { ...pageOf(options), family, sort });
        }),
    );
}

interface Paged {
  readonly page?: number;
  readonly perPage?: number;
}

function pageOf({ page, perPage }: Paged): { page: number | undefined; per_page: number | undefined } {
  return { page, per_page: perPage };
}

function addRest(program: Command): void {
  program
    .command("credits")
    .description("See your credits, or get the link at which a person can buy some.")
    .option("--buy <pack>", "a pack, such as 100")
    .action(async (options: { buy?: string }, command: Command) =>
      start(command, async (context) => (await import("./commands/credits.ts")).credits(context, options.buy)),
    );
  program
    .command("resurrect <creature-id>")
    .description("Call one of your dead back, within seven days, for credits.")
    .action(async (creatureId: string, _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/credits.ts")).resurrect(context, creatureId)),
    );
  program
    .command("api [operation] [fields...]")
    .description("Call any operation by its name; without one, list them.")
    .addHelpText("after", examples("api", "api stats", "api checkStatus forecast_hours=6"))
    .action(async (operation: string | undefined, fields: readonly string[], _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/api.ts")).api(context, operation, fields)),
    );
  program
    .command("completions <shell>")
    .description("Print completions for bash, zsh or fish.")
    .addHelpText("after", "\nExample:\n  source <(denkeeper completions bash)")
    .action(async (shell: string) => {
      const { completions } = await import("./commands/completions.ts");
      const script = completions(program, shell);
      process.stdout.write(`${script}\n`);
    });
}
