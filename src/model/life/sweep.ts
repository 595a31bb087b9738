// Sweeps creatures whose next death or stage change is due, so no death waits for its keeper: saves the death or the
// stage, or reschedules the creature. Several workers may sweep at once. Each writes only rows that have not changed
// since it read them, so the order does not matter and nothing happens twice.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { randomInt } from "node:crypto";
import type { Logger } from "pino";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { presentInRealTime } from "./present-creature.ts";
import { KnownOutages, type JudgingHorizon } from "../outages/outages.ts";
import { deathChange, growthChange, nextEventAt } from "./time-changes.ts";
import { forEachYielding, piecesOf } from "./pieces.ts";
import type { CreatureChange } from "../creatures/store/creature-change.ts";
import { clocksAgree } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/db.ts";
import { listDueCreatures, type DueCreature } from "../creatures/store/due-creatures.ts";
import { SLICES } from "../../platform/database/slices.ts";
import { saveCreature } from "../creatures/store/creatures.ts";
import { saveNextEvents, saveSettledCreatures, type NextEventChange } from "../creatures/store/settled-creatures.ts";

/** Small: callers would have to queue up behind the statement that reads many. */
const BATCH = 100;
/** How many creatures one statement writes. */
const AT_A_TIME = 50;
/** A rescheduled creature is not due again before. */
const MIN_DELAY_MS = 1_000;
/** A creature that cannot be looked at must not keep the others waiting. */
const DELAY_AFTER_FAULT_MS = 600_000;

export interface SweepCounts {
  died: number;
  grown: number;
  rescheduled: number;
  /** Changed by another process, which has saved what was due. */
  stale: number;
  failed: number;
}

interface SweepFindings {
  readonly changes: CreatureChange[];
  readonly reschedulings: NextEventChange[];
}

/** The instant up to which lives are judged, and the time that does not count for them. */
interface SweepHorizon {
  readonly now: RealInstant;
  readonly outages: readonly Span[];
}

export class Sweeper {
  readonly #db: Db;
  readonly #clock: () => number;
  readonly #log: Logger;
  readonly #outages: KnownOutages;
  readonly #isNode: boolean;
  #backlog = false;
  /** Whether somebody else was found to work on the same backlog. */
  #crowded = false;

  /** Of a worker of a cluster changed creatures are saved one by one, which Citus does on that worker alone. */
  constructor(db: Db, clock: () => number, log: Logger, isNode = false) {
    this.#db = db;
    this.#isNode = isNode;
    this.#clock = clock;
    this.#log = log;
    this.#outages = new KnownOutages(db);
  }

  /** Whether the last batch left some behind. */
  get hasBacklog(): boolean {
    return this.#backlog;
  }

  /** One batch: of all, or of one slice while other workers are at the same backlog, so that they mostly find others. */
  async sweep(): Promise<SweepCounts> {
    const swept: SweepCounts = { died: 0, grown: 0, rescheduled: 0, stale: 0, failed: 0 };
    const moment = await this.#trustedPresent();
    if (moment === undefined) return swept;
    const { now, outages } = moment;
    const slice = this.#crowded ? randomInt(SLICES) : undefined;
    const due = await listDueCreatures(this.#db, { dueBy: now, slice, limit: BATCH });
    const found: SweepFindings = { changes: [], reschedulings: [] };
    await forEachYielding(due, (one) => this.#look(one, { now, outages }, found, swept));
    await this.#save(found.changes, swept);
    await this.#reschedule(found.reschedulings, swept);
    // The end of a slice says nothing about the others: the next look is at all of them, and at once.
    this.#backlog = due.length === BATCH || slice !== undefined;
    this.#crowded = due.length === BATCH && (this.#crowded || swept.stale > 0);
    if (swept.died > 0) this.#log.info(swept, "swept");
    return swept;
  }

  #look(
    due: DueCreature,
    { now, outages }: SweepHorizon,
    { changes, reschedulings }: SweepFindings,
    swept: SweepCounts,
  ): void {
    const { key, keeper } = due;
    try {
      const stored = presentInRealTime(due.stored(), keeper.clockMoved ? [] : outages, now, this.#clock());
      const change = deathChange(stored, keeper, now, this.#clock()) ?? growthChange(stored, keeper, now);
      if (change !== undefined) {
        changes.push(change);
        return;
      }
      const next = nextEventAt(stored.creature, keeper.clockOffsetMs);
      reschedulings.push({ key, nextEventAt: next === null ? null : Math.max(next, now + MIN_DELAY_MS) });
    } catch (thrown) {
      this.#log.error({ err: thrown, creatureId: key.creatureId }, "a due creature could not be processed");
      reschedulings.push({ key, nextEventAt: now + DELAY_AFTER_FAULT_MS });
      swept.failed++;
      swept.rescheduled--;
    }
  }

  async #save(changes: readonly CreatureChange[], swept: SweepCounts): Promise<void> {
    const groups = splitByAgent(changes, ({ from }) => from.agentId);
    for (const group of groups) {
      const saved = await this.#saveGroup(group);
      for (const { from, gravestone } of group) {
        if (!saved.has(from.creature.id)) swept.stale++;
        else if (gravestone === undefined) swept.grown++;
        else swept.died++;
      }
    }
  }

  async #saveGroup(group: readonly CreatureChange[]): Promise<ReadonlySet<string>> {
    if (!this.#isNode) return saveSettledCreatures(this.#db, group);
    const saved = await Promise.all(group.map((change) => saveCreature(this.#db, change)));
    return new Set(saved.flatMap((stored) => (stored === undefined ? [] : [stored.creature.id])));
  }

  async #reschedule(reschedulings: readonly NextEventChange[], swept: SweepCounts): Promise<void> {
    const groups = splitByAgent(reschedulings, ({ key }) => key.agentId);
    for (const group of groups) {
      const saved = await saveNextEvents(this.#db, group);
      swept.rescheduled += saved.size;
      swept.stale += group.length - saved.size;
    }
  }

  /** A process whose clock is off must not decide that something has died. */
  async #trustedPresent(): Promise<JudgingHorizon | undefined> {
    const asked = this.#clock();
    const moment = await this.#outages.present(this.#clock);
    if (clocksAgree(moment.databaseNow, asked, this.#clock())) return moment;
    this.#log.error("this clock and the database's differ by more than two seconds: no sweep");
    return undefined;
  }
}

/** Groups to be written by one statement each, in order of the agents, none of them with an agent twice. */
function splitByAgent<Item>(items: readonly Item[], agentOf: (item: Item) => string): readonly (readonly Item[])[] {
  const rounds: Item[][] = [];
  const seen = new Map<string, number>();
  for (const item of items.toSorted((a, b) => (agentOf(a) < agentOf(b) ? -1 : 1))) {
    const nth = seen.get(agentOf(item)) ?? 0;
    seen.set(agentOf(item), nth + 1);
    (rounds[nth] ??= []).push(item);
  }
  return rounds.flatMap((round) => piecesOf(round, AT_A_TIME));
}
