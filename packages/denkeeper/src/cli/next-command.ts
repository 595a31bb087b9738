// Translates the service's next steps into commands. Most command output ends with these suggestions.
import { operationOf, pathPattern } from "../steps.ts";
import type { NextStep } from "../generated/types.ts";
import { GROUPS } from "./commands.ts";
import { fieldOf, type CommandEntry } from "./entry.ts";
import type { Fields } from "./json.ts";
import { stripDisguises, dim } from "./text.ts";

/** Names of the residents in earlier answers, by id, for suggested commands. */
export const residents = new Map<string, string>();

/** Returns the creature's name for `--creature` if the name is unique in the house, otherwise the id. */
export function shortNameOf(id: string, household: ReadonlyMap<string, string> = residents): string {
  const name = household.get(id);
  if (name === undefined || name !== stripDisguises(name) || !/^[\p{L}\p{N}]/u.test(name)) return id;
  const same = [...household.values()].filter((other) => other.toLowerCase() === name.toLowerCase());
  return same.length === 1 ? name : id;
}

/** Quotes a word for a POSIX shell if necessary. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

type PrefixedEntry = readonly [entry: CommandEntry, above: string];

const ALL: readonly PrefixedEntry[] = Object.values(GROUPS).flatMap((entries) =>
  entries.flatMap((entry): readonly PrefixedEntry[] => [
    [entry, ""],
    ...(entry.below ?? []).map((subcommand): PrefixedEntry => [subcommand, `${entry.name} `]),
  ]),
);

/** Returns the command line for these fields, or undefined if the command does not accept all of them. */
function commandLine(
  [{ name, sends = {}, drops = [], options = [] }, above]: PrefixedEntry,
  fields: Fields,
): string | undefined {
  const left = new Map(Object.entries(fields));
  for (const field of ["view", ...drops]) left.delete(field);
  const take = (field: string) => {
    const value = left.get(field);
    left.delete(field);
    return value;
  };
  if (Object.entries(sends).some(([field, value]) => take(field) !== value)) return undefined;
  const [command = "", ...places] = name.split(" ");
  const words = [`denkeeper ${above}${command}`];
  const word = (place: string, value: unknown) =>
    quoted(/\bcreature\b(?!-)/.test(place) ? shortNameOf(String(value)) : value);
  for (const place of places) {
    const value = take(fieldOf(place));
    if (value !== undefined) words.push(word(place, value));
    else if (place.startsWith("<")) words.push(place);
  }
  for (const [flags] of options) {
    const [, long = ""] = /(--[\w-]+)/.exec(flags) ?? [];
    const value = take(fieldOf(long));
    if (value !== undefined) words.push(long, ...(flags.includes("<") ? [word(long, value)] : []));
  }
  return left.size === 0 ? words.join(" ") : undefined;
}

type StepCall = Extract<NextStep, { endpoint: string }>;

function commandFor(step: StepCall): string {
  const operation = operationOf(step);
  const [path = "", search = ""] = step.endpoint.split("?", 2);
  if (operation === undefined) return `denkeeper api ${step.method} ${step.endpoint}`;
  const inPath = pathPattern(operation).exec(path)?.groups ?? {};
  const fields = { ...inPath, ...Object.fromEntries(new URLSearchParams(search)), ...step.body };
  for (const entry of ALL) {
    const command = entry[0].calls === operation.name ? commandLine(entry, fields) : undefined;
    if (command !== undefined) return command;
  }
  const pairs = Object.entries(fields).map(([field, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return quoted(`${field}=${field === "creature_id" ? shortNameOf(text) : text}`);
  });
  return ["denkeeper api", operation.name, ...pairs].join(" ");
}

const CALL = /`?\b(GET|POST|DELETE) (\/api[\w/{}-]*)(?:\?[\w=&{}-]*)?`?/g;

/** Replaces API calls and fields in the service's text with commands and options. */
export function inCommandWords(text: string): string {
  return text
    .replaceAll(CALL, (_, method: StepCall["method"], endpoint: string) => {
      const command = commandFor({ action: "", method, endpoint, description: "" });
      return `\`${command.replaceAll(/'?(\w+=)?\{(\w+)\}'?/g, "$1<$2>")}\``;
    })
    .replaceAll(/\bcreature_ids?\b/g, "--creature")
    .replaceAll(/\bspecies_slug\b/g, "--species");
}

export function nextCommand(step: NextStep): string {
  const described = step.description === "" ? "" : `  # ${inCommandWords(step.description)}`;
  return `${"endpoint" in step ? commandFor(step) : step.url}${described}`;
}

export type OutputLines = readonly (string | false | undefined)[];

/** Joins the nonempty lines. */
export function lines(all: OutputLines): string {
  return all.filter((line) => line !== false && line !== undefined && line !== "").join("\n");
}

export function nextLines(steps: readonly NextStep[], most = 3): string {
  const next = steps.slice(0, most).map((step) => `  ${nextCommand(step)}`);
  return next.length === 0 ? "" : ["", dim("Next:"), ...next].join("\n");
}
