// Describes what care would do in a dry run. Nothing has happened, so every sentence is conditional.
import type { RefusalReason } from "../care/care.ts";
import type { CareAction, ItemCategory, Timing } from "../creature/creature.ts";
import type { MilestoneKind, VisibleMilestone } from "../creature/milestones.ts";
import { WOULD, untimelyMeal, type CareMessageInput } from "./care-message.ts";
import { fill, type Speaker } from "./speaker.ts";

const ACTS: Readonly<Record<CareAction, string>> = {
  feed: "{name} would eat.",
  play: "{name} would play.",
  clean: "{name} would be cleaned.",
  medicine: "{name} would take the medicine.",
  discipline: "{name} would be disciplined.",
  sleep: "{name} would rest.",
  reflect: "You would spend quiet time with {name}.",
};

const TIMINGS: Readonly<Record<Exclude<Timing, "on_time">, string>> = {
  early: "That would be early",
  late: "That would be late",
  missed_window: "That would be after its window was missed",
};

const NOTHING_YET = "This was a dry run: nothing has happened.";

function timingClause(timing: Timing, given: CareMessageInput): string {
  if (timing === "on_time") return "That would be on time and count in full.";
  const meal = untimelyMeal(TIMINGS[timing], given, WOULD);
  return timing === "missed_window"
    ? `${meal} It would still end the hourly loss of health from missed windows.`
    : meal;
}

/** Describes a dry run. `kills`: the damage would take the last health. */
export function wouldMessage(speaker: Speaker, given: CareMessageInput, kills: boolean): string {
  const { action, effectiveness, timing, category, wasDue, fell } = given;
  if (kills) {
    return fill(
      `This would kill {name}: the item would be harmful, and it has too little health left. ${NOTHING_YET}`,
      speaker,
    );
  }
  if (category === "harmful") {
    return fill(`This would hurt {name}: the item would do damage instead of good. ${NOTHING_YET}`, speaker);
  }
  const room =
    effectiveness === "wasted" ? "It would gain nothing from this." : "It would get only part of the usual effect.";
  const isRight = effectiveness === "effective" || timing !== null || wasDue;
  return [
    fill(ACTS[action], speaker),
    timing === null ? null : timingClause(timing, given),
    wasDue && action === "clean" ? "Dirt would cost it nothing for the next two days." : null,
    timing === null && fell.length > 0 ? `It would cost some ${fell.join(" and ")}.` : null,
    isRight ? null : room,
    NOTHING_YET,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  resting: "Nothing would reach {name}, because its clocks are stopped until it is back.",
  asleep: "{name} would refuse, because it is asleep and accepts only reflect.",
  untrusting: "{name} would refuse, because its trust is below 40 and it accepts only reflect.",
  unplayed: "{name} would refuse, because it does not eat until it has been played with.",
};

/** Describes a dry run of care that the creature does not accept now. */
export function wouldRefuse(speaker: Speaker, reason: RefusalReason): string {
  return `${fill(REFUSALS[reason], speaker)} ${NOTHING_YET}`;
}

export function wouldReceive(category: Exclude<ItemCategory, "harmful">): string {
  return `It would count as ${category}.`;
}

const MEASURES: Readonly<Record<MilestoneKind, string>> = {
  trust_milestone: "trust",
  happiness_milestone: "happiness",
  discipline_milestone: "discipline",
  health_milestone: "health",
  care_streak: "an on-time streak of",
};

export function wouldReach(speaker: Speaker, { kind, threshold }: VisibleMilestone): string {
  return fill(`{name} would reach ${MEASURES[kind]} ${threshold}.`, speaker);
}
