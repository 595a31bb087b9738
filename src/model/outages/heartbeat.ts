// The heartbeat of an API process. A gap of more than five minutes without any heartbeat is an outage, which counts against no
// creature.
import type { Logger } from "pino";
import { Loop } from "../../platform/loop.ts";
import { untraced } from "../../platform/observability/traces.ts";
import type { Outages } from "./outages.ts";

/** Deaths are recorded up to the newest heartbeat only, so this bounds their delay. */
const BEAT_EVERY_MS = 5_000;
/** Shorter on a cluster, where the rounds that depend on it take longer. */
const CLUSTER_BEAT_EVERY_MS = 1_000;

export interface Heartbeat {
  stop(): Promise<void>;
}

/** Resolves after the first heartbeat, which records the silence before it. */
export async function startHeartbeat(outages: Outages, log: Logger, isCluster = false): Promise<Heartbeat> {
  const beat = () => untraced(() => outages.beat());
  await beat();
  const everyMs = isCluster ? CLUSTER_BEAT_EVERY_MS : BEAT_EVERY_MS;
  const loop = new Loop({ name: "api heartbeat", everyMs, run: beat }, log);
  return {
    async stop() {
      await loop.stop();
      // A silence begins now, not at the last round.
      await beat().catch((error: unknown) => log.warn({ err: error }, "the last heartbeat failed"));
    },
  };
}
