// Orders the entries of a life.
import type { LogRow } from "../../model/creatures/store/care-log.ts";

/** Within one version an outage comes first and a death last. */
export function byVersion(one: LogRow, other: LogRow): number {
  return one.version - other.version || rank(one) - rank(other) || one.at - other.at;
}

function rank({ kind }: LogRow): number {
  return kind === "amnesty" ? 0 : kind === "death" || kind === "leave" ? 2 : 1;
}
