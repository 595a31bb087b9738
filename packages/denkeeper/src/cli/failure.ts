// Describes a command's failure: the fault, the remedy, and an exit code for scripts.
import { DenkeeperError } from "../errors.ts";
import { CliError, EXIT } from "./cli-error.ts";
import { fieldsOf } from "./json.ts";
import { inCommandWords, lines, nextLines, quoted, shortNameOf } from "./next-command.ts";
import { withStartWords } from "./started-by.ts";
import { stripDisguises, pluralize } from "./text.ts";
import { toLocalTimes } from "./time.ts";

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (!(error instanceof DenkeeperError)) return EXIT.refusedByService;
  const { code, status } = error;
  if (code === "no_key" || status === 401) return EXIT.noKey;
  if (status === 429) return EXIT.rateLimited;
  if (code === "credits_not_sold") return EXIT.refusedByService;
  return status === undefined || status >= 500 ? EXIT.away : EXIT.refusedByService;
}

export function failureJson(error: unknown): Record<string, unknown> {
  if (error instanceof DenkeeperError) return error.toJSON();
  if (error instanceof CliError) return { error: error.message, code: "usage", suggestion: error.suggestion };
  return { error: error instanceof Error ? error.message : String(error), code: "fault" };
}

/** Replacements for the API's suggestions where those do not fit the command line. */
const SUGGESTIONS: Readonly<Partial<Record<DenkeeperError["code"], string>>> = {
  no_key: "Register, or save a key you already have:\n  denkeeper register <username>\n  denkeeper login",
  invalid_admin_key: "Set DENKEEPER_KEY to your key from the service's OPERATOR_KEYS.",
  which_creature: "Choose one of your creatures:",
};

export function failureText(error: unknown): string {
  if (error instanceof CliError) return withStartWords(`${error.message}\n${error.suggestion}`);
  if (!(error instanceof DenkeeperError))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const {
    error: message,
    invalid_fields: faults,
    suggestion,
    next_steps: steps,
    retry_after_seconds: wait,
    body,
  } = error;
  const yours: readonly unknown[] = Array.isArray(body?.["your_creatures"]) ? body["your_creatures"] : [];
  const household = new Map(yours.map(fieldsOf).map(({ id, name }) => [String(id), String(name)]));
  const unsaid = faults.filter((fault) => !suggestion.includes(fault.message));
  const { text: reported } = fieldsOf(body?.["report"]);
  const text = lines([
    inCommandWords(message),
    typeof reported === "string" && reported,
    ...unsaid.map((fault) => `  ${inCommandWords(`${fault.field}: ${fault.message}`)}`),
    SUGGESTIONS[error.code] ?? inCommandWords(suggestion),
    ...yours.map(fieldsOf).map(({ id, name, species, stage }) => {
      const about = [name, species, stage].filter((word) => typeof word === "string").join(", ");
      return `  ${about}: --creature ${quoted(shortNameOf(String(id), household))}`;
    }),
    wait !== undefined && exitCodeOf(error) !== EXIT.refusedByService && `Wait ${pluralize(wait, "second")}.`,
    nextLines(steps).trimStart(),
  ]);
  return withStartWords(toLocalTimes(stripDisguises(text)));
}
