// Sentences for events that happen once: a new stage, a crossed threshold, a first egg, a new tier. They name the achievement
// and, for adults, the path.

import type { EvolutionPath } from "../creature/creature.ts";
import { FORMS } from "../life/evolution.ts";
import type { VisibleMilestone } from "../creature/milestones.ts";
import { linesFor } from "./fit.ts";
import { choose, fill, type Speaker } from "./speaker.ts";
import { STAGES, PATHS, THRESHOLDS } from "./lines/milestone.ts";

/** Describes a new stage. `path` is null before adulthood. */
export function stageMessage(
  speaker: Speaker,
  stage: "baby" | "child" | "teen" | "adult",
  path: EvolutionPath | null,
  key: number,
): string {
  const message = fill(choose(linesFor(STAGES[stage], { ...speaker, stage }), speaker, `stage:${stage}`, key), speaker);
  if (stage !== "adult" || path === null) return message;
  const values = { form: FORMS[speaker.family][path] };
  return `${message} ${fill(choose(linesFor(PATHS[path], { ...speaker, stage }), speaker, `path:${path}`, key), speaker, values)}`;
}

export function milestoneMessage(speaker: Speaker, { kind, threshold }: VisibleMilestone, key: number): string {
  const { at, plain } = THRESHOLDS[kind];
  const lines = at.get(threshold);
  const line = lines === undefined ? plain : choose(linesFor(lines, speaker), speaker, `${kind}:${threshold}`, key);
  return fill(line, speaker, { threshold: String(threshold) });
}

export type AdoptionMilestone =
  | "first_adoption"
  | "tier_unlocked:uncommon"
  | "tier_unlocked:rare"
  | "tier_unlocked:extreme";

const ADOPTION_MILESTONES: Readonly<Record<AdoptionMilestone, string>> = {
  first_adoption: "Your first creature. Once it hatches, its clock runs whether you look or not.",
  "tier_unlocked:uncommon":
    "You have raised an adult. Adoptions without a chosen species now come from the uncommon tier.",
  "tier_unlocked:rare":
    "You have raised three adults and lost few. Adoptions without a chosen species now come from the rare tier.",
  "tier_unlocked:extreme":
    "Five creatures raised, thirty days, no deaths. Adoptions without a chosen species now come from the extreme tier.",
};

export function adoptionMilestone(kind: AdoptionMilestone): string {
  return ADOPTION_MILESTONES[kind];
}
