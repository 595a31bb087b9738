// Completes leaving, seven days after the confirmation: releases the living creatures and empties the account in one
// transaction. Until then a recovery undoes it.
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
  saveDepartureStart,
  type DepartingAgent,
} from "../../model/agents/store/departures.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { KnownOutages, type JudgingHorizon } from "../../model/outages/outages.ts";
import { houseTime } from "../../model/life/time-changes.ts";

export const LEAVING_DAYS = 7;
export const LEAVING_MS = LEAVING_DAYS * 24 * HOUR_MS;
const AT_A_TIME = 100;

type DepartureHorizon = Pick<JudgingHorizon, "now" | "outages">;

/** From now on the agent is not public and has no key. Behind `lockAccountBy`. */
export async function beginLeaving(tx: Tx, agentId: string, at: number): Promise<void> {
  await saveDepartureStart(tx, agentId, at);
}

/** Completes the departures that are due. One that fails is tried again in the next round and keeps no other waiting. */
export async function completeDepartures(database: Database, now: RealInstant, log: Logger): Promise<void> {
  const due = await listDueDepartures(database, { confirmedBy: now - LEAVING_MS, limit: AT_A_TIME });
  if (due.length === 0) return;
  const present = await new KnownOutages(database).present(() => now);
  for (const agentId of due) {
    try {
      const done = await database.withTransaction((tx) => depart(tx, agentId, present, now));
      if (done) log.info({ agentId }, "an agent has left");
    } catch (thrown) {
      log.error({ agentId, err: thrown }, "a departure could not be completed");
    }
  }
}

/** Whether it has left. Not when it was undone just now, or while the sweeper still has deaths to save. */
export async function depart(tx: Tx, agentId: string, present: DepartureHorizon, now: RealInstant): Promise<boolean> {
  await lockAccount(tx, { agentId });
  const leaver = await findDepartingAgent(tx, { agentId });
  if (leaver === undefined || leaver.leavingAt > now - LEAVING_MS) return false;
  const changes = (await listLiving(tx, agentId)).map((stored) => released(stored, leaver, present, now));
  for (const change of changes) if (change === undefined) return false;
  for (const change of changes) {
    if (change !== undefined && (await saveCreature(tx, change)) === undefined) {
      throw new Error("a creature changed while its keeper left");
    }
  }
  await saveDeparture(tx, agentId, now);
  return true;
}

/** Undefined when it has died, which the sweeper writes down first. */
function released(
  read: StoredCreature<Resident>,
  leaver: DepartingAgent,
  present: DepartureHorizon,
  recordedAt: RealInstant,
): CreatureChange | undefined {
  const outages = leaver.clockMoved ? [] : present.outages;
  const stored = presentInRealTime(read, outages, present.now, recordedAt);
  const outcome = release(stored.creature, houseTime(leaver, present.now));
  if (outcome.kind !== "released") return undefined;
  const { creature } = outcome;
  return {
    from: stored,
    to: { ...stored, creature, nextEventAt: null },
    log: [{ kind: "release", recordedAt, at: creature.releasedAt, uncheckedSince: stored.creature.lastCheckedAt }],
  };
}
