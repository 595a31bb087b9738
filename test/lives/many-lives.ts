// Writes thousands of agents and creatures directly into the tables, for tests of the worker.
import { randomUUIDv7 } from "node:crypto";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import type { Creature, Living } from "@denkeeper/rules/creature/creature.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { nextEventAt } from "../../src/model/life/time-changes.ts";
import { agentIdOf, isTestName } from "../../src/platform/identity/agent-id.ts";
import type { PresentCreature } from "../../src/model/creatures/store/creature-change.ts";
import { creatureRow } from "../../src/model/creatures/store/creature-row.ts";
import type { Database } from "../../src/platform/database/db.ts";
import { freshUsername } from "../harness.ts";

const AT_A_TIME = 500;

export interface Kept {
  readonly id: string;
  readonly username: string;
}

const INSERT_AGENTS = `INSERT INTO agents (agent_id, username, display_name, social_links, created_at, is_test)
    SELECT id, username, username, '[]', at, test
    FROM jsonb_to_recordset($1::jsonb) AS a (id uuid, username text, at bigint, test boolean)`;

export async function insertAgents(
  database: Database,
  count: number,
  at: number,
  prefix = "keeper",
): Promise<readonly Kept[]> {
  const agents = Array.from({ length: count }, () => freshUsername(prefix)).map((username) => ({
    id: agentIdOf(username),
    username,
  }));
  const rows = agents.map(({ id, username }) => ({ id, username, at, test: isTestName(username) }));
  await database.adHoc(INSERT_AGENTS, [JSON.stringify(rows)]);
  return agents;
}

/** Returns a creature of the nth built-in species that hatched at an instant. */
export function hatchling(nth: number, at: number): Living {
  const species = CATALOG[nth % CATALOG.length];
  if (species === undefined) throw new Error("the catalog is empty");
  return hatch(adopt({ id: randomUUIDv7(), name: `Pip ${nth}`, species, zone: "UTC", at }), at);
}

export function stored(agentId: string, creature: Creature): PresentCreature {
  return {
    agentId,
    version: 1,
    creature,
    seenStage: creature.stage,
    recentCare: [],
    memory: null,
    imagePrompt: null,
    imageUrl: null,
    nextEventAt: nextEventAt(creature, 0),
  };
}

const INSERT_CREATURES = "INSERT INTO creatures SELECT * FROM jsonb_populate_recordset(NULL::creatures, $1::jsonb)";

export async function insertCreatures(database: Database, creatures: readonly PresentCreature[]): Promise<void> {
  for (let from = 0; from < creatures.length; from += AT_A_TIME) {
    const rows = creatures.slice(from, from + AT_A_TIME).map(creatureRow);
    await database.adHoc(INSERT_CREATURES, [JSON.stringify(rows)]);
  }
}
