// Keeps the list of the ten thousand most recently cared-for creatures, evaluated again in every round. It is read from
// the log, because an index by last care would have to be written with every care.
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { StoredCreature } from "../../../store/creatures/creature-row.ts";
import { listCreatures, listUnmovedAgents } from "../../../store/rollups/leaderboard-sources.ts";
import type { Db } from "../../../store/db/db.ts";
import {
  deleteLiving,
  listCaredFor,
  listLivingIds,
  listVersions,
  saveLiving,
  type Cared,
  type LivingRow,
} from "../../../store/rollups/living.ts";
import { saveRollup } from "../../../store/rollups/rollups.ts";
import { listNonPublicAgents, withPublicSpecies } from "../../../store/moderation/public-visibility.ts";
import { firstReadFrom, readFrom } from "../activity.ts";
import { forEachYielding, piecesOf } from "../../evaluate.ts";
import { stretchesBack } from "../../../store/rollups/stretches.ts";
import { LIVING_LISTED, livingEntryOf, type LivingCounts } from "../../../store/rollups/living-shapes.ts";
import { presentCreature } from "../../../app/life/amnesty.ts";

/** Nobody lives longer than two days without care; eggs wait for longer, but not on this list. */
const LOOK_BACK_MS = 48 * HOUR_MS;
const AT_A_TIME = 500;
/** What changed without care, such as a release, is seen so often. */
const REFRESH_MS = 40_000;
/** The counts name so many species at most. */
const SPECIES_COUNTED = 300;

interface Known {
  readonly stored: StoredCreature;
  readonly agent: string;
}

export class LivingList {
  readonly #db: Db;
  #cared = new Map<string, Cared>();
  #known = new Map<string, Known>();
  /** What was written last, to write only what changed. */
  #written: Map<string, string> | undefined;
  #readAt: number | undefined;
  #refreshedAt = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async rollUp(now: number, outages: readonly Span[]): Promise<void> {
    const caredSince = await this.#readLog(now);
    const isDue = now - this.#refreshedAt >= REFRESH_MS;
    await this.#refresh(isDue ? [...this.#cared.values()] : caredSince);
    if (isDue) this.#refreshedAt = now;
    const rows: LivingRow[] = [];
    await forEachYielding([...this.#cared.values()], (cared) => {
      const row = this.#rowOf(cared, now, outages);
      if (row === undefined) this.#forget(cared.creatureId);
      else rows.push(row);
    });
    await this.#write(rows);
    await saveRollup(this.#db, "living", countsOf(await this.#publicOnly(rows)), now);
  }

  /** The list keeps creatures that are not public in case they are shown again; its readers and its counts leave them out. */
  async #publicOnly(rows: readonly LivingRow[]): Promise<readonly LivingRow[]> {
    const agents = await listNonPublicAgents(this.#db, [...new Set(rows.map(({ agent_id }) => agent_id))]);
    const ofPublic = rows.filter(({ agent_id }) => !agents.has(agent_id));
    return withPublicSpecies(this.#db, ofPublic, ({ species_slug }) => species_slug);
  }

  /** Those with care since the last time. */
  async #readLog(now: number): Promise<readonly Cared[]> {
    const found = new Map<string, Cared>();
    const since = this.#readAt ?? (await firstReadFrom(this.#db, now, LOOK_BACK_MS));
    for (const stretch of stretchesBack(now, readFrom(since, now))) {
      for (const cared of await listCaredFor(this.#db, stretch, LIVING_LISTED)) {
        if (!found.has(cared.creatureId)) found.set(cared.creatureId, cared);
      }
      if (found.size >= LIVING_LISTED) break;
    }
    this.#add(found);
    this.#readAt = now;
    return [...found.keys()].flatMap((id) => this.#cared.get(id) ?? []);
  }

  #add(found: ReadonlyMap<string, Cared>): void {
    for (const [creatureId, cared] of found) this.#cared.set(creatureId, cared);
    const newest = [...this.#cared.values()].toSorted((a, b) => b.at - a.at);
    for (const { creatureId } of newest.slice(LIVING_LISTED)) this.#forget(creatureId);
  }

  #forget(creatureId: string): void {
    this.#cared.delete(creatureId);
    this.#known.delete(creatureId);
  }

  /** Reads again whoever changed, and drops those whose keepers may not be shown any more. */
  async #refresh(cared: readonly Cared[]): Promise<void> {
    for (const piece of piecesOf(cared, AT_A_TIME)) {
      const names = new Map(
        (await listUnmovedAgents(this.#db, { agentIds: [...new Set(piece.map(({ agentId }) => agentId))] })).map(
          (each) => [each.agentId, each.username],
        ),
      );
      for (const { agentId, creatureId } of piece) if (!names.has(agentId)) this.#forget(creatureId);
      const shown = piece.filter(({ agentId }) => names.has(agentId));
      const versions = await listVersions(this.#db, shown);
      const stale = versions.filter(
        ({ creatureId, version }) => this.#known.get(creatureId)?.stored.version !== version,
      );
      for (const stored of await listCreatures(this.#db, stale)) {
        this.#known.set(stored.creature.id, { stored, agent: names.get(stored.agentId) ?? "" });
      }
    }
  }

  #rowOf({ agentId, creatureId, at }: Cared, now: number, outages: readonly Span[]): LivingRow | undefined {
    const known = this.#known.get(creatureId);
    if (known === undefined) return undefined;
    const entry = livingEntryOf(creatureAt(presentCreature(known.stored, outages, now), now), known.agent);
    if (entry === undefined) return undefined;
    return {
      creature_id: creatureId,
      agent_id: agentId,
      cared_at: at,
      family: entry.family,
      stage: entry.stage,
      mood: entry.mood,
      species_slug: entry.species_key,
      entry,
    };
  }

  async #write(rows: readonly LivingRow[]): Promise<void> {
    const before = this.#written ?? new Map((await listLivingIds(this.#db, {})).map((id) => [id, ""]));
    const after = new Map(rows.map((row) => [row.creature_id, JSON.stringify(row)]));
    const changed = rows.filter(({ creature_id }) => before.get(creature_id) !== after.get(creature_id));
    for (const piece of piecesOf(changed, AT_A_TIME)) await saveLiving(this.#db, { rows: piece });
    const gone = [...before.keys()].filter((id) => !after.has(id));
    if (gone.length > 0) await deleteLiving(this.#db, { creatureIds: gone });
    this.#written = after;
  }
}

export function tallied<Key extends string>(keys: readonly Key[]): Partial<Record<Key, number>> {
  // A community species may be called "constructor", which every object has already.
  const groups = Map.groupBy(keys, (key) => key);
  return recordOf([...groups.keys()], (key) => groups.get(key)?.length ?? 0);
}

function countsOf(rows: readonly LivingRow[]): LivingCounts {
  const species = Object.entries(tallied(rows.map(({ species_slug }) => species_slug)))
    .toSorted(([, a = 0], [, b = 0]) => b - a)
    .slice(0, SPECIES_COUNTED);
  return {
    listed: rows.length,
    family: tallied(rows.map(({ family }) => family)),
    stage: tallied(rows.map(({ stage }) => stage)),
    mood: tallied(rows.flatMap(({ mood }) => mood ?? [])),
    species: Object.fromEntries(species.map(([slug, count = 0]) => [slug, count])),
  };
}
