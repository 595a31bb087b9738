// The heartbeat of an API process. If no process sends one for more than five minutes, that time is an outage and
// counts for no creature.
import type { Logger } from "pino";
import { Loop } from "../../platform/loop.ts";
import { untraced } from "../../platform/observability/traces.ts";
import type { Outages } from "./outages.ts";

/** Deaths are written up to the newest sign of life only, so this is how late a burial may be. */
const BEAT_EVERY_MS = 5_000;
/** The same where the rounds that wait for it take longer. */
const CLUSTER_BEAT_EVERY_MS = 1_000;

export interface Heartbeat {
  stop(): Promise<void>;
}

/** Resolves after the first sign of life: whatever silence came before is then recorded. */
export async function startHeartbeat(outages: Outages, log: Logger, isCluster = false): Promise<Heartbeat> {
  const beat = () => untraced(() => outages.beat());
  await beat();
  const everyMs = isCluster ? CLUSTER_BEAT_EVERY_MS : BEAT_EVERY_MS;
  const loop = new Loop({ name: "api heartbeat", everyMs, run: beat }, log);
  return {
    async stop() {
      await loop.stop();
      // The silence begins now, not at the last round.
      await beat().catch((error: unknown) => log.warn({ err: error }, "no last sign of life"));
    },
  };
}
