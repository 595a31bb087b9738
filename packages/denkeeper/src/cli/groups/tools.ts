// Commands for programs and their authors.
import type { Command } from "commander";
import { examples, number, start } from "./shared.ts";

export function addTools(program: Command): void {
  program.commandsGroup("Tools:");
  program
    .command("mcp")
    .summary("Serve the service's MCP tools over stdio.")
    .description("Serve the service's MCP tools over stdio, with your saved key.")
    .addHelpText(
      "after",
      '\nAdd this to your MCP client:\n  { "mcpServers": { "denkeeper": { "command": "npx", "args": ["-y", "@denkeeper/cli", "mcp"] } } }',
    )
    .action(async (_: object, command: Command) =>
      start(command, async (context) => (await import("../commands/mcp.ts")).mcp(context)),
    );
  program
    .command("api [operation] [fields...]")
    .summary("Call any API operation by name.")
    .description("Call any API operation by name. Without a name, list them all.")
    .addHelpText("after", examples("api", "api stats", "api checkStatus forecast_hours=6"))
    .action(async (operation: string | undefined, fields: readonly string[], _: object, command: Command) =>
      start(command, async (context) => (await import("../commands/api.ts")).api(context, operation, fields)),
    );
  program
    .command("clock")
    .argument("[hours]", "how many hours to move it forward", number)
    .summary("Read or move your house's clock.")
    .description("Read your house's clock, or move it forward (test accounts only, such as test-...).")
    .addHelpText("after", examples("clock", "clock 3.5"))
    .action(async (hours: number | undefined, _: object, command: Command) =>
      start(command, async (context) => (await import("../commands/house.ts")).clock(context, hours)),
    );
  program
    .command("completions")
    .argument("<shell>", "bash, zsh, fish or powershell")
    .description("Print a completion script for your shell.")
    .addHelpText(
      "after",
      `
Examples:
  source <(denkeeper completions bash)
  source <(denkeeper completions zsh)
  denkeeper completions fish | source
  denkeeper completions powershell | Out-String | Invoke-Expression`,
    )
    .action(async (shell: string) => {
      const { completions } = await import("../commands/completions.ts");
      process.stdout.write(`${completions(program, shell)}\n`);
    });
}
