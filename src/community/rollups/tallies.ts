// Adds up what has changed, and says how many there are. Beside it a recount walks the house, a slice of agents a minute,
// and mends what has drifted: it costs the same in every house, and takes longer in a larger one.
import type { Logger } from "pino";
import { CATALOG, findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { Present } from "../../model/outages/outages.ts";
import { listDueCreatures } from "../../model/creatures/store/due-creatures.ts";
import type { Db, Transacting } from "../../platform/database/db.ts";
import { saveRollup } from "../../model/figures/store/rollups.ts";
import type { Totals } from "../../model/figures/store/shapes.ts";
import {
  addChanges,
  endRecount,
  findSlice,
  hasChanges,
  listTallies,
  lockRecount,
  recountSlice,
  saveAdoptionCounts,
  type AgentRange,
  type Drift,
  type Tally,
} from "./store/tallies.ts";
import { forEachYielding, evaluate, piecesOf } from "../../model/life/evaluate.ts";

/** At most a fifth of a second of the database a minute. */
const AGENTS_A_SLICE = 1_000;
/** A small house is walked by one slice, and not in every minute. */
const PASS_EVERY_MS = 10 * MINUTE_MS;
const SINCE_MS = 31 * DAY_MS;
/** Unnoticed deaths change totals although nothing is saved; and the API shows totals that were saved within a minute. */
const SAVE_EVERY_MS = 20_000;
const MOST_DUE = 5_000;
const SLUGS_AT_A_TIME = 500;
const BUILT_IN_KEYS = CATALOG.flatMap(({ slug }) => [`a/${slug}`, `t/${slug}`]);

export class Tallies {
  readonly #database: Transacting;
  readonly #log: Logger | undefined;
  readonly #metrics: Metrics | undefined;
  #savedAt = -Infinity;
  #passedAt = -Infinity;

  constructor(database: Transacting, log?: Logger, metrics?: Metrics) {
    this.#database = database;
    this.#log = log;
    this.#metrics = metrics;
  }

  async rollUp({ now, outages }: Present): Promise<void> {
    const database = this.#database;
    let adopted: readonly string[] = [];
    if (await hasChanges(database, {})) {
      const changed = await database.withTransaction(async (tx) =>
        addChanges(tx, { after: (await lockRecount(tx, sinceOf(now))).after }),
      );
      adopted = slugsOf(changed);
    } else if (now - this.#savedAt < SAVE_EVERY_MS) return;
    await this.#save(now, await countUnnoticed(database, { now, outages }), adopted);
  }

  async #save(now: number, unnoticed: number, adopted: readonly string[]): Promise<void> {
    const tallies = await listTallies(this.#database, { builtIn: BUILT_IN_KEYS });
    await saveRollup(this.#database, "totals", totalsOf(tallies, unnoticed), now);
    await saveRollup(this.#database, "adoptions", adoptionsOf(tallies), now);
    for (const slugs of piecesOf(adopted, SLUGS_AT_A_TIME)) await saveAdoptionCounts(this.#database, { slugs });
    this.#savedAt = now;
  }

  /** Recounts one slice and calls `also` with it; the first time all of them, because nothing was counted before. */
  async recount(now: number, also: (range: AgentRange) => Promise<void> = async () => {}): Promise<void> {
    if (now - this.#passedAt < PASS_EVERY_MS) return;
    for (let goesOn = true; goesOn;) {
      const { range, mended, passes } = await this.#slice(now);
      if (range !== undefined) await also(range);
      if (mended !== undefined) await this.#passed(now, mended, passes);
      goesOn = passes === 0 && mended === undefined;
    }
  }

  async #slice(now: number) {
    return this.#database.withTransaction(async (tx) => {
      const recount = await lockRecount(tx, sinceOf(now));
      const { first, last, agents } = (await findSlice(tx, { after: recount.after, limit: AGENTS_A_SLICE })) ?? {};
      const range = first && last ? { first, last } : undefined;
      if (range !== undefined) await recountSlice(tx, recount, range);
      const mended = agents === AGENTS_A_SLICE ? undefined : await endRecount(tx, recount, sinceOf(now));
      return { range, mended, passes: recount.passes };
    });
  }

  async #passed(now: number, mended: readonly Drift[], passes: number): Promise<void> {
    this.#passedAt = now;
    this.#savedAt = -Infinity;
    for (const slugs of piecesOf(slugsOf(mended), SLUGS_AT_A_TIME)) await saveAdoptionCounts(this.#database, { slugs });
    // The first pass finds what was there before anybody counted.
    const drift = passes === 0 ? [] : mended.filter(({ off }) => off !== 0);
    this.#metrics?.talliesMended(drift.length);
    if (drift.length > 0) this.#log?.warn({ drift }, "counts had drifted and were mended");
  }
}

function sinceOf(now: number): number {
  return Math.floor((now - SINCE_MS) / HOUR_MS) * HOUR_MS;
}

function slugsOf(changed: readonly Pick<Tally, "what" | "key">[]): readonly string[] {
  const slugs = changed.filter(({ what }) => what === "adopted").map(({ key }) => key.slice(2));
  return [...new Set(slugs)].filter((slug) => findBuiltIn(slug) === undefined);
}

/** Deaths that are due and not saved yet. The sweep keeps them few. */
async function countUnnoticed(db: Db, { now, outages }: Pick<Present, "now" | "outages">): Promise<number> {
  const due = await listDueCreatures(db, { dueBy: now, slice: undefined, limit: MOST_DUE });
  let unnoticed = 0;
  await forEachYielding(due, ({ stored, keeper }) => {
    const read = keeper.clockMoved ? undefined : stored();
    if (read === undefined || read.creature.death !== null) return;
    if (evaluate(read, now + keeper.clockOffsetMs, outages).creature.death !== null) unnoticed++;
  });
  return unnoticed;
}

/** The flags of those whom the public counts. */
const PUBLIC = ["a/", "t/", "a", "t"];

/** Counts of public keys that begin so, behind their flag. */
function sumOf(tallies: readonly Tally[], wanted: Tally["what"], prefix = "", flags = PUBLIC): number {
  return tallies
    .filter(({ what, key }) => what === wanted && flags.includes(key.slice(0, 2)) && key.slice(2).startsWith(prefix))
    .reduce((sum, { count }) => sum + count, 0);
}

function totalsOf(tallies: readonly Tally[], unnoticed: number): Totals {
  const gravestones = sumOf(tallies, "stone", "public/");
  return {
    agents: sumOf(tallies, "agent"),
    creatures_alive: Math.max(0, sumOf(tallies, "creature", "alive/") - unnoticed),
    eggs_unhatched: sumOf(tallies, "creature", "egg/"),
    gravestones,
    creatures_dead: gravestones - sumOf(tallies, "stone", "public/back/") + unnoticed,
  };
}

/** Of built-in species; designed ones have theirs in their own row. */
function adoptionsOf(tallies: readonly Tally[]): Readonly<Record<string, number>> {
  const adopted = tallies.filter(({ what, key }) => what === "adopted" && PUBLIC.includes(key.slice(0, 2)));
  const bySlug = Map.groupBy(adopted, ({ key }) => key.slice(2));
  const builtIn = [...bySlug].filter(([slug]) => findBuiltIn(slug) !== undefined);
  return Object.fromEntries(builtIn.map(([slug, counts]) => [slug, counts.reduce((sum, { count }) => sum + count, 0)]));
}
