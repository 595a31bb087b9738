// What the groups of commands share: how a command starts, and options and examples that look the same everywhere.
import type { Command } from "commander";
import { Option } from "commander";
import type { Context, GlobalOptions } from "../context.ts";
import { CliError } from "../failure.ts";

export const FAMILIES = ["cat", "dog", "exotic", "ai-native"];

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new CliError(`"${text}" is not a number`, "Use digits, such as 12 or 3.5.");
  return value;
}

/** Runs a command with what it starts from. */
export async function start(command: Command, run: (context: Context) => Promise<void>): Promise<void> {
  const { contextOf } = await import("../context.ts");
  await run(contextOf(command.optsWithGlobals<GlobalOptions>()));
}

export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  denkeeper ${line}`).join("\n")}`;
}

export const creatureOption = () =>
  new Option("-c, --creature <id or name>", "which creature (optional if you keep only one)");
