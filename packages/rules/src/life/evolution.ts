// Determines when a creature reaches its stages (STAGE rules), and its evolution path (PATH rules).
import { afterMisses } from "../creature/consistency.ts";
import type { Course } from "./course.ts";
import { instantOfAge, type EvolutionPath, type Living } from "../creature/creature.ts";
import type { Family } from "../species/species.ts";
import type { Hours, Instant } from "../time/units.ts";

const CHILD_AGE_HOURS = 24;
const TEEN_AGE_HOURS = 72;
const ADULT_AGE_HOURS = 120;
/** STAGE-2: the age at which every teen becomes an adult. */
const LATEST_ADULT_AGE_HOURS = 168;
const ADULT_CONSISTENCY = 50;
const HIGH_CARE_CONSISTENCY = 90;

export const FORMS: Readonly<Record<Family, Readonly<Record<EvolutionPath, string>>>> = {
  cat: { high_care: "Hearthcat", balanced: "Straycat", low_care: "Ceilingcat", rescue: "Scarcat" },
  dog: { high_care: "Sunpup", balanced: "Traildog", low_care: "Ghostdog", rescue: "Threelegs" },
  exotic: { high_care: "Bonded", balanced: "Wanderer", low_care: "Phantom", rescue: "Mender" },
  "ai-native": { high_care: "Lumen", balanced: "Signal", low_care: "Static", rescue: "Patchwork" },
};

export function pathFor(consistency: number, rescued: boolean): EvolutionPath {
  if (rescued) return "rescue";
  if (consistency >= HIGH_CARE_CONSISTENCY) return "high_care";
  return consistency >= ADULT_CONSISTENCY ? "balanced" : "low_care";
}

type Growth = Pick<Living, "stage" | "stageInstants" | "path">;

/** Returns the stage and path at an instant of the course. A window missed at the same instant counts first (TIME-6). */
export function growthAt(creature: Living, course: Course, at: Instant): Growth {
  const { rescued, path } = creature;
  let { stage, stageInstants } = creature;
  if (stage === "adult") return { stage, stageInstants, path };
  const ageInstant = (hours: Hours) => instantOfAge(creature, hours);

  if (stage === "baby" && ageInstant(CHILD_AGE_HOURS) <= at) {
    stage = "child";
    stageInstants = { ...stageInstants, child: ageInstant(CHILD_AGE_HOURS) };
  }
  if (stage === "child" && ageInstant(TEEN_AGE_HOURS) <= at) {
    stage = "teen";
    stageInstants = { ...stageInstants, teen: ageInstant(TEEN_AGE_HOURS) };
  }
  if (stage !== "teen") return { stage, stageInstants, path };

  const grown = (instant: Instant, consistency: number): Growth => ({
    stage: "adult",
    stageInstants: { ...stageInstants, adult: instant },
    path: pathFor(consistency, rescued),
  });
  const onTime = ageInstant(ADULT_AGE_HOURS);
  if (onTime > at) return { stage, stageInstants, path };
  if (onTime >= creature.asOf) {
    const consistency = consistencyAt(creature, course, onTime);
    if (consistency >= ADULT_CONSISTENCY) return grown(onTime, consistency);
  }
  const latest = ageInstant(LATEST_ADULT_AGE_HOURS);
  // Consistency is still below 50: only care raises it, and `growsUpByCare` runs after each care (STAGE-2).
  if (latest <= at) return grown(latest, 0);
  return { stage, stageInstants, path };
}

/** STAGE-2: checks whether a teen of 120 hours or more becomes an adult, because care has raised its consistency to 50. */
export function growsUpByCare(creature: Living, ageHours: Hours): boolean {
  return creature.stage === "teen" && ageHours >= ADULT_AGE_HOURS && creature.consistency >= ADULT_CONSISTENCY;
}

/** Counts the windows that a course misses up to an instant. */
export function missesUntil({ misses }: Course, at: Instant): number {
  return misses.filter((miss) => miss <= at).length;
}

export function consistencyAt(creature: Living, course: Course, at: Instant): number {
  return afterMisses(creature.consistency, creature.species, missesUntil(course, at));
}

/** Returns the next stage change without care, or null for an adult. */
export function nextGrowthInstant(creature: Living, course: Course): Instant | null {
  const { stage } = creature;
  if (stage === "adult") return null;
  const ageInstant = (hours: Hours) => instantOfAge(creature, hours);
  if (stage === "baby") return ageInstant(CHILD_AGE_HOURS);
  if (stage === "child") return ageInstant(TEEN_AGE_HOURS);
  const onTime = ageInstant(ADULT_AGE_HOURS);
  if (onTime > creature.asOf && consistencyAt(creature, course, onTime) >= ADULT_CONSISTENCY) return onTime;
  return ageInstant(LATEST_ADULT_AGE_HOURS);
}
