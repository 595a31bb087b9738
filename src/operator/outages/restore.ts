// Restores creatures whose death was recorded during an outage (AMNESTY-4). Each outage is processed for its first minute, by the
// gravestones of its time. Repeating it is harmless.
import { asHouseInstant, type RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import { restoreFromOutage } from "@denkeeper/rules/life/pause.ts";
import { mergeSpans, type Span } from "@denkeeper/rules/time/span.ts";
import { nextEventAt } from "../../model/life/time-changes.ts";
import { suspensionChange } from "../moderation/suspend.ts";
import { saveCreature } from "../../model/creatures/store/creatures.ts";
import type { Database } from "../../platform/database/db.ts";
import { lockModeratedAgent } from "../../model/visibility/store/moderation.ts";
import { findServiceState, listOutageSpans } from "../../model/outages/store/outages.ts";
import { listRestorable, saveStoneRestored, type RestorableCreature } from "./store/restorable.ts";
import { findMark, saveMark } from "../../model/figures/store/rollups.ts";
import { presentInRealTime, creatureAcrossOutages } from "../../model/life/present-creature.ts";

/** Names the stored version of the last outage that was processed. */
const MARK = "restored_outages";
const BATCH = 200;
/** Processes that judged a life before they knew of the outage have recorded the result by then. */
const LATE_MS = 60_000;

export class Restorer {
  readonly #database: Database;
  readonly #log: Logger;
  #doneUpTo = 0;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Returns how many creatures were restored. */
  async restore(): Promise<number> {
    const { outageVersion, databaseNow } = await findServiceState(this.#database);
    if (outageVersion <= this.#doneUpTo) return 0;
    const done = (await findMark(this.#database, { name: MARK })) ?? 0;
    const fresh = (await listOutageSpans(this.#database, {})).filter((outage) => outage.version > done);
    let count = 0;
    for (const outage of mergeSpans(fresh)) count += await this.#restoreIn(outage, databaseNow);
    const last = fresh.findLast(({ recordedAt }) => recordedAt < databaseNow - LATE_MS)?.version ?? done;
    // The version of the list may be newer than its last entry, if that was moved.
    const settled = fresh.length === 0 ? outageVersion : last;
    await saveMark(this.#database, { name: MARK, at: settled });
    this.#doneUpTo = settled;
    if (count > 0) this.#log.info({ restored: count }, "creatures that died in an outage were restored");
    return count;
  }

  async #restoreIn(outage: Span, now: RealInstant): Promise<number> {
    let count = 0;
    let last: RestorableCreature | undefined;
    do {
      const page = await listRestorable(this.#database, outage, last, BATCH);
      for (const restorable of page) if (await this.#restoreOne(restorable, outage, now)) count++;
      last = page.length === BATCH ? page.at(-1) : undefined;
    } while (last !== undefined);
    return count;
  }

  /** False if the creature has changed, for example because its keeper has called it back. */
  async #restoreOne(restorable: RestorableCreature, outage: Span, now: RealInstant): Promise<boolean> {
    // Later outages do not concern a dead creature, and this one is applied by restoreFromOutage.
    const stored = presentInRealTime(restorable.stored, [], now);
    const beforeDeath = creatureAcrossOutages(restorable.beforeDeath, [], asHouseInstant(now));
    const creature = restoreFromOutage(beforeDeath, outage, asHouseInstant(now));
    if (creature === null) return false;
    const pause = creature.pauses.at(-1);
    return this.#database.withTransaction(async (tx) => {
      const keeper = await lockModeratedAgent(tx, { agentId: stored.agentId });
      const saved = await saveCreature(tx, {
        from: stored,
        to: { ...stored, creature, nextEventAt: nextEventAt(creature, 0) },
        log: [
          {
            kind: "restore",
            recordedAt: now,
            at: pause?.from ?? now,
            until: now,
            uncheckedSince: beforeDeath.lastCheckedAt,
          },
        ],
      });
      if (saved === undefined) return false;
      const { deathNumber } = restorable;
      await saveStoneRestored(tx, { agentId: stored.agentId, creatureId: creature.id, deathNumber, at: now });
      const change = keeper?.suspended === true ? suspensionChange(saved, keeper, now) : undefined;
      if (change !== undefined) await saveCreature(tx, change);
      return true;
    });
  }
}
