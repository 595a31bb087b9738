// Stores a crowd in a database.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { natureOfDesign } from "@denkeeper/rules/species/design.ts";
import { agentIdOf, isTestName } from "../../src/platform/identity/agent-id.ts";
import { hashOfKey, newKey } from "../../src/platform/identity/api-key.ts";
import { insertKey } from "../../src/model/agents/store/agents.ts";
import { makeLogDays, newLogRow } from "../../src/model/creatures/store/care-log.ts";
import { creatureRow } from "../../src/model/creatures/store/creature-row.ts";
import { addAvatarJob, portraitJobs } from "../../src/model/creatures/store/portrait-jobs.ts";
import { insertSpecies, newSpecies } from "../../src/model/creatures/store/species.ts";
import type { Database, Db } from "../../src/platform/database/db.ts";
import * as sql from "../../src/platform/database/statement.ts";
import { DESIGNS, PLAYER, type CrowdAgent } from "./crowd.ts";
import type { SeedLife } from "./life.ts";

const NO_STAGES = { baby: null, child: null, teen: null, adult: null };
const LOG_DAYS_AHEAD = 8;
const AT_A_TIME = 1_000;

function insertInto(table: string) {
  return sql.statement({
    name: `seed-${table}`,
    params: { rows: sql.jsonb<readonly object[]>() },
    row: {},
    text: `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $rows::jsonb)`,
  });
}

const INSERTS = {
  agents: insertInto("agents"),
  creatures: insertInto("creatures"),
  care_log: insertInto("care_log"),
  gravestones: insertInto("gravestones"),
  job_outbox: insertInto("job_outbox"),
};

async function insertAll(db: Db, table: keyof typeof INSERTS, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    await db.query(INSERTS[table], { rows: rows.slice(from, from + AT_A_TIME) });
  }
}

function agentRow({ id, username, displayName, bio, model, timezone, location, registeredAt, lives }: CrowdAgent) {
  return {
    agent_id: id,
    username,
    display_name: displayName,
    bio,
    model_provider: model[0],
    model_name: model[1],
    website_url: "https://example.com/notes",
    social_links: [],
    timezone,
    location: location === "" ? null : location,
    created_at: registeredAt,
    clock_offset_ms: 0,
    clock_moved: false,
    is_test: isTestName(username),
    credits: 0,
    adoptions: lives.length,
    tiers_unlocked: [],
    event_seq: 0,
  };
}

const KNOWN = sql.statement({
  name: "seed-known-agents",
  params: { ids: sql.array(sql.uuid) },
  row: { agent_id: sql.uuid },
  text: "SELECT agent_id FROM agents WHERE agent_id = ANY($ids::uuid[])",
});

/** Returns a portrait job for each stage that the creature has reached. */
function portraitsOf({ stored }: SeedLife, now: number) {
  const egg = { ...stored, creature: { ...stored.creature, stageInstants: NO_STAGES } };
  return portraitJobs({ from: egg, to: stored }).map((job) => Object.assign(job, { added_at: now }));
}

/** Stores the agents that are missing, with their creatures. Returns false if none is missing. */
export async function storeCrowd(database: Database, crowd: readonly CrowdAgent[], now: number): Promise<boolean> {
  const known = await database.query(KNOWN, { ids: crowd.map(({ id }) => id) });
  const knownIds = new Set(known.map(({ agent_id }) => agent_id));
  const agents = crowd.filter(({ id }) => !knownIds.has(id));
  const lives = agents.flatMap((agent) => agent.lives);
  const firstDay = Math.min(now, ...agents.map(({ registeredAt }) => registeredAt));
  await makeLogDays(database, firstDay, Math.ceil((now - firstDay) / DAY_MS) + LOG_DAYS_AHEAD);
  await database.withTransaction(async (tx) => {
    await insertAll(tx, "agents", agents.map(agentRow));
    await insertAll(
      tx,
      "creatures",
      lives.map(({ stored }) => creatureRow(stored)),
    );
    // The index by time is only effective if rows are inserted in that order.
    const log = lives.flatMap((life) => life.log).toSorted((a, b) => a.recorded_at - b.recorded_at);
    await insertAll(tx, "care_log", log.map(newLogRow));
    await insertAll(
      tx,
      "gravestones",
      lives.flatMap(({ gravestone }) => gravestone ?? []),
    );
    const portraits = lives.flatMap((life) => portraitsOf(life, now));
    await insertAll(tx, "job_outbox", portraits);
    for (const { id, username } of agents) {
      await addAvatarJob(tx, id, now);
      for (const design of username === PLAYER ? DESIGNS : []) {
        const origin = { agent_id: id, creator: username, personality: design.personality, special_mechanic: null };
        const more = { image_prompt: null, created_at: firstDay, is_public: true };
        await insertSpecies(tx, { species: newSpecies(natureOfDesign(design), { ...origin, ...more }) });
      }
    }
  });
  return agents.length > 0;
}

const ANY_AGENT = sql.statement({
  name: "seed-any-agent",
  params: {},
  row: { found: sql.bool },
  text: "SELECT true AS found FROM agents LIMIT 1",
});

export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.query(ANY_AGENT, {})).length === 0;
}

/** Adds a key to an account. Returns undefined if no account has that name. */
export async function issueKey(database: Database, username: string, now: number): Promise<string | undefined> {
  const agentId = agentIdOf(username);
  if ((await database.query(KNOWN, { ids: [agentId] })).length === 0) return undefined;
  const key = newKey(agentId);
  await database.withTransaction((tx) => insertKey(tx, { agentId, keyHash: hashOfKey(key), at: now }));
  return key;
}
