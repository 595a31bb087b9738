// Ends a run: replays its log, compares what it leads to with what is stored, scores it and writes its file. Nothing is
// written but the outcome, so the job can be repeated.
import { Piscina } from "piscina";
import type { Logger } from "pino";
import { stateLine } from "@denkeeper/rules/replay/life-file.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { TIMINGS } from "@denkeeper/rules/creature/creature.ts";
import type { Adoption } from "@denkeeper/rules/care/adoption.ts";
import type { LifeRecord, RunRecord } from "@denkeeper/trials/record.ts";
import { trialResult } from "@denkeeper/trials/run-file.ts";
import type { Score } from "@denkeeper/trials/score.ts";
import { HASHES } from "./hashes.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import { findCreature } from "../../store/creatures/creatures.ts";
import type { Db } from "../../store/db/db.ts";
import {
  findRun,
  listRunEvents,
  listRunVisits,
  saveRunResult,
  saveRunVoid,
  type EndTrialJob,
  type FoundRun,
} from "../../store/trials/runs.ts";
import type { LifeResult } from "../../store/trials/trial-boards.ts";
import { presentCreature } from "../life/amnesty.ts";
import { drawOf, scenarioOf } from "./caller-run.ts";
import { bookOf } from "./letters.ts";
import type { PlayedRun, ScoredRun } from "./score-run.ts";

/** One run at a time. A thread that needs more memory than this is ended, and not the worker. */
const scorer = new Piscina<PlayedRun, ScoredRun | string>({
  filename: new URL("score-run.ts", import.meta.url).href,
  name: "scoredRun",
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
});

export interface EndContext {
  readonly database: Db;
  readonly log: Logger;
  readonly metrics: { trialEnded(outcome: "finished" | "void"): void };
}

export async function endTrial({ database, log, metrics }: EndContext, { runId }: EndTrialJob): Promise<void> {
  const run = await findRun(database, { agentId: runId });
  if (run?.state !== "ended" || run.result !== null) return;
  const outcome = await outcomeOf(database, run);
  if (typeof outcome !== "string") {
    await saveRunResult(database, runId, outcome);
    metrics.trialEnded("finished");
    return;
  }
  if (!(await saveRunVoid(database, { agentId: runId }))) return;
  metrics.trialEnded("void");
  log.error({ runId, scenario: run.scenario, season: run.season, reason: outcome }, "a run of a trial is void");
}

/** What is stored of a run that holds; otherwise why it does not. */
async function outcomeOf(db: Db, run: FoundRun) {
  const { runId, season, entry, number, seed, calls } = run;
  const scenario = scenarioOf(run.scenario);
  const draw = drawOf(scenario, seed);
  const [lives, stored]: [LifeRecord[], StoredCreature[]] = [[], []];
  // One after the other: what the driver holds of a long log takes several times its room.
  for (const { id } of draw.adoptions) {
    const found = await findCreature(db, runId, id);
    if (found === undefined) throw new Error(`creature ${id} of run ${runId} is missing`);
    const rows = await listRunEvents(db, { agentId: runId, creatureId: id });
    lives.push({
      events: rows.map(({ item, ...event }) => (item === null ? event : Object.assign(event, { item }))),
      lastCheckedAt: found.creature.lastCheckedAt,
    });
    stored.push(found);
  }
  const told = scenario.letters && { book: (await bookOf(db, season)).sha256 };
  const played = { lives, visits: await listRunVisits(db, runId), calls, ...told };
  const scored = await scorer.run({ ...played, head: { season, entry, number }, scenario: run.scenario, seed });
  if (typeof scored === "string") return scored;
  const { score, states, digest, file } = scored;
  const record: RunRecord = { scenario, draw, ...played };
  const differing = stored.find((each, index) => stateOf(each, record, index) !== JSON.stringify(states[index]));
  if (differing !== undefined) return `creature ${differing.creature.id} is not as its log says`;
  const result = { ...trialResult(score, record), lives: livesOf(record, stored, score) };
  return { result, digest, file: Buffer.from(file) };
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
