// Grants leave at the end of a visit (LEAVE-1). In a house whose job runs on a schedule, creatures are boarded until the next
// run.
import { onLeave } from "@denkeeper/rules/care/boarding.ts";
import { expectedAfter } from "@denkeeper/rules/foresight/silence.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { runAfter } from "../../platform/cron.ts";
import type { Caller } from "../agents/store/callers.ts";
import { ifResident, type CreatureChange } from "../creatures/store/creature-change.ts";
import { nextEventAt } from "./time-changes.ts";

type ScheduledCaller = Pick<Caller, "agent" | "houseNow" | "schedule" | "sitter">;

/** Adds leave to a change. Returns undefined if no leave is due or the caller is a sitter. */
export function withLeave(
  change: CreatureChange,
  { agent, houseNow, schedule, sitter }: ScheduledCaller,
  recordedAt: RealInstant,
  uncheckedSince: Instant | null = null,
): CreatureChange | undefined {
  const [resident] = ifResident({ ...change.to, version: change.from.version });
  if (schedule === null || sitter !== undefined || resident === undefined) return undefined;
  const runAt = expectedAfter({ ...schedule, graceMinutes: 0 }, houseNow, runAfter);
  const creature = runAt === null ? null : onLeave(resident.creature, houseNow, runAt);
  const pause = creature?.pauses.at(-1);
  if (creature === null || pause === undefined) return undefined;
  const { from: at, until } = pause;
  return {
    ...change,
    to: { ...change.to, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
    log: [...(change.log ?? []), { kind: "leave", recordedAt, at, until, uncheckedSince }],
  };
}
