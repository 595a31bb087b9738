// The ledger: transactions with entries that sum to zero, and the balance of the agent, moved by the same statement.
import { DatabaseError } from "pg";
import { DATABASE_NOW } from "../db/database-time.ts";
import type { Db, Tx } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { bool, int4, int8, nullable, statement, text, textOf, uuid } from "../db/statement.ts";

export type PostingKind = "purchase" | "refund" | "dispute" | "dispute_won" | "resurrection";

/** Where the credits come from or go to. */
const COUNTER_ACCOUNTS = {
  purchase: "sales",
  refund: "refunds",
  dispute: "disputes",
  dispute_won: "disputes",
  resurrection: "spent",
} as const satisfies Readonly<Record<PostingKind, string>>;

export interface Posting {
  readonly agentId: string;
  /** What it is for. Each key is booked once. */
  readonly key: string;
  readonly kind: PostingKind;
  readonly purchaseId: string | null;
  /** What the agent gains, or loses when it is below zero. */
  readonly credits: number;
  /** Whether the balance may end below zero: what was never paid for is taken back even when it was spent. */
  readonly mayOverdraw: boolean;
  readonly at: number;
}

const POST = statement({
  name: "insert-posting",
  params: {
    agentId: uuid,
    credits: int8,
    mayOverdraw: bool,
    key: text,
    kind: textOf<PostingKind>(),
    purchaseId: nullable(uuid),
    at: int8,
    counter: text,
  },
  row: { credits: int4 },
  text: `WITH moved AS (
      UPDATE agents SET credits = credits + $credits::bigint, event_seq = event_seq + 1
      WHERE agent_id = $agentId
        AND ($mayOverdraw::boolean OR (credits + $credits::bigint >= 0 AND left_at IS NULL AND leaving_at IS NULL))
      RETURNING credits, event_seq, clock_offset_ms
    ), posted AS (
      INSERT INTO ledger_transactions (agent_id, key, kind, purchase_id, at)
      SELECT $agentId, $key, $kind, $purchaseId::uuid, $at::bigint FROM moved
    ), entered AS (
      INSERT INTO ledger_entries (agent_id, key, account, credits)
      SELECT $agentId, $key, line.account, line.credits
      FROM moved, (VALUES ('agent', $credits::bigint), ($counter::text, -$credits::bigint)) AS line (account, credits)
    ), stored_events AS (
      INSERT INTO events (agent_id, seq, at, recorded_at, type, details)
      SELECT $agentId, moved.event_seq, $at::bigint + moved.clock_offset_ms, ${DATABASE_NOW}, 'credits',
        jsonb_build_object('type', 'credits', 'kind', $kind::text, 'credits', $credits::bigint, 'balance', moved.credits)
      FROM moved
    )
    SELECT credits FROM moved`,
});

/**
 * The balance afterwards; undefined when there was too little, or no such agent. Somebody who has left spends nothing; what
 * is paid or taken back is booked all the same.
 */
export async function insertPosting(tx: Tx, posting: Posting): Promise<number | undefined> {
  const [row] = await tx.query(POST, { ...posting, counter: COUNTER_ACCOUNTS[posting.kind] });
  return row?.credits;
}

/** Whether a statement failed because its key is in the ledger already. */
export function isPosted(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  return thrown.code === "23505" && thrown.table?.startsWith("ledger_") === true;
}

/** Where to look for accounts: those of the ledger, or those with a balance, which may be in no ledger. */
export type AccountSource = "ledger" | "balances";

const ROWS_AT_A_TIME = 1_000;

const PAGES: Readonly<Record<AccountSource, string>> = {
  ledger: `SELECT DISTINCT agent_id FROM (
      SELECT agent_id FROM ledger_transactions WHERE agent_id > $after ORDER BY agent_id LIMIT ${ROWS_AT_A_TIME}
    ) following`,
  balances: `SELECT agent_id FROM agents WHERE credits <> 0 AND agent_id > $after
    ORDER BY agent_id LIMIT ${ROWS_AT_A_TIME}`,
};

const ACCOUNT_ROW = {
  agentId: uuid,
  /** The cached balance. */
  balance: int4,
  /** The sum of the agent's own entries. */
  entries: int8,
  /** Transactions that do not sum to zero, or have no entries. */
  unbalanced: int8,
  /** What the purchases say was credited and not taken back. */
  bought: int8,
  /** What the entries of purchases sum to. */
  booked: int8,
};

/** What the ledger says of one agent. */
export type Account = RowOf<typeof ACCOUNT_ROW>;

function accountsOf(source: AccountSource) {
  return statement({
    name: `list-accounts-of-${source}`,
    params: { after: uuid },
    row: ACCOUNT_ROW,
    text: `SELECT page.agent_id AS "agentId",
        coalesce((SELECT a.credits FROM agents a WHERE a.agent_id = page.agent_id), 0) AS balance,
        coalesce((SELECT sum(e.credits) FROM ledger_entries e
          WHERE e.agent_id = page.agent_id AND e.account = 'agent'), 0)::bigint AS entries,
        (SELECT count(*) FROM ledger_transactions t WHERE t.agent_id = page.agent_id
          AND (SELECT sum(e.credits) FROM ledger_entries e WHERE e.agent_id = t.agent_id AND e.key = t.key)
            IS DISTINCT FROM 0) AS unbalanced,
        coalesce((SELECT sum(p.credits - p.clawed_back) FROM purchases p
          WHERE p.agent_id = page.agent_id AND p.status = 'credited'), 0)::bigint AS bought,
        coalesce((SELECT sum(e.credits) FROM ledger_entries e JOIN ledger_transactions t USING (agent_id, key)
          WHERE e.agent_id = page.agent_id AND e.account = 'agent' AND t.purchase_id IS NOT NULL), 0)::bigint AS booked
      FROM (${PAGES[source]}) page`,
  });
}

const ACCOUNTS = { ledger: accountsOf("ledger"), balances: accountsOf("balances") };

/** Some accounts that follow `after` in the order of ids, as they were at one moment; none when there are no more. */
export async function listAccounts(db: Db, source: AccountSource, after: string): Promise<readonly Account[]> {
  return db.query(ACCOUNTS[source], { after });
}
