// Describes an act of care and its result. The scene is quiet and varied. The clauses on timing, harm, and effect are factual,
// because keepers learn the rules from them.

import type { VisibleCare, VisibleEffect } from "../care/visible-effect.ts";
import type { CareAction, ItemCategory, Timing } from "../creature/creature.ts";
import { linesFor } from "./fit.ts";
import { choose, fill, takeInOrder, type Speaker } from "./speaker.ts";
import { SCENES, IDLE, RELUCTANT, HARM, ITEMS } from "./lines/care-message.ts";

const TIMINGS: Readonly<Record<Exclude<Timing, "on_time">, string>> = {
  early: "Fed early",
  late: "Fed late",
  missed_window: "Fed after its window was missed",
};

/** Added to care that was due, whichever stat it raised. */
const WAS_DUE: Readonly<Partial<Record<CareAction, string>>> = {
  clean: "Dirt costs it nothing for the next two days.",
  play: "It needed that before its next meal.",
};

interface SceneInput extends Pick<VisibleEffect, "effectiveness"> {
  action: CareAction;
  /** Null except for feed. */
  timing: Timing | null;
  /** Null without an item. */
  category: ItemCategory | null;
  wasDue: boolean;
  /** The number of meals including this one; for other actions, the number of care actions. */
  turn?: number;
  key: number;
}

export interface CareMessageInput extends SceneInput, VisibleEffect, Pick<VisibleCare, "fell" | "endsStreak"> {
  /** The number of consecutive on-time feedings, including this one. */
  streak: number;
}

interface Tense {
  readonly counted: string;
  readonly fell: string;
  readonly ends: string;
}

const PAST: Tense = { counted: "only part of it counted", fell: "fell", ends: "the on-time streak ended" };
export const WOULD: Tense = {
  counted: "only part of it would count",
  fell: "would fall",
  ends: "the on-time streak would end",
};

/**
 * Describes an untimely meal, such as "Fed late: trust fell, and the on-time streak ended." Includes only changes that visible
 * values confirm.
 */
export function untimelyMeal(said: string, given: CareMessageInput, tense: Tense): string {
  const { timing, effectiveness, category, fell, endsStreak } = given;
  const isHarmful = category === "harmful";
  const outcomes = [
    ...(timing === "early" && effectiveness !== "wasted" && !isHarmful ? [tense.counted] : []),
    ...(fell.length > 0 && !isHarmful ? [`${fell.join(" and ")} ${tense.fell}`] : []),
    ...(endsStreak ? [tense.ends] : []),
  ];
  return outcomes.length === 0 ? `${said}.` : `${said}: ${outcomes.join(", ").replace(/, (?=[^,]*$)/u, ", and ")}.`;
}

function timingClause(timing: Timing, given: CareMessageInput): string {
  if (timing !== "on_time") return untimelyMeal(TIMINGS[timing], given, PAST);
  return given.streak > 1 ? `Fed on time, ${given.streak} in a row.` : "Fed on time.";
}

/** Describes the damage, using visible values. */
function harmClause({ action, fell }: CareMessageInput): string {
  const outcomes = [
    ...(fell.length > 0 ? [`${fell.join(" and ")} fell`] : []),
    ...(action === "feed" ? ["hunger did not rise"] : []),
  ];
  return outcomes.length === 0 ? "It was harmful." : `It was harmful: ${outcomes.join(", and ")}.`;
}

/** Describes care. `killed`: the care took the last health, so there is no scene. */
export function careMessage(speaker: Speaker, given: CareMessageInput, killed = false): string {
  const { action, timing, category, wasDue, fell, key } = given;
  if (killed) return fill("This killed {name}: it was harmful, and {name} had too little health left.", speaker);
  if (category === "harmful" && action !== "reflect") {
    const harm = fill(choose(linesFor(HARM[action], speaker), speaker, `harm:${action}`, key), speaker);
    const hurt = `${harm} ${harmClause(given)}`;
    return timing === null || timing === "on_time" ? hurt : `${hurt} ${timingClause(timing, given)}`;
  }
  return [
    careScene(speaker, given),
    timing === null ? null : timingClause(timing, given),
    wasDue ? (WAS_DUE[action] ?? null) : null,
    timing === null && fell.length > 0 ? `It cost some ${fell.join(" and ")}.` : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** Returns the scene alone, which is enough for care with its full effect. */
export function careScene(speaker: Speaker, given: SceneInput): string {
  const { action, effectiveness, category, timing, turn, key } = given;
  const isIdle = effectiveness === "wasted" && !isWellTimed(given) && (timing === null || timing === "early");
  const scenes = isIdle ? IDLE[action] : category === "disliked" ? RELUCTANT : SCENES[action];
  return fill(takeInOrder(linesFor(scenes, speaker), speaker, `care:${action}`, turn ?? key), speaker);
}

/** Describes in one sentence how the creature received the item. The sentence never quotes the item, which is an agent's text. */
export function itemMessage(speaker: Speaker, category: Exclude<ItemCategory, "harmful">, key: number): string {
  return fill(choose(linesFor(ITEMS[category], speaker), speaker, `item:${category}`, key), speaker);
}

/** Checks whether care was right although its stat was near the limit. */
export function isWellTimed({ timing, wasDue }: Pick<CareMessageInput, "timing" | "wasDue">): boolean {
  return timing === "on_time" || wasDue;
}
