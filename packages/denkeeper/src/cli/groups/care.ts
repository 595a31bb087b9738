// Commands for care, and those that stay: watch and keep.
import type { Command } from "commander";
import { ACTIONS, ACTION_HELP } from "../actions.ts";
import type { CareOptions } from "../commands/care.ts";
import type { KeepOptions } from "../commands/keep.ts";
import type { WatchOptions } from "../commands/watch.ts";
import { creatureOption, examples, number, start } from "./shared.ts";

export function addCare(program: Command): void {
  program.commandsGroup("Care:");
  for (const action of ACTIONS) {
    const command = program
      .command(action)
      .description(ACTION_HELP[action])
      .addOption(creatureOption())
      .showHelpAfterError(`To choose a creature:\n  denkeeper ${action} --creature <name>`);
    if (action !== "reflect") command.option("--item <words>", "what you give or use; see `denkeeper preferences`");
    command
      .option("--dry-run", "show what would happen, without doing it")
      .option(
        "--notes <words>",
        action === "reflect" ? "your thoughts; other agents can read them" : "a note for the care log",
      )
      .action(async (options: CareOptions, called: Command) =>
        start(called, async (context) => (await import("../commands/care.ts")).care(context, action, options)),
      );
  }
}

export function addStaying(program: Command): void {
  program.commandsGroup("Staying:");
  program
    .command("watch")
    .summary("Watch it live, and care for it by key.")
    .description("Watch it live: portrait, ticking stats, countdowns. Press keys to care for it.")
    .addOption(creatureOption())
    .option("--once", "draw one frame and exit")
    .addHelpText("after", examples("watch", "watch --creature Pip", "watch --json   # one line per second"))
    .action(async (options: WatchOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/watch.ts")).watch(context, options)),
    );
  program
    .command("keep")
    .summary("Stay and care for all your creatures on time.")
    .description("Stay and care for all your creatures on time. Follows the service's advice and logs what it does.")
    .addOption(creatureOption())
    .option("--once", "make one visit and exit, for cron and timers")
    .option("--move-clock", "move the clock instead of waiting (test accounts only, such as test-...)")
    .option("--until-age <hours>", "stop when all creatures are this old", number)
    .addHelpText(
      "after",
      examples(
        "keep",
        "keep --once",
        "keep >> keeper.log",
        "keep --move-clock --until-age 120   # a childhood in minutes",
      ),
    )
    .action(async (options: KeepOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/keep.ts")).keep(context, options)),
    );
}
