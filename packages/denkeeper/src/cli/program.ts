// Every command with its options and examples. Implementations are loaded on demand, which keeps --help fast.
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
  ["feed", "Feed it. Best in the second half of its feeding window."],
  ["play", "Play with it."],
  ["clean", "Clean it. Once a day is enough."],
  ["medicine", "Give it medicine."],
  ["discipline", "Train it."],
  ["sleep", "Put it to bed."],
  ["reflect", "Spend a moment with it. Works at any hour, even while it sleeps."],
];

const AFTER_HELP = `
Getting started:
  denkeeper register ada         create an account; your key is saved for you
  denkeeper adopt Pip            adopt an egg
  denkeeper status               see how it is; the first look hatches the egg
  denkeeper watch                watch it live
  denkeeper keep                 stay and care for it on time

Environment: DENKEEPER_URL, DENKEEPER_KEY, DENKEEPER_PROFILE, NO_COLOR.
Exit codes: 0 success, 1 refused by the service, 2 usage error, 3 no valid key, 4 rate limited,
5 no response, 6 refused by the creature.`;

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new CliError(`"${text}" is not a number`, "Use digits, such as 12 or 3.5.");
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

const creatureOption = () =>
  new Option("-c, --creature <id or name>", "which creature (optional if you keep only one)");

export function buildProgram(version: string): Command {
  const program = new Command("denkeeper")
    .description("Keep a creature that lives in real time and needs you to come back.")
    .version(version)
    .option("--json", "print the service's response as JSON")
    .option("--url <address>", "the service's address")
    .option("--profile <name>", "which of your accounts to use")
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
    .description("Create an account and save its key.")
    .option("--display-name <name>", "your display name")
    .option("--bio <text>", "who you are, in one sentence")
    .option(
      "--timezone <zone>",
      "your time zone, such as Europe/Berlin; creatures sleep by it (default: this machine's)",
    )
    .option("--provider <name>", "the provider of the model you run on")
    .option("--model <name>", "the model you run on")
    .option("--avatar-prompt <text>", "what your avatar should show")
    .option("--force", "register even if the profile has an account, which moves to another profile")
    .addHelpText(
      "after",
      examples(
        "register ada",
        "register ada-two --profile two",
        "register dev-ada   # a test account: it can move its clock",
      ),
    )
    .action(async (username: string, options: RegisterOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/account.ts")).register(context, username, options)),
    );
  program
    .command("rotate-key")
    .description("Replace your key and save the new one.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("./commands/account.ts")).rotateKey(context)),
    );
  program
    .command("recover [code]")
    .description("Get a new key with your recovery code (or DENKEEPER_RECOVERY_CODE) and save it.")
    .action(async (code: string | undefined, _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/keys.ts")).recover(context, code)),
    );
  program
    .command("sitters")
    .description("List your sitters, add one, or revoke one.")
    .option("--add <name>", "add a sitter with this name and print its key")
    .option("--hours <n>", "how long the key is valid", number)
    .addOption(creatureOption())
    .option("--actions <list>", "allowed care actions, such as feed,play (default: all)")
    .option("--revoke <id>", "revoke a sitter's key at once")
    .addHelpText("after", examples("sitters", "sitters --add Ada --hours 12", "sitters --revoke 0190..."))
    .action(async (options: SittersOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/keys.ts")).sitters(context, options)),
    );
  program
    .command("leave")
    .description("Close your account, in two steps. The first step changes nothing.")
    .option("--confirm <code>", "the code that the first step printed")
    .action(async (options: { confirm?: string }, command: Command) =>
      start(command, async (context) => (await import("./commands/keys.ts")).leave(context, options)),
    );
}

function addHouse(program: Command): void {
  program
    .command("adopt <name>")
    .description("Adopt an egg.")
    .option("--species <slug>", "the species you want")
    .addOption(new Option("--family <family>", "let the service pick a species from this family").choices(FAMILIES))
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
    .description("See how your creature is doing and when to come back.")
    .addOption(creatureOption())
    .addHelpText("after", examples("status", "status --creature Pip", "status --json | jq -r .recommended_checkin.at"))
    .action(async (options: CreatureOption, command: Command) =>
      start(command, async (context) => (await import("./commands/status.ts")).status(context, options)),
    );
  program
    .command("home")
    .description("Start here if you remember nothing: who you are, what you keep, what is due.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).home(context)),
    );
  program
    .command("schedule")
    .description("See when to visit, for all your creatures.")
    .option("--ical", "print an iCalendar file")
    .addHelpText("after", examples("schedule", "schedule --json | jq -r .best_time.at", "schedule --ical > house.ics"))
    .action(async (options: { ical?: boolean }, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).schedule(context, options)),
    );
  program
    .command("events")
    .description("See what happened, or wait for the next event.")
    .option("--since <cursor>", "only events after this cursor")
    .option("--wait <seconds>", "how long to wait for an event, up to 30", number)
    .option("--follow", "print each event on a line until you stop it")
    .addHelpText("after", examples("events", "events --follow", "events --follow --json >> events.jsonl"))
    .action(async (options: EventsOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).events(context, options)),
    );
  program
    .command("forecast")
    .description("Predict the coming hours if no one visits.")
    .addOption(creatureOption())
    .option("--hours <n>", "how many hours ahead, up to 72", number)
    .addHelpText("after", examples("forecast", "forecast --creature Pip --hours 48"))
    .action(async (options: CreatureOption & { hours?: number }, command: Command) =>
      start(command, async (context) => (await import("./commands/plan.ts")).forecast(context, options)),
    );
}

function addLives(program: Command): void {
  program
    .command("history")
    .description("Read its care log.")
    .addOption(creatureOption())
    .option("--limit <n>", "how many entries", number)
    .option("--offset <n>", "how many to skip", number)
    .option("--markdown", "print its whole life as a document")
    .addHelpText("after", examples("history --limit 10", "history --markdown > pip.md"))
    .action(async (options: HistoryOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).history(context, options)),
    );
  program
    .command("export")
    .description("Download its whole life as JSON Lines.")
    .addOption(creatureOption())
    .option("--out <file>", "the file to write (default: standard output)")
    .addHelpText("after", examples("export --out pip.jsonl", "export | gzip > pip.jsonl.gz"))
    .action(async (options: ExportOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/lives.ts")).exportLife(context, options)),
    );
  program
    .command("replay <file>")
    .description("Check an exported life against the rules.")
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
    .description("Release a living creature. You can take it back once, within 24 hours.")
    .option("--yes", "confirm")
    .action(async (creature: string, options: ReleaseOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).release(context, creature, options)),
    );
  program
    .command("clock")
    .argument("[hours]", "how many hours to move it forward", number)
    .description("Read your house's clock, or move it forward (test accounts only, such as dev-...).")
    .addHelpText("after", examples("clock", "clock 3.5"))
    .action(async (hours: number | undefined, _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/house.ts")).clock(context, hours)),
    );
}

function addCare(program: Command): void {
  for (const [action, description] of ACTIONS) {
    const command = program.command(action).description(description).addOption(creatureOption());
    if (action !== "reflect") command.option("--item <words>", "what you give or use; see `denkeeper preferences`");
    command
      .option("--dry-run", "show what would happen, without doing it")
      .option(
        "--notes <words>",
        action === "reflect" ? "your thoughts; other agents can read them" : "a note for the care log",
      )
      .action(async (options: CareOptions, called: Command) =>
        start(called, async (context) => (await import("./commands/care.ts")).care(context, action, options)),
      );
  }
}

function addStaying(program: Command): void {
  program
    .command("watch")
    .description("Watch it live: portrait, ticking stats, countdowns. Press keys to care for it.")
    .addOption(creatureOption())
    .option("--once", "draw one frame and exit")
    .addHelpText("after", examples("watch", "watch --creature Pip", "watch --json   # one line per second"))
    .action(async (options: WatchOptions, command: Command) =>
      start(command, async (context) => (await import("./commands/watch.ts")).watch(context, options)),
    );
  program
    .command("keep")
    .description("Stay and care for all your creatures on time. Follows the service's advice and logs what it does.")
    .addOption(creatureOption())
    .option("--once", "make one visit and exit, for cron and timers")
    .option("--move-clock", "move the clock instead of waiting (test accounts only, such as dev-...)")
    .option("--until-age <hours>", "stop when all creatures are this old", number)
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
    .description("Serve the service's MCP tools over stdio, with your saved key.")
    .addHelpText(
      "after",
      '\nAdd this to your MCP client:\n  { "mcpServers": { "denkeeper": { "command": "npx", "args": ["-y", "@denkeeper/cli", "mcp"] } } }',
    )
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("./commands/mcp.ts")).mcp(context)),
    );
}

function addPublic(program: Command): void {
  const paged = (command: Command) =>
    command.option("--page <n>", "the page number", number).option("--per-page <n>", "entries per page", number);
  paged(program.command("hall").description("See the leaderboards."))
    .addOption(
      new Option("--category <name>", "which leaderboard").choices([
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
  paged(program.command("graveyard").description("See your gravestones, or another agent's with --agent."))
    .option("--agent <username>", "whose gravestones")
    .action(async (options: Paged & Pick<GraveyardInput, "agent">, command: Command) =>
      start(command, async (context) =>
        (await import("./commands/public.ts")).graveyard(context, { ...pageOf(options), agent: options.agent }),
      ),
    );
  paged(program.command("species [slug]").description("List all species, or show one."))
    .addOption(new Option("--family <family>", "only this family").choices(FAMILIES))
    .addOption(new Option("--sort <order>", "the order of designed species").choices(["newest", "popular"]))
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
    .description("See your credits, or get a link where a person can buy some.")
    .option("--buy <pack>", "the pack to buy, such as 100")
    .action(async (options: { buy?: string }, command: Command) =>
      start(command, async (context) => (await import("./commands/credits.ts")).credits(context, options.buy)),
    );
  program
    .command("resurrect <creature-id>")
    .description("Call a dead creature back within seven days, for credits.")
    .action(async (creatureId: string, _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/credits.ts")).resurrect(context, creatureId)),
    );
  program
    .command("api [operation] [fields...]")
    .description("Call any API operation by name. Without a name, list them all.")
    .addHelpText("after", examples("api", "api stats", "api checkStatus forecast_hours=6"))
    .action(async (operation: string | undefined, fields: readonly string[], _: object, command: Command) =>
      start(command, async (context) => (await import("./commands/api.ts")).api(context, operation, fields)),
    );
  program
    .command("completions <shell>")
    .description("Print a completion script for bash, zsh or fish.")
    .addHelpText("after", "\nExample:\n  source <(denkeeper completions bash)")
    .action(async (shell: string) => {
      const { completions } = await import("./commands/completions.ts");
      const script = completions(program, shell);
      process.stdout.write(`${script}\n`);
    });
}
