// Spends credits with one guarded statement: no two spends use the same credit, and the balance never falls below zero.
import type { Tx } from "../platform/database/db.ts";
import { insertPosting } from "../model/ledger/store/ledger.ts";

interface Expense {
  readonly agentId: string;
  /** Identifies what is paid for. A key can be spent only once. */
  readonly key: string;
  readonly credits: number;
  readonly at: number;
}

/** Returns the new balance, or undefined without enough credits. Throws `AlreadyPosted` if the key was already paid for. */
export async function spend(tx: Tx, { agentId, key, credits, at }: Expense): Promise<number | undefined> {
  if (!Number.isSafeInteger(credits) || credits <= 0)
    throw new Error(`cannot spend ${credits} credits: not a positive integer`);
  const posting = { agentId, key, kind: "resurrection", credits: -credits, mayOverdraw: false, at } as const;
  return insertPosting(tx, { ...posting, purchaseId: null });
}
