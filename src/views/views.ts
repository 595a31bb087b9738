// Creatures in answers: stats with one decimal, hours with two, and only what the species shows.
import { iso } from "../platform/clock.ts";
import type { z } from "zod";
import { boardableMs } from "@denkeeper/rules/care/boarding.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { STATS, ageMsAt, isLiving } from "@denkeeper/rules/creature/creature.ts";
import type { Memory } from "@denkeeper/rules/creature/memory.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { costsOf } from "@denkeeper/rules/life/costs.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { ago } from "@denkeeper/rules/time/spoken.ts";
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
import { plightOf, mentionsMemories } from "@denkeeper/rules/words/plight.ts";
import { soulMemory, soulLine } from "@denkeeper/rules/words/memory-lines.ts";
import { soulPrompt } from "@denkeeper/rules/words/soul-prompt.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { isNearDeath } from "@denkeeper/rules/words/verdict.ts";
import { priceOf, type Pack } from "../model/ledger/packs.ts";
import type { PresentCreature } from "../model/creatures/store/creature-change.ts";
import type { RecentCare } from "../model/creatures/store/creature-row.ts";
import type { Caller } from "../model/agents/store/callers.ts";
import { asKeeper, ownWords, type KeeperCaller, type PrivateText } from "../model/creatures/store/private-text.ts";
import type { RollupCache } from "../model/figures/rollup-cache.ts";
import type * as shapes from "../http/contract/shapes/creature.ts";

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

export function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Hours, rounded up: 0 means now. */
function hoursUntil(ms: number): number {
  return Math.ceil(Math.max(0, ms) / (HOUR_MS / 100)) / 100;
}

/** Rounds down, so that the value can be sent back unchanged. */
export function wholeHundredths(value: number): number {
  return Math.floor(value * 100) / 100;
}

/** A stat with one decimal, or null while it is hidden. */
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

/** While a creature rests its clock stands still and its death moves; the hours remaining are those until `dies_at`. */
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

/** The other creatures of a house in a compact answer: those that are not well, and the number of the rest. */
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

/** A stat counts as changed after this many points. */
const STEP = 5;

/** The state of a creature whose change is worth a new answer (decision 0011). */
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
    // Near death, sentences count minutes.
    [deathClock.urgency, deathClock.diesAt, isNearDeath(now) ? Math.floor(now.clock / MINUTE_MS) : null],
    costsOf(now),
    checkIn.at <= now.clock ? "now" : checkIn.at,
    now.resting,
    [advice?.action, advice?.reason],
    [creature.consistency, creature.responsiveness, now.variety].map(stepped),
    creature.careActions,
  ];
}

/** The check-in for one creature, ignoring the others. */
export function checkInView(now: VisibleLiving): z.input<typeof shapes.checkIn> {
  return visitView({ ...now.checkIn, decider: now, hungerThen: now.hungerAtCheckIn });
}

/** The check-in of a house (ADVICE-8). */
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

/** The field `recommended_checkin` for the whole house, if it has residents. */
export function nextVisit({ visit }: { readonly visit: PlannedVisit | null }): {
  recommended_checkin?: z.input<typeof shapes.checkIn>;
} {
  return visit === null ? {} : { recommended_checkin: visitView(visit) };
}

/** Stats with two decimals, so that interpolated values are right to one. */
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

/** The memories that a creature may mention, and its listener. */
interface MemoryContext {
  readonly memory: PresentCreature["memory"];
  readonly caller: Caller;
  /** The creatures that the caller can see. */
  readonly house: readonly PresentCreature[];
}

export function soulPromptOf(now: VisibleLiving, context: MemoryContext, hurts = false): string {
  return soulPrompt(speakerOf(now.creature), {
    seen: now,
    rests: now.resting !== null,
    hurts,
    hoursSinceFed: now.hoursSinceFed,
    line: soulLineOf(now, context),
    key: now.creature.careActions,
    meals: now.creature.feedings,
  });
}

/** The memory at the end of the soul prompt, if there is one. Eggs do not count as company. */
export function soulLineOf(now: VisibleLiving, { memory, caller, house }: MemoryContext): string | undefined {
  if (now.resting === null && !mentionsMemories(plightOf(now))) return undefined;
  const { creature } = now;
  const others = house.flatMap((other) =>
    isLiving(other.creature) && other.creature.id !== creature.id ? [other.creature.name] : [],
  );
  const shared = memory === null ? null : { ...memory, note: noteFor(caller, memory.note) };
  return soulLine(creature, soulMemory(creature, shared, others))?.text;
}

/** Hides the keeper's note from sitters. */
function noteFor(caller: Caller, note: Memory<PrivateText>["note"]): Memory<string>["note"] {
  const keeper = note === null ? undefined : asKeeper(caller, caller.agent.id);
  return note === null || keeper === undefined ? null : { ...note, words: ownWords(keeper, note.words) };
}

/**
 * Recent care for its keeper: a sitter's words are marked, and words of unknown origin are left out. A sitter sees actions and
 * times, but no words.
 */
export function recentCareView(
  { action, item, notes, timing, at, sitter }: RecentCare,
  now: number,
  keeper: KeeperCaller | undefined,
): z.input<typeof shapes.recentCare> {
  const reader = sitter === undefined ? undefined : keeper;
  return {
    action,
    item: ownWords(reader, item),
    notes: ownWords(reader, notes),
    timing,
    ago: ago(at, now),
    ...sitterMark(sitter),
  };
}

export function sitterMark(sitter: string | null | undefined): z.input<z.ZodObject<typeof shapes.sitterFields>> {
  return sitter === null || sitter === undefined ? {} : { sitter, untrusted: true };
}

interface VisibleStored {
  readonly creature: Pick<VisibleCreature, "id" | "name" | "species" | "stage" | "death" | "releasedAt">;
}

export function yourCreatureView({ creature }: VisibleStored): z.input<typeof shapes.yourCreature> {
  const alive = creature.death === null && creature.releasedAt === null;
  return { id: creature.id, name: creature.name, ...speciesView(creature.species), stage: creature.stage, alive };
}

/** For a released creature, the age at its release. */
export function ageHoursOf({ creature, now }: VisibleNow): number {
  return twoDecimals(ageMsAt(creature, creature.releasedAt ?? now) / HOUR_MS);
}

export async function activityView(rollups: RollupCache): Promise<z.input<typeof shapes.activity>> {
  return { ...(await rollups.get("activity")), window: "24h", ...rollups.computedAtIfOld("activity") };
}

export function packView(pack: Pack): z.input<typeof shapes.creditPack> {
  return { id: pack.id, credits: pack.credits, price: priceOf(pack) };
}

/** The name of a species, marked if an agent designed it. */
export function speciesView({ name, tier }: Pick<SpeciesNature, "name" | "tier">): {
  species: string;
  species_untrusted?: true;
} {
  return tier === "community" ? { species: name, species_untrusted: true } : { species: name };
}

/** The field `report`, for callers that receive one. */
export function reportView(report: Report | null | undefined): { report?: z.input<typeof shapes.report> } {
  if (report === undefined) return {};
  if (report === null) return { report: null };
  return {
    report: { ...report, lines: report.lines.map(({ kind, at, message }) => ({ kind, at: iso(at), message })) },
  };
}

/** The part of a report that an ETag covers: its texts may name instants that move. */
export function reportTag(report: Report | null | undefined): unknown {
  return report?.lines.map(({ kind, at }) => [kind, at]);
}
