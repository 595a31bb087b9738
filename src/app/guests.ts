// Parts of the service that could be left out, and what they do to stored accounts: a kind of key, accounts that belong to
// another one, tasks and jobs. Deleting the folder of one and its line here leaves the rest whole.
import type { Logger } from "pino";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { KeyKind } from "../identity/api-key.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { Caller, CallerQuestion, FoundCaller } from "../store/accounts/callers.ts";
import type { Database, Db, Tx } from "../store/db/db.ts";

export * as trials from "./trials/guest.ts";

export interface Guest {
  readonly KEY: KeyRules;
  /** The accounts that belong to another one: all of them, and those that are in use. */
  accountsOf(tx: Tx, key: { readonly agentId: string }): Promise<readonly string[]>;
  openAccountsOf(tx: Tx, key: { readonly agentId: string }): Promise<readonly string[]>;
  /** By name: when each runs, as in a crontab. */
  readonly TASKS: Readonly<Record<string, { when: string; run(database: Database, now: RealInstant): Promise<void> }>>;
  readonly JOBS: Readonly<
    Record<string, (context: { database: Db; log: Logger; metrics: Metrics }, job: unknown) => Promise<void>>
  >;
}

interface FoundKey extends FoundCaller {
  /** As the caller enters, when its house has a time of its own: then no outage of the service counts in it. */
  readonly entered?: Caller;
}

/** What is different with keys of one kind. */
export interface KeyRules {
  readonly kind: KeyKind;
  find(db: Db, question: CallerQuestion, arrivedAt: RealInstant): Promise<FoundKey | undefined>;
  saveFirstUse(db: Db, caller: Pick<Caller, "agent" | "ownerId" | "keyHash">, at: RealInstant): Promise<void>;
  /** What a suspension means for its holder. */
  readonly suspended: string;
  /** What to do after an operator ended the keys of the account. */
  readonly afterEnd: string;
  /** What may be wrong with one that opens nothing. */
  readonly fault: string;
}
