// Describes what a creature is doing, as an observer in the room would. Its plight and family determine the scene; its stage or
// species may add a second sentence.

import type { CareAction } from "../creature/creature.ts";
import { CLEAN_AFTER_MS } from "../life/advice.ts";
import type { VisibleLiving } from "../life/shown.ts";
import { chance, seedOf } from "../time/hash.ts";
import type { Family } from "../species/species.ts";
import { linesFor } from "./fit.ts";
import { plightOf, type Plight, type VisibleSigns, type TroubleKind } from "./plight.ts";
import { fill, takeInOrder, type Speaker, type TaggedLines } from "./speaker.ts";
import { findBuiltIn } from "../species/catalog/index.ts";
import { LATE, LONELY, SHY, STARVED, UNEASY, UNSAID, UNSAID_ASLEEP, WAITING, WEAK } from "./lines/troubled-scenes.ts";
import { EGG, SCENES, AT_ITS_AGE, AFTER, STAGE_TOUCHES, RESTING, type Condition } from "./lines/behavior.ts";

/** Troubles to which the stage may add a second sentence. In others, a light sentence would be out of place. */
const CONDITIONS: Readonly<Partial<Record<TroubleKind, Condition>>> = {
  failing: "unwell",
  ill: "unwell",
  hungry: "hungry",
};

interface BehaviorInput {
  seen: VisibleSigns;
  /** Whether the creature is boarded. */
  rests?: boolean;
  /** The last care actions. */
  done?: readonly CareAction[];
  /** Advances with each half window and each meal (`behaviorKey`). */
  key: number;
}

/**
 * Returns a key that advances by one each half window and by two each meal. One reading per visit then reaches every line of a
 * list.
 */
export function behaviorKey({ creature, position }: Pick<VisibleLiving, "creature" | "position">): number {
  return 2 * creature.feedings + Math.floor(2 * position);
}

/** Returns the last care actions whose effect is still visible. */
export function recentCareActions({ creature, now }: Pick<VisibleLiving, "creature" | "now">): readonly CareAction[] {
  const isClean = now - creature.lastCleanedAt < CLEAN_AFTER_MS;
  return creature.recentActions.slice(-MOST_IN_A_VISIT).filter((action) => action !== "clean" || isClean);
}

const MOST_IN_A_VISIT = 3;

/** Returns a sentence about the creature's activity, and the condition by which a second sentence may follow. */
function sceneOf(
  speaker: Speaker,
  { seen, rests = false, done = [], key }: BehaviorInput,
): readonly [string, (Condition | undefined)?] {
  const say = (lines: TaggedLines, place: string, turn = key) =>
    fill(takeInOrder(linesFor(lines, speaker), speaker, place, turn), speaker);
  const { stage, family } = speaker;
  if (stage === "egg") return [say(EGG, "egg")];
  if (rests) return [say(RESTING, "resting")];
  const plight = plightOf(seen);
  const condition = conditionOf(plight);
  const place = `scene:${plight.is === "well" ? plight.mood : plight.is}`;
  if (condition !== "well") return [say(scenesOf(plight, family), place), condition];
  // Alternates between sentences about age, mood, and the last care.
  const turn = Math.floor(key / 3);
  if (key % 3 === 2) return [say(AT_ITS_AGE[stage], "age", turn)];
  const left = done.flatMap((action) => (isIn(action, AFTER) ? [action] : []));
  const action = left[turn % Math.max(1, left.length)];
  if (key % 3 === 0 && action !== undefined) return [say(AFTER[action], `after:${action}`, turn), condition];
  return [say(scenesOf(plight, family), place, turn), condition];
}

function isIn<Key extends string>(key: string, record: Readonly<Record<Key, unknown>>): key is Key {
  return key in record;
}

/** Describes the creature's activity in one sentence, for compact answers. */
export function behaviorLine(speaker: Speaker, doing: BehaviorInput): string {
  return sceneOf(speaker, doing)[0];
}

/** Describes the creature's activity in one or two sentences. */
export function behavior(speaker: Speaker, doing: BehaviorInput): string {
  const [scene, condition] = sceneOf(speaker, doing);
  if (condition === undefined || speaker.stage === "egg") return scene;
  const { key } = doing;
  const add = (lines: TaggedLines, place: string) =>
    `${scene} ${fill(takeInOrder(linesFor(lines, speaker), speaker, place, key), speaker)}`;
  const habits = findBuiltIn(speaker.speciesSlug)?.habits;
  const dice = chance(seedOf(`${speaker.id}:touch`), key);
  if (condition === "well" && speaker.stage !== "baby" && habits !== undefined && dice < 0.4)
    return add(habits, "habit");
  return dice < 0.75 ? add(STAGE_TOUCHES[speaker.stage][condition], "touch-line") : scene;
}

function conditionOf(plight: Plight): Condition | undefined {
  if (plight.is === "well") return plight.mood === "sleeping" ? "asleep" : "well";
  return plight.asleep ? undefined : CONDITIONS[plight.is];
}

function scenesOf(plight: Plight, family: Family): TaggedLines {
  if (plight.is === "well") return SCENES[family][plight.mood];
  if (plight.asleep) return plight.is === "shy" || plight.is === "unsaid" ? UNSAID_ASLEEP : UNEASY[family];
  const awake: Readonly<Record<TroubleKind, TaggedLines>> = {
    ...SCENES[family],
    ending: WAITING[family],
    starved: STARVED[family],
    late: LATE[family],
    weak: WEAK[family],
    lonely: LONELY[family],
    shy: SHY,
    unsaid: UNSAID,
  };
  return awake[plight.is];
}
