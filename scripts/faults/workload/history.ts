// Records the answers of a run: every acknowledged write, and every law that an answer broke.

/** One act of care that was answered with success. */
interface AcknowledgedCare {
  readonly creatureId: string;
  readonly entryId: string;
  /** Names the operation in the log entry. */
  readonly note: string;
}

export interface KeeperAccount {
  readonly agentId: string;
  readonly key: string;
  readonly creatures: readonly string[];
}

/** Sums over the answers to one account of the lifecycle workload. */
export interface LifecycleAccount {
  readonly agentId: string;
  readonly key: string;
  advancedMs: number;
  adoptions: number;
  resurrections: number;
  /** Balance in the last answer. */
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
  /** Writes of all kinds that were answered with success. */
  acknowledged = 0;
  /** Calls with an answer, after any number of attempts. */
  calls = 0;
  /** Attempts that were repeated without an answer, or after one that asks to retry. */
  retries = 0;
  /** Reasons of the first retries. */
  readonly reasons: string[] = [];
  /** Replies that were replayed and compared. */
  repeats = 0;

  retry(reason: string): void {
    this.retries++;
    if (this.reasons.length < REASONS) this.reasons.push(reason);
  }

  violate(law: Law, what: string): void {
    this.violations.push({ law, what });
  }
}
