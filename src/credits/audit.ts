// Compares balances with the ledger. A difference raises an alarm and is never corrected automatically.
import type { Logger } from "pino";
import type { Db } from "../platform/database/db.ts";
import { listAccounts, type Account, type AccountSource } from "../model/ledger/store/ledger.ts";
import { saveFigures } from "../model/figures/store/rollups.ts";
import { alarm } from "./alarm.ts";

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Returns the number of accounts in the ledger and the accounts that do not balance. */
export async function audit(db: Db): Promise<{ readonly accounts: number; readonly wrong: readonly Account[] }> {
  const wrong = new Map<string, Account>();
  const walk = async (source: AccountSource): Promise<number> => {
    let count = 0;
    for (let after = BEFORE_ALL; ;) {
      const page = await listAccounts(db, source, after);
      if (page.length === 0) return count;
      count += page.length;
      for (const account of page) {
        if (!addsUp(account)) wrong.set(account.agentId, account);
        if (account.agentId > after) after = account.agentId;
      }
    }
  };
  const accounts = await walk("ledger");
  await walk("balances");
  return { accounts, wrong: [...wrong.values()] };
}

function addsUp({ balance, entries, unbalanced, bought, booked }: Account): boolean {
  return balance === entries && unbalanced === 0 && bought === booked;
}

/** The hourly task: raises an alarm for each account that does not balance, and returns their number. */
export async function auditAll(db: Db, log: Logger, at: number): Promise<number> {
  const { accounts, wrong } = await audit(db);
  for (const account of wrong) alarm(log, "the balance of an account does not match the ledger", { ...account });
  const value = { at, accounts, wrong: wrong.length };
  await saveFigures(db, { at, figures: [{ name: "audit", value, took_ms: 0 }] });
  log.info({ accounts, wrong: wrong.length }, "the ledger was audited");
  return wrong.length;
}
