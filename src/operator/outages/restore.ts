// Restores creatures that died during an outage (AMNESTY-4), which are found by their gravestones. An outage is processed
// repeatedly for a minute after it was recorded, and repeating a restore is harmless.
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

/** Name under which the version of the last processed outage is stored. */
const MARK = "restored_outages";
const BATCH = 200;
/** Time after which every process knows of a recorded outage, so that none records another death in it. */
const LATE_MS = 60_000;

export class Restorer {
  readonly #database: Database;
  readonly #log: Logger;
  #doneUpTo = 0;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Returns the number of restored creatures. */
  async restore(): Promise<number> {
    const { outageVersion, databaseNow } = await findServiceState(this.#database);
    if (outageVersion <= this.#doneUpTo) return 0;
    const done = (await findMark(this.#database, { name: MARK })) ?? 0;
    const fresh = (await listOutageSpans(this.#database, {})).filter((outage) => outage.version > done);
    let count = 0;
    for (const outage of mergeSpans(fresh)) count += await this.#restoreIn(outage, databaseNow);
    const last = fresh.findLast(({ recordedAt }) => recordedAt < databaseNow - LATE_MS)?.version ?? done;
    // A correction of the clock can move outages back and raises the version without adding an outage. The version can therefore
    // exceed that of the newest outage.
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

  /** Returns false if the creature died before the outage or has changed, for example because its keeper resurrected it. */
  async #restoreOne(restorable: RestorableCreature, outage: Span, now: RealInstant): Promise<boolean> {
    // Passes no outages: later ones do not affect a dead creature, and restoreFromOutage applies this one.
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
