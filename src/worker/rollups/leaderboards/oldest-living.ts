// The leaderboard of the oldest living creatures. A result is kept until care or time changes it, so a round looks only
// at those.
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import { restingAt } from "@denkeeper/rules/life/rest.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { listCreatures, listOldestLiving, listPublicAgents } from "../../../store/rollups/leaderboard-sources.ts";
import type { CreatureKey, StoredCreature } from "../../../store/creatures/creature-row.ts";
import type { Db } from "../../../store/db/db.ts";
import { forEachYielding, evaluate, piecesOf } from "../../evaluate.ts";
import { oneDecimal } from "./walk.ts";
import { LEADERBOARD_RANKS, type OldestLiving } from "../../../store/rollups/leaderboard-shapes.ts";
import { WrittenLeaderboard } from "./written.ts";

/** Some more than there are ranks, for those who have died and nobody noticed. */
const CANDIDATES = LEADERBOARD_RANKS + 500;
const AT_A_TIME = 500;

interface Known {
  readonly version: number;
  readonly validUntil: number;
  /** Null when it is dead, or rests (BOARD-5). */
  readonly entry: OldestLiving | null;
}

export class OldestLivingLeaderboard {
  readonly #db: Db;
  readonly #written = new WrittenLeaderboard("oldest_living");
  #known = new Map<string, Known>();
  #outages: readonly Span[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  async rollUp(now: number, outages: readonly Span[]): Promise<void> {
    // Another outage makes everybody younger.
    if (outages !== this.#outages) this.#known.clear();
    this.#outages = outages;
    const candidates = await listOldestLiving(this.#db, { limit: CANDIDATES });
    const stale = candidates.filter(({ creatureId, version }) => {
      const known = this.#known.get(creatureId);
      return known === undefined || known.version !== version || known.validUntil <= now;
    });
    for (const piece of piecesOf(stale, AT_A_TIME)) {
      const agents = await listPublicAgents(this.#db, { agentIds: [...new Set(piece.map(({ agentId }) => agentId))] });
      const names = new Map(agents.map(({ agentId, username }) => [agentId, username]));
      await forEachYielding(await listCreatures(this.#db, piece), (stored) => {
        this.#known.set(stored.creature.id, knownOf(stored, names.get(stored.agentId), now, outages));
      });
    }
    this.#forgetAllBut(candidates);
    const entries = candidates.flatMap(({ creatureId }) => {
      const entry = this.#known.get(creatureId)?.entry ?? null;
      return entry === null ? [] : [{ subject: creatureId, entry }];
    });
    await this.#written.save(this.#db, entries.slice(0, LEADERBOARD_RANKS));
  }

  #forgetAllBut(candidates: readonly CreatureKey[]): void {
    const kept = new Set(candidates.map(({ creatureId }) => creatureId));
    for (const id of this.#known.keys()) if (!kept.has(id)) this.#known.delete(id);
  }
}

function knownOf(stored: StoredCreature, agent: string | undefined, now: number, outages: readonly Span[]): Known {
  const { version } = stored;
  const { creature, validUntil } = evaluate(stored, now, outages);
  if (!isLiving(creature)) return { version, validUntil, entry: null };
  const resting = restingAt(creature, now);
  if (resting !== null) return { version, validUntil: resting.until, entry: null };
  if (agent === undefined) return { version, validUntil, entry: null };
  const { id, hatchedAt, stillMs, name, species, stage, consistency, feedings } = creature;
  const entry: OldestLiving = {
    creature_id: id,
    agent_id: stored.agentId,
    creature_name: name,
    creature_species: species.name,
    species_key: species.slug,
    agent,
    stage,
    age_since: hatchedAt + stillMs,
    consistency_score: oneDecimal(consistency),
    total_feedings: feedings,
  };
  return { version, validUntil, entry };
}
