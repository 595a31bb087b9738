// Ends a run: replays its log, compares what it leads to with what is stored, scores it and writes its file. Nothing is
// written but the outcome, so the job can be repeated.
import { gzipSync } from "node:zlib";
import type { Logger } from "pino";
import { stateLine } from "@denkeeper/rules/replay/life-file.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { TIMINGS } from "@denkeeper/rules/creature/creature.ts";
import type { Adoption } from "@denkeeper/rules/care/adoption.ts";
import type { RunRecord, TrialEvent } from "@denkeeper/rules/trials/record.ts";
import { scoredFile, trialResult } from "@denkeeper/rules/trials/run-file.ts";
import type { Score } from "@denkeeper/rules/trials/score.ts";
import { verifyRun } from "@denkeeper/rules/trials/verify.ts";
import { HASHES } from "../../platform/hashes.ts";
import type { LogRow } from "../../store/creatures/care-log.ts";
import { listLog } from "../../store/creatures/care-log.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import { findCreature } from "../../store/creatures/creatures.ts";
import type { Db } from "../../store/db/db.ts";
import type { EndTrialJob, FoundRun } from "../../store/trials/runs.ts";
import { findRun, listRunVisits, saveRunResult, saveRunVoid } from "../../store/trials/runs.ts";
import type { LifeResult } from "../../store/trials/trial-boards.ts";
import { lifeEventOf } from "../life/life-lines.ts";
import { presentCreature } from "../life/amnesty.ts";
import { drawOf, scenarioOf } from "./caller-run.ts";

export interface EndContext {
  readonly database: Db;
  readonly log: Logger;
  readonly metrics: { trialEnded(outcome: "finished" | "void"): void };
}

export async function endTrial({ database, log, metrics }: EndContext, { runId }: EndTrialJob): Promise<void> {
  const run = await findRun(database, runId);
  if (run?.state !== "ended" || run.result !== null) return;
  const { record, stored } = await readRecord(database, run);
  const outcome = outcomeOf(run, record, stored);
  if (typeof outcome !== "string") {
    await saveRunResult(database, runId, outcome);
    metrics.trialEnded("finished");
    return;
  }
  if (!(await saveRunVoid(database, runId))) return;
  metrics.trialEnded("void");
  log.error({ runId, scenario: run.scenario, season: run.season, reason: outcome }, "a run of a trial is void");
}

async function readRecord(db: Db, run: FoundRun) {
  const scenario = scenarioOf(run.scenario);
  const draw = drawOf(scenario, run.seed);
  const found = await Promise.all(
    draw.adoptions.map(async ({ id }) => {
      const [rows, creature] = await Promise.all([listLog(db, run.runId, id), findCreature(db, run.runId, id)]);
      if (creature === undefined) throw new Error(`creature ${id} of run ${run.runId} is missing`);
      return { life: { events: rows.map(eventOf), lastCheckedAt: creature.creature.lastCheckedAt }, creature };
    }),
  );
  const visits = await listRunVisits(db, run.runId);
  const record: RunRecord = { scenario, draw, lives: found.map(({ life }) => life), visits, calls: run.calls };
  return { record, stored: found.map(({ creature }) => creature) };
}

function eventOf(row: LogRow): TrialEvent {
  const { kind, at, until, uncheckedSince, action, isTask } = lifeEventOf(row);
  return { kind, at, until, uncheckedSince, action, isTask, timing: row.timing };
}

/** What is stored of a run that holds; otherwise why it does not. */
function outcomeOf({ season, entry, number }: FoundRun, record: RunRecord, stored: readonly StoredCreature[]) {
  try {
    const { text, score, states } = scoredFile(record, { season, entry, number }, HASHES);
    const differing = stored.findIndex((each, index) => stateOf(each, record, index) !== JSON.stringify(states[index]));
    if (differing >= 0) return `creature ${stored[differing]?.creature.id} is not as its log says`;
    // What others will check is checked here first.
    const verdict = verifyRun(text, null, HASHES);
    if (!verdict.agrees) return verdict.reason;
    const result = { ...trialResult(score, record), lives: livesOf(record, stored, score) };
    return { result, digest: digestIn(text), file: gzipSync(text) };
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** The stored creature as a line of the file. */
function stateOf(stored: StoredCreature, { draw, lives }: RunRecord, index: number): string {
  const { endsAt } = draw;
  const creature = settleAny(presentCreature(stored, [], endsAt), endsAt);
  const rows = lives[index]?.events.length ?? 0;
  return JSON.stringify(stateLine(creature, rows, endsAt, (text) => HASHES.sha256(text)));
}

function livesOf(
  { scenario, draw, lives }: RunRecord,
  stored: readonly StoredCreature[],
  { lifeShares }: Score,
): readonly LifeResult[] {
  const from = draw.startsAt + scenario.learningDays * DAY_MS;
  return draw.adoptions.map(({ name, species }: Adoption, index) => {
    const meals = (lives[index]?.events ?? []).filter(({ at }) => at >= from).map(({ timing }) => timing);
    return {
      name,
      species: species.name,
      feeding_window_hours: species.feedingWindowHours,
      on_time_share: lifeShares[index] ?? 0,
      feedings: recordOf(TIMINGS, (timing) => meals.filter((each) => each === timing).length),
      died_at: stored[index]?.creature.death?.at ?? null,
    };
  });
}

/** The digest in the last line of a file. */
function digestIn(text: string): string {
  const digest = /"sha256":"(?<digest>[0-9a-f]{64})"\}\n$/.exec(text)?.groups?.["digest"];
  if (digest === undefined) throw new Error("the file has no digest");
  return digest;
}
