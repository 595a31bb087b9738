// How this program was started, so that the commands it suggests can be typed as they are.
import { readFileSync } from "node:fs";

/** What npx was given where it fetched this program: it is written beside the folder of packages that npx keeps. */
function npxArgument(): string | undefined {
  try {
    const place = new URL("../../../../../package.json", import.meta.url);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: npm writes this file
    const kept = JSON.parse(readFileSync(place, "utf8")) as { _npx?: { packages?: readonly string[] } };
    return kept._npx?.packages?.[0];
  } catch {
    return undefined;
  }
}

/** The words before those of a command. */
export function startedBy(env: NodeJS.ProcessEnv = process.env): readonly [string, ...string[]] {
  if (env["npm_command"] !== "exec") return ["denkeeper"];
  const given = npxArgument();
  // Otherwise npx would fetch whatever somebody has published under this name.
  return given === undefined ? ["npx", "--no-install", "denkeeper"] : ["npx", "-y", given];
}

/** What an MCP client is told to start. */
export function bridgeSettings(): string {
  const [command, ...args] = startedBy();
  return JSON.stringify({ mcpServers: { denkeeper: { command, args: [...args, "mcp", "--tools", "care"] } } });
}
