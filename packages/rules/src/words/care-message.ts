// What an act of care looked like and what it came to. The scene is quiet and varied; the clauses on timing, harm and
// effect name the fact, because a keeper learns the rules from them.

import type { VisibleEffect } from "../care/visible-effect.ts";
import type { CareAction, ItemCategory, Timing } from "../creature/creature.ts";
import { linesFor } from "./fit.ts";
import { choose, fill, takeInOrder, type Speaker } from "./speaker.ts";
import { SCENES, IDLE, RELUCTANT, HARM, ITEMS } from "./lines/care-message.ts";

const TIMINGS: Readonly<Record<Exclude<Timing, "on_time">, string>> = {
  early: "Fed early: only part of it counted, and the on-time streak ends.",
  late: "Fed late: trust fell a little, and the on-time streak ends.",
  missed_window: "The feeding window was missed: health and trust fell, and the on-time streak ends.",
};

/** Why a stat near its limit, or at it, rose little or not at all. A meal that was not early is never called unwanted. */
const LITTLE_ROOM: Readonly<Record<Exclude<CareAction, "feed">, Readonly<Record<"reduced" | "wasted", string>>>> = {
  play: { reduced: "It was already in good spirits.", wasted: "It was already as happy as it can be." },
  clean: { reduced: "It was already nearly well.", wasted: "It was already in full health." },
  medicine: { reduced: "It was already nearly well.", wasted: "It was already in full health." },
  discipline: { reduced: "It already knew most of this.", wasted: "It already knew all of this." },
  sleep: { reduced: "It was already nearly well.", wasted: "It was already in full health." },
  reflect: { reduced: "It already trusted you almost completely.", wasted: "It already trusts you completely." },
};

/** Of care that was due, whatever it raised. */
const WAS_DUE: Readonly<Partial<Record<CareAction, string>>> = {
  clean: "It is clean again, and dirt costs it nothing for two more days.",
  play: "Now it is ready for its meal.",
};

export interface CareMessageInput extends VisibleEffect {
  action: CareAction;
  /** Null for anything but feed. */
  timing: Timing | null;
  /** Null without an item. */
  category: ItemCategory | null;
  /** On-time feedings in a row, this one included. */
  streak: number;
  wasDue: boolean;
  /** How many meals it has had, this one included; of other care, how much. */
  turn?: number;
  key: number;
}

function timingClause(timing: Timing, { streak, effectiveness, category }: CareMessageInput): string {
  if (timing === "on_time") return streak > 1 ? `Fed on time, ${streak} in a row.` : "Fed on time.";
  const gaveNothing = effectiveness === "wasted" || category === "harmful";
  return timing === "early" && gaveNothing ? "Fed early: the on-time streak ends." : TIMINGS[timing];
}

function shortfallClause({ action, effectiveness, shortfall }: CareMessageInput): string | null {
  if (effectiveness === "effective") return null;
  switch (shortfall) {
    case "full":
      return action === "feed" ? null : LITTLE_ROOM[action][effectiveness];
    case "disliked":
      return "It did only half as much good.";
    case "no_task_item":
      return "There was no task in the game, so it did nothing for its happiness.";
    case "early":
    case "harmful":
    case null:
      return null;
  }
}

/** `killed` when the care took the last of its health: then there was no scene. */
export function careMessage(speaker: Speaker, given: CareMessageInput, killed = false): string {
  const { action, timing, category, wasDue, key } = given;
  if (killed) return fill("This killed {name}: it was harmful, and {name} had too little health left.", speaker);
  if (category === "harmful" && action !== "reflect") {
    const harm = fill(choose(linesFor(HARM[action], speaker), speaker, `harm:${action}`, key), speaker);
    return timing === null || timing === "on_time" ? harm : `${harm} ${timingClause(timing, given)}`;
  }
  return [
    careScene(speaker, given),
    timing === null ? null : timingClause(timing, given),
    wasDue ? (WAS_DUE[action] ?? null) : shortfallClause(given),
    action === "discipline" && category !== "loved" ? "It cost a little happiness and trust." : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** The scene alone: enough where the care was simply right. */
export function careScene(speaker: Speaker, given: CareMessageInput): string {
  const { action, effectiveness, category, timing, turn, key } = given;
  const isIdle = effectiveness === "wasted" && !isWellTimed(given) && (timing === null || timing === "early");
  const scenes = isIdle ? IDLE[action] : category === "disliked" ? RELUCTANT : SCENES[action];
  return fill(takeInOrder(linesFor(scenes, speaker), speaker, `care:${action}`, turn ?? key), speaker);
}

/** One sentence on how the item was received. The item itself is the keeper's words and is not quoted. */
export function itemMessage(speaker: Speaker, category: ItemCategory, key: number, killed = false): string {
  if (killed) return fill("It killed {name}.", speaker);
  return fill(choose(linesFor(ITEMS[category], speaker), speaker, `item:${category}`, key), speaker);
}

/** Whether care was right although its stat had little room. */
export function isWellTimed({ timing, wasDue }: Pick<CareMessageInput, "timing" | "wasDue">): boolean {
  return timing === "on_time" || wasDue;
}
