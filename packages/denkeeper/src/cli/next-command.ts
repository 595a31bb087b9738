// A next step of the service as a command to type, which is the last part of most outputs. Which command does what a call does
// follows from the table of commands.
import { operationOf, pathPattern } from "../steps.ts";
import type { NextStep } from "../generated/types.ts";
import { GROUPS } from "./commands.ts";
import { fieldOf, type CommandEntry } from "./entry.ts";
import type { Fields } from "./json.ts";
import { stripDisguises, dim } from "./text.ts";
import { startedBy } from "./started-by.ts";

/** Who lives in the house, as far as this command has learned it, so that a suggested command can name a creature. */
export const residents = new Map<string, string>();

/** A name that means this creature and no other, as `--creature` takes it; its id if there is none. */
export function shortNameOf(id: string, household: ReadonlyMap<string, string> = residents): string {
  const name = household.get(id);
  if (name === undefined || name !== stripDisguises(name) || !/^[\p{L}\p{N}]/u.test(name)) return id;
  const same = [...household.values()].filter((other) => other.toLowerCase() === name.toLowerCase());
  return same.length === 1 ? name : id;
}

/** A word as a shell takes it. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Commands as they can be typed: by those who came through npx, through npx. */
export function isTypeable(text: string): string {
  return text.replaceAll(/^( +)denkeeper\b/gm, (_, indent: string) => `${indent}${startedBy().join(" ")}`);
}

type PrefixedEntry = readonly [entry: CommandEntry, above: string];

const ALL: readonly PrefixedEntry[] = Object.values(GROUPS).flatMap((entries) =>
  entries.flatMap((entry): readonly PrefixedEntry[] => [
    [entry, ""],
    ...(entry.below ?? []).map((each): PrefixedEntry => [each, `${entry.name} `]),
  ]),
);

/** The command with these fields as its arguments and options; undefined if it has no place for one of them. */
function typed(
  [{ name, sends = {}, drops = [], options = [] }, above]: PrefixedEntry,
  fields: Fields,
): string | undefined {
  const left = new Map(Object.entries(fields));
  for (const field of ["view", ...drops]) left.delete(field);
  const taken = (field: string) => {
    const value = left.get(field);
    left.delete(field);
    return value;
  };
  if (Object.entries(sends).some(([field, value]) => taken(field) !== value)) return undefined;
  const [command = "", ...places] = name.split(" ");
  const words = [`denkeeper ${above}${command}`];
  const word = (place: string, value: unknown) =>
    quoted(/\bcreature\b(?!-)/.test(place) ? shortNameOf(String(value)) : value);
  for (const place of places) {
    const value = taken(fieldOf(place));
    if (value !== undefined) words.push(word(place, value));
    else if (place.startsWith("<")) words.push(place);
  }
  for (const [flags] of options) {
    const [, long = ""] = /(--[\w-]+)/.exec(flags) ?? [];
    const value = taken(fieldOf(long));
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
  for (const above of ALL) {
    const found = above[0].calls === operation.name ? typed(above, fields) : undefined;
    if (found !== undefined) return found;
  }
  const pairs = Object.entries(fields).map(([field, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return quoted(`${field}=${field === "creature_id" ? shortNameOf(text) : text}`);
  });
  return ["denkeeper api", operation.name, ...pairs].join(" ");
}

const CALL = /`?\b(GET|POST|DELETE) (\/api[\w/{}-]*)(?:\?[\w=&{}-]*)?`?/g;

/** A text of the service, with commands and options for the calls and fields that it names. */
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

/** One below the other, without those that are empty. */
export function lines(all: OutputLines): string {
  return all.filter((line) => line !== false && line !== undefined && line !== "").join("\n");
}

export function nextLines(steps: readonly NextStep[], most = 3): string {
  const next = steps.slice(0, most).map((step) => `  ${nextCommand(step)}`);
  return next.length === 0 ? "" : ["", dim("Next:"), ...next].join("\n");
}
