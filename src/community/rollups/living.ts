// Keeps the list of the ten thousand most recently cared-for creatures. It is read from the log, because an index by last care
// would have to be written with every care. Whoever changed is looked at at once, all others in turn, for what time changes.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { presentCreature } from "../../model/life/amnesty.ts";
import type { Present } from "../../model/outages/outages.ts";
import type { Db } from "../../platform/database/db.ts";
import { listCreatures, listKeeperNames } from "../hall/store/leaderboards.ts";
import {
  countLiving,
  listChanged,
  listListed,
  listListedAmong,
  saveLiving,
  trimLiving,
  type Changed,
  type LivingRow,
} from "./store/living.ts";
import { LIVING_LISTED, livingEntryOf, type LivingCounts } from "../../model/figures/store/living-shapes.ts";
import { EVERYBODY } from "./store/log-counts.ts";
import { findNewestAct } from "../../model/visibility/store/audit.ts";
import { saveRollup } from "../../model/figures/store/rollups.ts";
import { stretchesBack } from "./store/stretches.ts";
import { forEachYielding, piecesOf } from "../../model/life/evaluate.ts";
import { firstReadFrom, readFrom } from "./activity.ts";

/** Nobody lives longer than two days without care; eggs wait for longer, but not on this list. */
const LOOK_BACK_MS = 48 * HOUR_MS;
/** So many are looked at in turn by each round, which is all of them in five minutes. */
const AT_A_TIME = 500;
const COUNT_EVERY_MS = 50_000;
/** The counts name so many species at most. */
const SPECIES_COUNTED = 300;

export class LivingList {
  readonly #db: Db;
  #readAt: number | undefined;
  #turn = EVERYBODY;
  #countedAt = -Infinity;
  #act: string | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async rollUp({ now, outages }: Pick<Present, "now" | "outages">): Promise<void> {
    const changed = await this.#readLog(now);
    const inTurn = await listListed(this.#db, { after: this.#turn, limit: AT_A_TIME });
    this.#turn = inTurn.at(-1)?.creatureId ?? EVERYBODY;
    const ids = new Set(changed.map(({ creatureId }) => creatureId));
    let isNew = false;
    for (const piece of piecesOf([...changed, ...inTurn.filter(({ creatureId }) => !ids.has(creatureId))], AT_A_TIME)) {
      if (await this.#look(piece, now, outages)) isNew = true;
    }
    if (changed.length > 0) await trimLiving(this.#db, { most: LIVING_LISTED });
    // What an operator hides changes the counts, too; so does whoever leaves, which can wait.
    const act = await findNewestAct(this.#db, {});
    if (!isNew && act === this.#act && now - this.#countedAt < COUNT_EVERY_MS) return;
    await saveRollup(this.#db, "living", await countsOf(this.#db), now);
    this.#countedAt = now;
    this.#act = act;
  }

  /** Those with an event since the last time; the first time, as many as are listed. */
  async #readLog(now: number): Promise<readonly Changed[]> {
    const found = new Map<string, Changed>();
    const since = this.#readAt ?? (await firstReadFrom(this.#db, now, LOOK_BACK_MS));
    for (const stretch of stretchesBack(now, readFrom(since, now))) {
      for (const one of await listChanged(this.#db, stretch, LIVING_LISTED)) {
        const known = found.get(one.creatureId);
        if (known === undefined || known.caredAt === null) found.set(one.creatureId, one);
      }
      if (found.size >= LIVING_LISTED) break;
    }
    this.#readAt = now;
    return [...found.values()];
  }

  async #look(asked: readonly Changed[], now: number, outages: readonly Span[]): Promise<boolean> {
    const creatureIds = asked.map(({ creatureId }) => creatureId);
    const listed = await listListedAmong(this.#db, { creatureIds });
    const caredAt = new Map(listed.map((one) => [one.creatureId, one.caredAt]));
    for (const one of asked) if (one.caredAt !== null) caredAt.set(one.creatureId, one.caredAt);
    const agents = await listKeeperNames(this.#db, { agentIds: [...new Set(asked.map(({ agentId }) => agentId))] });
    const names = new Map(agents.map(({ agentId, username }) => [agentId, username]));
    const kept = asked.filter(({ agentId, creatureId }) => names.has(agentId) && caredAt.has(creatureId));
    const rows: LivingRow[] = [];
    await forEachYielding(await listCreatures(this.#db, kept), (stored) => {
      const { agentId, creature } = stored;
      const entry = livingEntryOf(creatureAt(presentCreature(stored, outages, now), now), names.get(agentId) ?? "");
      if (entry === undefined) return;
      const { family, stage, mood, species_key: species_slug } = entry;
      const cared_at = caredAt.get(creature.id) ?? now;
      rows.push({ creature_id: creature.id, agent_id: agentId, cared_at, family, stage, mood, species_slug, entry });
    });
    return saveLiving(this.#db, creatureIds, rows);
  }
}

async function countsOf(db: Db): Promise<LivingCounts> {
  const found = await countLiving(db, {});
  // A bit is set for each column that a row is not about.
  const about = (bit: number) => found.filter(({ what }) => what === 15 - bit);
  const listed = found.find(({ what }) => what === 15)?.count ?? 0;
  return {
    listed,
    family: byName(about(8).map(({ family, count }) => [family, count])),
    stage: byName(about(4).map(({ stage, count }) => [stage, count])),
    mood: byName(about(2).map(({ mood, count }) => [mood, count])),
    species: byName(
      about(1)
        .slice(0, SPECIES_COUNTED)
        .map(({ species, count }) => [species, count]),
    ),
  };
}

/** Eggs have no mood. A community species may be called "constructor", which every object has already. */
function byName(counts: readonly (readonly [string | null, number])[]): Record<string, number> {
  return Object.fromEntries(
    counts.flatMap(([name, count]): [string, number][] => (name === null ? [] : [[name, count]])),
  );
}
