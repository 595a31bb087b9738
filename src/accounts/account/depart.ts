// Completes departures seven days after confirmation. One transaction releases the living creatures and empties the account.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import type { Resident } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { release } from "@denkeeper/rules/care/release.ts";
import { lockAccount } from "../../model/events/store/account-events.ts";
import { listLiving, saveCreature } from "../../model/creatures/store/creatures.ts";
import type { CreatureChange } from "../../model/creatures/store/creature-change.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import type { Database, Tx } from "../../platform/database/db.ts";
import {
  findDepartingAgent,
  listDueDepartures,
  saveDeparture,
  type DepartingAgent,
} from "../../model/agents/store/departures.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { KnownOutages, type JudgingHorizon } from "../../model/outages/outages.ts";
import { houseTime } from "../../model/life/time-changes.ts";

export const LEAVING_DAYS = 7;
export const LEAVING_MS = LEAVING_DAYS * 24 * HOUR_MS;
const BATCH_SIZE = 100;

type DepartureHorizon = Pick<JudgingHorizon, "now" | "outages">;

/** Completes up to `BATCH_SIZE` due departures. A failed departure is retried in the next round. */
export async function completeDepartures(database: Database, now: RealInstant, log: Logger): Promise<void> {
  const due = await listDueDepartures(database, { confirmedBy: now - LEAVING_MS, limit: BATCH_SIZE });
  if (due.length === 0) return;
  const horizon = await new KnownOutages(database).present(() => now);
  for (const agentId of due) {
    try {
      const done = await database.withTransaction((tx) => depart(tx, agentId, horizon, now));
      if (done) log.info({ agentId }, "departure completed");
    } catch (thrown) {
      log.error({ agentId, err: thrown }, "departure failed");
    }
  }
}

/** Returns false if the departure was undone or is not due yet, or if the sweep must record a death first. */
export async function depart(tx: Tx, agentId: string, horizon: DepartureHorizon, now: RealInstant): Promise<boolean> {
  await lockAccount(tx, { agentId });
  const agent = await findDepartingAgent(tx, { agentId });
  if (agent === undefined || agent.leavingAt > now - LEAVING_MS) return false;
  const changes = (await listLiving(tx, agentId)).map((stored) => releaseChange(stored, agent, horizon, now));
  if (!changes.every((change) => change !== undefined)) return false;
  for (const change of changes) {
    const saved = await saveCreature(tx, change);
    if (saved === undefined) throw new Error(`creature ${change.from.creature.id} changed while its keeper left`);
  }
  await saveDeparture(tx, agentId, now);
  return true;
}

/** Returns undefined if the creature has died, because the sweep must record that death before the keeper leaves. */
function releaseChange(
  row: StoredCreature<Resident>,
  agent: DepartingAgent,
  horizon: DepartureHorizon,
  recordedAt: RealInstant,
): CreatureChange | undefined {
  const outages = agent.clockMoved ? [] : horizon.outages;
  const stored = presentInRealTime(row, outages, horizon.now, recordedAt);
  const outcome = release(stored.creature, houseTime(agent, horizon.now));
  if (outcome.kind !== "released") return undefined;
  const { creature } = outcome;
  return {
    from: stored,
    to: { ...stored, creature, nextEventAt: null },
    log: [{ kind: "release", recordedAt, at: creature.releasedAt, uncheckedSince: stored.creature.lastCheckedAt }],
  };
}
