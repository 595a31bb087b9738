// Why visits were late or missed: what the agent called, and what to fix.
import type { Incident, IncidentCall } from "../../generated/types.ts";
import type { Context } from "../context.ts";
import { requireKey } from "../context.ts";
import { bold, counted, dim } from "../style.ts";
import { paragraph } from "../text.ts";
import { dayAndTime, localTime, localized } from "../time.ts";

export interface IncidentsOptions {
  readonly limit?: number;
  readonly before?: string;
  readonly since?: string;
}

export async function incidents(context: Context, { limit, before, since }: IncidentsOptions): Promise<void> {
  requireKey(context);
  const answer = await context.client.incidents({ limit, before: instant(before), since: instant(since) });
  context.print(answer, ({ incidents: all, next_before: next }) =>
    [
      ...(all.length === 0 ? ["No late or missed visits in the last 14 days."] : all.map(incidentText)),
      ...(next === null ? [] : [dim(`Older: denkeeper incidents --before ${next}`)]),
    ].join("\n\n"),
  );
}

/** A time as the service takes it. What is not a time is left for the service to refuse. */
function instant(given: string | undefined): string | undefined {
  const at = given === undefined ? Number.NaN : Date.parse(given);
  return Number.isNaN(at) ? given : new Date(at).toISOString();
}

function incidentText({ kind, creature, window, outcome, message, fix, calls }: Incident): string {
  const when = `${dayAndTime(window.opens_at)} to ${localTime(window.ends_at)}`;
  return [
    `${bold(`${creature.name}: ${outcome}, ${kind.replaceAll("_", " ")}`)} ${dim(`(window ${when})`)}`,
    paragraph(localized(message)),
    ...calls.map(callLine),
    paragraph(`Fix: ${fix}`),
  ].join("\n");
}

function callLine(call: IncidentCall): string {
  const { operation, status, code, count, last_at, last_request_id, by_sitter } = call;
  const result = code === null ? String(status) : `${status} ${code}`;
  const who = by_sitter ? ", by a sitter" : "";
  return dim(`  ${dayAndTime(last_at)}  ${operation}  ${result}  ${counted(count, "call")}${who}  ${last_request_id}`);
}
