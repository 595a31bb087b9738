// Detects how this program was started, so that users can copy suggested commands.
import { readFileSync } from "node:fs";

/** Returns npx's package argument. npx stores it in package.json, next to the installed packages. */
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

/** Returns the words of the shell command that starts this program. */
function startedBy(env: NodeJS.ProcessEnv = process.env): readonly [string, ...string[]] {
  if (env["npm_command"] !== "exec") return ["denkeeper"];
  const argument = npxArgument();
  // Without --no-install, npx would download any package published under this name.
  return argument === undefined ? ["npx", "--no-install", "denkeeper"] : ["npx", "-y", argument];
}

/** The options of this command that select the service and the account. */
let selection: readonly string[] = [];

/** Makes suggested commands use the same service and account. */
export function repeatSelection({ url, profile }: { readonly url?: string; readonly profile?: string }): void {
  selection = [...(url === undefined ? [] : ["--url", url]), ...(profile === undefined ? [] : ["--profile", profile])];
}

/** Replaces `denkeeper` in suggested commands with the words that started this program, such as npx, and its selection. */
export function withStartWords(text: string): string {
  const start = [...startedBy(), ...selection].join(" ");
  return text.replaceAll(/^( +)denkeeper\b/gm, (_, indent: string) => `${indent}${start}`);
}

/** Returns the configuration for an MCP client. */
export function bridgeSettings(): string {
  const [command, ...args] = startedBy();
  return JSON.stringify({ mcpServers: { denkeeper: { command, args: [...args, "mcp", "--tools", "care"] } } });
}
