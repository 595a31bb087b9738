// A creature's condition as its keeper may see it; all its words follow from this value. Only `well` has a calm mood, so no
// creature in trouble can have a calm line (WORDS-25).

import type { Mood } from "../creature/creature.ts";
import type { VisibleStat } from "../creature/visibility.ts";
import { MEDICINE_BELOW } from "../life/advice.ts";
import { isNeglected } from "../life/death.ts";
import type { VisibleLiving } from "../life/shown.ts";

/** The values that words may depend on, which are those that the keeper sees. */
export type VisibleSigns = Pick<VisibleLiving, "mood" | "feedingStatus" | "visibility"> & {
  readonly deathClock: Pick<VisibleLiving["deathClock"], "urgency" | "hoursWithoutCare" | "thresholdHours">;
};

export const TROUBLES = [
  "failing",
  "ending",
  "ill",
  "starved",
  "late",
  "hungry",
  "lonely",
  "weak",
  "shy",
  "unsaid",
] as const;
export type TroubleKind = (typeof TROUBLES)[number];

export type CalmMood = Extract<Mood, "happy" | "content" | "curious" | "sleeping">;

export type Plight =
  | { readonly is: TroubleKind; readonly asleep: boolean }
  | { readonly is: "well"; readonly mood: CalmMood };

const FAILING_BELOW = 20;
const ILL_BELOW = 40;
const WEAK_BELOW = 80;
const HUNGRY_BELOW = 30;
const FED_ABOVE = 50;
const LONELY_BELOW = 20;
const SHY_BELOW = 15;

/** Compares a visible stat. False for a hidden stat. */
function isBelow(stat: VisibleStat, limit: number): boolean {
  return stat !== null && stat < limit;
}

/** WORDS-25: returns the first condition that applies, worst first. */
export function plightOf(seen: VisibleSigns): Plight {
  const { mood } = seen;
  const trouble = troubleOf(seen);
  if (trouble !== null) return { is: trouble, asleep: mood === "sleeping" };
  return { is: "well", mood: mood === "happy" || mood === "curious" || mood === "sleeping" ? mood : "content" };
}

function troubleOf({ mood, feedingStatus, deathClock, visibility }: VisibleSigns): TroubleKind | null {
  const { hunger, happiness, health, trust } = visibility.stats;
  const { urgency } = deathClock;
  if (mood === "critical" || isBelow(health, FAILING_BELOW)) return "failing";
  if (isNeglected(deathClock)) return "ending";
  // A creature near death despite recent care is failing because of its health.
  if (urgency === "imminent") return "failing";
  if (mood === "sick" || isBelow(health, ILL_BELOW)) return "ill";
  const isWeak =
    isBelow(hunger, HUNGRY_BELOW) || (isBelow(health, WEAK_BELOW) && !(hunger !== null && hunger > FED_ABOVE));
  if (feedingStatus === "critical" && isWeak) return "starved";
  if (urgency === "critical") return "ill";
  if (feedingStatus === "overdue" || feedingStatus === "critical") return "late";
  if (hunger === null ? mood === "hungry" : hunger < HUNGRY_BELOW) return "hungry";
  if (isBelow(happiness, LONELY_BELOW)) return "lonely";
  // A void shows at most 50, so a value at the cap may be full health.
  if (isBelow(health, MEDICINE_BELOW) && !visibility.hidden.includes("health")) return "weak";
  if (mood === "happy") return null;
  if (isBelow(trust, SHY_BELOW)) return "shy";
  return happiness === null || health === null ? "unsaid" : null;
}

/** WORDS-21: returns whether the text may mention memories, which it may unless the creature is in distress or hungry. */
export function mentionsMemories({ is }: Plight): boolean {
  return is === "well" || is === "shy" || is === "unsaid";
}
