// Portrait jobs, queued by the statement of the change that needs them: a rolled-back change leaves no job, and a
// committed one always has its job.
import type { StageInstants } from "@denkeeper/rules/creature/creature.ts";
import type { CreatureChange } from "./creatures.ts";
import type { Tx } from "../db/db.ts";
import { statement, unread, uuid } from "../db/statement.ts";

export type PortraitStage = keyof StageInstants;
export const PORTRAIT_STAGES = ["baby", "child", "teen", "adult"] as const satisfies readonly PortraitStage[];

export const DRAW_PORTRAIT = "draw_portrait";
export const DRAW_AVATAR = "draw_avatar";
/** With the queue's growing pauses the last attempt comes after three and a half hours. */
export const ATTEMPTS = 10;

export interface PortraitJob {
  readonly agentId: string;
  readonly creatureId: string;
  readonly stage: PortraitStage;
}

export interface AvatarJob {
  readonly agentId: string;
}

/** A job for each stage that the change brought, also for stages that were over before anybody noticed. */
export function portraitJobs({ from, to }: Pick<CreatureChange, "from" | "to">): readonly PortraitJob[] {
  const [before, after] = [from.creature.stageInstants, to.creature.stageInstants];
  if (before === after) return [];
  return PORTRAIT_STAGES.filter((stage) => before[stage] === null && after[stage] !== null).map((stage) => ({
    agentId: to.agentId,
    creatureId: to.creature.id,
    stage,
  }));
}

/** SQL that puts a job of the JSON in `payload` into the queue. What selects it must be read, or it is not run. */
export function addJob(task: string, payload: string): string {
  return `graphile_worker.add_job('${task}', ${payload}, max_attempts => ${ATTEMPTS})`;
}

const ADD_AVATAR = statement({
  name: "add-avatar-job",
  params: { agentId: uuid },
  row: { add_job: unread },
  text: `SELECT ${addJob(DRAW_AVATAR, "json_build_object('agentId', $agentId::uuid)")}`,
});

export async function addAvatarJob(tx: Tx, agentId: string): Promise<void> {
  await tx.query(ADD_AVATAR, { agentId });
}
