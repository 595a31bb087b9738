// Builds changes of a stored creature by time, ready to save: hatching, death, a stage, a check. Each is an event of the life, or
// saves a state that its course already implies.
import type { Instant, Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { hatch } from "@denkeeper/rules/care/adoption.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import { isLiving, type Creature, type Living } from "@denkeeper/rules/creature/creature.ts";
import { nextGrowthInstant } from "@denkeeper/rules/life/evolution.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import type { Agent } from "../agents/store/agents.ts";
import type { CreatureChange, PresentCreature } from "../creatures/store/creature-change.ts";
import { gravestoneRowOf } from "./gravestone-row.ts";

export type ChangeKeeper = Pick<Agent, "id" | "username" | "clockMoved" | "clockOffsetMs">;

export function houseTime(keeper: Pick<ChangeKeeper, "clockOffsetMs">, realNow: RealInstant): Instant {
  return realNow + keeper.clockOffsetMs;
}

/** Returns the real time of the next death or stage change; null if there is none. */
export function nextEventAt(creature: Creature, clockOffsetMs: Millis): RealInstant | null {
  if (!isLiving(creature)) return null;
  const course = courseOf(creature);
  return Math.min(course.death.at, nextGrowthInstant(creature, course) ?? Infinity) - clockOffsetMs;
}

/** Returns the change that hatches an egg, or undefined if the creature has already hatched or was released. */
export function hatchChange(
  stored: PresentCreature,
  keeper: ChangeKeeper,
  realNow: RealInstant,
): CreatureChange | undefined {
  const { creature: egg } = stored;
  if (egg.hatchedAt !== null || egg.releasedAt !== null) return undefined;
  const creature = hatch(egg, houseTime(keeper, realNow));
  const nextAt = nextEventAt(creature, keeper.clockOffsetMs);
  return {
    from: stored,
    to: { ...stored, creature, nextEventAt: nextAt },
    log: [{ kind: "hatch", recordedAt: realNow, at: creature.asOf }],
  };
}

/**
 * Returns the death by `realNow`, or undefined. `recordedAt` is later than `realNow` if lives may not be judged up to the
 * present.
 */
export function deathChange(
  stored: PresentCreature,
  keeper: ChangeKeeper,
  realNow: RealInstant,
  recordedAt = realNow,
): CreatureChange | undefined {
  const { creature } = stored;
  if (!isLiving(creature)) return undefined;
  const dead = settle(creature, houseTime(keeper, realNow));
  if (dead.death === null) return undefined;
  return {
    from: stored,
    to: { ...stored, creature: dead, nextEventAt: null },
    log: [{ kind: "death", recordedAt, at: dead.death.at, uncheckedSince: creature.lastCheckedAt }],
    gravestone: gravestoneRowOf(keeper, creature, dead),
  };
}

/** Returns a change of the stage alone. Returns undefined if the creature has reached no new stage, or is dead by `realNow`. */
export function growthChange(
  stored: PresentCreature,
  keeper: ChangeKeeper,
  realNow: RealInstant,
): CreatureChange | undefined {
  const { creature } = stored;
  if (!isLiving(creature)) return undefined;
  const { stage, stageInstants, path, death } = settle(creature, houseTime(keeper, realNow));
  if (death !== null || stage === creature.stage) return undefined;
  const grown: Living = { ...creature, stage, stageInstants, path };
  return { from: stored, to: { ...stored, creature: grown, nextEventAt: nextEventAt(grown, keeper.clockOffsetMs) } };
}

/** Returns a check that is worth recording, or undefined. */
export function checkChange(
  stored: PresentCreature,
  keeper: ChangeKeeper,
  realNow: RealInstant,
): CreatureChange | undefined {
  if (!isLiving(stored.creature)) return undefined;
  const checked = check(stored.creature, houseTime(keeper, realNow));
  if (checked === null) return undefined;
  const { creature, at, uncheckedSince } = checked;
  const change = { from: stored, to: { ...stored, creature } };
  if (uncheckedSince === null) return change;
  return { ...change, log: [{ kind: "check", recordedAt: realNow, at, uncheckedSince }] };
}

/** Returns a change that marks the current stage as seen; undefined if it already is. */
function stageSeenChange(
  stored: PresentCreature,
  keeper: ChangeKeeper,
  realNow: RealInstant,
): CreatureChange | undefined {
  const grown = growthChange(stored, keeper, realNow) ?? { from: stored, to: stored };
  if (grown.to.creature.stage === stored.seenStage) return undefined;
  return { ...grown, to: { ...grown.to, seenStage: grown.to.creature.stage } };
}

export interface VisitKind {
  /** True if the answer shows this creature, and therefore the stage it has reached. */
  readonly isTarget: boolean;
  /** True if the visit hatches eggs and counts as a check (EGG-2, CHECK-1). */
  readonly checks: boolean;
}

/** Returns all changes of a creature by one visit: its death, or hatching, a check, and the stage that was shown. */
export function visitChange(
  stored: PresentCreature,
  keeper: ChangeKeeper,
  realNow: RealInstant,
  { isTarget, checks }: VisitKind,
): CreatureChange | undefined {
  const death = deathChange(stored, keeper, realNow);
  if (death !== undefined) return death;
  const checked = () => hatchChange(stored, keeper, realNow) ?? checkChange(stored, keeper, realNow);
  const change = checks ? checked() : undefined;
  if (!isTarget) return change;
  const seenStage = stageSeenChange({ ...(change?.to ?? stored), version: stored.version }, keeper, realNow);
  if (seenStage === undefined) return change;
  return { ...change, from: stored, to: seenStage.to };
}
