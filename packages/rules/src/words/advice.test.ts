// ADVICE-11: what each practical sentence claims is checked against the rules, over thousands of states. A sentence without an entry
// in `CLAIMS` fails, so that none is added without saying when it is true.
import { describe, expect, it } from "vitest";
import { startLife } from "../../../../scripts/simulate/balance/lives.ts";
import { FULL } from "../../../../test/tier.ts";
import { board } from "../care/boarding.ts";
import { applyCare } from "../care/care.ts";
import { CARE_ACTIONS, STATS, type Living } from "../creature/creature.ts";
import { residentsIn, visitOf } from "../foresight/schedule.ts";
import { lifeAt } from "../life/life.ts";
import { visibleLifeAt, type VisibleLiving } from "../life/shown.ts";
import { CATALOG } from "../species/catalog/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { adviceReason, checkInSentence, comeBackSentence, tip, visitReason } from "./advice.ts";

const STATES = FULL ? 40_000 : 6_000;

interface State {
  readonly living: Living;
  readonly seen: VisibleLiving;
}

/** A life that was cared for here and there, looked at after some hours: fed or not, clean or not, boarded, near its end. */
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
  if (dice() < 0.05) {
    const boarded = board(creature, now, HOUR_MS * 9);
    if (boarded.kind === "boarded") ({ creature } = boarded);
  }
  const life = lifeAt(creature, now);
  if (life.kind === "dead") return null;
  const until = life.course.death.at;
  // Mostly soon, and often in the last hours.
  const ahead = dice() ** 3 * (until - now);
  const at = dice() < 0.3 ? until - Math.floor(dice() ** 2 * 3 * HOUR_MS) - 1 : now + Math.floor(ahead);
  const seen = visibleLifeAt(creature, Math.max(now, at));
  return seen.kind === "dead" ? null : { living: creature, seen };
}

/** The instant that a sentence names, cut to its minute. */
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

function isAsleep(living: Living, at: number): boolean {
  const life = lifeAt(living, at);
  return life.kind === "living" && life.asleep;
}

/** What it loses within a moment, for an hour of it. */
function lossAt({ living, seen }: State): { readonly health: number; readonly trust: number } {
  const after = lifeAt(living, seen.clock + HOUR_MS / 10_000);
  const before = lifeAt(living, seen.clock);
  if (after.kind === "dead" || before.kind === "dead") return { health: Number.NaN, trust: Number.NaN };
  const lost = (stat: "health" | "trust") => 10_000 * (before.creature.stats[stat] - after.creature.stats[stat]);
  return { health: lost("health"), trust: lost("trust") };
}

/** Whether the position passes `goal` within the minute that is named; asleep it stands still. */
function passesIn(living: Living, minute: number, goal: number): boolean {
  return (
    positionAt(living, minute - 1) <= goal &&
    (positionAt(living, minute + MINUTE_MS) >= goal || isAsleep(living, minute))
  );
}

type Claim = (state: State, said: readonly (string | undefined)[], at: number) => boolean;

/** Each sentence, and when it is true. `at` is the check-in of the answer. */
const CLAIMS: readonly (readonly [RegExp, Claim])[] = [
  [
    /^The feeding window will be open\.$/u,
    ({ living }, _, at) => positionAt(living, at) >= 0.5 - 1e-6 && positionAt(living, at) <= 1 && !isAsleep(living, at),
  ],
  [
    /^Its feeding window is open(?:: a meal is on time until (.+))?\.$/u,
    ({ living, seen }, [, end]) =>
      seen.position >= 0.5 && seen.position <= 1 && (end === undefined || passesIn(living, instantOf(end, seen), 1)),
  ],
  [
    /^Its feeding window ended on (.+), so a meal counts as late\.$/u,
    ({ seen }, [, end]) => seen.position > 1 && seen.position < 1.5 && instantOf(end, seen) <= seen.clock,
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
    /^Waiting costs it (at least )?([\d.]+) health(?: and ([\d.]+) trust)? an hour\.$/u,
    (state, [, least, health, trust]) => {
      const lost = lossAt(state);
      if (Number.isNaN(lost.health)) return true;
      const isRight =
        least === undefined ? Math.abs(lost.health - Number(health)) < 0.01 : lost.health > Number(health) - 0.01;
      return isRight && (trust === undefined || Math.abs(lost.trust - Number(trust)) < 0.01);
    },
  ],
  [
    /^(?:Without care, it|Without care, \S+) dies on (.+?)(?:, in (.+))?\.$/u,
    ({ living, seen }, [, on]) => {
      const { diesAt } = seen.deathClock;
      return lifeAt(living, diesAt).kind === "dead" && Math.abs(instantOf(on, seen) - diesAt) < MINUTE_MS;
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
  [/^Its health is critical\.$/u, ({ seen }) => seen.mood === "critical"],
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
    /^Its health is down to ([\d.]+)\.$/u,
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
  [/^All that is due now\.$/u, () => true],
  [
    /^Nothing is due\.$/u,
    (state) =>
      (state.seen.advice === null || state.seen.asleep) &&
      !(lossAt(state).health > 0 && state.seen.visibility.stats.hunger !== null),
  ],
  [/^What is listed above would help now\.$/u, ({ seen }) => seen.advice !== null && !seen.asleep],
  [/^(?:Otherwise, c|C)ome back at \S+, for \S+\.$/u, ({ seen }, _, at) => at > seen.clock],
];

/** The predicted hunger belongs to the check-in. */
function sentencesOf(text: string): readonly string[] {
  return text.replace(/ \(predicted hunger: about \d+\)/u, "").split(/(?<=\.) (?=\p{Lu})/u);
}

interface Said {
  readonly what: "reason" | "step" | "visit" | "back";
  readonly text: string;
}

/** Everything practical that one answer says of a house of one. */
function answerOf({ seen }: State): readonly Said[] {
  const house = residentsIn([seen]);
  const visit = visitOf(house);
  if (visit === null) throw new Error("somebody lives here");
  const { advice } = seen;
  const isDue = visit.at <= seen.clock;
  return [
    { what: "reason", text: checkInSentence(visit) },
    ...(advice === null ? [] : [{ what: "step" as const, text: adviceReason(seen, advice) }]),
    ...(isDue ? [{ what: "visit" as const, text: visitReason(house) }] : []),
    ...(isDue
      ? []
      : [{ what: "back" as const, text: comeBackSentence(house, "then", "Pip", advice !== null && !seen.asleep) }]),
  ];
}

const states = Array.from({ length: STATES }, (_, number) => stateOf(number)).filter((state) => state !== null);

describe("practical sentences", () => {
  it("ADVICE-11: none is said where what it claims is false", () => {
    const wrong: string[] = [];
    const heard = new Set<RegExp>();
    for (const state of states) {
      const at = visitOf(residentsIn([state.seen]))?.at ?? 0;
      for (const { what, text } of answerOf(state)) {
        for (const sentence of sentencesOf(text)) {
          const found = CLAIMS.find(([pattern]) => pattern.test(sentence));
          if (found === undefined) wrong.push(`without a claim: ${sentence}`);
          else if (!found[1](state, found[0].exec(sentence) ?? [], at))
            wrong.push(`${state.seen.creature.species.slug}, ${what}: ${sentence}`);
          if (found !== undefined) heard.add(found[0]);
        }
      }
    }
    expect(
      [...new Map(wrong.map((each) => [each.replaceAll(/\d+/gu, "#").slice(-40), each])).values()].slice(0, 12),
    ).toEqual([]);
    const unheard = CLAIMS.filter(([pattern]) => !heard.has(pattern)).map(([pattern]) => pattern.source);
    expect(unheard).toEqual([]);
  });

  it("ADVICE-11: near death, the reason and the step name it; what costs health now is named with its price", () => {
    let near = 0;
    let costly = 0;
    for (const state of states) {
      const { seen } = state;
      if (seen.resting !== null) continue;
      const said = answerOf(state).filter(({ what }) => what === "reason" || what === "step");
      const { urgency } = seen.deathClock;
      const losses = lossAt(state);
      if (urgency === "critical" || urgency === "imminent") {
        near++;
        for (const { text } of said) expect(text).toMatch(/Without care, it dies on .+, in .+\./u);
      }
      if (losses.health > 0.01 && seen.visibility.stats.hunger !== null && lossAt(state).health === losses.health) {
        costly++;
        for (const { text } of said) expect(text, JSON.stringify(seen.visibility.stats)).toMatch(/Waiting costs it/u);
      }
    }
    expect(near).toBeGreaterThan(states.length / 20);
    expect(costly).toBeGreaterThan(states.length / 20);
  });

  it("WORDS-8: the reason for a check-in gives the predicted hunger, rounded, if it may be shown", () => {
    let hidden = 0;
    for (const { seen } of states) {
      const visit = visitOf(residentsIn([seen]));
      if (visit === null) throw new Error("somebody lives here");
      const text = checkInSentence(visit);
      const { hungerThen } = visit;
      if (hungerThen === null) hidden++;
      const said = /\(predicted hunger: about (\d+)\)/u.exec(text)?.[1];
      expect(said, text).toBe(hungerThen === null ? undefined : String(Math.round(hungerThen)));
    }
    expect(hidden).toBeGreaterThan(10);
    expect(hidden).toBeLessThan(states.length / 2);
  });

  it("ADVICE-11: no two of one answer contradict each other", () => {
    const CONTRADICTIONS: readonly (readonly [RegExp, RegExp])[] = [
      [/Nothing is due/u, /Waiting costs|dies on|Medicine|It needs some fun|not been cleaned/u],
      [/Feed it now\./u, /then feed it|does not eat until|only half of the meal|Reflect now|asleep/u],
      [/Give medicine now/u, /Feed it now|only reflect/u],
      [/is open: a meal/u, /counts as late|has missed|will be open/u],
      [/counts as late/u, /has missed/u],
      [/asleep until then/u, /will be asleep/u],
      [/only reflect/u, /Play with it|Clean it now|Feed it/u],
    ];
    for (const state of states) {
      const all = answerOf(state)
        .map(({ text }) => text)
        .join(" ");
      for (const [one, other] of CONTRADICTIONS)
        expect([one.test(all), other.test(all)], all).not.toEqual([true, true]);
    }
  });

  it("ADVICE-11: play that a meal waits for is never put off", () => {
    const given = { action: "play", timing: null, effectiveness: "reduced", shortfall: "full" } as const;
    expect(tip({ ...given, wasDue: true })).toBe("It counted: it has to be played with before each meal.");
    expect(tip({ ...given, wasDue: false })).toMatch(/once its happiness is below 80/u);
  });
});
