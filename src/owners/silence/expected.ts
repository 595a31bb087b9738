// Reads the period or schedule on which an agent is expected, as declared by the agent or its owner (SILENT-2, SCHED-1).
import type { z } from "zod";
import { SCHEDULE_GRACE_MINUTES, periodOf, type Expected } from "@denkeeper/rules/foresight/silence.ts";
import type { periodFields } from "../hooks/contract.ts";
import { scheduleFrom } from "../../platform/cron.ts";

type PeriodFields = { readonly [Name in keyof typeof periodFields]?: z.output<(typeof periodFields)[Name]> };

/** Returns undefined if nothing was declared, or what is wrong with a field. */
export function expectedOf(
  { cron, zone, every_minutes: every, grace_minutes: grace }: PeriodFields,
  ownZone: string | null,
  now: number,
): Expected | undefined | { readonly field: string; readonly message: string } {
  if (cron === undefined) {
    if (every !== undefined) return periodOf(every, grace);
    const field = grace !== undefined ? "grace_minutes" : zone !== undefined ? "zone" : undefined;
    return field && { field, message: "requires every_minutes or cron" };
  }
  if (every !== undefined) return { field: "cron", message: "cannot be combined with every_minutes" };
  const schedule = scheduleFrom(cron, zone ?? ownZone ?? "UTC", grace ?? SCHEDULE_GRACE_MINUTES, now);
  return typeof schedule === "string" ? { field: "cron", message: schedule } : schedule;
}
