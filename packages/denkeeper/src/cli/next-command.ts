// A next step of the service as a command to type, which is the last part of most outputs.
import type { NextStep } from "../generated/types.ts";
import type { Operation } from "../generated/operations.ts";
import { operationOf, pathPattern } from "../steps.ts";
import { plain } from "./plain.ts";
import { startedBy } from "./started-by.ts";
import { dim } from "./style.ts";

/** Who lives in the house, as far as this command has learned it, so that a suggested command can name a creature. */
export const residents = new Map<string, string>();

/** Everyone who lives in the house. */
export function rememberHousehold(creatures: readonly { readonly id: string; readonly name: string }[]): void {
  for (const { id, name } of creatures) residents.set(id, name);
}

/** A name that means this creature and no other, as `--creature` takes it; its id if there is none. */
export function shortNameOf(id: string, household: ReadonlyMap<string, string> = residents): string {
  const name = household.get(id);
  if (name === undefined || name !== plain(name) || !/^[\p{L}\p{N}]/u.test(name)) return id;
  const same = [...household.values()].filter((other) => other.toLowerCase() === name.toLowerCase());
  return same.length === 1 ? name : id;
}

/** A word as a shell takes it. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Commands as they can be typed: by those who came through npx, through npx. */
export function typable(text: string): string {
  return text.replaceAll(/^( +)denkeeper\b/gm, (_, indent: string) => `${indent}${startedBy().join(" ")}`);
}

/** Commands that do what a call does. */
const COMMANDS: Readonly<Record<string, string>> = {
  "GET /api": "api",
  "GET /api/auth/register": "register --help",
  "GET /api/auth/account": "whoami",
  "POST /api/auth/rotate-key": "rotate-key",
  "GET /api/house/status": "status",
  "GET /api/house/home": "home",
  "GET /api/house/schedule": "schedule",
  "GET /api/house/events": "events",
  "GET /api/house/forecast": "forecast",
  "GET /api/house/history": "history",
  "GET /api/house/incidents": "incidents",
  "GET /api/house/preferences": "preferences",
  "GET /api/house/graveyard": "graveyard",
  "GET /api/house/hall": "hall",
  "GET /api/house/species": "species",
  "GET /api/house/clock": "clock",
  "GET /api/house/credits": "credits",
  "GET /api/house/export": "export",
  "GET /api/house/sitters": "sitters",
  "GET /api/house/hooks": "hooks",
  "GET /api/admin/audit": "admin audit",
  "GET /api/admin/analytics": "admin --help",
};

/** Fields of a call that its command takes as options of the same name. Others it does without, or has no use for. */
const OPTIONS = new Set([
  "since",
  "wait",
  "hours",
  "limit",
  "offset",
  "category",
  "page",
  "per_page",
  "agent",
  "family",
  "sort",
]);

/** Commands whose first argument is the creature. */
const OF_A_CREATURE: Readonly<Record<string, (id: string, fields: Readonly<Record<string, unknown>>) => string>> = {
  "POST /api/house/resurrect": (id) => `resurrect ${quoted(id)}`,
  "POST /api/house/return": (id) => `return ${quoted(id)}`,
  "DELETE /api/house/release": (id) => `release ${quoted(shortNameOf(id))}`,
  "POST /api/house/board": (id, { hours = 24 }) => `board ${quoted(shortNameOf(id))} --hours ${quoted(hours)}`,
  "DELETE /api/house/board": (id) => `board ${quoted(shortNameOf(id))} --end`,
};

/** Commands that take something else from the call. */
const OTHERS: Readonly<Record<string, (fields: Readonly<Record<string, unknown>>) => string>> = {
  "POST /api/house/visit": () => "keep --once",
  "POST /api/house/adopt": ({ name = "Pip", species_slug: species }) =>
    `adopt ${quoted(name)}${species === undefined ? "" : ` --species ${quoted(species)}`}`,
  "POST /api/auth/register": ({ username = "<username>" }) => `register ${quoted(username)}`,
  "POST /api/auth/recover": ({ recovery_code: code = "dkr_..." }) => `recover ${quoted(code)}`,
  "POST /api/house/clock": ({ advance_hours: hours = 1 }) => `clock ${quoted(hours)}`,
  "POST /api/house/hooks/confirm": ({ hook_id: id, code = "CODE" }) =>
    `hooks --confirm ${quoted(id)} --code ${quoted(code)}`,
  "DELETE /api/house/sitters": ({ sitter_id: id = "{sitter}" }) => `sitters --revoke ${quoted(id)}`,
  "DELETE /api/house/hooks": ({ hook_id: id }) => `hooks --remove ${quoted(id)}`,
  "POST /api/house/credits": ({ pack = "100" }) => `credits --buy ${quoted(pack)}`,
};

const CALL = /`?\b(GET|POST|DELETE) (\/api[\w/{}-]*)(?:\?[\w=&{}-]*)?`?/g;

/** Fields of the API that a command has as options. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/\bcreature_ids?\b/g, "--creature"],
  [/\bspecies_slug\b/g, "--species"],
];

/** A text of the service, with commands and options for the calls and fields that it names. */
export function inCommandWords(text: string): string {
  const named = text.replaceAll(CALL, (_, method: Operation["method"], endpoint: string) => {
    const isTemplate = OF_A_CREATURE[`${method} ${endpoint}`] !== undefined;
    const command = commandFor({ action: "", method, endpoint, description: "", ...(isTemplate ? { body: ANY } : {}) });
    return `\`${command.replaceAll(/'?(\w+=)?\{(\w+)\}'?/g, "$1<$2>")}\``;
  });
  return FIELDS.reduce((words, [field, option]) => words.replaceAll(field, option), named);
}

/** Stands where a text does not say which creature. */
const ANY = { creature_id: "{creature}" };

export function nextCommand(step: NextStep): string {
  const described = step.description === "" ? "" : `  # ${inCommandWords(step.description)}`;
  if (!("endpoint" in step)) return `${step.url}${described}`;
  return `${commandFor(step)}${described}`;
}

function commandFor({ method, endpoint, body = {} }: Extract<NextStep, { endpoint: string }>): string {
  const [path = "", search = ""] = endpoint.split("?", 2);
  const fields: Record<string, unknown> = { ...Object.fromEntries(new URLSearchParams(search)), ...body };
  const { creature_id: wanted, ...rest } = fields;
  const creatureId = typeof wanted === "string" ? wanted : undefined;
  const target = creatureId === undefined ? [] : ["--creature", quoted(shortNameOf(creatureId))];
  const call = `${method} ${path}`;
  const ofCreature = OF_A_CREATURE[call];
  if (ofCreature !== undefined && creatureId !== undefined) return `denkeeper ${ofCreature(creatureId, rest)}`;
  const other = OTHERS[call];
  if (other !== undefined) return `denkeeper ${other(rest)}`;
  if (call === "POST /api/house/care") {
    const item = rest["item"] === undefined ? [] : ["--item", quoted(rest["item"])];
    return ["denkeeper", quoted(rest["action"] ?? "feed"), ...item, ...target].join(" ");
  }
  const slug = /^\/api\/house\/species\/([^/]+)$/.exec(path)?.[1];
  if (slug !== undefined) return `denkeeper species ${quoted(decodeURIComponent(slug))}`;
  const known = COMMANDS[call];
  if (known !== undefined) {
    const options = Object.entries(rest)
      .filter(([name]) => OPTIONS.has(name))
      .map(([name, value]) => `--${name.replaceAll("_", "-")} ${quoted(String(value))}`);
    return ["denkeeper", known, ...target, ...options].join(" ");
  }
  return apiCommand(method, path, fields);
}

function apiCommand(method: Operation["method"], path: string, fields: Readonly<Record<string, unknown>>): string {
  const step = { action: "", method, endpoint: path, description: "" };
  const operation = operationOf(step);
  if (operation === undefined) return `curl -X ${method} ${path}`;
  const named = { ...pathPattern(operation).exec(path)?.groups, ...fields };
  const pairs = Object.entries(named).map(([name, value]) =>
    quoted(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`),
  );
  return ["denkeeper", "api", operation.name, ...pairs].join(" ");
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
