// What time has done to a stored creature, as changes to save: an egg that hatches, a death that nobody had noticed, a
// stage that began, a check that comforts. Each is an event of the life or writes down what its course already says.
import { randomUUIDv7 } from "node:crypto";
import { hatch } from "@denkeeper/rules/care/adoption.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { nextGrowthInstant } from "@denkeeper/rules/life/evolution.ts";
import { isLiving, settle } from "@denkeeper/rules/life/settle.ts";
import type { Agent } from "../../store/accounts/agents.ts";
import type { LogEvent, LogKind } from "../../store/creatures/care-log.ts";
import { logRow } from "../../store/creatures/care-log.ts";
import type { PresentCreature } from "../../store/creatures/creature-row.ts";
import type { CreatureChange } from "../../store/creatures/creatures.ts";
import { gravestoneOf } from "./gravestone-row.ts";

export type Keeper = Pick<Agent, "id" | "username" | "clockMoved" | "clockOffsetMs">;

/** The house's own present. */
export function houseTime(keeper: Pick<Keeper, "clockOffsetMs">, realNow: number): number {
  return realNow + keeper.clockOffsetMs;
}

/** When the next death or stage change comes, in real time; null when none is to come. */
export function nextEventAt(creature: Creature, clockOffsetMs: number): number | null {
  if (!isLiving(creature)) return null;
  const course = courseOf(creature);
  return Math.min(course.death.at, nextGrowthInstant(creature, course) ?? Infinity) - clockOffsetMs;
}

/** An event of a life as a row of its log. */
export function logged(
  stored: PresentCreature,
  kind: LogKind,
  event: Omit<LogEvent, "kind" | "entryId"> & { readonly entryId?: string },
): NonNullable<CreatureChange["log"]> {
  const full: LogEvent = { kind, entryId: randomUUIDv7(), ...event };
  return (version) => [logRow(stored.agentId, stored.creature, version, full)];
}

/** The egg hatched, or undefined when it is none. */
export function hatching(stored: PresentCreature, keeper: Keeper, realNow: number): CreatureChange | undefined {
  if (stored.creature.hatchedAt !== null) return undefined;
  const creature = hatch(stored.creature, houseTime(keeper, realNow));
  const armed = nextEventAt(creature, keeper.clockOffsetMs);
  return {
    from: stored,
    to: { ...stored, creature, nextEventAt: armed },
    log: logged(stored, "hatch", { recordedAt: realNow, at: creature.asOf }),
  };
}

/** The death that has come by `realNow`, or undefined; `recordedAt` is later where a life may not be judged up to now. */
export function dying(
  stored: PresentCreature,
  keeper: Keeper,
  realNow: number,
  recordedAt = realNow,
): CreatureChange | undefined {
  const { creature } = stored;
  if (!isLiving(creature)) return undefined;
  const dead = settle(creature, houseTime(keeper, realNow));
  if (dead.death === null) return undefined;
  return {
    from: stored,
    to: { ...stored, creature: dead, nextEventAt: null },
    log: logged(stored, "death", {
      recordedAt,
      at: dead.death.at,
      uncheckedSince: creature.lastCheckedAt,
    }),
    gravestone: gravestoneOf(keeper, creature, dead, dead.death),
  };
}

/** The stage that has begun by now, written down without moving anything else, or undefined. */
export function growing(stored: PresentCreature, keeper: Keeper, realNow: number): CreatureChange | undefined {
  const { creature } = stored;
  if (!isLiving(creature)) return undefined;
  const { stage, stageInstants, path, death } = settle(creature, houseTime(keeper, realNow));
  if (death !== null || stage === creature.stage) return undefined;
  const grown: Creature = { ...creature, stage, stageInstants, path };
  return { from: stored, to: { ...stored, creature: grown, nextEventAt: nextEventAt(grown, keeper.clockOffsetMs) } };
}

/** A check worth recording, or undefined. */
export function checking(stored: PresentCreature, keeper: Keeper, realNow: number): CreatureChange | undefined {
  const checked = check(stored.creature, houseTime(keeper, realNow));
  if (checked === null) return undefined;
  const { creature, at, uncheckedSince } = checked;
  const change = { from: stored, to: { ...stored, creature } };
  if (uncheckedSince === null) return change;
  return { ...change, log: logged(stored, "check", { recordedAt: realNow, at, uncheckedSince }) };
}

/** The keeper is told of the stage that it has now. */
function seen(stored: PresentCreature, keeper: Keeper, realNow: number): CreatureChange | undefined {
  const grown = growing(stored, keeper, realNow) ?? { from: stored, to: stored };
  if (grown.to.creature.stage === stored.seenStage) return undefined;
  return { ...grown, to: { ...grown.to, seenStage: grown.to.creature.stage } };
}

export interface Look {
  /** Whether the keeper is told of this creature, and so of the stage it has reached. */
  readonly isTarget: boolean;
  /** Whether the look counts as a check: only a look that finds somebody does (CHECK-1). */
  readonly checks: boolean;
}

/** All that one look at a creature changes: it is found dead, or hatches, is checked, and its keeper is told of a stage. */
export function visiting(
  stored: PresentCreature,
  keeper: Keeper,
  realNow: number,
  { isTarget, checks }: Look,
): CreatureChange | undefined {
  const death = dying(stored, keeper, realNow);
  if (death !== undefined) return death;
  const change = hatching(stored, keeper, realNow) ?? (checks ? checking(stored, keeper, realNow) : undefined);
  if (!isTarget) return change;
  const told = seen({ ...(change?.to ?? stored), version: stored.version }, keeper, realNow);
  if (told === undefined) return change;
  return { ...change, from: stored, to: told.to };
}
