// Forecasts a life without care (SEEN-3), in pieces that end where a rate or a stat's visibility changes and that `tick` reads.
import { courseOf, effectiveIn, hoursUntil, pointOf, type Course, type CourseStretch } from "../life/course.ts";
import type { Living } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { recordOf } from "../time/record.ts";
import { TICKING_STATS, tick, type ForecastPiece, type TickingStats } from "../time/tick.ts";
import { SHOWN_DIFFERENTLY_AT, unveil, visibleStat, type Visible, type VisibleStat } from "../creature/visibility.ts";
import type { Hours, Instant } from "../time/units.ts";

type VisiblePiece = ForecastPiece<VisibleStat>;

/** Returns a forecast from the instant at which the creature is settled, for some hours or until its death. */
export function forecastOf(visible: Visible<Living>, hours: Hours): readonly [VisiblePiece, ...VisiblePiece[]] {
  const creature = unveil(visible);
  const course = courseOf(creature);
  const from = creature.asOf;
  const until = Math.min(from + hours * HOUR_MS, course.death.at);
  const cuts = course.stretches
    .flatMap((stretch) => [stretch.start, ...cutsIn(creature, stretch)])
    .map((time) => Math.round(from + time))
    .filter((at) => at > from && at < until);
  const instants = [...new Set([...cuts, until])].toSorted((a, b) => a - b);
  const first = pieceOf(creature, course, from, instants[0] ?? until);
  const pieces: [VisiblePiece, ...VisiblePiece[]] = [first];
  // The pieces that the last entry of `pieces` joins.
  let parts = [first];
  for (const [index, end] of instants.slice(1).entries()) {
    const next = pieceOf(creature, course, instants[index] ?? from, end);
    const last = pieces.at(-1) ?? first;
    const joined = pieceOf(creature, course, last.from, next.until);
    const isOne = hasSameVisibility(last, next) && [...parts, next].every((part) => coincides(joined, part));
    if (isOne) pieces[pieces.length - 1] = joined;
    else pieces.push(next);
    parts = isOne ? [...parts, next] : [next];
  }
  return pieces;
}

/** Smaller differences are not seen, because stats are displayed in tenths. */
const UNSEEN = 0.004;

function hasSameVisibility(one: ForecastPiece, other: ForecastPiece): boolean {
  const isSame = TICKING_STATS.every((stat) => (one.end[stat] === null) === (other.start[stat] === null));
  return one.asleep === other.asleep && isSame;
}

/**
 * Compares a joined piece with one of its parts. Both are parabolas, so if they agree at the ends and in the middle, they agree
 * everywhere. Hidden stats are ignored, because a border between pieces would reveal that they change.
 */
function coincides(joined: ForecastPiece, part: ForecastPiece): boolean {
  return [part.from, (part.from + part.until) / 2, part.until].every((at) => {
    const [one, other] = [tick([joined], at), tick([part], at)];
    return TICKING_STATS.every((stat) => Math.abs((one[stat] ?? 0) - (other[stat] ?? 0)) < UNSEEN);
  });
}

/** Returns when, within a stretch, a stat falls to zero or to a level at which its visibility changes. */
function cutsIn({ species, stats }: Living, stretch: CourseStretch): readonly number[] {
  const { start, end, decay, decaySlope, effectiveHours, health, trust, healthPerHour, trustPerHour } = stretch;
  const falling = (stat: number, perHour: number, level: number): number =>
    hoursUntil((stat - level) / perHour - effectiveHours, decay, decaySlope);
  const hours = [0, ...SHOWN_DIFFERENTLY_AT].flatMap((level) => [
    falling(stats.hunger, species.hungerDecayPerHour, level),
    falling(stats.happiness, species.happinessDecayPerHour, level),
    (health - level) / healthPerHour,
    (trust - level) / trustPerHour,
  ]);
  return hours.map((count) => start + count * HOUR_MS).filter((time) => time > start && time < end);
}

function pieceOf(creature: Living, course: Course, from: Instant, until: Instant): VisiblePiece {
  const middle = (from + until) / 2;
  // Visibility is constant within a piece but may change exactly at its ends, so the middle determines it.
  const { asleep, trust } = pointOf(creature, course, middle);
  const start = visibleStatsAt(creature, course, from, trust);
  return {
    from,
    until,
    asleep,
    // Only hunger and happiness follow a curve.
    bend: start.hunger === null && start.happiness === null ? 0 : bendOf(creature, course, from, until),
    start,
    end: visibleStatsAt(creature, course, until, trust),
  };
}

/** Returns a piece's `bend`: the part of its decay that comes from the change of the rate, as a share of all its decay. */
function bendOf(creature: Living, course: Course, from: Instant, until: Instant): number {
  const time = from - creature.asOf;
  const stretch = course.stretches.findLast(({ start, end }) => start <= time + 1 && end > time + 1);
  if (stretch === undefined || stretch.decaySlope === 0) return 0;
  const hours = (until - from) / HOUR_MS;
  const decay = stretch.decay + (stretch.decaySlope * (time - stretch.start)) / HOUR_MS;
  return (stretch.decaySlope * hours * hours) / 2 / effectiveIn(hours, decay, stretch.decaySlope);
}

function visibleStatsAt(creature: Living, course: Course, at: Instant, trustAround: number): TickingStats<VisibleStat> {
  const point = pointOf(creature, course, at);
  return recordOf(TICKING_STATS, (stat) => visibleStat(creature.species.mechanic, stat, point[stat], trustAround));
}
