// The archived part of a keeper's log. It changes once a day and takes an object a day to read, so what was read is kept
// for a while.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { ColdSpan } from "../../../app/log/cold-log.ts";
import { newestArchived } from "../../../app/log/newest.ts";
import type { Needs } from "../../../http/request/services.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { listAllSitterCare } from "../../../store/accounts/sitters.ts";
import type { AgentEntry } from "../../../store/creatures/reliability-log.ts";

/** A year's log is some megabytes. */
const KEEPERS_KEPT = 20;
const kept = cacheForEachApp<readonly AgentEntry[]>(HOUR_MS, KEEPERS_KEPT);

/** What happened to all creatures of an agent, newest first: `limit` entries at most. */
export async function archivedEntries(
  services: Needs<"database" | "coldLog">,
  span: ColdSpan,
  limit: number,
  now: RealInstant,
): Promise<readonly AgentEntry[]> {
  const key = `${span.agentId}/${span.from}/${span.until}/${limit}`;
  return kept(services).get(key, now, () => readEntries(services, span, limit));
}

async function readEntries(
  { database, coldLog }: Needs<"database" | "coldLog">,
  span: ColdSpan,
  limit: number,
): Promise<readonly AgentEntry[]> {
  const keep = ({ kind }: { readonly kind: string }) => kind !== "adopt" && kind !== "check";
  const [rows, sitters] = await Promise.all([
    newestArchived(coldLog, span, { limit, keep }),
    listAllSitterCare(database, span.agentId),
  ]);
  return rows.map(({ creature_id, entry_id, version, kind, at, recorded_at, until, action, timing }) => ({
    creature_id,
    version,
    kind,
    at,
    recorded_at,
    until,
    action,
    timing,
    sitter: sitters.get(entry_id) ?? null,
  }));
}
