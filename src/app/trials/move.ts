// Moves the clock of a run: to another visit, or to its end. The move itself writes what happened meanwhile, because nobody
// sweeps the house of a run (TRIAL-2). Everything runs under the lock of the run's row.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { LEAST_MOVE_MS } from "@denkeeper/trials/run.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import type { CreatureChange } from "../../store/creatures/creature-change.ts";
import { listLiving, saveCreature } from "../../store/creatures/creatures.ts";
import type { Tx } from "../../store/db/db.ts";
import { deleteRunAnswers } from "../../store/idempotency/expired-records.ts";
import { endTrialEntry } from "../../store/trials/entries.ts";
import { endRun, saveRunEnd, saveRunVisit, type RunRow } from "../../store/trials/runs.ts";
import { savingInRun } from "../../store/trials/save-in-run.ts";
import { presentAt } from "../life/amnesty.ts";
import { deathChange, growthChange, type Keeper } from "../life/time-changes.ts";
import { drawOf, scenarioOf } from "./caller-run.ts";
import { moveInBetween } from "./start.ts";

export interface Moved {
  readonly clockAt: Instant;
  readonly visits: number;
  readonly over: boolean;
}

/** `run` is open and locked. Without visits left, or to `Infinity`, the clock goes to the end. */
export async function moveRun(tx: Tx, run: RunRow, wanted: Instant, realNow: RealInstant): Promise<Moved> {
  const scenario = scenarioOf(run.scenario);
  const draw = drawOf(scenario, run.seed);
  const { endsAt, adoptions } = draw;
  const hasVisits = run.visits < scenario.visits;
  // Where there are letters, every move goes to the next noon.
  const next = scenario.letters === undefined ? Math.max(wanted, run.clockAt + LEAST_MOVE_MS) : run.clockAt + DAY_MS;
  const to = hasVisits && wanted < Infinity ? Math.min(next, endsAt) : endsAt;
  const isVisit = to < endsAt;
  await (isVisit ? saveRunVisit(tx, run.runId, to) : saveRunEnd(tx, { agentId: run.runId, to }));
  await deleteRunAnswers(tx, { agentId: run.runId });
  await moveInBetween(tx, run.runId, draw, { from: run.clockAt, until: to }, realNow);
  const left = await letTimePass(tx, run, to, realNow);
  const over = !isVisit || (left === 0 && adoptions.every(({ at }) => at <= to));
  if (over) {
    await endRun(tx, run.runId, realNow);
    await endTrialEntry(tx, { agentId: run.ownerId, runId: run.runId, at: realNow });
  }
  return { clockAt: to, visits: isVisit ? run.visits + 1 : run.visits, over };
}

/** How many are alive after it. */
async function letTimePass(tx: Tx, run: RunRow, to: Instant, realNow: RealInstant): Promise<number> {
  const { outages } = drawOf(scenarioOf(run.scenario), run.seed);
  const keeper = { id: run.runId, username: run.entry, clockMoved: true, clockOffsetMs: to - realNow };
  let living = 0;
  for (const stored of await listLiving(tx, run.runId)) {
    const change = changeBy(stored, keeper, { outages, to, realNow });
    if (change !== undefined && (await saveCreature(tx, change)) === undefined) {
      throw new Error("a creature of a locked run was changed by somebody else");
    }
    if (change === undefined || change.to.creature.death === null) living++;
  }
  return living;
}

function changeBy(
  stored: StoredCreature,
  keeper: Keeper,
  { outages, to, realNow }: { outages: Parameters<typeof presentAt>[1]; to: Instant; realNow: RealInstant },
): CreatureChange | undefined {
  const present = { ...presentAt(stored, outages, to, realNow), saving: savingInRun(to) };
  const change = deathChange(present, keeper, realNow) ?? growthChange(present, keeper, realNow);
  if (change !== undefined) return change;
  return (present.unwritten ?? []).length === 0 ? undefined : { from: present, to: present };
}
