// When an agent is expected, as it or its people declare it: by a period or by a schedule (SILENT-2, SCHED-1).
import type { z } from "zod";
import { SCHEDULE_GRACE_MINUTES, periodOf, type Expected } from "@denkeeper/rules/foresight/silence.ts";
import type { periodFields } from "../hooks/contract.ts";
import { scheduleFrom } from "../../platform/cron.ts";

type Period = { readonly [Name in keyof typeof periodFields]?: z.output<(typeof periodFields)[Name]> };

/** When it is expected, as declared; undefined when nothing was, and what is wrong with it. */
export function expectedOf(
  { cron, zone, every_minutes: every, grace_minutes: grace }: Period,
  ownZone: string | null,
  now: number,
): Expected | undefined | { readonly field: string; readonly message: string } {
  if (cron === undefined) {
    if (every !== undefined) return periodOf(every, grace);
    const alone = grace === undefined ? (zone === undefined ? undefined : "zone") : "grace_minutes";
    return alone && { field: alone, message: "needs every_minutes or cron" };
  }
  if (every !== undefined) return { field: "cron", message: "or every_minutes, not both" };
  const schedule = scheduleFrom(cron, zone ?? ownZone ?? "UTC", grace ?? SCHEDULE_GRACE_MINUTES, now);
  return typeof schedule === "string" ? { field: "cron", message: schedule } : schedule;
}
