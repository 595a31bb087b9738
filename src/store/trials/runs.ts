// Runs: started, moved and ended under the lock of their row, which every change in a run takes first.
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { z } from "zod";
import { STORED_LOG_ROW } from "../creatures/care-log.ts";
import { asker, command, finder, inTransaction, lister, type RowFrom } from "../db/calls.ts";
import type { Db, Tx } from "../db/db.ts";
import {
  FOUND,
  bool,
  bytea,
  int4,
  int8,
  int8Of,
  jsonb,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
} from "../db/statement.ts";
import { insertJob } from "../jobs/outbox.ts";
import type { RunState } from "./caller-run.ts";
import { saveEntryKey } from "./entries.ts";
import { CLAIM, type RunContext, type StoredResult } from "./trial-boards.ts";

/** The job that replays and scores a run that has ended. */
export const END_TRIAL = "end_trial";

export const endTrialJob = z.object({ runId: z.string() });
export type EndTrialJob = z.infer<typeof endTrialJob>;

const INSERT_AGENT = statement({
  name: "insert-run-account",
  params: { agentId: uuid, username: text, timezone: text, at: int8 },
  row: {},
  // Its clock was moved before it started, as it were: it is in no public page or count.
  text: `INSERT INTO agents (agent_id, username, display_name, social_links, timezone, source, created_at, is_test, clock_moved)
    VALUES ($agentId, $username, $username, '[]', $timezone, 'trial', $at, true, true)`,
});
const INSERT_KEY = statement({
  name: "insert-run-key",
  params: { agentId: uuid, keyHash: bytea, at: int8 },
  row: {},
  text: `INSERT INTO agent_keys (agent_id, key_hash, created_at, scope) VALUES ($agentId, $keyHash, $at, 'run')`,
});
const INSERT_RUN = statement({
  name: "insert-run",
  params: {
    agentId: uuid,
    ownerId: uuid,
    entry: text,
    season: text,
    scenario: text,
    number: int4,
    seed: text,
    startedAt: int8,
    clockAt: int8,
    context: nullable(textOf<RunContext>()),
  },
  row: {},
  text: `INSERT INTO trial_runs (agent_id, owner_id, entry, season, scenario, number, seed, started_at, clock_at, visits,
      calls, state, context)
    VALUES ($agentId, $ownerId, $entry, $season, $scenario, $number, $seed, $startedAt, $clockAt, 1, 0, 'open', $context)`,
});
const INSERT_VISIT = statement({
  name: "insert-run-visit",
  params: { agentId: uuid, at: int8 },
  row: {},
  text: "INSERT INTO trial_visits (agent_id, at) VALUES ($agentId, $at)",
});

export interface NewRun {
  readonly runId: string;
  readonly username: string;
  readonly timezone: string;
  readonly keyHash: Buffer;
  readonly ownerId: string;
  readonly entry: string;
  readonly season: string;
  readonly scenario: string;
  readonly number: number;
  readonly seed: string;
  readonly startedAt: RealInstant;
  readonly clockAt: Instant;
  readonly context: RunContext | null;
}

/** The account of the run, its key, the run, and its first visit. */
export async function insertRun(tx: Tx, run: NewRun): Promise<void> {
  const { runId: agentId, username, timezone, keyHash, startedAt, clockAt } = run;
  await tx.query(INSERT_AGENT, { agentId, username, timezone, at: startedAt });
  await tx.query(INSERT_KEY, { agentId, keyHash, at: startedAt });
  const { ownerId, entry, season, scenario, number, seed, context } = run;
  await tx.query(INSERT_RUN, { agentId, ownerId, entry, season, scenario, number, seed, startedAt, clockAt, context });
  await tx.query(INSERT_VISIT, { agentId, at: clockAt });
}

/** A new key of the run, whose others are deleted before. Behind `lockRun`. */
export async function saveRunKey(
  tx: Tx,
  { runId, ownerId }: Pick<RunRow, "runId" | "ownerId">,
  keyHash: Buffer,
  at: RealInstant,
): Promise<void> {
  await tx.query(INSERT_KEY, { agentId: runId, keyHash, at });
  await saveEntryKey(tx, { agentId: ownerId, runId, keyHash });
}

/** The columns of a run that its end and its result need. */
const RUN_ROW = {
  runId: uuid,
  ownerId: uuid,
  entry: text,
  season: text,
  scenario: text,
  number: int4,
  seed: text,
  startedAt: int8Of<RealInstant>(),
  clockAt: int8Of<Instant>(),
  visits: int4,
  calls: int4,
  state: textOf<RunState>(),
  endedAt: nullable(int8Of<RealInstant>()),
};
const RUN_COLUMNS = `agent_id AS "runId", owner_id AS "ownerId", entry, season, scenario, number, seed,
  started_at AS "startedAt", clock_at AS "clockAt", visits, calls, state, ended_at AS "endedAt"`;

export type RunRow = RowOf<typeof RUN_ROW>;

/** The run, which nobody changes before the transaction is over. */
export const lockRun = inTransaction.finder({
  name: "lock-run",
  params: { agentId: uuid },
  row: RUN_ROW,
  text: `SELECT ${RUN_COLUMNS} FROM trial_runs WHERE agent_id = $agentId FOR NO KEY UPDATE`,
});

/** The same, if it is open and of this account. */
export async function lockOpenRun(tx: Tx, runId: string, ownerId: string): Promise<RunRow | undefined> {
  const run = await lockRun(tx, { agentId: runId });
  return run?.state === "open" && run.ownerId === ownerId ? run : undefined;
}

export const findRun = finder({
  name: "find-run",
  params: { agentId: uuid },
  row: { ...RUN_ROW, result: nullable(jsonb<StoredResult>()), digest: nullable(text), ...CLAIM },
  text: `SELECT ${RUN_COLUMNS}, result, digest, context, transcript FROM trial_runs WHERE agent_id = $agentId`,
});

export type FoundRun = RowFrom<typeof findRun>;

const MOVE = statement({
  name: "move-run",
  params: { agentId: uuid, to: int8 },
  row: {},
  text: "UPDATE trial_runs SET clock_at = $to, visits = visits + 1 WHERE agent_id = $agentId",
});
/** Moves the clock to the end, where nobody comes any more. Behind `lockRun`. */
export const saveRunEnd = inTransaction.command({
  name: "run-out-run",
  params: { agentId: uuid, to: int8Of<Instant>() },
  text: "UPDATE trial_runs SET clock_at = $to WHERE agent_id = $agentId",
});

/** What the player says its transcript is. */
export const saveRunTranscript = inTransaction.command({
  name: "set-run-transcript",
  params: { agentId: uuid, transcript: text },
  text: "UPDATE trial_runs SET transcript = $transcript WHERE agent_id = $agentId",
});

/** Moves the clock to another visit. Behind `lockRun`. */
export async function saveRunVisit(tx: Tx, runId: string, to: Instant): Promise<void> {
  await tx.query(MOVE, { agentId: runId, to });
  await tx.query(INSERT_VISIT, { agentId: runId, at: to });
}

const END = statement({
  name: "end-open-run",
  params: { agentId: uuid, at: int8 },
  row: FOUND,
  text: `UPDATE trial_runs SET state = 'ended', ended_at = $at WHERE agent_id = $agentId AND state = 'open' RETURNING true`,
});

/** The run is over, and there is a job that scores it. Behind `lockRun`. */
export async function endRun(tx: Tx, runId: string, at: RealInstant): Promise<void> {
  if ((await tx.query(END, { agentId: runId, at })).length === 1) await addEndJob(tx, runId, at);
}

export async function addEndJob(db: Db, runId: string, at: RealInstant): Promise<void> {
  const job: EndTrialJob = { runId };
  await insertJob(db, runId, END_TRIAL, job, at);
}

const LIST_VISITS = statement({
  name: "list-run-visits",
  params: { agentId: uuid },
  row: { at: int8 },
  text: "SELECT at FROM trial_visits WHERE agent_id = $agentId ORDER BY at",
});

export async function listRunVisits(db: Db, runId: string): Promise<readonly Instant[]> {
  const rows = await db.query(LIST_VISITS, { agentId: runId });
  return rows.map(({ at }) => at);
}

const SAVE_RESULT = statement({
  name: "save-run-result",
  params: { agentId: uuid, result: jsonb<StoredResult>(), digest: text, file: bytea },
  row: {},
  text: `UPDATE trial_runs SET result = $result, digest = $digest, file = $file
    WHERE agent_id = $agentId AND state = 'ended' AND result IS NULL`,
});

export async function saveRunResult(
  db: Db,
  runId: string,
  outcome: { readonly result: StoredResult; readonly digest: string; readonly file: Buffer },
): Promise<void> {
  await db.query(SAVE_RESULT, { agentId: runId, ...outcome });
}

/** Whether it was not void before. */
export const saveRunVoid = asker({
  name: "void-run",
  params: { agentId: uuid },
  row: FOUND,
  text: "UPDATE trial_runs SET state = 'void' WHERE agent_id = $agentId AND state = 'ended' AND result IS NULL RETURNING true",
});

const FIND_FILE = statement({
  name: "find-run-file",
  params: { agentId: uuid },
  row: { file: nullable(bytea) },
  text: "SELECT file FROM trial_runs WHERE agent_id = $agentId",
});

/** Compressed; undefined while there is none. */
export async function findRunFile(db: Db, runId: string): Promise<Buffer | undefined> {
  const [row] = await db.query(FIND_FILE, { agentId: runId });
  return row?.file ?? undefined;
}

/** What the keeper of an open run writes for its next waking, over what it wrote before. */
export const saveNotebook = command({
  name: "save-notebook",
  params: { agentId: uuid, notebook: text },
  text: "UPDATE trial_runs SET notebook = $notebook WHERE agent_id = $agentId AND state = 'open'",
});

/** Everything that happened to a creature of a run, in order, as far as a replay needs it. */
export const listRunEvents = lister({
  name: "list-run-events",
  params: { agentId: uuid, creatureId: uuid },
  row: {
    kind: STORED_LOG_ROW.kind,
    at: int8,
    until: STORED_LOG_ROW.until,
    uncheckedSince: STORED_LOG_ROW.unchecked_since,
    action: STORED_LOG_ROW.action,
    isTask: bool,
    timing: STORED_LOG_ROW.timing,
    /** What was served: only runs with letters keep it, and their files show it. */
    item: nullable(text),
  },
  text: `SELECT kind, at, until, unchecked_since AS "uncheckedSince", action, coalesce(is_task, false) AS "isTask", timing, item
    FROM care_log WHERE agent_id = $agentId AND creature_id = $creatureId
    ORDER BY version, kind <> 'amnesty', recorded_at, kind = 'death', at, action`,
});
