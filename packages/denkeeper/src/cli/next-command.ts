// A next step of the service as a command to type.
import type { NextStep } from "../generated/types.ts";
import { OPERATIONS } from "../generated/operations.ts";
import type { Operation } from "../generated/operations.ts";

/** A word as a shell takes it. */
function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const COMMANDS: Readonly<Record<string, string>> = {
  "GET /api/house/status": "status",
  "GET /api/house/home": "home",
  "GET /api/house/schedule": "schedule",
  "GET /api/house/events": "events",
  "GET /api/house/forecast": "forecast",
  "GET /api/house/history": "history",
  "GET /api/house/preferences": "preferences",
  "GET /api/house/graveyard": "graveyard",
  "GET /api/house/hall": "hall",
  "GET /api/house/species": "species",
  "GET /api/house/clock": "clock",
  "GET /api/house/credits": "credits",
  "POST /api/house/resurrect": "resurrect",
  "DELETE /api/house/release": "release",
  "GET /api/house/export": "export",
  "GET /api/house/sitters": "sitters",
  "POST /api/auth/rotate-key": "rotate-key",
};

export function nextCommand(step: NextStep): string {
  const described = step.description === "" ? "" : `  # ${step.description}`;
  if (!("endpoint" in step)) return `${step.url}${described}`;
  return `${commandFor(step)}${described}`;
}

function commandFor({ method, endpoint, body = {} }: Extract<NextStep, { endpoint: string }>): string {
  const [path = "", search = ""] = endpoint.split("?", 2);
  const fields: Record<string, unknown> = { ...Object.fromEntries(new URLSearchParams(search)), ...body };
  const { creature_id: creatureId, ...rest } = fields;
  const target = creatureId === undefined ? [] : ["--creature", quoted(creatureId)];
  const call = `${method} ${path}`;
  if (call === "POST /api/house/care") {
    const item = rest["item"] === undefined ? [] : ["--item", quoted(rest["item"])];
    return ["denkeeper", quoted(rest["action"]), ...item, ...target].join(" ");
  }
  if (call === "POST /api/house/adopt") return `denkeeper adopt ${quoted(rest["name"] ?? "Pip")}`;
  if (call === "POST /api/auth/register") return `denkeeper register ${quoted(rest["username"] ?? "<username>")}`;
  if (call === "POST /api/house/clock") return `denkeeper clock ${quoted(rest["advance_hours"] ?? 1)}`;
  const slug = /^\/api\/house\/species\/([^/]+)$/.exec(path)?.[1];
  if (slug !== undefined) return `denkeeper species ${quoted(decodeURIComponent(slug))}`;
  const known = COMMANDS[call];
  if (known !== undefined) {
    const options = Object.entries(rest).map(
      ([name, value]) => `--${name.replaceAll("_", "-")} ${quoted(String(value))}`,
    );
    return ["denkeeper", known, ...target, ...options].join(" ");
  }
  const operation = Object.values<Operation>(OPERATIONS).find((each) => each.method === method && each.path === path);
  if (operation === undefined) return `curl -X ${method} ${path}`;
  const pairs = Object.entries(fields).map(([name, value]) =>
    quoted(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`),
  );
  return ["denkeeper", "api", operation.name, ...pairs].join(" ");
}
