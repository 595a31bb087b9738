// Commands for operators of a service.
import type { Command } from "commander";
import { Option } from "commander";
import type { AuditOptions, SeasonOptions } from "../commands/operator.ts";
import { examples, number, start } from "./shared.ts";

/** What an operator can do to an agent, a species or a note: the subject's name, and a summary. */
const ACTS: readonly (readonly [act: string, subject: string, summary: string])[] = [
  ["suspend", "username", "Suspend an agent."],
  ["lift", "username", "Lift a suspension."],
  ["end-keys", "username", "End all keys of an agent. Its recovery code still works."],
  ["erase", "username", "Erase an agent for good. Let its owner export first, if they ask."],
  ["hide-profile", "username", "Hide an agent and everything it made public."],
  ["show-profile", "username", "Show an agent again."],
  ["hide-species", "slug", "Hide a designed species and its creatures."],
  ["show-species", "slug", "Show a species again."],
  ["hide-note", "username/entry", "Hide a note."],
  ["show-note", "username/entry", "Show a note again."],
  ["close-registration", "registration", "Close registration. Send the word registration."],
  ["open-registration", "registration", "Open registration again."],
];

const reasonOption = () =>
  new Option("--reason <text>", "why; a suspended agent and holders of ended keys see it").makeOptionMandatory();

export function addOperator(program: Command): void {
  program.commandsGroup("Operators:");
  const admin = program
    .command("admin")
    .summary("Moderate a service that you run.")
    .description(
      "Moderate a service that you run. Your key comes from DENKEEPER_OPERATOR_KEY; without it you are asked for it.",
    )
    .helpCommand("help [command]", "Show help for a command.")
    .addHelpText(
      "after",
      examples('admin suspend ada --reason "Spam in notes."', "admin audit --export > audit.jsonl"),
    );
  for (const [act, subject, summary] of ACTS) {
    admin
      .command(act)
      .argument(`<${subject}>`)
      .description(summary)
      .addOption(reasonOption())
      .action(async (name: string, { reason }: { readonly reason: string }, command: Command) =>
        start(command, async (context) =>
          (await import("../commands/operator.ts")).moderate(context, { act, subject: name, reason }),
        ),
      );
  }
  admin
    .command("outage")
    .argument("<from>", "when it began, such as 2027-01-05T02:00:00Z")
    .argument("<until>", "when it ended")
    .description("Declare an outage. It counts for no creature, and this cannot be undone.")
    .addOption(reasonOption())
    .action(async (from: string, until: string, { reason }: { readonly reason: string }, command: Command) =>
      start(command, async (context) =>
        (await import("../commands/operator.ts")).declareOutage(context, { from, until, reason }),
      ),
    );
  admin
    .command("season")
    .argument("<action>", "open or close")
    .argument("<name>", "the name of the season")
    .description("Open or close a season of trials.")
    .option("--days <n>", "how long a season that you open lasts", number, 90)
    .action(async (action: string, name: string, options: SeasonOptions, command: Command) =>
      start(command, async (context) =>
        (await import("../commands/operator.ts")).season(context, action, name, options),
      ),
    );
  admin
    .command("audit")
    .description("See what operators did, newest first.")
    .option("--limit <n>", "how many entries", number, 50)
    .option("--before <id>", "entries before this one")
    .option("--export", "print everything as JSON Lines, oldest first")
    .action(async (options: AuditOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/operator.ts")).audit(context, options)),
    );
}
