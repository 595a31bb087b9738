// Restores creatures that were buried during what turned out to be an outage (AMNESTY-4). Each outage is processed for
// its first minute, by the gravestones of its time; processing it again is harmless.
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

/** Under this name the version of the last outage is kept that was gone through. */
const MARK = "restored_outages";
const BATCH = 200;
/** Whoever judged a life before the outage was known has written what it found by then. */
const LATE_MS = 60_000;

export class Restorer {
  readonly #database: Database;
  readonly #log: Logger;
  #doneUpTo = 0;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** How many came back. */
  async restore(): Promise<number> {
    const { outageVersion, databaseNow } = await findServiceState(this.#database);
    if (outageVersion <= this.#doneUpTo) return 0;
    const done = (await findMark(this.#database, { name: MARK })) ?? 0;
    const fresh = (await listOutageSpans(this.#database, {})).filter((outage) => outage.version > done);
    let count = 0;
    for (const outage of mergeSpans(fresh)) count += await this.#restoreIn(outage, databaseNow);
    const last = fresh.findLast(({ recordedAt }) => recordedAt < databaseNow - LATE_MS)?.version ?? done;
    // The list may be newer than its last entry, where that was moved.
    const settled = fresh.length === 0 ? outageVersion : last;
    await saveMark(this.#database, { name: MARK, at: settled });
    this.#doneUpTo = settled;
    if (count > 0) this.#log.info({ restored: count }, "gave back those who were buried while the service was away");
    return count;
  }

  async #restoreIn(outage: Span, now: RealInstant): Promise<number> {
    let count = 0;
    let last: RestorableCreature | undefined;
    do {
      const found = await listRestorable(this.#database, outage, last, BATCH);
      for (const one of found) if (await this.#giveBack(one, outage, now)) count++;
      last = found.length === BATCH ? found.at(-1) : undefined;
    } while (last !== undefined);
    return count;
  }

  /** False when somebody else was faster, such as a keeper who has called it back. */
  async #giveBack(one: RestorableCreature, outage: Span, now: RealInstant): Promise<boolean> {
    // What happened after its death does not concern it, and the outage itself is what brings it back.
    const stored = presentInRealTime(one.stored, [], now);
    const beforeDeath = creatureAcrossOutages(one.beforeDeath, [], asHouseInstant(now));
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
      await saveStoneRestored(tx, one, now);
      const change = keeper?.suspended === true ? suspensionChange(saved, keeper, now) : undefined;
      if (change !== undefined) await saveCreature(tx, change);
      return true;
    });
  }
}
