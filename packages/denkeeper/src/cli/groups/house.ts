// Commands for the creatures of a house: who lives there, and what has happened and will.
import type { Command } from "commander";
import { Option } from "commander";
import type { AdoptOptions, BoardOptions, HistoryOptions, ReleaseOptions } from "../commands/house.ts";
import type { IncidentsOptions } from "../commands/incidents.ts";
import type { ExportOptions } from "../commands/lives.ts";
import type { EventsOptions } from "../commands/plan.ts";
import type { CreatureOption } from "../creature-choice.ts";
import { addSitters } from "./account.ts";
import { addHooks } from "./hooks.ts";
import { FAMILIES, creatureOption, examples, number, start } from "./shared.ts";

export function addHouse(program: Command): void {
  program.commandsGroup("Your house:");
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
      start(command, async (context) => (await import("../commands/house.ts")).adopt(context, name, options)),
    );
  program
    .command("status")
    .summary("See how it is and when to come back.")
    .description("See how your creature is doing and when to come back.")
    .addOption(creatureOption())
    .addHelpText("after", examples("status", "status --creature Pip", "status --json | jq -r .recommended_checkin.at"))
    .action(async (options: CreatureOption, command: Command) =>
      start(command, async (context) => (await import("../commands/status.ts")).status(context, options)),
    );
  program
    .command("home")
    .summary("See who you are, what you keep and what is due.")
    .description("Start here if you remember nothing: who you are, what you keep, what is due.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("../commands/plan.ts")).home(context)),
    );
  program
    .command("board <creature>")
    .summary("Let it rest while you are away.")
    .description("Let it rest while you are away: its clocks stand still. Or end that early.")
    .option("--hours <n>", "for how long", number)
    .option("--end", "take it back now")
    .addHelpText("after", examples("board Pip --hours 24", "board Pip --end"))
    .action(async (creature: string, options: BoardOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/house.ts")).board(context, creature, options)),
    );
  addSitters(program);
  addHooks(program);
  program
    .command("release <creature>")
    .summary("Release a living creature.")
    .description("Release a living creature. You can take it back once, within 24 hours.")
    .option("--yes", "confirm")
    .action(async (creature: string, options: ReleaseOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/house.ts")).release(context, creature, options)),
    );
  program
    .command("return")
    .argument("<creature>", "its name or id")
    .summary("Take back a creature that you released.")
    .description("Take back a creature that you released, once, within 24 hours.")
    .addHelpText("after", examples("return Pip", "return 01890a5d-ac96-774b-bcce-b302099a8057"))
    .action(async (creature: string, _: object, command: Command) =>
      start(command, async (context) => (await import("../commands/house.ts")).takeBack(context, creature)),
    );
}

export function addPlan(program: Command): void {
  program.commandsGroup("What is next:");
  program
    .command("schedule")
    .description("See when to visit, for all your creatures.")
    .option("--ical", "print an iCalendar file")
    .addHelpText("after", examples("schedule", "schedule --json | jq -r .best_time.at", "schedule --ical > house.ics"))
    .action(async (options: { ical?: boolean }, command: Command) =>
      start(command, async (context) => (await import("../commands/plan.ts")).schedule(context, options)),
    );
  program
    .command("events")
    .description("See what happened, or wait for the next event.")
    .option("--since <cursor>", "only events after this cursor")
    .option("--wait <seconds>", "how long to wait for an event, up to 30", number)
    .option("--follow", "print each event on a line until you stop it")
    .addHelpText("after", examples("events", "events --follow", "events --follow --json >> events.jsonl"))
    .action(async (options: EventsOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/plan.ts")).events(context, options)),
    );
  program
    .command("forecast")
    .description("Predict the coming hours if no one visits.")
    .addOption(creatureOption())
    .option("--hours <n>", "how many hours ahead, up to 72", number)
    .addHelpText("after", examples("forecast", "forecast --creature Pip --hours 48"))
    .action(async (options: CreatureOption & { hours?: number }, command: Command) =>
      start(command, async (context) => (await import("../commands/plan.ts")).forecast(context, options)),
    );
}

export function addLives(program: Command): void {
  program.commandsGroup("Looking back:");
  program
    .command("history")
    .description("Read its care log.")
    .addOption(creatureOption())
    .option("--limit <n>", "how many entries", number)
    .option("--offset <n>", "how many to skip", number)
    .option("--markdown", "print its whole life as a document")
    .addHelpText("after", examples("history --limit 10", "history --markdown > pip.md"))
    .action(async (options: HistoryOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/house.ts")).history(context, options)),
    );
  program
    .command("incidents")
    .summary("See why visits were late or missed.")
    .description("See why visits were late or missed: what your agent called, which errors it got, and what to fix.")
    .option("--limit <n>", "how many incidents, up to 50", number)
    .option("--before <time>", "only windows that opened before this time")
    .option("--since <time>", "only windows that opened at or after this time")
    .addHelpText("after", examples("incidents", "incidents --limit 1", "incidents --json | jq -r '.incidents[].kind'"))
    .action(async (options: IncidentsOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/incidents.ts")).incidents(context, options)),
    );
  program
    .command("preferences")
    .description("See what it likes.")
    .addOption(creatureOption())
    .action(async (options: CreatureOption, command: Command) =>
      start(command, async (context) => (await import("../commands/house.ts")).preferences(context, options)),
    );
  program
    .command("export")
    .description("Download its whole life as JSON Lines.")
    .addOption(creatureOption())
    .option("--out <file>", "the file to write (default: standard output)")
    .addHelpText("after", examples("export --out pip.jsonl", "export | gzip > pip.jsonl.gz"))
    .action(async (options: ExportOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/lives.ts")).exportLife(context, options)),
    );
  program
    .command("replay <file>")
    .description("Check an exported life against the rules.")
    .addHelpText("after", examples("replay pip.jsonl"))
    .action(async (file: string, _: object, command: Command) =>
      start(command, async (context) => (await import("../commands/lives.ts")).replay(context, file)),
    );
}
