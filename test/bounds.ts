// What keeps statements from reading more as the house grows. A statement that counts, skips, ranks or adds up is listed
// with what bounds it, and so is every reader of the log with how far back it reads: the log only grows.
// test/growth.test.ts holds these lists against all statements.
import { SAVE_FUNCTION } from "../src/model/creatures/store/save-function.ts";

/** Only the worker sends these: a walk in pieces, a piece of the log behind a mark, or an index of one state. */
export const BY_WORKER: Readonly<Record<string, readonly string[]>> = {
  "a piece of the log behind a mark": [
    "save-log-counts",
    "save-active-agents",
    "save-moments",
    "list-latest-public-care",
  ],
  "what has changed since the last round": ["add-tally-changes", "save-adoption-counts", "list-stored-histories"],
  "a slice of agents": ["find-slice-of-agents", "recount-slice"],
  "a day of minutes": ["find-counted-activity"],
  "a roll-up that is trimmed": [
    "tidy-log-counts",
    "trim-keepers",
    "trim-living",
    "delete-old-moments",
    "count-living-kinds",
  ],
};

/** Requests may send these. */
export const BY_REQUEST: Readonly<Record<string, readonly string[]>> = {
  "rows of one agent": [
    "find-disputed-cents",
    "find-report",
    "insert-agent-hook",
    "queue-channel-notice",
    "find-next-delivery-of-hook",
    "count-log",
    "list-past-creatures",
    "list-ended-histories",
    "list-agent-gravestones",
    "count-agent-gravestones",
    "trim-call-trail",
    "replace-key",
    "replace-keys",
    "insert-sitter-key",
    "save-calls-of-runs",
    "count-sitters",
  ],
  "the rows that it is given": [SAVE_FUNCTION.name, "save-settled-creatures-and-jobs", "queue-hook-deliveries"],
  "an index, and no further than the 10,000 entries that a list shows": [
    "list-public-gravestones",
    "list-public-species-newest",
    "list-public-species-popular",
    "list-public-species-of-family-newest",
    "list-public-species-of-family-popular",
    "count-public-species",
    "count-public-species-of-family",
    "list-oldest-living",
    "list-consistent-keepers",
    "list-gravekeepers",
  ],
  "a roll-up of at most 10,000 rows": [
    "list-public-in-danger",
    "list-public-living",
    "count-public-living",
    "list-public-moments",
    "count-public-moments",
  ],
  "counts that are kept, of 30 days at most, for the operator": ["list-log-counts", "list-tallied-happenings"],
  "counts that are kept, of providers or species, for the operator": ["list-first-tallies"],
  "a limit of its own": ["list-accounts-in-ledger", "list-accounts-in-balances"],
  "the outages of the service": ["list-outages"],
  "the jobs that wait, for the metrics": ["count-jobs"],
};

export const LOG_READERS: Readonly<Record<string, readonly string[]>> = {
  "behind a mark": [
    "save-log-counts",
    "save-active-agents",
    "save-moments",
    "list-agents-since",
    "list-changed-creatures",
  ],
  "at most a week": ["list-latest-public-care"],
  "at most two weeks": ["list-care-visits", "list-runs"],
  "only which days there are": ["find-first-log-day", "make-care-log-day"],
  "writes what happens now": [SAVE_FUNCTION.name, "save-settled-creatures-and-jobs", "insert-first-entry"],
  "one agent's log": [
    "find-note",
    "list-care-of-days",
    "list-returns",
    "list-life-by-days",
    "list-feeding-ends",
    "list-care-between",
    "list-log-page",
    "count-log",
    "list-reliability-log",
    "leave-log",
  ],
};
