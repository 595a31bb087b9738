// Looks at watched houses when something may be to report, and queues messages for the hooks of their keepers. Looks,
// messages and the instants of the next looks commit together: a worker that dies in between has done nothing, and a
// look that comes late or twice reports nothing false and nothing twice. Several workers may watch at once.
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

/** Small: what is looked at in vain, because a call changes it meanwhile, is looked at again. */
const BATCH = 200;
/** A creature that cannot be looked at must not keep the others waiting. */
const DELAY_AFTER_FAULT_MS = 600_000;

interface ObservedHouse {
  readonly pulse: Pulse;
  readonly seen: readonly ObservedCreature[];
  readonly looked: readonly WatchUpdate[];
  readonly ended: readonly Watch[];
}

type WatchResult = ObservedHouse & HouseAlerts;

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

  /** One batch of looks, at all or at one slice while others are at the same; returns whether there may be more. */
  async watch(): Promise<boolean> {
    const present = await this.#outages.present(this.#clock);
    const slice = this.#crowded ? randomInt(SLICES) : undefined;
    const due = await listDueWatches(this.#database, { dueBy: present.now, slice, limit: BATCH });
    const duePulses = await listDuePulses(this.#database, { dueBy: present.now, limit: BATCH });
    const agentIds = [...new Set([...due, ...duePulses.map(({ agentId }) => agentId)])];
    // Nothing is locked until it is saved, so a round without work opens no transaction.
    const moved =
      agentIds.length === 0 ? 0 : await this.#database.withTransaction((tx) => this.#batch(tx, present, agentIds));
    const isFull = Math.max(due.length, duePulses.length) === BATCH;
    this.#crowded = isFull && (this.#crowded || moved > 0);
    return isFull || slice !== undefined;
  }

  /** How much another worker or a call has changed meanwhile, so that it is looked at again. */
  async #batch(tx: Tx, present: JudgingHorizon, agentIds: readonly string[]): Promise<number> {
    const pulses = await listPulses(tx, agentIds, present.now);
    const watches = Map.groupBy(await listWatches(tx, { agentIds }), ({ agentId }) => agentId);
    const watched = await listWatched(tx, [...watches.values()].flat());
    const creatures = new Map(watched.map((one) => [one.creatureId, one]));
    const looks: ObservedHouse[] = [];
    await forEachYielding(pulses, (pulse) => {
      looks.push(this.#look(pulse, watches.get(pulse.agentId) ?? [], creatures, present));
    });
    const houses: WatchResult[] = [];
    for (const look of looks) houses.push({ ...look, ...(await houseAlerts(tx, look.pulse, look.seen, present)) });
    const saved = await savePulses(tx, houses);
    const found = houses.filter(({ pulse }) => saved.has(pulse.agentId));
    const events = found.flatMap((house) => [...house.seen.flatMap(lifeEventsOf), ...house.events]);
    await queueDeliveries(tx, events, this.#clock());
    const moved = await saveWatches(
      tx,
      found.flatMap(({ looked }) => looked),
    );
    await deleteWatches(
      tx,
      found.flatMap(({ ended }) => ended),
    );
    return moved + houses.length - found.length;
  }

  #look(
    pulse: Pulse,
    watches: readonly Watch[],
    creatures: ReadonlyMap<string, WatchedCreature>,
    { now, outages }: JudgingHorizon,
  ): ObservedHouse {
    const [seen, looked, ended]: [ObservedCreature[], WatchUpdate[], Watch[]] = [[], [], []];
    // Nobody hears of a house whose clock was moved, so the time of the house is the real time.
    const at = asHouseInstant(now);
    for (const watch of watches) {
      const watched = creatures.get(watch.creatureId);
      if (watched?.isWanted !== true) {
        ended.push(watch);
        continue;
      }
      try {
        const stored = watched.stored();
        const creature = creatureAcrossOutages(stored, outages, at);
        const look = observe(creature, watch.until, at);
        seen.push({ watched, creature, shown: settleAny(creature, at), look, recentCare: stored.recentCare });
        if (creature.death !== null || creature.releasedAt !== null) ended.push(watch);
        else looked.push({ ...watch, seq: watched.seq, until: look.until, nextAt: look.next });
      } catch (thrown) {
        this.#log.error({ err: thrown, creatureId: watch.creatureId }, "a watched creature could not be looked at");
        looked.push({ ...watch, nextAt: now + DELAY_AFTER_FAULT_MS });
      }
    }
    return { pulse, seen, looked, ended };
  }
}
