// Builds portrait jobs. The statement that saves a change also adds its jobs to the outbox. A rolled-back change therefore leaves
// no job, and a committed one always has its job.
import type { StageInstants } from "@denkeeper/rules/creature/creature.ts";
import { z } from "zod";
import type { CreatureChange } from "./creature-change.ts";
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

/** Returns one job for each stage that the change reaches, including those passed in between. */
export function portraitJobs({ from, to }: Pick<CreatureChange, "from" | "to">): readonly OutboxRow[] {
  const [before, after] = [from.creature.stageInstants, to.creature.stageInstants];
  if (before === after) return [];
  const { agentId } = to;
  return PORTRAIT_STAGES.filter((stage) => before[stage] === null && after[stage] !== null).map((stage) => {
    const job: PortraitJob = { agentId, creatureId: to.creature.id, stage };
    return outboxRow(agentId, DRAW_PORTRAIT, job);
  });
}

export async function addAvatarJob(tx: Tx, agentId: string, at: number): Promise<void> {
  const job: AvatarJob = { agentId };
  await insertJob(tx, agentId, DRAW_AVATAR, job, at);
}
