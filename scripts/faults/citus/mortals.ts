// Creatures whose instant of death is known beforehand, and whose keepers are told by a hook.
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import { growthChange } from "../../../src/app/life/time-changes.ts";
import type { PresentCreature } from "../../../src/store/creatures/creature-change.ts";
import { HookVault } from "../../../src/providers/hooks/vault.ts";
import type { Database } from "../../../src/store/db/db.ts";
import { hookFor } from "../../../test/lives/hooked.ts";
import { hatchling, insertAgents, insertCreatures, stored } from "../../../test/lives/many-lives.ts";
import { HOOKS_KEYS } from "../../../test/harness.ts";

export interface Mortal {
  readonly agentId: string;
  readonly creatureId: string;
  readonly diesAt: number;
}

/** One dies every so often from an instant on. */
export async function seedMortals(
  database: Database,
  { count, from, everyMs, url }: { count: number; from: number; everyMs: number; url: string },
): Promise<readonly Mortal[]> {
  const agents = await insertAgents(database, count, from, "mortal");
  const lives = agents.map(({ id }, nth) => ({ agentId: id, creature: dyingAt(nth, from + nth * everyMs) }));
  await insertCreatures(
    database,
    lives.map(({ agentId, creature }) => grown(agentId, creature, Date.now())),
  );
  for (const { id } of agents) {
    await hookFor(database, id, { events: ["creature.died"], to: { vault: new HookVault([HOOKS_KEYS]), url } });
  }
  return lives.map(({ agentId, creature }) => ({ agentId, creatureId: creature.id, diesAt: deathOf(creature) }));
}

const deathOf = (creature: Living): number => courseOf(creature).death.at;

/** How long one lives depends on the hour at which it hatched: found by trying. */
function dyingAt(nth: number, at: number): Living {
  let hatchedAt = at;
  for (let turn = 0; turn < 20; turn++) hatchedAt -= deathOf(hatchling(nth, hatchedAt)) - at;
  return hatchling(nth, hatchedAt);
}

/** As the sweep left it that wrote its stages: nothing is due but its death. */
function grown(agentId: string, creature: Living, by: number): PresentCreature {
  const keeper = { id: agentId, username: "", clockMoved: false, clockOffsetMs: 0 };
  const present = stored(agentId, creature);
  return { ...present, ...growthChange(present, keeper, by)?.to };
}
