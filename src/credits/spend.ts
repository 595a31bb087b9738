// Spends credits with one guarded statement: no two spends share a credit, and the balance never goes below zero.
import type { Tx } from "../platform/database/db.ts";
import { insertPosting } from "../model/ledger/store/ledger.ts";

interface Expense {
  readonly agentId: string;
  /** Identifies the thing that is paid for, once. */
  readonly key: string;
  readonly credits: number;
  readonly at: number;
}

/** Returns the new balance, or undefined without enough credits. Throws `AlreadyPosted` if it was paid before. */
export async function spend(tx: Tx, { agentId, key, credits, at }: Expense): Promise<number | undefined> {
  if (!Number.isSafeInteger(credits) || credits <= 0) throw new Error(`${credits} credits cannot be spent`);
  const posting = { agentId, key, kind: "resurrection", credits: -credits, mayOverdraw: false, at } as const;
  return insertPosting(tx, { ...posting, purchaseId: null });
}
