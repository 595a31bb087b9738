// Keeps the latest public care for each action and family, to show to agents that do the same. The lists are in the
// worker's memory; each round adds what is new in the log.
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import type { Db } from "../../platform/database/db.ts";
import { LIST_LENGTH, PER_AGENT, listPublicCare, type PublicCare } from "./store/others.ts";
import {
  listHiddenNotes,
  listHiddenSpecies,
  listNonPublicAgents,
} from "../../model/visibility/store/public-visibility.ts";
import { saveRollup } from "../../model/figures/store/rollups.ts";
import { firstReadFrom, readFrom } from "./activity.ts";
import type { OtherAction, Others, OthersKey } from "../../model/figures/store/shapes.ts";
import { stretchesBack } from "./store/stretches.ts";

/** How far back a worker that has just begun looks, until the lists are full. */
const LOOK_BACK_MS = 7 * 24 * HOUR_MS;
const LISTS = CARE_ACTIONS.length * FAMILIES.length;

export class OthersLists {
  readonly #db: Db;
  #lists = new Map<OthersKey, readonly PublicCare[]>();
  #readAt: number | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  async rollUp(now: number): Promise<void> {
    const since = this.#readAt ?? (await firstReadFrom(this.#db, now, LOOK_BACK_MS));
    for (const stretch of stretchesBack(now, readFrom(since, now))) {
      this.#add(await listPublicCare(this.#db, stretch));
      if (this.#readAt === undefined && this.#isFull()) break;
    }
    this.#readAt = now;
    await this.#dropNonPublic();
    await saveRollup(this.#db, "others", this.#shown(), now);
  }

  #isFull(): boolean {
    return this.#lists.size === LISTS && [...this.#lists.values()].every((list) => list.length === LIST_LENGTH);
  }

  #add(found: readonly PublicCare[]): void {
    const groups = Map.groupBy(found, ({ action, family }): OthersKey => `${action}:${family}`);
    for (const [key, fresh] of groups) this.#lists.set(key, merged(this.#lists.get(key) ?? [], fresh));
  }

  /** Whoever moves its clock, and what the operator hides, disappears from here, too. */
  async #dropNonPublic(): Promise<void> {
    const all = [...this.#lists.values()].flat();
    const agents = await listNonPublicAgents(this.#db, [...new Set(all.map(({ agentId }) => agentId))]);
    const species = await listHiddenSpecies(this.#db, [...new Set(all.map(({ speciesSlug }) => speciesSlug))]);
    const notes = await listHiddenNotes(
      this.#db,
      all.filter((care) => care.notes !== null),
    );
    if (agents.size + species.size + notes.size === 0) return;
    for (const [key, list] of this.#lists) {
      this.#lists.set(
        key,
        list.filter(
          ({ agentId, speciesSlug, entryId }) =>
            !agents.has(agentId) && !species.has(speciesSlug) && !notes.has(entryId),
        ),
      );
    }
  }

  #shown(): Others {
    return Object.fromEntries([...this.#lists].map(([key, list]) => [key, list.map(shown)]));
  }
}

function merged(known: readonly PublicCare[], fresh: readonly PublicCare[]): readonly PublicCare[] {
  const all = new Map([...known, ...fresh].map((care) => [care.entryId, care]));
  const newestFirst = [...all.values()].toSorted((a, b) => b.at - a.at || (a.entryId < b.entryId ? 1 : -1));
  const ofAgent = new Map<string, number>();
  const allowed = newestFirst.filter(({ agentId }) => {
    const count = (ofAgent.get(agentId) ?? 0) + 1;
    ofAgent.set(agentId, count);
    return count <= PER_AGENT;
  });
  return allowed.slice(0, LIST_LENGTH);
}

function shown({ agent, creature, species, action, at, notes, sitter }: PublicCare): OtherAction {
  return { agent, creature, species, action, at, notes, ...(sitter === null ? {} : { sitter }) };
}
