// Observes houses when there may be something to report, and queues messages for their keepers' hooks. Messages and the instants
// of the next observations commit together, so an observation that is late, killed, or repeated reports nothing twice.
import { randomInt } from "node:crypto";
import type { Logger } from "pino";
import { observe } from "@denkeeper/rules/foresight/watch.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { asHouseInstant } from "@denkeeper/rules/time/units.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import { KnownOutages, type JudgingHorizon } from "../../model/outages/outages.ts";
import { listWatched, type WatchedCreature } from "./store/watched.ts";
import type { TransactionalDb, Tx } from "../../platform/database/db.ts";
import { SLICES } from "../../platform/database/slices.ts";
import { queueDeliveries } from "../hooks/store/deliveries.ts";
import { listDuePulses, listPulses, savePulses, type Pulse } from "../../model/silence/store/pulses.ts";
import {
  deleteWatches,
  listDueWatches,
  listWatches,
  saveWatches,
  type WatchUpdate,
  type Watch,
} from "../../model/silence/store/watches.ts";
import { forEachYielding } from "../../model/life/pieces.ts";
import { houseAlerts, lifeEventsOf, type HouseAlerts, type ObservedCreature } from "./house.ts";

/** Maximum number of due watches, and of due pulses, in a batch. Small, so that few houses change before the commit. */
const BATCH = 200;
/** Delay before a creature that could not be observed is tried again. */
const DELAY_AFTER_FAULT_MS = 600_000;

interface ObservedHouse {
  readonly pulse: Pulse;
  readonly creatures: readonly ObservedCreature[];
  readonly updates: readonly WatchUpdate[];
  readonly ended: readonly Watch[];
}

export class Watcher {
  readonly #database: TransactionalDb;
  readonly #clock: () => number;
  readonly #log: Logger;
  readonly #outages: KnownOutages;
  #crowded = false;

  constructor(database: TransactionalDb, clock: () => number, log: Logger) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#outages = new KnownOutages(database);
  }

  /** Observes one batch; while other workers compete for the same houses, only of one slice. Returns true if more may be due. */
  async watch(): Promise<boolean> {
    const present = await this.#outages.present(this.#clock);
    const slice = this.#crowded ? randomInt(SLICES) : undefined;
    const due = await listDueWatches(this.#database, { dueBy: present.now, slice, limit: BATCH });
    const duePulses = await listDuePulses(this.#database, { dueBy: present.now, limit: BATCH });
    const agentIds = [...new Set([...due, ...duePulses.map(({ agentId }) => agentId)])];
    const hasWork = agentIds.length > 0;
    const stale = hasWork ? await this.#database.withTransaction((tx) => this.#batch(tx, present, agentIds)) : 0;
    const isFull = Math.max(due.length, duePulses.length) === BATCH;
    this.#crowded = isFull && (this.#crowded || stale > 0);
    return isFull || slice !== undefined;
  }

  /** Returns the number of rows that another worker or a call changed after they were read. They are observed again. */
  async #batch(tx: Tx, present: JudgingHorizon, agentIds: readonly string[]): Promise<number> {
    const pulses = await listPulses(tx, agentIds, present.now);
    const watches = Map.groupBy(await listWatches(tx, { agentIds }), ({ agentId }) => agentId);
    const watched = await listWatched(tx, [...watches.values()].flat());
    const byId = new Map(watched.map((creature) => [creature.creatureId, creature]));
    const observed: ObservedHouse[] = [];
    await forEachYielding(pulses, (pulse) => {
      observed.push(this.#observe(pulse, watches.get(pulse.agentId) ?? [], byId, present));
    });
    const houses: (ObservedHouse & HouseAlerts)[] = [];
    for (const house of observed)
      houses.push({ ...house, ...(await houseAlerts(tx, house.pulse, house.creatures, present)) });
    const savedIds = await savePulses(tx, houses);
    const saved = houses.filter(({ pulse }) => savedIds.has(pulse.agentId));
    const events = saved.flatMap((house) => [...house.creatures.flatMap(lifeEventsOf), ...house.events]);
    await queueDeliveries(tx, events, this.#clock());
    const stale = await saveWatches(
      tx,
      saved.flatMap(({ updates }) => updates),
    );
    await deleteWatches(
      tx,
      saved.flatMap(({ ended }) => ended),
    );
    return stale + houses.length - saved.length;
  }

  #observe(
    pulse: Pulse,
    watches: readonly Watch[],
    byId: ReadonlyMap<string, WatchedCreature>,
    { now, outages }: JudgingHorizon,
  ): ObservedHouse {
    const creatures: ObservedCreature[] = [];
    const updates: WatchUpdate[] = [];
    const ended: Watch[] = [];
    // Houses that moved their clock are not watched, so house time is real time.
    const at = asHouseInstant(now);
    for (const watch of watches) {
      const watched = byId.get(watch.creatureId);
      if (watched?.isWanted !== true) {
        ended.push(watch);
        continue;
      }
      try {
        const stored = watched.stored();
        const { recentCare } = stored;
        const creature = creatureAcrossOutages(stored, outages, at);
        const observation = observe(creature, watch.until, at);
        creatures.push({ watched, creature, visible: settleAny(creature, at), observation, recentCare });
        if (creature.death !== null || creature.releasedAt !== null) ended.push(watch);
        else updates.push({ ...watch, seq: watched.seq, until: observation.until, nextAt: observation.next });
      } catch (thrown) {
        this.#log.error({ err: thrown, creatureId: watch.creatureId }, "observing a creature failed");
        updates.push({ ...watch, nextAt: now + DELAY_AFTER_FAULT_MS });
      }
    }
    return { pulse, creatures, updates, ended };
  }
}
