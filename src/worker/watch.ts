// Looks at watched creatures when something may be to report, and queues messages for the hooks of their keepers. Looks,
// messages and the instants of the next looks commit together: a worker that dies in between has done nothing, and a
// look that comes late or twice reports nothing false and nothing twice. Several workers may watch at once.
import { randomInt } from "node:crypto";
import type { Logger } from "pino";
import type { Stage } from "@denkeeper/rules/creature/creature.ts";
import type { ShownCreature } from "@denkeeper/rules/creature/visibility.ts";
import type { CreatureEvent, HookPayload } from "@denkeeper/rules/foresight/hook-events.ts";
import { lookAt, type WatchLook, type WatchedEvent } from "@denkeeper/rules/foresight/watch.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { onRealTime } from "@denkeeper/rules/time/units.ts";
import { presentCreature } from "../app/life/amnesty.ts";
import { KnownOutages, type Present } from "../app/outages/outages.ts";
import type { EventDetails } from "../store/creatures/events.ts";
import { listWatched, type WatchedCreature } from "../store/creatures/watched.ts";
import type { Transacting, Tx } from "../store/db/db.ts";
import { SLICES } from "../store/db/slices.ts";
import { queueDeliveries } from "../store/hooks/deliveries.ts";
import { deleteWatches, listDueWatches, saveWatches, type LookedAt, type Watch } from "../store/hooks/watches.ts";
import { forEachYielding } from "./evaluate.ts";

/** Small: what is looked at in vain, because a call changes it meanwhile, is looked at again. */
const BATCH = 200;
/** A creature that cannot be looked at must not keep the others waiting. */
const DELAY_AFTER_FAULT_MS = 600_000;

interface WatchFindings {
  readonly events: CreatureEvent[];
  readonly looked: LookedAt[];
  readonly ended: Watch[];
}

export class Watcher {
  readonly #database: Transacting;
  readonly #clock: () => number;
  readonly #log: Logger;
  readonly #outages: KnownOutages;
  #crowded = false;

  constructor(database: Transacting, clock: () => number, log: Logger) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#outages = new KnownOutages(database);
  }

  /** One batch of looks, at all or at one slice while others are at the same; returns whether there may be more. */
  async watch(): Promise<boolean> {
    const present = await this.#outages.present(this.#clock);
    const slice = this.#crowded ? randomInt(SLICES) : undefined;
    const { count, moved } = await this.#database.withTransaction((tx) => this.#batch(tx, present, slice));
    this.#crowded = count === BATCH && (this.#crowded || moved > 0);
    return count === BATCH || slice !== undefined;
  }

  async #batch(tx: Tx, present: Present, slice: number | undefined): Promise<{ count: number; moved: number }> {
    const watches = await listDueWatches(tx, { dueBy: present.now, slice, limit: BATCH });
    if (watches.length === 0) return { count: 0, moved: 0 };
    const creatures = new Map((await listWatched(tx, watches)).map((one) => [one.creatureId, one]));
    const found: WatchFindings = { events: [], looked: [], ended: [] };
    await forEachYielding(watches, (watch) => this.#look(watch, creatures.get(watch.creatureId), present, found));
    await queueDeliveries(tx, found.events, this.#clock());
    const moved = await saveWatches(tx, found.looked);
    await deleteWatches(tx, found.ended);
    return { count: watches.length, moved };
  }

  #look(watch: Watch, watched: WatchedCreature | undefined, { now, outages }: Present, found: WatchFindings): void {
    if (watched === undefined || !watched.isWanted) {
      found.ended.push(watch);
      return;
    }
    try {
      // Nobody hears of a house whose clock was moved, so the time of the house is the real time.
      const at = onRealTime(now);
      const creature = presentCreature(watched.stored(), outages, at);
      const look = lookAt(creature, watch.memory, at);
      found.events.push(...eventsOf(watched, settleAny(creature, at), look));
      if (creature.death !== null || creature.releasedAt !== null) found.ended.push(watch);
      else found.looked.push({ ...watch, seq: watched.seq, memory: look.memory, nextAt: look.next });
    } catch (thrown) {
      this.#log.error({ err: thrown, creatureId: watch.creatureId }, "a watched creature could not be looked at");
      found.looked.push({ ...watch, nextAt: now + DELAY_AFTER_FAULT_MS });
    }
  }
}

/** What is to be reported, in the order in which it happened. */
function eventsOf(watched: WatchedCreature, shown: ShownCreature, look: WatchLook): readonly CreatureEvent[] {
  const { agentId, creatureId, keeper } = watched;
  const about = { name: shown.name, species: shown.species.name, stage: shown.stage, keeper };
  const stored = watched.events.flatMap(({ at, details }) => storedEvent(details, at));
  const looked = look.events.map(({ event, at }): Reported => ({ event, at, facts: factsOf(event, look) }));
  return [...stored, ...looked]
    .toSorted((a, b) => a.at - b.at)
    .map(({ event, at, facts, stage }) => ({
      agentId,
      creatureId,
      event,
      at,
      payload: { creature: { ...about, stage: stage ?? shown.stage }, ...facts },
    }));
}

type Facts = Omit<HookPayload, "creature">;

interface Reported {
  readonly event: CreatureEvent["event"];
  readonly at: number;
  readonly facts: Facts;
  /** Where it is another than the present one. */
  readonly stage?: Stage;
}

function storedEvent(details: EventDetails, at: number): readonly Reported[] {
  const told = (event: CreatureEvent["event"], facts: Facts, stage?: Stage): readonly Reported[] => [
    { event, at, facts, ...(stage === undefined ? {} : { stage }) },
  ];
  if (details.type === "born") return told("creature.born", {}, "baby");
  if (details.type === "died") return told("creature.died", { cause: details.cause });
  if (details.type === "returned") return told("creature.back", { backFrom: "death" });
  if (details.type === "taken_back") return told("creature.back", { backFrom: "release" });
  if (details.type !== "stage_changed") return [];
  return told("creature.grown", details.path === null ? {} : { path: details.path }, details.stage);
}

function factsOf(event: WatchedEvent["event"], { windowEndsAt, diesAt }: WatchLook): Facts {
  if (event === "creature.back") return { backFrom: "boarding" };
  return {
    ...(event === "creature.critical" || windowEndsAt === null ? {} : { windowEndsAt }),
    ...(diesAt === null ? {} : { diesAt }),
  };
}
