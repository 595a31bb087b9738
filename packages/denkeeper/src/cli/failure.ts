// How a command fails: what went wrong, what to do about it, and an exit code for scripts.
import type { NextStep } from "../generated/types.ts";
import { DenkeeperError } from "../errors.ts";
import { nextCommand } from "./next-command.ts";
import { plain } from "./plain.ts";
import { counted } from "./style.ts";

/** Exit codes. `denkeeper --help` explains them. */
export const EXIT = { refusedByService: 1, usage: 2, noKey: 3, rateLimited: 4, away: 5, refusedByCreature: 6 } as const;

/** An error found on this side. */
export class CliError extends Error {
  readonly suggestion: string;
  readonly exitCode: number;

  constructor(message: string, suggestion: string, exitCode: number = EXIT.usage) {
    super(message);
    this.name = "CliError";
    this.suggestion = suggestion;
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (!(error instanceof DenkeeperError)) return EXIT.refusedByService;
  const { code, status } = error;
  if (code === "no_key" || code === "invalid_key") return EXIT.noKey;
  if (code === "rate_limited") return EXIT.rateLimited;
  return status === undefined || status >= 500 ? EXIT.away : EXIT.refusedByService;
}

export function failureJson(error: unknown): Record<string, unknown> {
  if (error instanceof DenkeeperError) return error.toJSON();
  if (error instanceof CliError) return { error: error.message, code: "usage", suggestion: error.suggestion };
  return { error: error instanceof Error ? error.message : String(error), code: "fault" };
}

function stepLines(steps: readonly NextStep[]): readonly string[] {
  return steps.slice(0, 3).map((step) => `  ${nextCommand(step)}`);
}

/** What a person or an agent reads. */
export function failureText(error: unknown): string {
  if (error instanceof CliError) return `${error.message}\n${error.suggestion}`;
  if (!(error instanceof DenkeeperError))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { message, details, suggestion, next_steps: steps, retry_after_seconds: wait, body } = error;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: an error of the service, as its contract describes it
  const yours = Array.isArray(body?.["your_creatures"]) ? (body["your_creatures"] as readonly Yours[]) : [];
  const lines = [
    message,
    ...details.map((detail) => `  ${detail}`),
    suggestion,
    ...yours.map(({ id, name, species, stage }) => `  ${name}, ${species}, ${stage}: --creature ${id}`),
    ...(wait === undefined ? [] : [`Wait ${counted(wait, "second")}.`]),
    ...(steps.length === 0 ? [] : ["Next:", ...stepLines(steps)]),
    ...(error.code === "no_key" || error.code === "invalid_key" ? ["  denkeeper register <username>"] : []),
  ];
  return lines.map(plain).join("\n");
}

interface Yours {
  readonly id: string;
  readonly name: string;
  readonly species: string;
  readonly stage: string;
}
