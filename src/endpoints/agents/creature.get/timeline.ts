// What happened in a life, told from its log in the house's own words. Of the keeper's words only reflections are quoted.
import { counted } from "../../../platform/counted.ts";
import { iso } from "../../../platform/clock.ts";
import { CRITICAL_BELOW } from "@denkeeper/rules/life/course.ts";
import type { ShownCreature } from "@denkeeper/rules/creature/visibility.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import { loggedStat, trustStepsIn } from "@denkeeper/rules/creature/visibility.ts";
import type { LifeRow } from "../../../store/creatures/care-log.ts";
import { reflectNote } from "../../../store/creatures/private-text.ts";

export const TIMELINE_EVENTS = [
  "adopted",
  "hatched",
  "grown",
  "milestone",
  "fed",
  "late",
  "missed",
  "came_back",
  "reflected",
  "critical",
  "died",
  "called_back",
  "boarded",
  "returned",
  "released",
  "taken_back",
] as const;
type TimelineEvent = (typeof TIMELINE_EVENTS)[number];

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

/** "22 hours 45 minutes", to the nearest minute. */
function roundedSpan(ms: number): string {
  const all = Math.round(ms / MINUTE_MS);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  if (hours === 0) return counted(minutes, "minute");
  return minutes === 0 ? counted(hours, "hour") : `${counted(hours, "hour")} ${counted(minutes, "minute")}`;
}

interface Dated {
  readonly at: number;
  readonly entry: TimelineEntry;
}

interface Telling {
  /** Whether the rows begin with the adoption. */
  readonly whole: boolean;
  readonly now: number;
}

/** `rows` are in order, the oldest first. */
export function timelineOf(
  creature: ShownCreature,
  rows: readonly LifeRow[],
  { whole, now }: Telling,
): TimelineEntry[] {
  const told: Dated[] = [
    ...stagesOf(creature),
    ...careOf(creature, rows, whole),
    ...otherEvents(rows),
    ...boardingsOf(rows, now),
  ];
  const { death, releasedAt } = creature;
  const known = new Set(rows.map(({ kind }) => kind));
  if (death !== null && !known.has("death")) told.push(dated(death.at, "died", `Died of ${death.cause}.`));
  if (releasedAt !== null && !known.has("release")) told.push(dated(releasedAt, "released", "Released by its keeper."));
  if (!known.has("adopt")) told.push(dated(creature.adoptedAt, "adopted", "Adopted as an egg."));
  return told
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_ENTRIES)
    .map(({ entry }) => entry);
}

function dated(at: number, event: TimelineEvent, note: string, reflection?: string): Dated {
  return {
    at,
    entry: { at: iso(at), event, note, ...(reflection === undefined ? {} : { reflection, untrusted: true as const }) },
  };
}

function stagesOf({ stageInstants, species, path }: ShownCreature): readonly Dated[] {
  const { baby, child, teen, adult } = stageInstants;
  const form = path === null ? "" : `, a ${FORMS[species.family][path]}`;
  return [
    ...(baby === null ? [] : [dated(baby, "hatched", "Hatched at the first visit.")]),
    ...(child === null ? [] : [dated(child, "grown", "Became a child.")]),
    ...(teen === null ? [] : [dated(teen, "grown", "Became a teen.")]),
    ...(adult === null ? [] : [dated(adult, "grown", `Became an adult${form}.`)]),
  ];
}

function otherEvents(rows: readonly LifeRow[]): readonly Dated[] {
  return rows.flatMap(({ kind, at }) => {
    if (kind === "adopt") return [dated(at, "adopted", "Adopted as an egg.")];
    if (kind === "death") return [dated(at, "died", "Died.")];
    if (kind === "resurrect") return [dated(at, "called_back", "Called back to life.")];
    if (kind === "take_back") return [dated(at, "taken_back", "Taken back by its keeper.")];
    return kind === "release" ? [dated(at, "released", "Released by its keeper.")] : [];
  });
}

/**
 * When it was boarded, and when it was back. A boarding that ends by itself leaves no row: it ends at its own instant, unless
 * something ended it before. A rest that the operator ordered is nobody's concern here.
 */
function boardingsOf(rows: readonly LifeRow[], now: number): readonly Dated[] {
  const told: Dated[] = [];
  let boarding: { readonly from: number; readonly until: number } | undefined;
  const back = (at: number): void => {
    if (boarding === undefined) return;
    told.push(dated(at, "returned", `Back after ${roundedSpan(at - boarding.from)} of boarding, unchanged.`));
    boarding = undefined;
  };
  for (const { kind, at, until } of rows) {
    if (boarding !== undefined && at >= boarding.until) back(boarding.until);
    if (kind === "return") back(at);
    // Whoever goes on resting, or is let go from its rest, does not come back from it.
    if (kind === "suspend" || kind === "release") boarding = undefined;
    if (kind !== "board" || until === null) continue;
    boarding = { from: at, until };
    told.push(dated(at, "boarded", `Boarded for ${roundedSpan(until - at)}. All its clocks are paused.`));
  }
  if (boarding !== undefined && boarding.until <= now) back(boarding.until);
  return told;
}

function careOf({ species }: ShownCreature, rows: readonly LifeRow[], whole: boolean): readonly Dated[] {
  const told: Dated[] = [];
  const care = rows.filter(({ kind }) => kind === "care");
  const reached = new Set<number>();
  let fed = !whole;
  let wasCritical = false;
  const quoted = care.filter((row) => (reflectNote(row) ?? "") !== "");
  const shownReflections = new Set(quoted.slice(-MOST_REFLECTIONS));
  for (const [index, row] of care.entries()) {
    const before = care[index - 1];
    const away = before === undefined ? 0 : row.at - before.at;
    if (away >= LONG_ABSENCE_MS)
      told.push(dated(row.at, "came_back", `Its keeper came back after ${roundedSpan(away)}.`));
    if (row.action === "feed" && !fed) {
      fed = true;
      told.push(dated(row.at, "fed", "First meal."));
    }
    if (row.timing === "late") told.push(dated(row.at, "late", "A late meal. It ate, and trusts a little less."));
    if (row.timing === "missed_window") told.push(dated(row.at, "missed", "Fed after the window was missed."));
    if (shownReflections.has(row)) told.push(dated(row.at, "reflected", wroteWho(row), reflectNote(row) ?? ""));
    // Only what the species shows at the trust it had then is told.
    for (const step of trustStepsIn(species.mechanic, row, TRUST_STEPS)) {
      if (reached.has(step)) continue;
      reached.add(step);
      told.push(dated(row.at, "milestone", `Trust reached ${step}.`));
    }
    const health = loggedStat(species.mechanic, "health", row.health_before, row.trust_after);
    if (health !== null && health < CRITICAL_BELOW && !wasCritical) {
      told.push(dated(row.at, "critical", `Found with health below ${CRITICAL_BELOW}.`));
    }
    wasCritical = health !== null && health < CRITICAL_BELOW;
  }
  return told;
}

/** The sitter's name is not said here: this sentence is ours, and the name is not. */
function wroteWho({ sitter }: LifeRow): string {
  return sitter === null || sitter === undefined ? "Its keeper wrote:" : "Its sitter wrote:";
}
