// Stores the ledger. The entries of each transaction sum to zero, and the agent's balance is updated in the same transaction.
import type { Db, Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { insertHouseEvent } from "../../events/store/house-events.ts";

export type RailName = "stripe" | "mpp" | "x402";

export type PostingKind = "purchase" | "refund" | "dispute" | "dispute_won" | "resurrection";

/** The account that balances the agent's entry, by kind of posting. */
const COUNTER_ACCOUNTS = {
  purchase: "sales",
  refund: "refunds",
  dispute: "disputes",
  dispute_won: "disputes",
  resurrection: "spent",
} as const satisfies Readonly<Record<PostingKind, string>>;

export interface Posting {
  readonly agentId: string;
  /** Identifies the cause. Each key is posted only once. */
  readonly key: string;
  readonly kind: PostingKind;
  readonly purchaseId: string | null;
  /** Negative if the agent loses credits. */
  readonly credits: number;
  /**
   * True if the posting must succeed even if the balance becomes negative. Credits of a reversed payment are taken back even if
   * they were spent.
   */
  readonly mayOverdraw: boolean;
  readonly at: number;
}

const MOVE = sql.statement({
  name: "move-credits",
  params: { agentId: sql.uuid, credits: sql.int8, mayOverdraw: sql.bool },
  row: { balance: sql.int4, eventSeq: sql.int8, clockOffsetMs: sql.int8 },
  text: `UPDATE agents SET credits = credits + $credits::bigint, event_seq = event_seq + 1
    WHERE agent_id = $agentId
      AND ($mayOverdraw::boolean OR (credits + $credits::bigint >= 0 AND left_at IS NULL AND leaving_at IS NULL))
    RETURNING credits AS balance, event_seq AS "eventSeq", clock_offset_ms AS "clockOffsetMs"`,
});
const POST = sql.statement({
  name: "insert-ledger-transaction",
  params: {
    agentId: sql.uuid,
    key: sql.text,
    kind: sql.textOf<PostingKind>(),
    purchaseId: sql.nullable(sql.uuid),
    at: sql.int8,
  },
  row: sql.FOUND,
  text: `INSERT INTO ledger_transactions (agent_id, key, kind, purchase_id, at)
    VALUES ($agentId, $key, $kind, $purchaseId, $at) ON CONFLICT DO NOTHING RETURNING true`,
});
const ENTER = sql.statement({
  name: "insert-ledger-entries",
  params: { agentId: sql.uuid, key: sql.text, credits: sql.int8, counter: sql.text },
  row: {},
  text: `INSERT INTO ledger_entries (agent_id, key, account, credits)
    VALUES ($agentId, $key, 'agent', $credits::bigint), ($agentId, $key, $counter, -$credits::bigint)`,
});

export class AlreadyPosted extends Error {
  constructor(key: string) {
    super(`${key} is already in the ledger`);
  }
}

/**
 * Posts a transaction and returns the new balance. Returns undefined if the balance is too low or there is no such agent. A
 * departed agent cannot spend, but payments and refunds are still posted. Throws `AlreadyPosted`, which must roll back the
 * transaction.
 */
export async function insertPosting(tx: Tx, posting: Posting): Promise<number | undefined> {
  const { agentId, key, kind, purchaseId, credits, mayOverdraw, at } = posting;
  // The agent's row is locked first, so that an agent's postings queue in a fixed order.
  const [moved] = await tx.query(MOVE, { agentId, credits, mayOverdraw });
  if (moved === undefined) return undefined;
  const { balance, eventSeq, clockOffsetMs } = moved;
  if ((await tx.query(POST, { agentId, key, kind, purchaseId, at })).length === 0) throw new AlreadyPosted(key);
  await tx.query(ENTER, { agentId, key, credits, counter: COUNTER_ACCOUNTS[kind] });
  const details = { type: "credits", kind, credits, balance } as const;
  await insertHouseEvent(tx, { agentId, seq: eventSeq, at: at + clockOffsetMs, details });
  return balance;
}

/** The source of a list of accounts: the ledger, or nonzero balances, which may be missing from the ledger. */
export type AccountSource = "ledger" | "balances";

const BATCH_SIZE = 1_000;

const PAGES: Readonly<Record<AccountSource, string>> = {
  ledger: `SELECT agent_id AS "agentId" FROM ledger_transactions WHERE agent_id > $after
    ORDER BY agent_id LIMIT ${BATCH_SIZE}`,
  balances: `SELECT agent_id AS "agentId" FROM agents WHERE credits <> 0 AND agent_id > $after
    ORDER BY agent_id LIMIT ${BATCH_SIZE}`,
};

const ACCOUNT_ROW = {
  agentId: sql.uuid,
  balance: sql.int4,
  /** Sum of the agent's own entries. */
  entries: sql.int8,
  /** Number of transactions that do not sum to zero or have no entries. */
  unbalanced: sql.int8,
  /** Credits of purchases, without those that were taken back. */
  bought: sql.int8,
  /** Sum of the agent's entries for purchases. */
  booked: sql.int8,
};

export type Account = sql.RowOf<typeof ACCOUNT_ROW>;

const SOURCES: Readonly<Record<AccountSource, string>> = {
  ledger: "(SELECT DISTINCT agent_id FROM ledger_transactions WHERE agent_id > $after AND agent_id <= $last)",
  balances: "(SELECT agent_id FROM agents WHERE credits <> 0 AND agent_id > $after AND agent_id <= $last)",
};

function accountsOf(source: AccountSource) {
  const page = sql.statement({
    name: `list-account-ids-of-${source}`,
    params: { after: sql.uuid },
    row: { agentId: sql.uuid },
    text: PAGES[source],
  });
  const accounts = sql.statement({
    name: `list-accounts-in-${source}`,
    params: { after: sql.uuid, last: sql.uuid },
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
      FROM ${SOURCES[source]} page`,
  });
  return { page, accounts };
}

const ACCOUNTS = { ledger: accountsOf("ledger"), balances: accountsOf("balances") };

/** Lists the next accounts after `after`, in the order of their ids and from one snapshot. Returns none at the end. */
export async function listAccounts(db: Db, source: AccountSource, after: string): Promise<readonly Account[]> {
  const { page, accounts } = ACCOUNTS[source];
  const last = (await db.query(page, { after })).at(-1);
  return last === undefined ? [] : db.query(accounts, { after, last: last.agentId });
}
