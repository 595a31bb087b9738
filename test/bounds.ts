// Lists what bounds the cost of statements as the data grows: each statement that counts, skips, ranks or sums with its bound, and
// each reader of the log with how far back it reads. test/growth.test.ts compares these lists with all statements.
import { SAVE_FUNCTION } from "../src/model/creatures/store/save-function.ts";

/** Statements that only the worker sends. */
export const BY_WORKER: Readonly<Record<string, readonly string[]>> = {
  // Each figure is recomputed only after a hundred times the duration of its statement (src/community/rollups/roll-up.ts,
  // decision 0021).
  "whole tables, at most a hundredth of the time": [
    "find-active-agents",
    "find-analytics-counts",
    "find-most-consistent",
    "find-most-gravestones",
    "find-totals",
    "list-adoptions",
  ],
  "one hour of the log": ["save-log-hour"],
  "counted hours of a day, and the hours of the log at both ends": ["list-happenings"],
  "a roll-up that is trimmed": ["count-living-kinds"],
};

/** Statements that requests may send. */
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
  "the rows that it is given": [SAVE_FUNCTION.name, "save-settled-creatures", "queue-hook-deliveries"],
  "an index, and no further than the 10,000 entries that a list shows": [
    "list-public-gravestones",
    "list-public-species-newest",
    "list-public-species-popular",
    "list-public-species-of-family-newest",
    "list-public-species-of-family-popular",
    "count-public-species",
    "count-public-species-of-family",
    "list-oldest-living",
  ],
  "a leaderboard of at most 10,000 keepers": ["list-consistent-keepers", "list-gravekeepers"],
  "a roll-up of at most 10,000 rows": ["list-public-in-danger", "list-public-living", "count-public-living"],
  "the newest 300 entries of one action": ["list-others"],
  "a limit of its own": ["list-accounts-in-ledger", "list-accounts-in-balances"],
  "the outages of the service": ["list-outages"],
  "the jobs that wait, for the metrics": ["count-jobs"],
  "what lies ahead of a clock, once after it was set back": ["set-back-creatures"],
};

export const LOG_READERS: Readonly<Record<string, readonly string[]>> = {
  "at most an hour": ["save-log-hour"],
  "the hours that are not counted": ["list-happenings", "find-analytics-counts"],
  "the newest 300 of one action, of a week at most": ["list-others"],
  "the newest 1,000 reflections": ["list-public-reflections"],
  "at most two weeks": ["list-care-visits", "list-runs"],
  "what lies ahead of a clock, once after it was set back": ["set-back-care_log"],
  "only which days there are": ["make-care-log-day", "find-counted-hours"],
  "writes what happens now": [SAVE_FUNCTION.name, "save-settled-creatures", "insert-first-entry"],
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
