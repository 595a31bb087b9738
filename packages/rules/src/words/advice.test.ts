// ADVICE-11: checks each practical sentence against the rules, over thousands of states. A sentence without an entry in `CLAIMS`
// fails, so that every new sentence states when it is true.
import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, hours, idThat } from "../../../../test/lives/creatures.ts";
import { startLife } from "../../../../scripts/simulate/balance/lives.ts";
import { seenWith } from "../../../../test/lives/words.ts";
import { FULL } from "../../../../test/tier.ts";
import { board } from "../care/boarding.ts";
import { applyCare, type CareDone, type JudgedItem } from "../care/care.ts";
import { visibleCare, type VisibleCare } from "../care/visible-effect.ts";
import {
  CARE_ACTIONS,
  ITEM_CATEGORIES,
  MOODS,
  STATS,
  type CareAction,
  type Living,
  type Stat,
  type Stats,
} from "../creature/creature.ts";
import { dueInOrder, residentsIn, visitOf } from "../foresight/schedule.ts";
import { URGENCIES } from "../life/death.ts";
import { lifeAt } from "../life/life.ts";
import { visibleLifeAt, type VisibleLiving } from "../life/shown.ts";
import { CATALOG } from "../species/catalog/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import {
  adviceReason,
  checkInSentence,
  comeBackSentence,
  disciplineWarning,
  refusalTip,
  tip,
  visitReason,
} from "./advice.ts";
import { careMessage, careScene } from "./care-message.ts";
import { currentTroubles } from "./report.ts";
import { speakerOf } from "./speaker.ts";
import { needOf, verdictOf } from "./verdict.ts";

const STATES = FULL ? 40_000 : 6_000;

interface State {
  readonly living: Living;
  readonly seen: VisibleLiving;
}

/** Returns a life with some varied care, observed hours later: fed or not, clean or not, boarded, or near death. */
function stateOf(number: number): State | null {
  const species = CATALOG[number % CATALOG.length];
  if (species === undefined) throw new Error("the catalog is empty");
  const start = startLife(species, number);
  const { dice } = start;
  const stats = Object.fromEntries(STATS.map((stat) => [stat, dice() < 0.3 ? 100 : dice() * 100]));
  let creature: Living = { ...start.creature, stats: { ...start.creature.stats, ...stats } };
  let now = creature.asOf;
  for (let cares = Math.floor(dice() * 4); cares > 0; cares--) {
    now += Math.floor(dice() * 14 * HOUR_MS);
    const action = CARE_ACTIONS[Math.floor(dice() * CARE_ACTIONS.length)] ?? "feed";
    const category = dice() < 0.15 && action !== "reflect" ? "harmful" : null;
    const done = applyCare(creature, action, { category, isTask: true }, now);
    if (done.kind === "done" && done.creature.death === null) ({ creature } = done);
  }
  // Most lives in this test are too short to become dirty.
  if (dice() < 0.2) creature = { ...creature, lastCleanedAt: creature.lastCleanedAt - Math.floor(dice() * 4 * DAY_MS) };
  if (dice() < 0.05) {
    const boarded = board(creature, now, HOUR_MS * 9);
    if (boarded.kind === "boarded") ({ creature } = boarded);
  }
  const life = lifeAt(creature, now);
  if (life.kind === "dead") return null;
  const until = life.course.death.at;
  // Observes most lives soon, and many in their last hours.
  const ahead = dice() ** 3 * (until - now);
  const at = dice() < 0.3 ? until - Math.floor(dice() ** 2 * 3 * HOUR_MS) - 1 : now + Math.floor(ahead);
  const seen = visibleLifeAt(creature, Math.max(now, at));
  return seen.kind === "dead" ? null : { living: creature, seen };
}

/** Returns the instant that a sentence names, truncated to the minute. */
function instantOf(text: string | undefined, { clock }: VisibleLiving): number {
  const year = new Date(clock).getUTCFullYear();
  const at = [year, year + 1, year - 1].map((each) =>
    Date.parse(`${text?.replace(" at ", ` ${each} `).replace(" UTC", "")} UTC`),
  );
  return at.toSorted((a, b) => Math.abs(a - clock) - Math.abs(b - clock))[0] ?? Number.NaN;
}

function positionAt(living: Living, at: number): number {
  const life = lifeAt(living, at);
  return life.kind === "dead" ? Infinity : life.position;
}

/** Checks whether an instant precedes the stored state. Pauses move the nights before them (FEED-2). */
function isForgotten(living: Living, at: number): boolean {
  return at < living.asOf || living.pauses.some(({ until }) => until > living.lastFedAt);
}

function isAsleep(living: Living, at: number): boolean {
  const life = lifeAt(living, at);
  return life.kind === "living" && life.asleep;
}

/** Returns the losses within a moment, scaled to an hour. */
function lossAt({ living, seen }: State): { readonly health: number; readonly trust: number } {
  const after = lifeAt(living, seen.clock + HOUR_MS / 900_000);
  const before = lifeAt(living, seen.clock);
  // A moment in which the creature falls asleep or wakes does not show an hourly rate.
  if (after.kind === "dead" || before.kind === "dead" || after.asleep !== before.asleep)
    return { health: Number.NaN, trust: Number.NaN };
  const lost = (stat: "health" | "trust") => 900_000 * (before.creature.stats[stat] - after.creature.stats[stat]);
  return { health: lost("health"), trust: lost("trust") };
}

/** Checks that cleaning alone would stop the loss of health. */
function isDirtAlone({ living, seen }: State): boolean {
  const { health } = lossAt({ living: { ...living, lastCleanedAt: seen.clock }, seen });
  return Number.isNaN(health) || health < 0.001;
}

/** Checks that the position passes `goal` within the named minute. During sleep, the position is constant. */
function passesIn(living: Living, minute: number, goal: number): boolean {
  return (
    positionAt(living, minute - 1) <= goal &&
    (positionAt(living, minute + MINUTE_MS) >= goal || isAsleep(living, minute))
  );
}

/** Returns the bounds of a span that was rounded down. */
function boundsOf(span = ""): readonly [number, number] {
  const units = { days: DAY_MS, h: HOUR_MS, min: MINUTE_MS } as const;
  const parts = [...span.matchAll(/(\d+) (days|h|min)/gu)].map(
    ([, count, unit]) => [Number(count), units[unit as keyof typeof units]] as const,
  );
  const least = parts.reduce((sum, [count, unit]) => sum + count * unit, 0);
  const exact = span.includes("days") ? HOUR_MS : MINUTE_MS;
  return [least === MINUTE_MS ? 0 : least, least + exact];
}

function isAbout(span: string | undefined, ms: number): boolean {
  const [least, most] = boundsOf(span);
  return ms >= least && ms <= most;
}

function isToTheMinute(span: string, ms: number): boolean {
  const [, wholeHours = "0", minutes = "0"] = /^(?:(\d+) h ?)?(?:(\d+) min)?$/u.exec(span) ?? [];
  return Math.abs(60 * Number(wholeHours) + Number(minutes) - ms / MINUTE_MS) <= 1;
}

/** Checks whether the keeper can see that the creature is unwell. */
function isUnwell({ mood, visibility: { stats, hidden } }: VisibleLiving): boolean {
  return mood === "sick" || mood === "critical" || (!hidden.includes("health") && (stats.health ?? 100) < 60);
}

function treatmentOf(seen: VisibleLiving): string {
  const isDirty = seen.now - seen.creature.lastCleanedAt >= 2 * DAY_MS;
  return [...(isUnwell(seen) ? ["medicine"] : []), ...(isDirty ? ["cleaning"] : [])].join(" and ");
}

function isNearItsEnd({ mood, visibility, deathClock }: VisibleLiving): boolean {
  const isSpent = mood === "critical" || (visibility.stats.health ?? 100) < 20;
  return isSpent || deathClock.urgency === "critical" || deathClock.urgency === "imminent";
}

type Claim = (state: State, said: readonly (string | undefined)[], at: number) => boolean;

/** Each sentence and the condition under which it is true. `at` is the check-in of the answer. */
const CLAIMS: readonly (readonly [RegExp, Claim])[] = [
  [
    /^Its feeding window will be open(?: until (.+))?\.$/u,
    ({ living, seen }, [, end], at) =>
      positionAt(living, at) >= 0.5 - 1e-6 &&
      positionAt(living, at) <= 1 &&
      !isAsleep(living, at) &&
      (end === undefined || passesIn(living, instantOf(end, seen), 1)),
  ],
  [
    /^(?:Its feeding window is open|A meal is on time until (.+))\.$/u,
    ({ living, seen }, [, end]) =>
      seen.position >= 0.5 && seen.position <= 1 && (end === undefined || passesIn(living, instantOf(end, seen), 1)),
  ],
  [
    /^(F|(?:Play with|Clean) it, then f)eed it by (.+) to be on time\.$/u,
    ({ living, seen }, [, first, end]) =>
      applyCare(living, first === "F" ? "feed" : "clean", undefined, seen.clock).kind === "done" &&
      seen.position >= 0.5 &&
      passesIn(living, instantOf(end, seen), 1),
  ],
  [
    /^Its feeding window (?:has ended|ended on (.+)), so a meal counts as late\.$/u,
    ({ seen }, [, end]) =>
      seen.position > 1 && seen.position < 1.5 && (end === undefined || instantOf(end, seen) <= seen.clock),
  ],
  [
    /^From (.+) on, it counts as missed, which costs health\.$/u,
    ({ living, seen }, [, from]) => seen.position < 1.5 && passesIn(living, instantOf(from, seen), 1.5),
  ],
  [
    /^It has missed (a meal|\d+ meals)\.$/u,
    ({ seen }, [, meals]) =>
      Math.floor(seen.position - 0.5 + 1e-9) === (meals === "a meal" ? 1 : Number.parseInt(meals ?? "", 10)),
  ],
  [
    /^(Waiting|Dirt) costs it (at least )?([\d.]+) health(?: and ([\d.]+) trust)? an hour\.$/u,
    (state, [, what, least, health, trust]) => {
      const lost = lossAt(state);
      if (Number.isNaN(lost.health)) return true;
      if (least === undefined && isDirtAlone(state) !== (what === "Dirt")) return false;
      const isRight =
        least === undefined ? Math.abs(lost.health - Number(health)) < 0.01 : lost.health > Number(health) - 0.01;
      return isRight && (trust === undefined || Math.abs(lost.trust - Number(trust)) < 0.01);
    },
  ],
  [
    /^(?:Without care, it|Without care, \S+) dies on (.+?)(?:, in ([^.]+))?\.?$/u,
    ({ living, seen }, [, on, span]) => {
      const { diesAt } = seen.deathClock;
      const isRightSpan = span === undefined || isToTheMinute(span, diesAt - seen.clock);
      return (
        isRightSpan && lifeAt(living, diesAt).kind === "dead" && Math.abs(instantOf(on, seen) - diesAt) < MINUTE_MS
      );
    },
  ],
  [
    /^It is asleep until (.+) and accepts only reflect\.$/u,
    ({ living, seen }, [, until], at) => {
      const wakes = until === "then" ? at : instantOf(until, seen);
      return seen.asleep && isAsleep(living, wakes - 1) && !isAsleep(living, wakes);
    },
  ],
  [
    /^It will be asleep just before, and is awake then\.$/u,
    ({ living }, _, at) => isAsleep(living, at - 1) && !isAsleep(living, at),
  ],
  [
    /^It is boarded until then, with its clocks stopped, and needs care as soon as it is back\.$/u,
    ({ seen }, _, at) => seen.resting?.until === at,
  ],
  [/^Come by then at the latest(?:\.|: a meal is on time until (.+)\.)$/u, ({ seen }, _, at) => at > seen.clock],
  [/^Come now\.$/u, ({ seen }, _, at) => at === seen.clock],
  [/^It (is|will be) asleep and accepts only reflect\.$/u, ({ living }, _, at) => isAsleep(living, at)],
  [/^Its health is below 20\.$/u, ({ seen }) => seen.mood === "critical"],
  [/^Its health is below 40\.$/u, ({ seen }) => seen.mood === "sick" || seen.mood === "critical"],
  [
    /^Its trust is below 40, so reflect is the only care it accepts\.$/u,
    ({ living, seen }) => applyCare(living, "feed", undefined, seen.clock).kind === "refused",
  ],
  [
    /^Feed it now\.$/u,
    ({ living, seen }) => applyCare(living, "feed", undefined, seen.clock).kind === "done" && seen.position >= 0.5,
  ],
  [
    /^(?:Play with it|Clean it) now, then feed it\.$/u,
    ({ living, seen }) => applyCare(living, "clean", undefined, seen.clock).kind === "done" && seen.position >= 0.5,
  ],
  [
    /^Give medicine now\.$/u,
    ({ living, seen }) => applyCare(living, "medicine", undefined, seen.clock).kind === "done",
  ],
  [/^Reflect now\.$/u, ({ living, seen }) => applyCare(living, "reflect", undefined, seen.clock).kind === "done"],
  [
    /^It does not eat until it has been played with\.$/u,
    ({ living, seen }) => applyCare(living, "feed", undefined, seen.clock).kind === "refused",
  ],
  [
    /^Fed before it has been played with, it gets only half of the meal\.$/u,
    ({ seen }) => seen.creature.species.mechanic === "bengal" && !seen.creature.playedThisCycle,
  ],
  [
    /^It has not been cleaned for (a day|\d+ days)\.$/u,
    ({ seen }, [, days]) =>
      Math.floor((seen.now - seen.creature.lastCleanedAt) / DAY_MS) ===
      (days === "a day" ? 1 : Number.parseInt(days ?? "", 10)),
  ],
  [/^From (.+) on, that costs health\.$/u, ({ seen }, [, from]) => instantOf(from, seen) > seen.clock - MINUTE_MS],
  [/^It is unwell\.$/u, ({ seen }) => seen.visibility.stats.health === null],
  [
    /^Its health is ([\d.]+)\.$/u,
    ({ seen }, [, health]) =>
      Math.abs((seen.visibility.stats.health ?? 0) - Number(health)) < 0.051 && Number(health) <= 60,
  ],
  [
    /^Medicine helps most\.$/u,
    ({ living, seen }) => applyCare(living, "medicine", undefined, seen.clock).kind === "done",
  ],
  [/^It needs some fun\.$/u, ({ living, seen }) => applyCare(living, "play", undefined, seen.clock).kind === "done"],
  [/^Play with it\.$/u, ({ seen }) => !seen.creature.playedThisCycle],
  [/^It only enjoys play that gives it a task\.$/u, ({ seen }) => seen.creature.species.mechanic === "border_collie"],
  [
    /^Nothing is due\.$/u,
    (state) =>
      (state.seen.advice === null || state.seen.asleep) &&
      (state.seen.resting !== null || (treatmentOf(state.seen) === "" && state.seen.position < 0.5)) &&
      !(lossAt(state).health > 0 && state.seen.visibility.stats.hunger !== null),
  ],
  [/^The care listed above would help now\.$/u, ({ seen }) => seen.advice !== null && !seen.asleep],
  [/^(?:Then c|C)ome back at \S+, for \S+\.$/u, ({ seen }, _, at) => at > seen.clock],
  [
    /^(?:\S+'s meal is|Meal) (.+) late$/u,
    ({ living, seen }, [, span]) => {
      const [least, most] = boundsOf(span);
      return (
        seen.position > 1 &&
        (isForgotten(living, seen.clock - most) ||
          (positionAt(living, seen.clock - least) >= 1 - 1e-9 && positionAt(living, seen.clock - most) <= 1 + 1e-9))
      );
    },
  ],
  [
    /^(?:[Ww]ithout care, \S+ )?dies in (.+)$/u,
    ({ seen }, [, span]) => isAbout(span, seen.deathClock.diesAt - seen.clock),
  ],
  [/^\S+ is in danger of dying$/u, ({ seen }) => isNearItsEnd(seen)],
  [
    /^\S+ is in danger of dying: without care, it dies on (.+)\.$/u,
    ({ living, seen }, [, on]) =>
      isNearItsEnd(seen) &&
      lifeAt(living, seen.deathClock.diesAt).kind === "dead" &&
      Math.abs(instantOf(on, seen) - seen.deathClock.diesAt) < MINUTE_MS,
  ],
  [
    /^\S+ has been alone for (.+)$/u,
    ({ living, seen }, [, span]) => seen.clock - living.lastCareAt >= boundsOf(span)[0],
  ],
  [/^A visit is due$|^[Vv]isit due now$/u, ({ seen }, _, at) => at - seen.clock < MINUTE_MS],
  [/^(?:\S+ n|N)eeds ([^:.]+)$/u, ({ seen }, [, said]) => said === treatmentOf(seen)],
  [
    /^It needs (.+) now\.$/u,
    ({ seen }, [, said], at) => said === treatmentOf(seen) && !seen.asleep && seen.resting === null && at > seen.clock,
  ],
  [
    /^\S+ needs (.+): a visit is due now$/u,
    ({ seen }, [, said], at) => said === treatmentOf(seen) && at - seen.clock < MINUTE_MS,
  ],
  [
    /^\S+'s meal is on time for another (.+)$/u,
    ({ living, seen }, [, span]) => {
      const [least, most] = boundsOf(span);
      return (
        seen.position >= 0.5 &&
        positionAt(living, seen.clock + least) <= 1 &&
        (positionAt(living, seen.clock + most) >= 1 || lifeAt(living, seen.clock + most).kind === "dead")
      );
    },
  ],
  [/^No one is late$/u, ({ seen }) => seen.position <= 1 && treatmentOf(seen) === "" && !isNearItsEnd(seen)],
  [/^All boarded$/u, ({ seen }) => seen.resting !== null],
  [/^[Nn]ext visit (?:due )?in (.+)$/u, ({ seen }, [, span], at) => isAbout(span, at - seen.clock)],
  [/^Boarded for another (.+)$/u, ({ seen }, [, span]) => isAbout(span, (seen.resting?.until ?? 0) - seen.clock)],
  [
    /^\S+ was not fed in time(?:: its feeding window ended on (.+))?\.$/u,
    ({ living, seen }, [, on]) => {
      const ended = instantOf(on, seen);
      if (on === undefined) return seen.position > 1;
      return seen.position > 1 && (isForgotten(living, ended) ? ended < seen.clock : passesIn(living, ended, 1));
    },
  ],
];

/**
 * Splits a text into sentences. Removes the predicted hunger, which belongs to the check-in. Text for people is also split at
 * semicolons.
 */
function sentencesOf({ what, text }: Said): readonly string[] {
  const sentences = text.replace(/ \((?:predicted )?hunger: about \d+\)/u, "").split(/(?<=\.) (?=\p{Lu})/u);
  return what === "page" || what === "visit"
    ? sentences.flatMap((sentence) => sentence.replace(/\.$/u, "").split("; "))
    : sentences;
}

interface Said {
  readonly what: "reason" | "step" | "visit" | "back" | "report" | "page";
  readonly text: string;
}

interface Answer {
  readonly state: State;
  /** The instant of the check-in. */
  readonly at: number;
  readonly said: readonly Said[];
}

/** Returns every practical sentence in one answer, and on the owner's page, about a house with one creature. */
function answerOf(state: State): Answer {
  const { seen } = state;
  const house = residentsIn([seen]);
  const visit = visitOf(house);
  if (visit === null) throw new Error("the house has no visit");
  const { advice } = seen;
  const isDue = visit.at <= seen.clock;
  const verdict = verdictOf({ house, lost: [], lived: true, now: seen.clock });
  const said: readonly Said[] = [
    { what: "reason", text: checkInSentence(visit) },
    ...(advice === null ? [] : [{ what: "step" as const, text: adviceReason(seen, advice) }]),
    ...(isDue ? [{ what: "visit" as const, text: visitReason(house) }] : []),
    ...(isDue
      ? []
      : [{ what: "back" as const, text: comeBackSentence(house, "then", "Pip", advice !== null && !seen.asleep) }]),
    ...currentTroubles([seen], null, null).map(({ message }) => ({ what: "report" as const, text: message })),
    { what: "page", text: verdict.text },
    { what: "page", text: needOf(seen).text },
  ];
  return { state, at: visit.at, said };
}

const states = Array.from({ length: STATES }, (_, number) => stateOf(number)).filter((state) => state !== null);
const answers = states.map(answerOf);

/** Patterns of sentences, each with the condition under which it is true of its subject. */
type ClaimsOf<Subject> = readonly (readonly [
  RegExp,
  (subject: Subject, said: readonly (string | undefined)[]) => boolean,
])[];

/** Care in a state and its outcome, which is null if the creature refused. */
interface Cared {
  readonly state: State;
  readonly action: CareAction;
  readonly item: JudgedItem;
  readonly done: (CareDone & { readonly care: VisibleCare }) | null;
}

/** Checks that a sentence lists exactly the stats that fell. */
function isOutcome({ done }: Cared, listed = ""): boolean {
  if (done === null) return false;
  const { before, after } = done.care;
  const shownOf = (value: number | null) => Math.round(10 * (value ?? 0));
  const fell = STATS.filter((stat) => shownOf(after[stat]) < shownOf(before[stat]) && after[stat] !== null);
  const said = STATS.filter((stat: Stat) => new RegExp(`\\b${stat}\\b[^,]* fell`, "u").test(listed));
  return JSON.stringify(said) === JSON.stringify(fell);
}

const CLAIMS_OF_CARE: ClaimsOf<Cared> = [
  [
    /^Fed on time(?:, (\d+) in a row)?\.$/u,
    ({ done }, [, streak]) => done?.timing === "on_time" && done.creature.streak === Number(streak ?? 1),
  ],
  [
    /^Fed (early|late|after its window was missed)(?:: (.+))?\.$/u,
    (cared, [, when, listed]) => {
      const { done, item } = cared;
      if (done === null) return false;
      const endsStreak = done.before.streak > 0 && done.creature.streak === 0;
      const isInTime =
        { early: "early", late: "late", "after its window was missed": "missed_window" }[when ?? ""] === done.timing;
      const isPart = /only part of it counted/u.test(listed ?? "");
      return (
        isInTime &&
        endsStreak === /streak ended/u.test(listed ?? "") &&
        (item.category === "harmful" || isOutcome(cared, listed)) &&
        (!isPart || (done.timing === "early" && done.creature.stats.hunger > done.before.stats.hunger))
      );
    },
  ],
  [
    /^It was harmful(?:: (.+))?\.$/u,
    (cared, [, listed]) =>
      cared.item.category === "harmful" &&
      isOutcome(cared, listed) &&
      (cared.done?.creature.stats.hunger ?? 0) <= (cared.done?.before.stats.hunger ?? 0),
  ],
  [/^It cost some (.+)\.$/u, (cared, [, listed]) => isOutcome(cared, `${listed} fell`)],
  [/^Dirt costs it nothing for the next two days\.$/u, ({ done }) => done?.creature.lastCleanedAt === done?.at],
  [
    /^It needed that before its next meal\.$/u,
    ({ done }) =>
      done?.creature.death === null &&
      done.creature.playedThisCycle &&
      applyCare({ ...done.creature, death: done.creature.death }, "feed", undefined, done.at).kind === "done",
  ],
  [
    /^Keeping its feeding window is what counts: an on-time meal counts in full for consistency and streak\.$/u,
    ({ done }) => done?.creature.streak === (done?.before.streak ?? 0) + 1,
  ],
  [
    /^Keeping its feeding window is what counts: next time, feed it as soon as next_feeding_window opens\.$/u,
    ({ done }) => done !== null && done.timing !== "on_time",
  ],
  [
    /^(\w+) raises (\w+), which is (at|near) its limit(?:, so \w+ has only part of its effect)?: .+\.$/u,
    ({ action, done }, [, said, stat, where]) => {
      if (done === null) return false;
      const [was, is] = [done.care.before[stat as Stat] ?? 0, done.care.after[stat as Stat] ?? 0];
      return said === action && is > 99.9 && (where === "at") === was >= 99.95;
    },
  ],
  [
    /^A feeding before its window opens counts only in part( and ends the on-time streak)?: wait for next_feeding_window\.$/u,
    ({ done }, [, ends]) => done?.timing === "early" && (ends !== undefined) === done.care.endsStreak,
  ],
  [
    /^A (harmful|disliked) item (?:does damage instead of the usual effect|gives half the usual gain): send one that its preferences list under (\w+), or none\.$/u,
    ({ item, action }, [, category, said]) => item.category === category && said === action,
  ],
  [
    /^This species only enjoys play that gives it a task, such as a puzzle or training: name one as the item\.$/u,
    ({ state, item }) => state.seen.creature.species.mechanic === "border_collie" && !item.isTask,
  ],
  [/^End the boarding, or come back at the recommended check-in\.$/u, ({ state }) => state.seen.resting !== null],
  [
    /^Come back when it is awake, on (.+)\.$/u,
    ({ state }, [, on]) => !isAsleep(state.living, instantOf(on, state.seen) + MINUTE_MS) && state.seen.asleep,
  ],
  [
    /^Each reflect builds trust\.$|^Keep reflecting until it accepts other care\.$/u,
    ({ state }) =>
      applyCare(state.living, "feed", undefined, state.seen.clock).kind === "refused" &&
      applyCare(state.living, "reflect", undefined, state.seen.clock).kind === "done",
  ],
  [
    /^Play with it once, then feed it\.$/u,
    ({ state, done }) => done === null && applyCare(state.living, "play", undefined, state.seen.clock).kind === "done",
  ],
];

/** Returns sentences that are false or have no claim, each once, and claims that no sentence made. */
function faultsOf<Subject>(
  claims: ClaimsOf<Subject>,
  told: readonly { readonly subject: Subject; readonly sentences: readonly string[]; readonly about: string }[],
) {
  const wrong: string[] = [];
  const heard = new Set<RegExp>();
  for (const { subject, sentences, about } of told) {
    for (const sentence of sentences) {
      const found = claims.find(([pattern]) => pattern.test(sentence));
      if (found === undefined) wrong.push(`without a claim: ${sentence}`);
      else if (!found[1](subject, found[0].exec(sentence) ?? [])) wrong.push(`${about}: ${sentence}`);
      if (found !== undefined) heard.add(found[0]);
    }
  }
  const alike = new Map(wrong.map((each) => [each.replaceAll(/^[^:]+: |\d+/gu, "").slice(-40), each]));
  return {
    wrong: [...alike.values()].slice(0, 12),
    unheard: claims.filter(([pattern]) => !heard.has(pattern)).map(([pattern]) => pattern.source),
  };
}

describe("practical sentences", () => {
  it("ADVICE-11: no sentence appears where its claim is false", () => {
    const claims = CLAIMS.map(
      ([pattern, claim]) =>
        [pattern, ({ state, at }: Answer, said: readonly (string | undefined)[]) => claim(state, said, at)] as const,
    );
    const told = answers.flatMap((answer) =>
      answer.said.map((said) => ({
        subject: answer,
        sentences: sentencesOf(said),
        about: `${answer.state.seen.creature.species.slug}, ${said.what}`,
      })),
    );
    expect(faultsOf(claims, told)).toEqual({ wrong: [], unheard: [] });
  });

  it("ADVICE-11: reason and step name a near death and the cost of waiting", () => {
    let near = 0;
    let costly = 0;
    for (const { state, said: all } of answers) {
      const { seen } = state;
      if (seen.resting !== null) continue;
      const said = all.filter(({ what }) => what === "reason" || what === "step");
      const { urgency } = seen.deathClock;
      const losses = lossAt(state);
      if (urgency === "critical" || urgency === "imminent") {
        near++;
        for (const { text } of said) expect(text).toMatch(/Without care, it dies on .+, in .+\./u);
      }
      if (losses.health > 0.01 && seen.visibility.stats.hunger !== null && lossAt(state).health === losses.health) {
        costly++;
        for (const { text } of said)
          expect(text, JSON.stringify(seen.visibility.stats)).toMatch(/(?:Waiting|Dirt) costs it/u);
      }
    }
    expect(near).toBeGreaterThan(states.length / 20);
    expect(costly).toBeGreaterThan(states.length / 20);
  });

  it("WORDS-8: a check-in reason gives the rounded predicted hunger unless hidden", () => {
    let hidden = 0;
    for (const { seen } of states) {
      const visit = visitOf(residentsIn([seen]));
      if (visit === null) throw new Error("the house has no visit");
      const text = checkInSentence(visit);
      const { hungerThen } = visit;
      if (hungerThen === null) hidden++;
      const [, predicted, said] = /\((predicted )?hunger: about (\d+)\)/u.exec(text) ?? [];
      expect(said, text).toBe(hungerThen === null ? undefined : String(Math.round(hungerThen)));
      if (said !== undefined) expect(predicted !== undefined, text).toBe(visit.at > seen.clock);
    }
    expect(hidden).toBeGreaterThan(10);
    expect(hidden).toBeLessThan(states.length / 2);
  });

  it("ADVICE-11: no two sentences of one answer contradict each other", () => {
    const CONTRADICTIONS: readonly (readonly [RegExp, RegExp])[] = [
      [/Nothing is due/u, /costs it|dies on|Medicine|It needs some fun|not been cleaned/u],
      [/Feed it (?:now|by)/u, /then feed it|does not eat until|only half of the meal|Reflect now|asleep/u],
      [/Give medicine now/u, /[Ff]eed it (?:now|by)|only reflect/u],
      [/is open|on time until|to be on time/u, /counts as late|has missed|will be open|\d late/u],
      [/counts as late/u, /has missed/u],
      [/asleep until then/u, /will be asleep/u],
      [/only reflect/u, /Play with it|Clean it|[Ff]eed it/u],
      [/not fed in time|has missed/u, /is open|on time until|to be on time|will be open/u],
      [/in danger of dying/u, /Nothing is due/u],
      [/No one is late|on time for another/u, /needs medicine|needs cleaning|dies|\d late/u],
      [/Nothing is due/u, /[Ii]t needs/u],
    ];
    const texts = answers.flatMap(({ said }) =>
      Object.values(Object.groupBy(said, ({ what }) => (what === "page" ? "page" : "answer"))).map((each) =>
        each.map(({ text }) => text).join(" "),
      ),
    );
    const found = CONTRADICTIONS.flatMap(([one, other]) => texts.filter((text) => one.test(text) && other.test(text)));
    expect(found.slice(0, 5)).toEqual([]);
  });

  it("ADVICE-11: the verdict names the meal of a creature that is due", () => {
    const [fedAt, at] = [T0 + hours(9.6), T0 + hours(13.5)];
    const pip = creatureWith({ id: idThat({ awake: [fedAt, at] }), species: { feedingWindowHours: 24 } });
    const fern = creatureWith({
      id: idThat({ awake: [fedAt, T0 + hours(12)], asleep: [at] }),
      name: "Fern",
      species: { feedingWindowHours: 4 },
    });
    const house = residentsIn([pip, caredFor(fern, "feed", fedAt)].map((each) => visibleLifeAt(each, at)));
    expect(dueInOrder(house).map(({ creature }) => creature.name)).toEqual(["Pip"]);
    expect(verdictOf({ house, lost: [], lived: true, now: at }).text).toMatch(
      /^A visit is due\. Pip's meal is on time/u,
    );
  });

  it("ADVICE-11: no sentence uses the name of a mood or an urgency", () => {
    const named = new RegExp(`\\b(?:${[...MOODS, ...URGENCIES].join("|")})\\b`, "u");
    const found = answers.flatMap(({ said }) => said.map(({ text }) => text).filter((text) => named.test(text)));
    expect(found.slice(0, 5)).toEqual([]);
  });

  it("ADVICE-11: sentences about care agree with the values that the keeper sees", () => {
    const told = states.flatMap((state, number) => {
      const action = CARE_ACTIONS[number % CARE_ACTIONS.length] ?? "feed";
      const category = [null, null, ...ITEM_CATEGORIES][Math.floor(number / 7) % 7] ?? null;
      const item = { category: action === "reflect" ? null : category, isTask: number % 2 === 0 };
      const done = applyCare(state.living, action, item, state.seen.clock);
      const about = `${state.seen.creature.species.slug}, ${action}, ${item.category}`;
      if (done.kind === "refused") {
        const subject: Cared = { state, action, item, done: null };
        return [
          { subject, sentences: sentencesOf({ what: "step", text: refusalTip(state.seen, done.reason) }), about },
        ];
      }
      if (done.kind !== "done" || done.creature.death !== null) return [];
      const care = visibleCare(action, done);
      const { creature, effect, timing, wasDue, fell, endsStreak, at } = care;
      const given = { ...effect, action, timing, ...item, streak: creature.streak, wasDue, fell, endsStreak, key: at };
      const message = careMessage(speakerOf(creature), given);
      const scene =
        item.category === "harmful" ? message.split(" It was harmful")[0] : careScene(speakerOf(creature), given);
      const texts = [message.slice((scene ?? "").length + 1), tip(given) ?? ""].filter((text) => text !== "");
      const sentences = texts.flatMap((text) => sentencesOf({ what: "step", text }));
      return [{ subject: { state, action, item, done: { ...done, care } }, sentences, about }];
    });
    expect(faultsOf(CLAIMS_OF_CARE, told)).toEqual({ wrong: [], unheard: [] });
  });

  it("ADVICE-5: the warning advises only care that raises the low stat", () => {
    const warned = (low: Partial<Stats>) =>
      disciplineWarning(seenWith({ stats: { health: 100, trust: 100, happiness: 100, ...low } }).visibility.stats);
    expect(warned({ health: 20 })).toMatch(/ Give it medicine instead\.$/u);
    expect(warned({ trust: 20 })).toMatch(/ Reflect with it instead\.$/u);
    expect(warned({ happiness: 20 })).toMatch(/ Play with it instead\.$/u);
  });

  it("ADVICE-11: play that a meal waits for is never postponed", () => {
    const given = {
      action: "play",
      timing: null,
      effectiveness: "reduced",
      shortfall: "full",
      endsStreak: false,
    } as const;
    expect(tip({ ...given, wasDue: true })).toBeNull();
    expect(tip({ ...given, wasDue: false })).toMatch(/once its happiness is below 80/u);
  });
});
