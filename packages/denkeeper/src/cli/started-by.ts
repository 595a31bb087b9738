// Finds out how this program was started, so that suggested commands can be copied.
import { readFileSync } from "node:fs";

/** Returns the package argument of npx. npx stores it next to its folder of packages. */
function npxArgument(): string | undefined {
  try {
    const place = new URL("../../../../../package.json", import.meta.url);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: npm writes this file
    const stored = JSON.parse(readFileSync(place, "utf8")) as { _npx?: { packages?: readonly string[] } };
    return stored._npx?.packages?.[0];
  } catch {
    return undefined;
  }
}

/** Returns the words that start this program. */
function startedBy(env: NodeJS.ProcessEnv = process.env): readonly [string, ...string[]] {
  if (env["npm_command"] !== "exec") return ["denkeeper"];
  const argument = npxArgument();
  // Without --no-install, npx would fetch any package that is published under this name.
  return argument === undefined ? ["npx", "--no-install", "denkeeper"] : ["npx", "-y", argument];
}

/** Replaces `denkeeper` in commands by the words that started this program, such as npx. */
export function withStartWords(text: string): string {
  return text.replaceAll(/^( +)denkeeper\b/gm, (_, indent: string) => `${indent}${startedBy().join(" ")}`);
}

/** Returns the settings for an MCP client. */
export function bridgeSettings(): string {
  const [command, ...args] = startedBy();
  return JSON.stringify({ mcpServers: { denkeeper: { command, args: [...args, "mcp", "--tools", "care"] } } });
}
