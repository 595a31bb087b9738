// Injects one fault and measures the time to recovery.
import type { Kind } from "./kinds.ts";
import type { Cluster } from "../cluster/cluster.ts";

const BACK_WITHIN_MS = 5_000;

/** How many milliseconds it took; a miss is in the history. */
export async function strike(cluster: Cluster, kind: Kind): Promise<number> {
  const since = await kind.begin(cluster);
  const tookMs = await cluster.answeredAfter(since, BACK_WITHIN_MS);
  if (tookMs === undefined) cluster.history.violate("it answers again within 5 s", kind.name);
  await kind.end?.(cluster);
  return tookMs ?? Infinity;
}
