// Builds the timeline of a life from its log, in the service's own words. Only reflections are quoted.
import { countOf } from "../../../platform/counted.ts";
import { iso } from "../../../platform/clock.ts";
import { RESCUED_HEALTH } from "@denkeeper/rules/care/care.ts";
import type { DeathCause } from "@denkeeper/rules/creature/creature.ts";
import { CRITICAL_BELOW, STARVING_BELOW } from "@denkeeper/rules/life/course.ts";
import { loggedStat, trustStepsIn, type VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import type { LowStatTimes } from "@denkeeper/rules/life/shown.ts";
import type { LifeRow } from "../../../model/creatures/store/care-log.ts";
import { reflectNote } from "../../../model/creatures/store/private-text.ts";
import type { MissedMeals } from "./drama.ts";
import type { TimelineEvent } from "../timeline-shape.ts";

export interface TimelineEntry {
  readonly at: string;
  readonly event: TimelineEvent;
  readonly note: string;
  readonly reflection?: string;
  readonly untrusted?: true;
}

const MOST_ENTRIES = 40;
const MOST_REFLECTIONS = 12;
const LONG_ABSENCE_MS = 12 * HOUR_MS;
const TRUST_STEPS = [50, 75, 90];

/** Returns, for example, "22 hours 45 minutes", rounded to the minute. */
function roundedSpan(ms: number): string {
  const totalMinutes = Math.round(ms / MINUTE_MS);
  const [hours, minutes] = [Math.floor(totalMinutes / 60), totalMinutes % 60];
  if (hours === 0) return countOf(minutes, "minute");
  return minutes === 0 ? countOf(hours, "hour") : `${countOf(hours, "hour")} ${countOf(minutes, "minute")}`;
}

interface DatedEntry {
  readonly at: number;
  readonly entry: TimelineEntry;
}

interface TimelineInput {
  /** True if the rows begin at the adoption. */
  readonly whole: boolean;
  readonly now: number;
  readonly misses?: readonly MissedMeals[];
  readonly lows?: LowStatTimes;
  /** Causes of death, keyed by the instant of the death. */
  readonly causes?: ReadonlyMap<number, DeathCause>;
}

const NO_LOWS: LowStatTimes = { starvingSince: null, criticalSince: null };

/** Expects `rows` oldest first. */
export function timelineOf(
  creature: VisibleCreature,
  rows: readonly LifeRow[],
  { whole, now, misses = [], lows = NO_LOWS, causes = new Map() }: TimelineInput,
): TimelineEntry[] {
  const { death, releasedAt } = creature;
  const causeAt = (at: number) => causes.get(at) ?? (death?.at === at ? death.cause : undefined);
  const entries: DatedEntry[] = [
    ...stagesOf(creature),
    ...careOf(creature, rows, { whole, misses, lows }),
    ...missesOf(misses),
    ...lowsNow(lows),
    ...otherEvents(rows, causeAt),
    ...boardingsOf(rows, now),
  ];
  const kinds = new Set(rows.map(({ kind }) => kind));
  if (death !== null && !kinds.has("death")) entries.push(dated(death.at, "died", `Died of ${death.cause}.`));
  if (releasedAt !== null && !kinds.has("release"))
    entries.push(dated(releasedAt, "released", "Released by its keeper."));
  if (!kinds.has("adopt")) entries.push(dated(creature.adoptedAt, "adopted", "Adopted as an egg."));
  return entries
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_ENTRIES)
    .map(({ entry }) => entry);
}

function dated(at: number, event: TimelineEvent, note: string, reflection?: string): DatedEntry {
  return {
    at,
    entry: { at: iso(at), event, note, ...(reflection === undefined ? {} : { reflection, untrusted: true as const }) },
  };
}

function stagesOf({ stageInstants, species, path }: VisibleCreature): readonly DatedEntry[] {
  const { baby, child, teen, adult } = stageInstants;
  const form = path === null ? "" : `, a ${FORMS[species.family][path]}`;
  return [
    ...(baby === null ? [] : [dated(baby, "hatched", "Hatched at the first visit.")]),
    ...(child === null ? [] : [dated(child, "grown", "Became a child.")]),
    ...(teen === null ? [] : [dated(teen, "grown", "Became a teen.")]),
    ...(adult === null ? [] : [dated(adult, "grown", `Became an adult${form}.`)]),
  ];
}

/** Returns one entry for each series of missed meals, at the instant of the first. */
function missesOf(misses: readonly MissedMeals[]): readonly DatedEntry[] {
  return misses.flatMap(({ at: [first, ...others] }) => {
    if (first === undefined) return [];
    const series = others.length === 0 ? "" : `, the first of ${others.length + 1} in a row`;
    return [dated(first, "missed", `Missed a meal${series}. Its health began to fall.`)];
  });
}

function lowsNow({ starvingSince, criticalSince }: LowStatTimes): readonly DatedEntry[] {
  return [
    ...(starvingSince === null ? [] : [dated(starvingSince, "starving", "Began to starve.")]),
    ...(criticalSince === null ? [] : [dated(criticalSince, "critical", `Health fell below ${CRITICAL_BELOW}.`)]),
  ];
}

function otherEvents(rows: readonly LifeRow[], causeAt: (at: number) => DeathCause | undefined): readonly DatedEntry[] {
  return rows.flatMap(({ kind, at, until }) => {
    if (kind === "adopt") return [dated(at, "adopted", "Adopted as an egg.")];
    if (kind === "death") {
      const cause = causeAt(at);
      return [dated(at, "died", cause === undefined ? "Died." : `Died of ${cause}.`)];
    }
    if (kind === "resurrect") return [dated(at, "called_back", "Called back to life.")];
    if (kind === "restore") {
      return [dated(until ?? at, "restored", "Restored: the service was down when it died, so that does not count.")];
    }
    if (kind === "take_back") return [dated(at, "taken_back", "Taken back by its keeper.")];
    return kind === "release" ? [dated(at, "released", "Released by its keeper.")] : [];
  });
}

/**
 * Returns entries for boardings and returns. A boarding that ends on time leaves no log row, so its planned end is its return.
 * Suspensions are not public.
 */
function boardingsOf(rows: readonly LifeRow[], now: number): readonly DatedEntry[] {
  const entries: DatedEntry[] = [];
  let boarding: { readonly from: number; readonly until: number } | undefined;
  const endBoarding = (at: number): void => {
    if (boarding === undefined) return;
    entries.push(dated(at, "returned", `Back after ${roundedSpan(at - boarding.from)} of boarding, unchanged.`));
    boarding = undefined;
  };
  for (const { kind, at, until } of rows) {
    if (boarding !== undefined && at >= boarding.until) endBoarding(boarding.until);
    if (kind === "return") endBoarding(at);
    // A suspension or a release replaces the return.
    if (kind === "suspend" || kind === "release") boarding = undefined;
    if (kind !== "board" || until === null) continue;
    boarding = { from: at, until };
    entries.push(dated(at, "boarded", `Boarded for ${roundedSpan(until - at)}. All its clocks are paused.`));
  }
  if (boarding !== undefined && boarding.until <= now) endBoarding(boarding.until);
  return entries;
}

function careOf(
  { species: { mechanic } }: VisibleCreature,
  rows: readonly LifeRow[],
  { whole, misses, lows }: Required<Pick<TimelineInput, "whole" | "misses" | "lows">>,
): readonly DatedEntry[] {
  const entries: DatedEntry[] = [];
  const care = rows.filter(({ kind }) => kind === "care");
  const reached = new Set<number>();
  let fed = !whole;
  const starving = new LowStatTracker(lows.starvingSince);
  const critical = new LowStatTracker(lows.criticalSince);
  const quoted = care.filter((row) => (reflectNote(row) ?? "") !== "");
  const shownReflections = new Set(quoted.slice(-MOST_REFLECTIONS));
  const returns = rows.filter(({ kind }) => kind === "resurrect").map(({ at }) => at);
  for (const [index, row] of care.entries()) {
    const before = care[index - 1];
    // Time spent dead does not count as the keeper's absence.
    const returnedAt = returns.findLast((at) => at <= row.at && at > (before?.at ?? 0));
    const away = row.at - (returnedAt ?? before?.at ?? row.at);
    if (returnedAt !== undefined) for (const low of [starving, critical]) low.end();
    if (away >= LONG_ABSENCE_MS)
      entries.push(dated(row.at, "came_back", `Its keeper came back after ${roundedSpan(away)}.`));
    if (row.action === "feed" && !fed) {
      fed = true;
      entries.push(dated(row.at, "fed", "First meal."));
    }
    if (row.timing === "late") entries.push(dated(row.at, "late", "A late meal. It ate, and trusts a little less."));
    if (row.timing === "missed_window") {
      const missed = misses.find(({ fedAt }) => fedAt === row.at)?.at.length ?? 1;
      entries.push(
        dated(row.at, "late", `Fed after ${missed === 1 ? "a missed meal" : countOf(missed, "missed meal")}.`),
      );
    }
    if (shownReflections.has(row)) entries.push(dated(row.at, "reflected", noteAuthor(row), reflectNote(row) ?? ""));
    // Trust milestones appear only if the species showed trust at that level.
    for (const step of trustStepsIn(mechanic, row, TRUST_STEPS)) {
      if (reached.has(step)) continue;
      reached.add(step);
      entries.push(dated(row.at, "milestone", `Trust reached ${step}.`));
    }
    const hunger = loggedStat(mechanic, "hunger", row.hunger_before, row.trust_after);
    if (starving.isFound(row.at, hunger !== null && hunger < STARVING_BELOW)) {
      entries.push(dated(row.at, "starving", "Found starving."));
    }
    const health = loggedStat(mechanic, "health", row.health_before, row.trust_after);
    const healthAfter = loggedStat(mechanic, "health", row.health_after, row.trust_after);
    if (critical.isFound(row.at, health !== null && health < CRITICAL_BELOW)) {
      entries.push(dated(row.at, "critical", `Found with health below ${CRITICAL_BELOW}.`));
    }
    if (critical.isOver(healthAfter !== null && healthAfter >= RESCUED_HEALTH)) {
      entries.push(dated(row.at, "rescued", `Saved: its health is back at ${RESCUED_HEALTH}.`));
    }
  }
  return entries;
}

/** Follows a stat through care, to report when care first found it too low and when it recovered. */
class LowStatTracker {
  /** Start of the current low, which `lowsNow` reports; null if the stat is not low now. */
  readonly #lowSince: number | null;
  #wasLow = false;
  #isOpen = false;

  constructor(lowSince: number | null) {
    this.#lowSince = lowSince;
  }

  /** Returns true for the first care that finds the stat low, except in the current low. */
  isFound(at: number, isLow: boolean): boolean {
    const isFirst = isLow && !this.#wasLow;
    this.#wasLow = isLow;
    if (isFirst) this.#isOpen = true;
    return isFirst && (this.#lowSince === null || at < this.#lowSince);
  }

  end(): void {
    this.#wasLow = false;
    this.#isOpen = false;
  }

  /** Returns true for the first care that finds the stat recovered. */
  isOver(isWell: boolean): boolean {
    const isOver = this.#isOpen && isWell;
    if (isOver) this.#isOpen = false;
    return isOver;
  }
}

/** Omits the sitter's name, which is untrusted text. */
function noteAuthor({ sitter }: LifeRow): string {
  return sitter === null || sitter === undefined ? "Its keeper wrote:" : "Its sitter wrote:";
}
