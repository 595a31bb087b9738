// Orders the entries of a life by version, since the clocks of recording processes differ.
import type { LogRow } from "../../model/creatures/store/care-log.ts";

/** Within one version, outages come first; deaths and leave come last. */
export function byVersion(one: LogRow, other: LogRow): number {
  return one.version - other.version || rank(one) - rank(other) || one.at - other.at;
}

function rank({ kind }: LogRow): number {
  if (kind === "amnesty") return 0;
  return kind === "death" || kind === "leave" ? 2 : 1;
}
