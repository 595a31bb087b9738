// Records a run: acknowledged writes, numbers of calls, and violations.

/** A care action that returned 200. */
interface AcknowledgedCare {
  readonly creatureId: string;
  readonly entryId: string;
  /** Unique note, by which the log entry is found. */
  readonly note: string;
}

export interface KeeperAccount {
  readonly agentId: string;
  readonly key: string;
  readonly creatures: readonly string[];
}

/** Totals over the answers to one account of the lifecycle workload. */
export interface LifecycleAccount extends Omit<KeeperAccount, "creatures"> {
  advancedMs: number;
  adoptions: number;
  resurrections: number;
  /** Credit balance in the last answer. */
  credits: number;
}

export interface Violation {
  readonly law: Law;
  readonly what: string;
}

export type Law =
  | "nothing acknowledged is lost"
  | "nothing is applied twice"
  | "versions are dense"
  | "the log explains the state"
  | "balances are chained"
  | "replies to one key are identical"
  | "deaths have gravestones"
  | "no creature dies early"
  | "jobs come with their change"
  | "no call breaks the service"
  | "every call is answered"
  | "it answers again in time";

const REASONS = 20;

export class History {
  readonly keepers: KeeperAccount[] = [];
  readonly lifecycleAccounts: LifecycleAccount[] = [];
  readonly cared: AcknowledgedCare[] = [];
  readonly violations: Violation[] = [];
  /** Successful writes of all kinds. */
  acknowledged = 0;
  /** Calls that were answered, after any number of attempts. */
  calls = 0;
  /** Attempts repeated because no answer arrived or the answer asked for a retry. */
  retries = 0;
  readonly reasons: string[] = [];
  /** Answered calls that were sent again to compare the replies. */
  repeats = 0;

  retry(reason: string): void {
    this.retries++;
    if (this.reasons.length < REASONS) this.reasons.push(reason);
  }

  violate(law: Law, what: string): void {
    this.violations.push({ law, what });
  }
}
