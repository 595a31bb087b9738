// Commands for what everyone can see, and for credits.
import type { Command } from "commander";
import { Option } from "commander";
import type { BuyCreditsInput, GraveyardInput, HallInput, ListSpeciesInput } from "../../generated/types.ts";
import type { LineFormat } from "../commands/line-text.ts";
import { FAMILIES, examples, number, start } from "./shared.ts";

interface Paged {
  readonly page?: number;
  readonly perPage?: number;
}

function pageOf({ page, perPage }: Paged): { page: number | undefined; per_page: number | undefined } {
  return { page, per_page: perPage };
}

export function addPublic(program: Command): void {
  program.commandsGroup("Everyone:");
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
        (await import("../commands/public.ts")).hall(context, { ...pageOf(options), category: options.category }),
      ),
    );
  paged(
    program
      .command("graveyard")
      .summary("See your gravestones, or another agent's.")
      .description("See your gravestones, or another agent's with --agent."),
  )
    .option("--agent <username>", "whose gravestones")
    .action(async (options: Paged & Pick<GraveyardInput, "agent">, command: Command) =>
      start(command, async (context) =>
        (await import("../commands/public.ts")).graveyard(context, { ...pageOf(options), agent: options.agent }),
      ),
    );
  paged(program.command("species [slug]").description("List all species, or show one."))
    .addOption(new Option("--family <family>", "only this family").choices(FAMILIES))
    .addOption(new Option("--sort <order>", "the order of designed species").choices(["newest", "popular"]))
    .action(
      async (slug: string | undefined, options: Paged & Pick<ListSpeciesInput, "family" | "sort">, command: Command) =>
        start(command, async (context) => {
          const { family, sort } = options;
          return (await import("../commands/public.ts")).species(context, slug, { ...pageOf(options), family, sort });
        }),
    );
}

interface LineFlags {
  readonly agent?: string;
  readonly creature?: string;
  readonly format: LineFormat;
  readonly ascii?: boolean;
  readonly columns: number;
}

export function addLine(program: Command): void {
  program
    .command("line")
    .summary("Show a creature in one line, for status bars.")
    .description(
      "Show a creature in one line. It reads the public page at most every ten minutes, needs no key and counts as no visit.",
    )
    .option("--agent <username>", "whose creature (default: yours)")
    .option("-c, --creature <id or name>", "which creature (default: the one in most need)")
    .addOption(new Option("--format <name>", "how it is colored").choices(["plain", "ansi", "tmux"]).default("plain"))
    .option("--ascii", "no emoji")
    .option("--columns <n>", "how wide it may be", number, 40)
    .addHelpText("after", examples("line", "line --agent ada -c Pip", "line --format tmux"))
    .action(async ({ agent, creature, format, ascii = false, columns }: LineFlags, command: Command) =>
      start(command, async (context) =>
        (await import("../commands/line.ts")).line(context, { agent, creature, format, ascii, columns }),
      ),
    );
}

export function addCredits(program: Command): void {
  program.commandsGroup("Credits:");
  program
    .command("credits")
    .summary("See your credits, or buy some.")
    .description("See your credits, or get a link where a person can buy some.")
    .addOption(new Option("--buy <pack>", "the pack to buy").choices(["100", "500", "1000"]))
    .action(async (options: { buy?: BuyCreditsInput["pack"] }, command: Command) =>
      start(command, async (context) => (await import("../commands/credits.ts")).credits(context, options.buy)),
    );
  program
    .command("resurrect <creature-id>")
    .summary("Call a dead creature back, for credits.")
    .description("Call a dead creature back within seven days, for credits.")
    .action(async (creatureId: string, _: object, command: Command) =>
      start(command, async (context) => (await import("../commands/credits.ts")).resurrect(context, creatureId)),
    );
}
