// Sweeps creatures whose next death or stage change is due, so that it is recorded without a call of the keeper. Several workers
// may sweep concurrently. Each writes only rows that have not changed since it read them, so nothing happens twice.
import { randomInt } from "node:crypto";
import type { Logger } from "pino";
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

/** Creatures per batch. The number is small, so that callers do not queue behind the statement that reads a batch. */
const BATCH = 100;
const CHANGES_PER_STATEMENT = 50;
/** Minimum delay before a rescheduled creature is due again. */
const MIN_DELAY_MS = 1_000;
/** Delay of a creature that cannot be evaluated, so that it does not delay the others. */
const DELAY_AFTER_FAULT_MS = 600_000;

export interface SweepCounts {
  died: number;
  grown: number;
  rescheduled: number;
  /** Creatures that another process changed first. */
  stale: number;
  failed: number;
}

type SweepResult =
  | { readonly kind: "change"; readonly change: CreatureChange }
  | { readonly kind: "reschedule" | "failed"; readonly next: NextEventChange };

export class Sweeper {
  readonly #db: Db;
  readonly #clock: () => number;
  readonly #log: Logger;
  readonly #outages: KnownOutages;
  readonly #isNode: boolean;
  #backlog = false;
  /** True while another worker seems to process the same backlog. */
  #crowded = false;

  /** `isNode`: `db` covers one node of a Citus cluster. Each creature is then saved alone, which needs no other node. */
  constructor(db: Db, clock: () => number, log: Logger, isNode = false) {
    this.#db = db;
    this.#isNode = isNode;
    this.#clock = clock;
    this.#log = log;
    this.#outages = new KnownOutages(db);
  }

  get hasBacklog(): boolean {
    return this.#backlog;
  }

  /** Sweeps one batch of all creatures, or of a random slice while another worker processes the same backlog. */
  async sweep(): Promise<SweepCounts> {
    const swept: SweepCounts = { died: 0, grown: 0, rescheduled: 0, stale: 0, failed: 0 };
    const horizon = await this.#trustedHorizon();
    if (horizon === undefined) return swept;
    const slice = this.#crowded ? randomInt(SLICES) : undefined;
    const due = await listDueCreatures(this.#db, { dueBy: horizon.now, slice, limit: BATCH });
    const changes: CreatureChange[] = [];
    const reschedulings: NextEventChange[] = [];
    const retries: NextEventChange[] = [];
    await forEachYielding(due, (creature) => {
      const result = this.#evaluate(creature, horizon);
      if (result.kind === "change") changes.push(result.change);
      else if (result.kind === "reschedule") reschedulings.push(result.next);
      else retries.push(result.next);
    });
    await this.#save(changes, swept);
    await this.#reschedule(reschedulings, swept);
    // Failed evaluations are counted as failed, not as rescheduled.
    swept.failed = retries.length;
    await this.#reschedule(retries, { ...swept });
    // The end of a slice says nothing about other slices, so the next batch covers all creatures and starts immediately.
    this.#backlog = due.length === BATCH || slice !== undefined;
    this.#crowded = due.length === BATCH && (this.#crowded || swept.stale > 0);
    if (swept.died > 0) this.#log.info(swept, "sweep finished");
    return swept;
  }

  #evaluate(due: DueCreature, { now, outages }: JudgingHorizon): SweepResult {
    const { key, keeper } = due;
    try {
      const stored = presentInRealTime(due.stored(), keeper.clockMoved ? [] : outages, now, this.#clock());
      const change = deathChange(stored, keeper, now, this.#clock()) ?? growthChange(stored, keeper, now);
      if (change !== undefined) return { kind: "change", change };
      const next = nextEventAt(stored.creature, keeper.clockOffsetMs);
      return {
        kind: "reschedule",
        next: { key, nextEventAt: next === null ? null : Math.max(next, now + MIN_DELAY_MS) },
      };
    } catch (thrown) {
      this.#log.error({ err: thrown, creatureId: key.creatureId }, "processing a due creature failed");
      return { kind: "failed", next: { key, nextEventAt: now + DELAY_AFTER_FAULT_MS } };
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

  /** Returns the horizon, or undefined if this process's clock is off and it must not decide that a creature has died. */
  async #trustedHorizon(): Promise<JudgingHorizon | undefined> {
    const before = this.#clock();
    const horizon = await this.#outages.present(this.#clock);
    if (clocksAgree(horizon.databaseNow, before, this.#clock())) return horizon;
    this.#log.error("skipped a sweep, because this clock and the database differ by more than two seconds");
    return undefined;
  }
}

/** Splits items into groups for one statement each. No group contains an agent twice, and each is sorted by agent. */
function splitByAgent<Item>(items: readonly Item[], agentOf: (item: Item) => string): readonly (readonly Item[])[] {
  const rounds: Item[][] = [];
  const counts = new Map<string, number>();
  for (const item of items.toSorted((a, b) => (agentOf(a) < agentOf(b) ? -1 : 1))) {
    const nth = counts.get(agentOf(item)) ?? 0;
    counts.set(agentOf(item), nth + 1);
    (rounds[nth] ??= []).push(item);
  }
  return rounds.flatMap((round) => piecesOf(round, CHANGES_PER_STATEMENT));
}
