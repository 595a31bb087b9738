// Defines the command line's own errors and exit codes.

/** `denkeeper --help` documents these codes. */
export const EXIT = {
  refusedByService: 1,
  usage: 2,
  noKey: 3,
  rateLimited: 4,
  away: 5,
  refusedByCreature: 6,
  /** `visit` had a report for a human, or after `run` something was still due. */
  attention: 7,
  interrupted: 130,
} as const;

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
