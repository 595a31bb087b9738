// Leave at the end of a visit (LEAVE-1), for houses whose job comes on a schedule: a change with a rest until the next run.
import { onLeave } from "@denkeeper/rules/care/boarding.ts";
import { expectedAfter } from "@denkeeper/rules/foresight/silence.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { runAfter } from "../../platform/cron.ts";
import type { Caller } from "../agents/store/callers.ts";
import { ifResident, type CreatureChange } from "../creatures/store/creature-change.ts";
import { nextEventAt } from "./time-changes.ts";

type OnSchedule = Pick<Caller, "agent" | "houseNow" | "schedule" | "sitter">;

/** The change with leave at its end; undefined when there is none to give. Sitters give none. */
export function withLeave(
  change: CreatureChange,
  { agent, houseNow, schedule, sitter }: OnSchedule,
  recordedAt: RealInstant,
  uncheckedSince: Instant | null = null,
): CreatureChange | undefined {
  const [kept] = ifResident({ ...change.to, version: change.from.version });
  if (schedule === null || sitter !== undefined || kept === undefined) return undefined;
  const runAt = expectedAfter({ ...schedule, graceMinutes: 0 }, houseNow, runAfter);
  const creature = runAt === null ? null : onLeave(kept.creature, houseNow, runAt);
  const pause = creature?.pauses.at(-1);
  if (creature === null || pause === undefined) return undefined;
  const { from: at, until } = pause;
  return {
    ...change,
    to: { ...change.to, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
    log: [...(change.log ?? []), { kind: "leave", recordedAt, at, until, uncheckedSince }],
  };
}
