// What an act of care looked like and what it came to. The scene is quiet and varied; the clauses on timing, harm and
// effect name the fact, because a keeper learns the rules from them.

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

/** Of care that was due, whatever it raised. */
const WAS_DUE: Readonly<Partial<Record<CareAction, string>>> = {
  clean: "Dirt costs it nothing for two more days.",
  play: "It needed that before its next meal.",
};

interface SceneInput extends Pick<VisibleEffect, "effectiveness"> {
  action: CareAction;
  /** Null for anything but feed. */
  timing: Timing | null;
  /** Null without an item. */
  category: ItemCategory | null;
  wasDue: boolean;
  /** How many meals it has had, this one included; of other care, how much. */
  turn?: number;
  key: number;
}

export interface CareMessageInput extends SceneInput, VisibleEffect, Pick<VisibleCare, "fell" | "endsStreak"> {
  /** On-time feedings in a row, this one included. */
  streak: number;
}

interface Tense {
  readonly counted: string;
  readonly fell: string;
  readonly ends: string;
}

const PAST: Tense = { counted: "only part of it counted", fell: "fell", ends: "the on-time streak ends" };
export const WOULD: Tense = {
  counted: "only part of it would count",
  fell: "would fall",
  ends: "the on-time streak would end",
};

/** "Fed late: trust fell, and the on-time streak ends." Names only what is so, by the values shown. */
export function untimelyMeal(said: string, given: CareMessageInput, tense: Tense): string {
  const { timing, effectiveness, category, fell, endsStreak } = given;
  const isHarmful = category === "harmful";
  const outcomes = [
    ...(timing === "early" && effectiveness !== "wasted" && !isHarmful ? [tense.counted] : []),
    ...(fell.length > 0 && !isHarmful ? [`${fell.join(" and ")} ${tense.fell}`] : []),
    ...(endsStreak ? [tense.ends] : []),
  ];
  return outcomes.length === 0 ? `${said}.` : `${said}: ${outcomes.join(", and ")}.`;
}

function timingClause(timing: Timing, given: CareMessageInput): string {
  if (timing !== "on_time") return untimelyMeal(TIMINGS[timing], given, PAST);
  return given.streak > 1 ? `Fed on time, ${given.streak} in a row.` : "Fed on time.";
}

/** What it did instead of good, as far as that shows. */
function harmClause({ action, fell }: CareMessageInput): string {
  const outcomes = [
    ...(fell.length > 0 ? [`${fell.join(" and ")} fell`] : []),
    ...(action === "feed" ? ["hunger did not rise"] : []),
  ];
  return outcomes.length === 0 ? "It was harmful." : `It was harmful: ${outcomes.join(", and ")}.`;
}

/** `killed` when the care took the last of its health: then there was no scene. */
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

/** The scene alone: enough where the care was simply right. */
export function careScene(speaker: Speaker, given: SceneInput): string {
  const { action, effectiveness, category, timing, turn, key } = given;
  const isIdle = effectiveness === "wasted" && !isWellTimed(given) && (timing === null || timing === "early");
  const scenes = isIdle ? IDLE[action] : category === "disliked" ? RELUCTANT : SCENES[action];
  return fill(takeInOrder(linesFor(scenes, speaker), speaker, `care:${action}`, turn ?? key), speaker);
}

/** One sentence on how the item was received. The item itself is the keeper's words and is not quoted; why it is harmful is said apart. */
export function itemMessage(speaker: Speaker, category: Exclude<ItemCategory, "harmful">, key: number): string {
  return fill(choose(linesFor(ITEMS[category], speaker), speaker, `item:${category}`, key), speaker);
}

/** Whether care was right although its stat had little room. */
export function isWellTimed({ timing, wasDue }: Pick<CareMessageInput, "timing" | "wasDue">): boolean {
  return timing === "on_time" || wasDue;
}
