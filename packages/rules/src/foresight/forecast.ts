// The coming hours of a life without care, split where a rate or the visibility of a stat changes (SEEN-3). `tick`
// reads it.
import { courseOf, effectiveIn, hoursUntil, pointOf, type Course, type CourseStretch } from "../life/course.ts";
import type { Living } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { tick, type ForecastPiece, type TickingStats } from "../time/tick.ts";
import { SHOWN_DIFFERENTLY_AT, unveil, visibleStat, type Visible, type VisibleStat } from "../creature/visibility.ts";
import type { Hours, Instant } from "../time/units.ts";

type VisiblePiece = ForecastPiece<VisibleStat>;

/** From the instant at which a living creature is settled, for some hours or up to its death. */
export function forecastOf(shown: Visible<Living>, hours: Hours): readonly [VisiblePiece, ...VisiblePiece[]] {
  const creature = unveil(shown);
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
  // What the last piece was joined from.
  let parts = [first];
  for (const [index, end] of instants.slice(1).entries()) {
    const next = pieceOf(creature, course, instants[index] ?? from, end);
    const last = pieces.at(-1) ?? first;
    const joined = pieceOf(creature, course, last.from, next.until);
    const isOne = isVisibleAlike(last, next) && [...parts, next].every((part) => runsAlong(joined, part));
    if (isOne) pieces[pieces.length - 1] = joined;
    else pieces.push(next);
    parts = isOne ? [...parts, next] : [next];
  }
  return pieces;
}

const TICKING = ["hunger", "happiness", "health", "trust"] as const;
/** Less than what two decimals show. */
const UNSEEN = 0.004;

function isVisibleAlike(one: ForecastPiece, other: ForecastPiece): boolean {
  return (
    one.asleep === other.asleep && TICKING.every((stat) => (one.end[stat] === null) === (other.start[stat] === null))
  );
}

/**
 * Whether a piece shows in one of its parts what the part itself shows. Both run along parabolas: where they agree at the ends
 * and in the middle, they agree in between. Where only hidden stats turn, nobody may see that they do.
 */
function runsAlong(joined: ForecastPiece, part: ForecastPiece): boolean {
  return [part.from, (part.from + part.until) / 2, part.until].every((at) => {
    const [one, other] = [tick([joined], at), tick([part], at)];
    return TICKING.every((stat) => Math.abs((one[stat] ?? 0) - (other[stat] ?? 0)) < UNSEEN);
  });
}

/** When a stat comes to zero, or to a level at which it is shown differently, within a stretch. */
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
  return hours.map((each) => start + each * HOUR_MS).filter((time) => time > start && time < end);
}

function pieceOf(creature: Living, course: Course, from: Instant, until: Instant): VisiblePiece {
  const middle = (from + until) / 2;
  // What may be seen does not change within a piece, but may at its very ends.
  const { asleep, trust } = pointOf(creature, course, middle);
  const start = visibleStatsAt(creature, course, from, trust);
  return {
    from,
    until,
    asleep,
    // Only hunger and happiness are bent.
    bend: start.hunger === null && start.happiness === null ? 0 : bendOf(creature, course, from, until),
    start,
    end: visibleStatsAt(creature, course, until, trust),
  };
}

/** How far the pace grows from the start to the end, as a share of what the piece costs. */
function bendOf(creature: Living, course: Course, from: Instant, until: Instant): number {
  const time = from - creature.asOf;
  const stretch = course.stretches.findLast(({ start, end }) => start <= time + 1 && end > time + 1);
  if (stretch === undefined || stretch.decaySlope === 0) return 0;
  const hours = (until - from) / HOUR_MS;
  const decay = stretch.decay + (stretch.decaySlope * (time - stretch.start)) / HOUR_MS;
  return (stretch.decaySlope * hours * hours) / 2 / effectiveIn(hours, decay, stretch.decaySlope);
}

function visibleStatsAt(creature: Living, course: Course, at: Instant, trustAround: number): TickingStats<VisibleStat> {
  const { hunger, happiness, health, trust } = pointOf(creature, course, at);
  const { mechanic } = creature.species;
  const see = (stat: "hunger" | "happiness" | "health" | "trust", value: number) =>
    visibleStat(mechanic, stat, value, trustAround);
  return {
    hunger: see("hunger", hunger),
    happiness: see("happiness", happiness),
    health: see("health", health),
    trust: see("trust", trust),
  };
}
