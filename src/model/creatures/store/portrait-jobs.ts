// Portrait jobs, put into the outbox by the statement of the change that needs them: a rolled-back change leaves no job,
// and a committed one always has its job.
import type { StageInstants } from "@denkeeper/rules/creature/creature.ts";
import { z } from "zod";
import type { CreatureChange } from "./creature-change.ts";
import { STATEMENT_TIME } from "../../../platform/database/database-time.ts";
import type { Tx } from "../../../platform/database/db.ts";
import { insertJob, outboxRow, type OutboxRow } from "../../../platform/jobs/store/outbox.ts";

export type PortraitStage = keyof StageInstants;
export const PORTRAIT_STAGES = ["baby", "child", "teen", "adult"] as const satisfies readonly PortraitStage[];

export const DRAW_PORTRAIT = "draw_portrait";
export const DRAW_AVATAR = "draw_avatar";

export const portraitJob = z.object({
  agentId: z.string(),
  creatureId: z.string(),
  stage: z.enum(PORTRAIT_STAGES),
});
export type PortraitJob = z.infer<typeof portraitJob>;

export const avatarJob = z.object({ agentId: z.string() });
export type AvatarJob = z.infer<typeof avatarJob>;

/** A job for each stage that the change brought, also for stages that were over before anybody noticed. */
export function portraitJobs({ from, to }: Pick<CreatureChange, "from" | "to">): readonly OutboxRow[] {
  const [before, after] = [from.creature.stageInstants, to.creature.stageInstants];
  if (before === after) return [];
  const { agentId } = to;
  return PORTRAIT_STAGES.filter((stage) => before[stage] === null && after[stage] !== null).map((stage) => {
    const job: PortraitJob = { agentId, creatureId: to.creature.id, stage };
    return outboxRow(agentId, DRAW_PORTRAIT, job);
  });
}

/** SQL of the CTE that inserts the jobs of the `saved` changes, from a parameter with their rows. */
export function insertJobs(parameter: string): string {
  return `queued AS (
      INSERT INTO job_outbox (agent_id, job_id, task, payload, added_at)
      SELECT job.agent_id, job.job_id, job.task, job.payload, ${STATEMENT_TIME}
      FROM jsonb_populate_recordset(NULL::job_outbox, ${parameter}::jsonb) job
        JOIN saved ON saved.agent_id = job.agent_id AND saved.creature_id = (job.payload->>'creatureId')::uuid
    )`;
}

export async function addAvatarJob(tx: Tx, agentId: string, at: number): Promise<void> {
  const job: AvatarJob = { agentId };
  await insertJob(tx, agentId, DRAW_AVATAR, job, at);
}
