// Rebuilds a life from the events of its log by the rules alone, so that it can be compared with the stored state.
import { adopt, hatch, type Adoption } from "../care/adoption.ts";
import { board, returnFromBoarding, onLeaveFor, suspend } from "../care/boarding.ts";
import { applyCare, type CareDone } from "../care/care.ts";
import { check } from "../care/check.ts";
import {
  isLiving,
  type CareAction,
  type Creature,
  type Dead,
  type Egg,
  type ItemCategory,
  type Resident,
  type Living,
  type Released,
} from "../creature/creature.ts";
import { afterPause } from "../life/pause.ts";
import { release, takeBack } from "../care/release.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle, settleAny } from "../life/settle.ts";
import type { Instant } from "../time/units.ts";

export const LIFE_EVENTS = [
  "adopt",
  "hatch",
  "check",
  "care",
  "death",
  "release",
  "take_back",
  "lost",
  "resurrect",
  "board",
  "suspend",
  "leave",
  "return",
  "amnesty",
  "restore",
] as const;

/** The fields of a logged event that the rules need. */
export interface LifeEvent {
  readonly kind: (typeof LIFE_EVENTS)[number];
  readonly at: Instant;
  /** The end of a pause, or the check-in that food answers (RESP-3). */
  readonly until: Instant | null;
  /** The last check before this event, or null if unchanged. Checks within three hours have no event of their own. */
  readonly uncheckedSince: Instant | null;
  readonly action: CareAction | null;
  readonly category: ItemCategory | null;
  readonly isTask: boolean;
}

/** A life after some of its events. */
export interface ReplayState {
  readonly creature: Creature;
  /** The state before the last death, for an event that undoes that death. */
  readonly beforeDeath: Creature;
  /** The result of the last event if it was care. */
  readonly care: CareDone | null;
}

export function beginReplay(adoption: Adoption): ReplayState {
  const creature = adopt(adoption);
  return { creature, beforeDeath: creature, care: null };
}

/** Returns the life after an event, or null if the rules do not allow the event. */
export function replayEvent(life: ReplayState, event: LifeEvent): ReplayState | null {
  const before = event.kind === "restore" ? life.beforeDeath : life.creature;
  // Recorded checks never move back.
  if (event.uncheckedSince !== null && event.uncheckedSince < before.lastCheckedAt) return null;
  const known = event.uncheckedSince === null ? before : { ...before, lastCheckedAt: event.uncheckedSince };
  if (event.kind === "care") return afterCare(life, known, event);
  const creature = creatureAfter(known, event);
  if (creature === null) return null;
  return { creature, beforeDeath: event.kind === "death" ? life.creature : life.beforeDeath, care: null };
}

function afterCare({ beforeDeath }: ReplayState, creature: Creature, event: LifeEvent): ReplayState | null {
  const { action, category, isTask, at, until } = event;
  if (action === null || !isLiving(creature)) return null;
  const outcome = applyCare(creature, action, { category, isTask }, at, until);
  if (outcome.kind !== "done" || outcome.at !== at) return null;
  return { creature: outcome.creature, beforeDeath, care: outcome };
}

function creatureAfter(creature: Creature, event: LifeEvent): Creature | null {
  if (creature.releasedAt !== null) return afterRelease(creature, event);
  if (creature.death !== null) return afterDeath(creature, event);
  return creature.hatchedAt === null ? afterEgg(creature, event) : afterLiving(creature, event);
}

function afterRelease(creature: Released, { kind, at }: LifeEvent): Creature | null {
  const outcome = takeBack(creature, at);
  if (outcome.kind !== "back") return null;
  if (kind === "lost") return { ...creature, releasedInDistress: true };
  return kind === "take_back" && outcome.creature.takenBackAt === at ? outcome.creature : null;
}

function afterDeath(creature: Dead, { kind, at }: LifeEvent): Creature | null {
  if (kind === "resurrect") return resurrect(creature, at);
  // After fatal care, the log has a separate entry for the death.
  return kind === "death" && creature.death.at === at ? creature : null;
}

function afterEgg(creature: Egg, { kind, at }: LifeEvent): Creature | null {
  if (kind === "hatch") return hatch(creature, at);
  return kind === "release" ? released(creature, at) : null;
}

function afterLiving(creature: Living, { kind, at, until }: LifeEvent): Creature | null {
  switch (kind) {
    case "adopt":
    case "hatch":
    case "care":
    case "take_back":
    case "lost":
    case "resurrect":
      return null;
    case "check":
      return check(creature, at)?.creature ?? null;
    case "death": {
      const dead = settle(creature, at);
      return dead.death?.at === at ? dead : null;
    }
    case "release":
      return released(creature, at);
    case "board": {
      const outcome = board(creature, at, (until ?? at) - at);
      return outcome.kind === "boarded" && outcome.pause.from === at ? outcome.creature : null;
    }
    case "suspend": {
      const outcome = suspend(creature, at);
      return outcome?.pause.from === at && outcome.pause.until === until ? outcome.creature : null;
    }
    case "leave": {
      const resting = onLeaveFor(creature, at, (until ?? at) - at);
      return resting?.pauses.at(-1)?.from === at ? resting : null;
    }
    case "return":
      return returnFromBoarding(creature, at);
    case "amnesty":
      return stoodStill(creature, at, until);
    case "restore": {
      const restored = stoodStill(creature, at, until);
      return restored === null ? null : { ...restored, restorations: restored.restorations + 1 };
    }
  }
}

function released(creature: Resident, at: Instant): Released | null {
  const outcome = release(creature, at);
  return outcome.kind === "released" && outcome.creature.releasedAt === at ? outcome.creature : null;
}

function stoodStill(creature: Living, at: Instant, until: Instant | null): Living | null {
  const settled = settle(creature, at);
  if (settled.death !== null || until === null || until < at) return null;
  return afterPause(settled, { kind: "amnesty", from: at, until });
}

/** Returns the last recorded instant of a stored creature, at which it can be compared with a replay. */
export function lastRecordedInstant({ asOf, lastCheckedAt, stageInstants }: Creature): number {
  const stages = Object.values(stageInstants).map((instant: Instant | null) => instant ?? 0);
  return Math.max(asOf, lastCheckedAt, ...stages);
}

/**
 * Returns the replayed creature at the last recorded instant, because stages have no events. `lastCheckedAt` comes from the
 * stored state, because checks within three hours have no events either.
 */
export function replayedAt(creature: Creature, lastCheckedAt: Instant, at: Instant): Creature {
  return settleAny({ ...creature, lastCheckedAt }, at);
}
