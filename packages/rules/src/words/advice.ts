// Practical sentences: why to come at a check-in, what to do first, why care had little effect. Keepers act on them, so each
// consists of clauses that are true at that instant and names a near death (ADVICE-11).
import type { CareAction } from "../creature/creature.ts";
import { PRIMARY_STAT } from "../creature/effects.ts";
import { SHOWN_PARTS, roundStat, type VisibleStats } from "../creature/visibility.ts";
import type { RefusalReason, ShortfallReason } from "../care/care.ts";
import { bandOf, type ResidentNow, type PlannedVisit } from "../foresight/schedule.ts";
import { lowForDiscipline, type Advice, type AdviceReason } from "../life/advice.ts";
import { costsOf } from "../life/costs.ts";
import { DIRTY_AFTER_MS } from "../life/course.ts";
import type { VisibleLiving } from "../life/shown.ts";
import { DAY_MS, MINUTE_MS } from "../time/durations.ts";
import { isAsleepAt, nextWakingInstant } from "../time/sleep.ts";
import { toCalendar } from "../time/span.ts";
import { dateWords, spanWords } from "../time/spoken.ts";
import type { Instant } from "../time/units.ts";
import type { CareMessageInput } from "./care-message.ts";
import { helpFor, isNearDeath, livingVerdict, treatmentFor } from "./verdict.ts";

function joined(clauses: readonly (string | null)[]): string {
  return clauses.filter((clause) => clause !== null).join(" ");
}

function when({ creature }: VisibleLiving, at: Instant): string {
  return dateWords(toCalendar(creature.pauses, at));
}

/** Checks whether the creature lives until an instant. Sentences omit events after its death. */
function livesUntil({ course }: VisibleLiving, at: Instant): boolean {
  return at < course.death.at;
}

/** Describes the meal once the feeding window has opened. */
function mealClause(seen: VisibleLiving): string {
  const { endsAt, missedAt } = bandOf(seen);
  const { missedThisCycle: missed } = seen.creature;
  if (seen.feedingStatus === "critical") return `It has missed ${missed === 1 ? "a meal" : `${missed} meals`}.`;
  if (seen.feedingStatus !== "overdue")
    return livesUntil(seen, endsAt) ? `A meal is on time until ${when(seen, endsAt)}.` : "Its feeding window is open.";
  // After a pause, the end of the window is an estimate (FEED-2).
  const ended = endsAt < seen.now ? `ended on ${when(seen, endsAt)}` : "has ended";
  const late = `Its feeding window ${ended}, so a meal counts as late.`;
  const then = `From ${when(seen, missedAt)} on, it counts as missed, which costs health.`;
  return livesUntil(seen, missedAt) ? `${late} ${then}` : late;
}

/** Describes the cost of waiting, or returns null unless health is falling. Includes trust if it is visible and falling. */
export function costClause(seen: VisibleLiving): string | null {
  const { health, isLeast, trust, isDirtAlone } = costsOf(seen);
  if (health === 0) return null;
  const parts = [`${isLeast ? "at least " : ""}${rate(health)} health`, ...(trust > 0 ? [`${rate(trust)} trust`] : [])];
  return `${isDirtAlone ? "Dirt" : "Waiting"} costs it ${parts.join(" and ")} an hour.`;
}

function rate(perHour: number): number {
  return Math.round(perHour * 1_000) / 1_000;
}

function deathClause({ deathClock: { diesAt }, clock }: VisibleLiving): string {
  return `Without care, it dies on ${dateWords(diesAt)}, in ${spanWords(Math.max(MINUTE_MS, diesAt - clock))}.`;
}

function nearDeathClause(seen: VisibleLiving): string | null {
  return isNearDeath(seen) ? deathClause(seen) : null;
}

function dangers(seen: VisibleLiving): readonly (string | null)[] {
  return [costClause(seen), nearDeathClause(seen)];
}

/** The first advised action as a command (ADVICE-4). */
const FIRST: Readonly<Record<CareAction, string>> = {
  feed: "Feed it now.",
  play: "Play with it now, then feed it.",
  clean: "Clean it now, then feed it.",
  medicine: "Give medicine now.",
  reflect: "Reflect now.",
  discipline: "",
  sleep: "",
};

function firstClause({ advice }: VisibleLiving): string | null {
  return advice === null ? null : FIRST[advice.action];
}

/** Care that ends with a meal, as a command to which a time is appended. */
const MEAL_BY: Readonly<Partial<Record<CareAction, string>>> = {
  feed: "Feed it by",
  play: "Play with it, then feed it by",
  clean: "Clean it, then feed it by",
};

/** Says what to do first while a meal is due, and until when the meal is on time. */
function mealAdvice(seen: VisibleLiving): string {
  const { endsAt } = bandOf(seen);
  const by = seen.advice === null ? undefined : MEAL_BY[seen.advice.action];
  return by !== undefined && seen.feedingStatus === "due_soon" && livesUntil(seen, endsAt)
    ? `${by} ${when(seen, endsAt)} to be on time.`
    : joined([firstClause(seen), mealClause(seen)]);
}

const TRUST_LOW = "Its trust is below 40, so reflect is the only care it accepts.";

type VisitReason = PlannedVisit["reason"];

function reasonClause(reason: Exclude<VisitReason, "egg">, seen: VisibleLiving, at: Instant): string {
  const { clock, course } = seen;
  switch (reason) {
    case "feeding_opens":
      return livesUntil(seen, bandOf(seen).endsAt)
        ? `Its feeding window will be open until ${when(seen, bandOf(seen).endsAt)}.`
        : "Its feeding window will be open.";
    case "feeding_open_now":
    case "feeding_overdue":
      return mealAdvice(seen);
    case "wakes":
      return seen.resting === null && nextWakingInstant(course.sleeper, clock) === at
        ? "It is asleep until then and accepts only reflect."
        : "It will be asleep just before, and is awake then.";
    case "returns":
      return `It is ${seen.resting?.kind === "leave" ? "on leave" : "boarded"} until then, with its clocks stopped, and needs care as soon as it is back.`;
    case "feeding_closes":
      return `Come by then at the latest: a meal is on time until ${when(seen, bandOf(seen).endsAt)}.`;
    case "critical_health":
      return joined(["Its health is below 20.", firstClause(seen)]);
    case "low_health":
      return joined(["Its health is below 40.", firstClause(seen)]);
    case "trust_low":
      return joined([TRUST_LOW, firstClause(seen)]);
    case "before_death":
      return joined([
        at > clock ? "Come by then at the latest." : "Come now.",
        isAsleepAt(course.sleeper, at) ? `It ${at > clock ? "will be" : "is"} asleep and accepts only reflect.` : null,
        isNearDeath(seen) ? null : deathClause(seen),
      ]);
  }
}

/** WORDS-8, ADVICE-11: the reason for a check-in. `hungerThen` is the hunger at that instant, or null if hidden. */
export function checkInSentence(visit: Omit<PlannedVisit, "serves">): string {
  const { reason, decider, at, hungerThen } = visit;
  if (decider.kind === "egg" || reason === "egg") return "It is an egg: a status call hatches it.";
  const isNow = at <= decider.clock;
  const hunger = hungerThen === null ? "" : ` (${isNow ? "" : "predicted "}hunger: about ${Math.round(hungerThen)})`;
  const main = reasonClause(reason, decider, at).replace(/(?=\.(?: |$))/u, hunger);
  const treatment = decider.asleep || isNow ? null : treatmentFor(decider);
  return joined([main, treatment === null ? null : `It needs ${treatment} now.`, ...dangers(decider)]);
}

const PLAY_FIRST = {
  jackrabbit: "It does not eat until it has been played with.",
  bengal: "Fed before it has been played with, it gets only half of the meal.",
};

function cleaningClause(seen: VisibleLiving): string {
  const { lastCleanedAt } = seen.creature;
  const days = Math.floor((seen.now - lastCleanedAt) / DAY_MS);
  if (days > 1) return `It has not been cleaned for ${days} days.`;
  const from = lastCleanedAt + DIRTY_AFTER_MS;
  const then = livesUntil(seen, from) ? ` From ${when(seen, from)} on, that costs health.` : "";
  return `It has not been cleaned for a day.${then}`;
}

function reasonSentence(seen: VisibleLiving, reason: AdviceReason): string {
  const { course, now, visibility, creature } = seen;
  switch (reason) {
    case "trust_low":
      return TRUST_LOW;
    case "asleep": {
      const wakes = nextWakingInstant(course.sleeper, now);
      return `It is asleep${livesUntil(seen, wakes) ? ` until ${dateWords(wakes)}` : ""} and accepts only reflect.`;
    }
    case "health_low": {
      const health = roundStat(visibility.stats.health, SHOWN_PARTS);
      return `${health === null ? "It is unwell." : `Its health is ${health}.`} Medicine helps most.`;
    }
    case "play_first":
      return creature.species.mechanic === "jackrabbit" ? PLAY_FIRST.jackrabbit : PLAY_FIRST.bengal;
    case "uncleaned":
      return cleaningClause(seen);
    case "bored":
      return "It needs some fun. Play with it.";
    case "feeding_open":
      return mealAdvice(seen);
  }
}

/** Returns why this care is advised, and what waiting costs. */
export function adviceReason(seen: VisibleLiving, advice: Advice): string {
  return joined([reasonSentence(seen, advice.reason), taskClause(advice), ...dangers(seen)]);
}

/** Describes care that overcomes a refusal. A sleeper's losses are omitted, because reflecting does not stop them. */
export function liftingReason(seen: VisibleLiving, advice: Advice): string {
  const cost = advice.reason === "asleep" ? null : costClause(seen);
  return joined(["It accepts this now.", taskClause(advice), cost, nearDeathClause(seen)]);
}

function taskClause({ needsTaskItem }: Advice): string | null {
  return needsTaskItem ? "It only enjoys play that gives it a task." : null;
}

const LIST = new Intl.ListFormat("en-US");

/** Describes the visit to the creatures that are due, by their most urgent need. */
export function visitReason(due: readonly ResidentNow[]): string {
  const [first] = due
    .filter((each) => each.kind === "living")
    .filter(isNearDeath)
    .toSorted((one, other) => one.deathClock.diesAt - other.deathClock.diesAt);
  const names = due.length > 1 ? `${LIST.format(due.map(({ creature }) => creature.name))} are due; ` : "";
  if (first === undefined) return livingVerdict(due).text.replace(/^A visit is due\. (?=.)/u, names);
  return `Without care, ${first.creature.name} dies on ${dateWords(first.deathClock.diesAt)}.`;
}

/** Says when to come back. `hasOptionalSteps`: the answer lists care that can wait. */
export function comeBackSentence(
  house: readonly ResidentNow[],
  at: string,
  name: string,
  hasOptionalSteps: boolean,
): string {
  if (hasOptionalSteps) return `The care listed above would help now. Then come back at ${at}, for ${name}.`;
  const isCalm = house.every(
    (each) => each.kind === "egg" || (costsOf(each).health === 0 && !isNearDeath(each) && helpFor(each).length === 0),
  );
  return `${isCalm ? "Nothing is due. " : ""}Come back at ${at}, for ${name}.`;
}

/** Advice after a refusal, in addition to the creature's own words. */
export function refusalTip({ course, now, resting }: VisibleLiving, reason: RefusalReason): string {
  switch (reason) {
    case "resting":
      return `End the ${resting?.kind === "leave" ? "leave" : "boarding"}, or come back at the recommended check-in.`;
    case "asleep":
      return `Come back when it is awake, on ${dateWords(nextWakingInstant(course.sleeper, now))}.`;
    case "untrusting":
      return "Each reflect builds trust. Keep reflecting until it accepts other care.";
    case "unplayed":
      return "Play with it once, then feed it.";
  }
}

/** Advice for a primary stat at or near its limit. */
const WHEN_FULL: Readonly<Record<Exclude<CareAction, "feed">, string>> = {
  play: "play with it again once its happiness is below 80",
  clean: "clean it about once a day, or when its health has fallen",
  medicine: "save medicine for when its health is below 60",
  discipline: "it needs no more lessons",
  sleep: "let it rest again when its health has fallen",
  reflect: "other care does more for it now",
};

type TipSubject = Pick<CareMessageInput, "action" | "timing" | "wasDue" | "effectiveness" | "shortfall" | "endsStreak">;

/** Explains care whose stat was near its limit, or returns null if the message already describes the effect. */
function littleRoom({ action, timing, wasDue, effectiveness }: TipSubject): string | null {
  if (wasDue) return null;
  if (action === "feed") {
    return timing === "on_time"
      ? "Keeping its feeding window is what counts: an on-time meal counts in full for consistency and streak."
      : "Keeping its feeding window is what counts: next time, feed it as soon as next_feeding_window opens.";
  }
  const limit =
    effectiveness === "wasted" ? "is at its limit" : `is near its limit, so ${action} has only part of its effect`;
  return `${action} raises ${PRIMARY_STAT[action]}, which ${limit}: ${WHEN_FULL[action]}.`;
}

/** Explains a reduced effect and suggests an alternative, or returns null for a full effect. Dry runs use this text too. */
export function tip(tipped: TipSubject): string | null {
  const { action, effectiveness, shortfall } = tipped;
  if (effectiveness === "effective" || shortfall === null) return null;
  const instead = `send one that its preferences list under ${action}, or none`;
  const tips: Readonly<Record<ShortfallReason, () => string | null>> = {
    full: () => littleRoom(tipped),
    early: () =>
      `A feeding before its window opens counts only in part${tipped.endsStreak ? " and ends the on-time streak" : ""}: ` +
      "wait for next_feeding_window.",
    harmful: () => `A harmful item does damage instead of the usual effect: ${instead}.`,
    disliked: () => `A disliked item gives half the usual gain: ${instead}.`,
    no_task_item: () =>
      "This species only enjoys play that gives it a task, such as a puzzle or training: name one as the item.",
  };
  return tips[shortfall]();
}

const INSTEAD_OF_DISCIPLINE = { health: "Give it medicine", trust: "Reflect with it", happiness: "Play with it" };

/** ADVICE-5: a warning judged by visible stats, or null if discipline is acceptable. */
export function disciplineWarning({ health, trust, happiness }: VisibleStats): string | null {
  if (health === null || trust === null || happiness === null) {
    return "Its stats are hidden, so you cannot tell whether it can take discipline now. Wait until you can.";
  }
  const low = lowForDiscipline({ health, trust, happiness });
  if (low === null) return null;
  return (
    "Discipline is unwise while health is below 40, trust below 30 or happiness below 30, and it costs happiness and trust. " +
    `${INSTEAD_OF_DISCIPLINE[low]} instead.`
  );
}
