// Derives a creature's missed meals and periods of death from its log.
import { missedWindowsOf, type FeedingCycle } from "@denkeeper/rules/incidents/feeding-cycle.ts";
import type { VisibleNow } from "@denkeeper/rules/life/shown.ts";
import type { LifeRow } from "../../../model/creatures/store/care-log.ts";

/** A series of consecutive missed meals. */
export interface MissedMeals {
  readonly at: readonly number[];
  /** Time of the meal that ended the series; null if no meal did. */
  readonly fedAt: number | null;
}

/** The period from a death to the resurrection. */
export interface DeadSpan {
  readonly at: number;
  /** Null while the creature is still dead. */
  readonly until: number | null;
}

/** Expects `rows` oldest first. Misses before the first logged meal are unknown unless the log begins at hatching. */
export function missedMealsOf(view: VisibleNow, rows: readonly LifeRow[]): readonly MissedMeals[] {
  return cyclesOf(view, rows).flatMap((cycle) => {
    const at = missedWindowsOf(cycle);
    return at.length === 0 ? [] : [{ at, fedAt: cycle.end.kind === "fed" ? cycle.end.at : null }];
  });
}

function cyclesOf({ kind, creature, now }: VisibleNow, rows: readonly LifeRow[]): readonly FeedingCycle[] {
  const cycles: FeedingCycle[] = [];
  let startedAt: number | null = null;
  const end = (reason: FeedingCycle["end"]["kind"], at: number): void => {
    if (startedAt !== null) cycles.push({ creature, startedAt, startedEarly: false, end: { kind: reason, at } });
    startedAt = null;
  };
  for (const row of rows) {
    if (row.kind === "care" && row.action === "feed") end("fed", row.at);
    if (row.kind === "death") end("died", row.at);
    if (row.kind === "release") end("released", row.at);
    if (row.kind === "hatch" || row.kind === "resurrect" || row.action === "feed") startedAt = row.at;
    // Undoing a death or a release resumes the feeding cycle that it ended.
    if (row.kind === "restore" || row.kind === "take_back") startedAt = cycles.pop()?.startedAt ?? null;
  }
  if (kind === "living") end("open", now);
  if (kind === "dead") end("died", creature.death.at);
  return cycles;
}

/** Returns the periods of death, oldest first, without deaths that were undone because of an outage. */
export function deadSpansOf({ creature }: VisibleNow, rows: readonly LifeRow[]): readonly DeadSpan[] {
  const spans: DeadSpan[] = [];
  for (const { kind, at } of rows) {
    if (kind === "death") spans.push({ at, until: null });
    const last = spans.at(-1);
    if (kind === "restore") spans.pop();
    if (kind === "resurrect" && last !== undefined) spans[spans.length - 1] = { ...last, until: at };
  }
  const { death } = creature;
  if (death !== null && spans.at(-1)?.at !== death.at) spans.push({ at: death.at, until: null });
  return spans;
}
