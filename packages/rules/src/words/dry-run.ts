// What care would do, for a dry run: nothing has happened, so every sentence is conditional.
import type { CareAction, ItemCategory, Timing } from "../creature/creature.ts";
import type { MilestoneKind, VisibleMilestone } from "../creature/milestones.ts";
import type { CareMessageInput } from "./care-message.ts";
import { fill, type Speaker } from "./speaker.ts";

const ACTS: Readonly<Record<CareAction, string>> = {
  feed: "{name} would eat.",
  play: "{name} would play.",
  clean: "{name} would be cleaned.",
  medicine: "{name} would take the medicine.",
  discipline: "{name} would be disciplined, at the cost of a little happiness and trust.",
  sleep: "{name} would rest.",
  reflect: "You would spend quiet time with {name}.",
};

const TIMINGS: Readonly<Record<Timing, string>> = {
  early: "That would be early: only part of it would count, and the on-time streak would end.",
  on_time: "That would be on time and count in full.",
  late: "That would be late: trust would fall a little, and the on-time streak would end.",
  missed_window:
    "The feeding window has been missed: health and trust would fall, and the on-time streak would end. Feeding it now would still stop the hunger.",
};

const NOTHING_YET = "This was a dry run: nothing has happened.";

/** `kills` when the damage would take the last of its health. */
export function wouldMessage(speaker: Speaker, given: Omit<CareMessageInput, "key">, kills: boolean): string {
  const { action, effectiveness, timing, category, wasDue } = given;
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
    timing === null ? null : TIMINGS[timing],
    wasDue && action === "clean" ? "Dirt would cost it nothing for two more days." : null,
    isRight ? null : room,
    NOTHING_YET,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

const ITEMS: Readonly<Record<ItemCategory, string>> = {
  loved: "{name} would love it.",
  liked: "{name} would like it.",
  neutral: "{name} would take it as it comes.",
  disliked: "{name} would dislike it and get only half the good of it.",
  harmful: "It would harm {name}.",
};

export function wouldReceive(speaker: Speaker, category: ItemCategory): string {
  return fill(ITEMS[category], speaker);
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
