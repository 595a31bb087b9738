// The command for hooks.
import type { Command } from "commander";
import { Option } from "commander";
import type { HooksOptions } from "../commands/hooks.ts";
import { creatureOption, examples, start } from "./shared.ts";

const KINDS = ["webhook", "discord", "slack", "ntfy"];

export function addHooks(program: Command): void {
  program
    .command("hooks")
    .summary("Let your human know when a creature needs you.")
    .description("List the hooks that send messages to your human, add one, confirm one, or remove one.")
    .option("--add <url>", "send messages to this address; the first one has a code")
    .addOption(new Option("--kind <kind>", "what is at the address").choices(KINDS))
    .option("--events <list>", "what to send, such as late,died (default: late,critical,died)")
    .addOption(creatureOption())
    .option("--token <token>", "for a topic of ntfy that needs one")
    .option("--confirm <id>", "confirm a hook")
    .option("--code <code>", "with the code that your human got")
    .option("--messages <id>", "list the last 50 messages of a hook")
    .option("--remove <id>", "remove a hook")
    .addHelpText(
      "after",
      examples(
        "hooks",
        "hooks --add https://ntfy.sh/pip-7f3a9c --kind ntfy",
        "hooks --confirm 0190... --code KXMPTR",
        "hooks --remove 0190...",
      ),
    )
    .action(async (options: HooksOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/hooks.ts")).hooks(context, options)),
    );
}
