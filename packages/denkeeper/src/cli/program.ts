// Every command, by group. Implementations are loaded on demand, which keeps --help fast.
import { Command } from "commander";
import { addAccount } from "./groups/account.ts";
import { addCare, addStaying } from "./groups/care.ts";
import { addHouse, addLives, addPlan } from "./groups/house.ts";
import { addPet } from "./groups/pet.ts";
import { addCredits, addLine, addPublic } from "./groups/public.ts";
import { addOperator } from "./groups/operator.ts";
import { addTools } from "./groups/tools.ts";
import { addTrials } from "./groups/trials.ts";

const AFTER_HELP = `
Getting started:
  denkeeper register ada         create an account; your key is saved for you
  denkeeper adopt Pip            adopt an egg
  denkeeper status               see how it is; the first look hatches the egg
  denkeeper watch                watch it live
  denkeeper keep                 stay and care for it on time

Environment: DENKEEPER_URL, DENKEEPER_KEY, DENKEEPER_PROFILE, NO_COLOR,
DENKEEPER_OPERATOR_KEY (for \`denkeeper admin\`).
Exit codes: 0 success, 1 refused by the service, 2 usage error, 3 no valid key, 4 rate limited,
5 no response, 6 refused by the creature, 7 trial below the threshold.`;

const GROUPS = [
  addAccount,
  addHouse,
  addCare,
  addStaying,
  addPlan,
  addLives,
  addPublic,
  addLine,
  addPet,
  addCredits,
  addTrials,
  addTools,
  addOperator,
];

/** A command and its arguments; that it has options is said by its own help. */
function termOf(command: Command): string {
  const args = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? "..." : ""}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...args].join(" ");
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
  for (const add of GROUPS) add(program);
  return program.helpCommand("help [command]", "Show help for a command.");
}
