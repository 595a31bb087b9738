// Sends the heartbeat of an API process. More than five minutes without any heartbeat count as an outage, which harms no
// creature.
import type { Logger } from "pino";
import { Loop } from "../../platform/loop.ts";
import { untraced } from "../../platform/observability/traces.ts";
import type { Outages } from "./outages.ts";

/** Interval between heartbeats. Deaths are recorded only up to the newest heartbeat, so the interval bounds their delay. */
const BEAT_EVERY_MS = 5_000;
/** Interval on a cluster. It is shorter, because the rounds that depend on heartbeats take longer there. */
const CLUSTER_BEAT_EVERY_MS = 1_000;

export interface Heartbeat {
  stop(): Promise<void>;
}

/** Resolves after the first heartbeat, which records any silence before it. */
export async function startHeartbeat(outages: Outages, log: Logger, isCluster = false): Promise<Heartbeat> {
  const beat = () => untraced(() => outages.beat());
  await beat();
  const everyMs = isCluster ? CLUSTER_BEAT_EVERY_MS : BEAT_EVERY_MS;
  const loop = new Loop({ name: "api heartbeat", everyMs, run: beat }, log);
  return {
    async stop() {
      await loop.stop();
      // Sends a last heartbeat, so that a silence begins now and not at the previous one.
      await beat().catch((error: unknown) => log.warn({ err: error }, "the last heartbeat failed"));
    },
  };
}
