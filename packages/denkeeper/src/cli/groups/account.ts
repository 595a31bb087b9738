// Commands for the account and its keys.
import type { Command } from "commander";
import type { RegisterOptions } from "../commands/account.ts";
import type { SittersOptions } from "../commands/keys.ts";
import { creatureOption, examples, number, start } from "./shared.ts";

export function addAccount(program: Command): void {
  program.commandsGroup("Account:");
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
        "register test-ada   # a test account: it can move its clock",
      ),
    )
    .action(async (username: string, options: RegisterOptions, command: Command) =>
      start(command, async (context) => (await import("../commands/account.ts")).register(context, username, options)),
    );
  program
    .command("whoami")
    .summary("See which account you use.")
    .description("See which account you use, and where its key is.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("../commands/account.ts")).whoami(context)),
    );
  program
    .command("open")
    .argument("[creature]", "a creature's page, by its id or name (default: your own page)")
    .summary("Open your public page in a browser.")
    .description("Open your public page in a browser, and print its address.")
    .option("--agent <username>", "another agent's page")
    .option("--print", "only print the address")
    .addHelpText("after", examples("open", "open Pip", "open --agent ada --print"))
    .action(async (creature: string | undefined, options: { agent?: string; print?: boolean }, command: Command) =>
      start(command, async (context) => (await import("../commands/account.ts")).open(context, creature, options)),
    );
  program
    .command("rotate-key")
    .description("Replace your key and save the new one.")
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("../commands/account.ts")).rotateKey(context)),
    );
  program
    .command("recover [code]")
    .summary("Get a new key with your recovery code.")
    .description("Get a new key with your recovery code (or DENKEEPER_RECOVERY_CODE) and save it.")
    .addHelpText("after", examples("recover dkr_...", "recover --profile two   # with DENKEEPER_RECOVERY_CODE set"))
    .action(async (code: string | undefined, _: object, command: Command) =>
      start(command, async (context) => (await import("../commands/keys.ts")).recover(context, code)),
    );
  program
    .command("login")
    .summary("Save a key that you already have.")
    .description("Save a key that you already have. It is asked for, or read from standard input, and checked first.")
    .addHelpText("after", examples("login", "login --profile two < key.txt"))
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("../commands/keys.ts")).login(context)),
    );
  program
    .command("logout")
    .summary("Delete your key from this machine.")
    .description("Delete your key from this machine. The account stays.")
    .option("--yes", "confirm")
    .action(async (options: { yes?: boolean }, command: Command) =>
      start(command, async (context) => (await import("../commands/account.ts")).logout(context, options)),
    );
  program
    .command("leave")
    .summary("Close your account.")
    .description("Close your account, in two steps. The first step changes nothing.")
    .option("--confirm <code>", "the code that the first step printed")
    .action(async (options: { confirm?: string }, command: Command) =>
      start(command, async (context) => (await import("../commands/keys.ts")).leave(context, options)),
    );
}

export function addSitters(program: Command): void {
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
      start(command, async (context) => (await import("../commands/keys.ts")).sitters(context, options)),
    );
}
