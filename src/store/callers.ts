// Who calls, found by one statement: it checks the key and brings along what the endpoint needs, so that an
// authenticated read costs one trip to the database.
import type { Agent } from "./agents.ts";
import { AGENT_COLUMNS } from "./agents.ts";
import type { CreatureRow, StoredCreature } from "./creature-row.ts";
import { creatureFromRow } from "./creature-row.ts";
import { DATABASE_NOW } from "./database-time.ts";
import type { Db, Statement } from "./db.ts";
import type { FoundRecord, RecordRow } from "./idempotency.ts";
import { RECORD_COLUMNS, recordOf } from "./idempotency.ts";

/**
 * What comes along with the key check. Each load adds columns to the same statement; the row it finds is the agent's
 * (`a`), so whatever is added is a subquery by `a.agent_id`. Rows come as json: as jsonb they take PostgreSQL three times
 * as long.
 */
const LOADS = {
  agent: "",
  creatures: `, (SELECT coalesce(json_agg(c ORDER BY c.adopted_at DESC, c.creature_id DESC), '[]')
      FROM creatures c
      WHERE c.agent_id = a.agent_id AND c.died_at IS NULL AND c.released_at IS NULL) AS "creatures"`,
} as const;

export type Load = keyof typeof LOADS;

export interface Caller {
  readonly agent: Agent;
  /** The living creatures and eggs of the house, the newest first. Empty unless the contract loads them. */
  readonly creatures: readonly StoredCreature[];
  /** What is stored of the key that was shown. */
  readonly keyHash: Buffer;
}

export interface FoundCaller {
  readonly caller: Caller;
  readonly keyUsedBefore: boolean;
  /** The database's clock when it looked. */
  readonly databaseNow: number;
  /** The answer under the Idempotency-Key that was asked for. */
  readonly record: FoundRecord | undefined;
}

export interface CallerQuestion {
  readonly agentId: string;
  readonly keyHash: Buffer;
  readonly load: Load;
  /** The hash of the call's Idempotency-Key, when it has one. */
  readonly recordKeyHash: Buffer | undefined;
  readonly now: number;
}

type CallerRow = Agent & {
  readonly keyHash: Buffer;
  readonly keyUsedBefore: boolean;
  readonly databaseNow: number;
  readonly creatures?: readonly CreatureRow[];
};

function statementFor(load: Load, withRecord: boolean): Statement {
  return {
    name: `find-caller-${load}${withRecord ? "-record" : ""}`,
    text: `SELECT ${AGENT_COLUMNS}, k.key_hash AS "keyHash", k.first_used_at IS NOT NULL AS "keyUsedBefore",
        ${DATABASE_NOW} AS "databaseNow"${LOADS[load]}
        ${withRecord ? `, ${RECORD_COLUMNS}` : ""}
      FROM agent_keys k JOIN agents a ON a.agent_id = k.agent_id
        ${withRecord ? "LEFT JOIN idempotency i ON i.agent_id = $1 AND i.key_hash = $4" : ""}
      WHERE k.agent_id = $1 AND k.key_hash = $2 AND (k.expires_at IS NULL OR k.expires_at > $3)`,
  };
}

const PLAIN: Readonly<Record<Load, Statement>> = {
  agent: statementFor("agent", false),
  creatures: statementFor("creatures", false),
};
const WITH_RECORD: Readonly<Record<Load, Statement>> = {
  agent: statementFor("agent", true),
  creatures: statementFor("creatures", true),
};

/** The agent whose key has this hash at `now`, or undefined. */
export async function findCaller(db: Db, question: CallerQuestion): Promise<FoundCaller | undefined> {
  const { agentId, keyHash, load, recordKeyHash, now } = question;
  const shown = [agentId, keyHash, now];
  if (recordKeyHash === undefined) {
    const [row] = await db.query<CallerRow>(PLAIN[load], shown);
    return row === undefined ? undefined : { ...callerOf(row), record: undefined };
  }
  const [row] = await db.query<CallerRow & RecordRow>(WITH_RECORD[load], [...shown, recordKeyHash]);
  return row === undefined ? undefined : { ...callerOf(row), record: recordOf(agentId, row) };
}

function callerOf(row: CallerRow): Omit<FoundCaller, "record"> {
  const { keyHash, keyUsedBefore, databaseNow, creatures = [] } = row;
  return { caller: { agent: row, creatures: creatures.map(creatureFromRow), keyHash }, keyUsedBefore, databaseNow };
}
