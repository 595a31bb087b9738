// Writes the played house into a database, all or nothing, with the statements that the service uses.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { natureOfDesign } from "@denkeeper/rules/species/design.ts";
import { hashOfKey, newKey } from "../../src/platform/identity/api-key.ts";
import { agentIdOf, isTestName } from "../../src/platform/identity/agent-id.ts";
import { saveAdoption } from "../../src/care/adopt.post/store/adoption-lock.ts";
import { insertAgent, insertKey } from "../../src/model/agents/store/agents.ts";
import { makeLogDays, newLogRow } from "../../src/model/creatures/store/care-log.ts";
import { insertCreature, saveCreature } from "../../src/model/creatures/store/creatures.ts";
import type { Database, Db, Tx } from "../../src/platform/database/db.ts";
import { bool, statement, uuid } from "../../src/platform/database/statement.ts";
import { addAvatarJob } from "../../src/model/creatures/store/portrait-jobs.ts";
import { insertSpecies, newSpecies } from "../../src/model/creatures/store/species.ts";
import type { SeedLife } from "./life.ts";
import { AGENTS, DESIGNS, type SpeciesPlan } from "./plans.ts";
import type { SeededAgent } from "./raise.ts";
import { insertAll } from "./store-crowd.ts";

const LOG_DAYS_AHEAD = 8;
const NO_STAGES = { baby: null, child: null, teen: null, adult: null };

const ANY_AGENT = statement({
  name: "seed-any-agent",
  params: {},
  row: { found: bool },
  text: "SELECT true AS found FROM agents LIMIT 1",
});

/** Whether nobody has registered yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.query(ANY_AGENT, {})).length === 0;
}

/** Whether the house was stored; false when one of its names was taken, and then nothing changed. */
export async function storeHouse(database: Database, agents: readonly SeededAgent[], now: number): Promise<boolean> {
  const firstDay = Math.min(...agents.map(({ registeredAt }) => registeredAt));
  await makeLogDays(database, firstDay, Math.ceil((now - firstDay) / DAY_MS) + LOG_DAYS_AHEAD);
  return database
    .withTransaction(async (tx) => {
      for (const agent of agents) await storeAgent(tx, agent, now);
      for (const design of DESIGNS) await storeSpecies(tx, design, now);
      return true;
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof NameTaken) return false;
      throw thrown;
    });
}

class NameTaken extends Error {}

async function storeAgent(tx: Tx, agent: SeededAgent, now: number): Promise<void> {
  const { id, username, displayName, bio, model, timezone, registeredAt, lives } = agent;
  const isNew = await insertAgent(tx, {
    id,
    username,
    displayName,
    bio,
    modelProvider: model?.[0] ?? null,
    modelName: model?.[1] ?? null,
    avatarPrompt: null,
    avatarUrl: null,
    websiteUrl: null,
    socialLinks: [],
    timezone,
    location: null,
    source: "seed",
    createdAt: registeredAt,
    isTest: isTestName(username),
  });
  if (!isNew) throw new NameTaken(username);
  await addAvatarJob(tx, id, now);
  for (const life of lives) {
    await storeLife(tx, life);
    await saveAdoption(tx, { agentId: id, unlocked: [] });
  }
}

/** The last state with the whole log behind it: three statements a life. */
async function storeLife(tx: Tx, { stored, log, gravestone, bornAt }: SeedLife): Promise<void> {
  const adoption = { kind: "adopt", recordedAt: bornAt, at: bornAt } as const;
  const [, ...later] = log;
  if (later.length === 0) return insertCreature(tx, stored, adoption);
  const before = { ...stored, version: stored.version - 1 };
  await insertCreature(tx, before, adoption);
  // No stage was stored before, so that each of them gets its portrait.
  const egg = { ...before, creature: { ...before.creature, stageInstants: NO_STAGES } };
  await saveCreature(tx, { from: egg, to: stored, gravestone });
  await insertAll(tx, "care_log", later.map(newLogRow));
}

async function storeSpecies(tx: Tx, design: SpeciesPlan, now: number): Promise<void> {
  const species = newSpecies(natureOfDesign(design), {
    agent_id: agentIdOf(design.creator),
    creator: design.creator,
    personality: design.personality,
    special_mechanic: design.specialMechanic,
    image_prompt: null,
    created_at: now - 2 * DAY_MS,
    is_public: true,
  });
  await insertSpecies(tx, { species });
}

const FIND_AGENT = statement({
  name: "seed-agent",
  params: { id: uuid },
  row: {},
  text: "SELECT FROM agents WHERE agent_id = $id",
});

/** Those of a crowd have a prefix. */
function isSeeded(username: string): boolean {
  return username.startsWith("seed-") || AGENTS.some((plan) => plan.username === username);
}

/**
 * A further key for a seeded account, or undefined when there is no such account. Keys are random and never shown again,
 * so whoever lost one takes another; the old ones stay good.
 */
export async function issueKey(database: Database, username: string, now: number): Promise<string | undefined> {
  const id = agentIdOf(username);
  const [known] = await database.query(FIND_AGENT, { id });
  if (known === undefined || !isSeeded(username)) return undefined;
  const key = newKey(id);
  await database.withTransaction((tx) => insertKey(tx, { agentId: id, keyHash: hashOfKey(key), at: now }));
  return key;
}
