// Describes creatures in answers: stats with one decimal, hours with two, and only what the species shows.
import { iso } from "../platform/clock.ts";
import type { z } from "zod";
import { boardableMs } from "@denkeeper/rules/care/boarding.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { STATS, ageMsAt } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { costsOf } from "@denkeeper/rules/life/costs.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import { forecastOf } from "@denkeeper/rules/foresight/forecast.ts";
import { pathRisks, type VisibleDead, type VisibleLiving, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { isDue, type PlannedVisit } from "@denkeeper/rules/foresight/schedule.ts";
import { isEstablished } from "@denkeeper/rules/creature/rhythm.ts";
import { SLEEP_WINDOW_END_HOUR, nextWakingInstant } from "@denkeeper/rules/time/sleep.ts";
import type { TickingStats } from "@denkeeper/rules/time/tick.ts";
import {
  SHOWN_PARTS,
  roundStat,
  visibilityOf,
  type VisibleCreature,
  type VisibleStat,
  type Visibility,
} from "@denkeeper/rules/creature/visibility.ts";
import type { Report } from "@denkeeper/rules/words/report.ts";
import { evolutionHint } from "@denkeeper/rules/words/adoption.ts";
import { behavior, behaviorLine, recentCareActions, behaviorKey } from "@denkeeper/rules/words/behavior.ts";
import { checkInSentence } from "@denkeeper/rules/words/advice.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { isNearDeath } from "@denkeeper/rules/words/verdict.ts";
import { priceOf, type Pack } from "../model/ledger/packs.ts";
import type { RollupCache } from "../model/figures/rollup-cache.ts";
import type * as shapes from "../http/contract/shapes/creature.ts";
import type { report as reportShape } from "../http/contract/shapes/visit.ts";

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

export function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Rounds up to hundredths of an hour, so that 0 means now. */
function hoursUntil(ms: number): number {
  return Math.ceil(Math.max(0, ms) / (HOUR_MS / 100)) / 100;
}

/** Rounds down, so that a caller can send the value back unchanged. */
export function wholeHundredths(value: number): number {
  return Math.floor(value * 100) / 100;
}

/** Returns a stat with one decimal, or null while it is hidden. */
export function statView(stat: VisibleStat): VisibleStat {
  return roundStat(stat, SHOWN_PARTS);
}

export function statsView({ stats, hidden }: Visibility): z.input<z.ZodObject<typeof shapes.statFields>> {
  const view = recordOf(STATS, (stat) => statView(stats[stat]));
  return hidden.length === 0 ? view : { ...view, hidden_stats: [...hidden] };
}

function behaviorInput(now: VisibleLiving) {
  return { seen: now, rests: now.resting !== null, done: recentCareActions(now), key: behaviorKey(now) };
}

export function sleepView(now: VisibleLiving): z.input<typeof shapes.sleepInfo> | undefined {
  if (!now.asleep) return undefined;
  return {
    sleeping: true,
    sleep_window_end: `${String(SLEEP_WINDOW_END_HOUR).padStart(2, "0")}:00`,
    wakes_at: iso(nextWakingInstant(now.course.sleeper, now.now)),
    timezone_used: now.creature.zone,
  };
}

function feedingWindowView(now: VisibleLiving): string {
  return now.nextFeedingWindow <= now.clock ? "open now" : iso(now.nextFeedingWindow);
}

/** While a creature rests, its clock stops and its death is postponed. The remaining hours count until `dies_at`. */
function deathClockView({ deathClock, clock, resting }: VisibleLiving): z.input<typeof shapes.deathClock> {
  return {
    hours_without_care: twoDecimals(deathClock.hoursWithoutCare),
    dies_at: iso(deathClock.diesAt),
    hours_remaining: hoursUntil(deathClock.diesAt - clock),
    threshold_hours: twoDecimals(deathClock.thresholdHours),
    urgency: deathClock.urgency,
    ...(resting === null ? {} : { paused_until: iso(resting.until) }),
  };
}

export function boardingView({ creature, resting, now }: VisibleLiving): z.input<typeof shapes.boarding> {
  return {
    resting: resting !== null,
    ...(resting === null ? {} : { since: iso(resting.from), until: iso(resting.until) }),
    ...(resting?.kind === "leave" && { on_leave: true as const }),
    hours_available: wholeHundredths(boardableMs(creature, now) / HOUR_MS),
  };
}

export function compactView(now: VisibleLiving): z.input<z.ZodObject<typeof shapes.compactFields>> {
  const { creature } = now;
  return {
    id: creature.id,
    name: creature.name,
    ...speciesView(creature.species),
    species_key: creature.species.slug,
    stage: creature.stage,
    age_hours: twoDecimals(now.ageHours),
    ...statsView(now.visibility),
    mood: now.mood,
    alive: true,
    feeding_status: now.feedingStatus,
    hours_since_fed: twoDecimals(now.hoursSinceFed),
    next_feeding_window: feedingWindowView(now),
    death_clock: deathClockView(now),
    ...(now.resting === null ? {} : { boarding: boardingView(now) }),
  };
}

export function livingView(now: VisibleLiving, imageUrl: string | null): z.input<typeof shapes.livingCreature> {
  const { creature } = now;
  const { rhythm, species, stage, path } = creature;
  const sleeping = sleepView(now);
  return {
    ...compactView(now),
    tier: species.tier,
    family: species.family,
    personality_traits: [...creature.personality],
    feeding_window_hours: species.feedingWindowHours,
    death_clock: deathClockView(now),
    care_rhythm: {
      average_hours: twoDecimals(rhythm.averageHours),
      death_threshold_hours: twoDecimals(now.deathClock.thresholdHours),
      decay_multiplier: twoDecimals(now.decayMultiplier),
      established: isEstablished(creature),
    },
    ...(sleeping === undefined ? {} : { sleep_info: sleeping }),
    behavior: behavior(speakerOf(creature), behaviorInput(now)),
    evolution_progress: {
      current_path: path,
      ...(path === null ? {} : { form: FORMS[species.family][path] }),
      consistency_score: oneDecimal(creature.consistency),
      responsiveness_score: oneDecimal(creature.responsiveness),
      variety_score: oneDecimal(now.variety),
      ...(stage === "adult" ? {} : { hint: evolutionHint(now.trend, stage, pathRisks(now)) }),
    },
    image_url: imageUrl,
  };
}

export function briefView(now: VisibleLiving): z.input<typeof shapes.brief> {
  const { id, name, stage } = now.creature;
  return {
    id,
    name,
    stage,
    mood: now.mood,
    ...statsView(now.visibility),
    feeding_status: now.feedingStatus,
    due: isDue(now),
  };
}

export function compactCreatureView(now: VisibleLiving | VisibleDead): z.input<typeof shapes.compactCreature> {
  const { id, name, stage } = now.creature;
  const { stats, hidden } = now.kind === "dead" ? visibilityOf(now.creature) : now.visibility;
  return {
    id,
    name,
    alive: now.kind !== "dead",
    stage,
    mood: now.kind === "dead" ? "critical" : now.mood,
    ...recordOf(STATS, (stat) => roundStat(stats[stat], 1)),
    ...(hidden.length === 0 ? {} : { hidden_stats: [...hidden] }),
    feeding_status: now.kind === "dead" ? "critical" : now.feedingStatus,
    ...(now.kind === "dead" || now.resting === null ? {} : { boarding: boardingView(now) }),
  };
}

export function compactLookView(now: VisibleLiving): z.input<typeof shapes.compactLook> {
  return { ...compactCreatureView(now), behavior: behaviorLine(speakerOf(now.creature), behaviorInput(now)) };
}

const WELL: ReadonlySet<VisibleLiving["mood"]> = new Set(["happy", "content", "curious", "sleeping"]);
const IN_TIME: ReadonlySet<VisibleLiving["feedingStatus"]> = new Set(["ok", "due_soon"]);
const LOW_HEALTH_BELOW = 60;

/** Describes the other creatures of a house in a compact answer: those that need attention, and how many are well. */
export function othersView(others: readonly VisibleLiving[]): {
  other_creatures?: z.input<typeof shapes.unwell>[];
  others_well?: number;
} {
  const unwell = others.filter(
    ({ mood, feedingStatus, visibility: { stats } }) =>
      !WELL.has(mood) || !IN_TIME.has(feedingStatus) || (stats.health ?? 100) < LOW_HEALTH_BELOW,
  );
  const well = others.length - unwell.length;
  return {
    ...(unwell.length === 0 ? {} : { other_creatures: unwell.map(unwellView) }),
    ...(well === 0 ? {} : { others_well: well }),
  };
}

function unwellView({
  creature: { id, name },
  mood,
  feedingStatus,
  visibility,
}: VisibleLiving): z.input<typeof shapes.unwell> {
  return { id, name, mood, feeding_status: feedingStatus, health: roundStat(visibility.stats.health, 1) };
}

/** Stats are rounded to multiples of this many points, so that small changes do not change the tag. */
const STEP = 5;

/** Returns the part of a creature's state whose change requires a new answer (decision 0011). */
export function compactTag(now: VisibleLiving): unknown {
  const { creature, visibility, deathClock, checkIn, advice } = now;
  const stepped = (value: number | null) => (value === null ? null : Math.round(value / STEP));
  return [
    creature.id,
    creature.stage,
    creature.path,
    now.mood,
    Object.values(visibility.stats).map(stepped),
    visibility.hidden,
    now.feedingStatus,
    feedingWindowView(now),
    // Sentences about a creature near death count minutes, so its tag changes every minute.
    [deathClock.urgency, deathClock.diesAt, isNearDeath(now) ? Math.floor(now.clock / MINUTE_MS) : null],
    costsOf(now),
    checkIn.at <= now.clock ? "now" : checkIn.at,
    now.resting,
    [advice?.action, advice?.reason],
    [creature.consistency, creature.responsiveness, now.variety].map(stepped),
    creature.careActions,
  ];
}

/** Describes the check-in for one creature, ignoring the others. */
export function checkInView(now: VisibleLiving): z.input<typeof shapes.checkIn> {
  return visitView({ ...now.checkIn, decider: now, hungerThen: now.hungerAtCheckIn });
}

/** Describes the check-in of a house (ADVICE-8). */
export function visitView(visit: Omit<PlannedVisit, "serves">): z.input<typeof shapes.checkIn> {
  const { at, decider } = visit;
  const { id, name } = decider.creature;
  const isEgg = decider.kind === "egg";
  return {
    at: iso(at),
    hours_from_now: hoursUntil(at - (isEgg ? decider.now : decider.clock)),
    reason: checkInSentence(visit),
    feeding_window_status: isEgg ? "before_window" : decider.feedingWindowStatus,
    creature_id: id,
    name,
  };
}

/** Returns the field `recommended_checkin` for the whole house, if it has residents. */
export function nextVisit({ visit }: { readonly visit: PlannedVisit | null }): {
  recommended_checkin?: z.input<typeof shapes.checkIn>;
} {
  return visit === null ? {} : { recommended_checkin: visitView(visit) };
}

/** Returns stats with two decimals, so that interpolated values are correct to one decimal. */
function tickingView({ hunger, happiness, health, trust }: TickingStats<VisibleStat>) {
  const show = (stat: VisibleStat) => roundStat(stat, 100);
  return { hunger: show(hunger), happiness: show(happiness), health: show(health), trust: show(trust) };
}

export function forecastView({ creature }: VisibleLiving, hours: number): z.input<typeof shapes.forecastPiece>[] {
  return forecastOf(creature, hours).map(({ from, until, asleep, bend, start, end }) => ({
    from: iso(from),
    until: iso(until),
    asleep,
    bend: Math.round(bend * 10_000) / 10_000,
    start: tickingView(start),
    end: tickingView(end),
  }));
}

interface VisibleStored {
  readonly creature: Pick<VisibleCreature, "id" | "name" | "species" | "stage" | "death" | "releasedAt">;
}

export function yourCreatureView({ creature }: VisibleStored): z.input<typeof shapes.yourCreature> {
  const alive = creature.death === null && creature.releasedAt === null;
  return { id: creature.id, name: creature.name, ...speciesView(creature.species), stage: creature.stage, alive };
}

/** A released creature's age is its age at release. */
export function ageHoursOf({ creature, now }: VisibleNow): number {
  return twoDecimals(ageMsAt(creature, creature.releasedAt ?? now) / HOUR_MS);
}

export async function activityView(rollups: RollupCache): Promise<z.input<typeof shapes.activity>> {
  return { ...(await rollups.get("activity")), window: "24h", ...rollups.computedAtIfOld("activity") };
}

export function packView(pack: Pack): z.input<typeof shapes.creditPack> {
  return { id: pack.id, credits: pack.credits, price: priceOf(pack) };
}

/** Describes the name of a species, which is marked if an agent designed the species. */
export function speciesView({ name, tier }: Pick<SpeciesNature, "name" | "tier">): {
  species: string;
  species_untrusted?: true;
} {
  return tier === "community" ? { species: name, species_untrusted: true } : { species: name };
}

/** Returns the field `report` for callers that receive one. */
export function reportView(report: Report | null | undefined): { report?: z.input<typeof reportShape> } {
  if (report === undefined) return {};
  if (report === null) return { report: null };
  return {
    report: { ...report, lines: report.lines.map(({ kind, at, message }) => ({ kind, at: iso(at), message })) },
  };
}

/** Returns the part of a report that an ETag covers. Texts are excluded, because they may name instants that move. */
export function reportTag(report: Report | null | undefined): unknown {
  return report?.lines.map(({ kind, at }) => [kind, at]);
}
