// What the clients of a run saw: every acknowledged write, and every law that an answer broke immediately.

/** One act of care that was answered with success. */
interface AcknowledgedCare {
  readonly creatureId: string;
  readonly entryId: string;
  /** Names the operation; it is written into the log with the entry. */
  readonly note: string;
}

export interface KeeperAccount {
  readonly agentId: string;
  readonly key: string;
  readonly creatures: readonly string[];
}

/** What the answers to one account of the lifecycle workload add up to. */
export interface LifecycleAccount {
  readonly agentId: string;
  readonly key: string;
  advancedMs: number;
  adoptions: number;
  resurrections: number;
  /** What the last answer said is left. */
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
  | "nobody dies before their time"
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
  /** Writes that were answered with success, of all kinds. */
  acknowledged = 0;
  /** Calls with an answer, however many attempts each took. */
  calls = 0;
  /** Attempts that were repeated because no answer came, or one that says to come again. */
  retries = 0;
  /** Why, for the first of them. */
  readonly reasons: string[] = [];
  /** Replies that were asked for again, and compared. */
  repeats = 0;

  retry(reason: string): void {
    this.retries++;
    if (this.reasons.length < REASONS) this.reasons.push(reason);
  }

  violate(law: Law, what: string): void {
    this.violations.push({ law, what });
  }
}
