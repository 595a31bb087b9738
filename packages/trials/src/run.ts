// A run in process: a house whose clock stands still between calls and moves only when its keeper leaves. Every event of a life
// is recorded as the service records it, so that one seed and one keeper give the same file here and over HTTP.
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import { STATS, isLiving, type CareAction, type Creature } from "@denkeeper/rules/creature/creature.ts";
import { roundShown } from "@denkeeper/rules/creature/visibility.ts";
import { bandOf, inhabitants, isDue, visitOf } from "@denkeeper/rules/foresight/schedule.ts";
import { pausesSince, underAmnesty } from "@denkeeper/rules/life/pause.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { shownAt, type ShownLiving } from "@denkeeper/rules/life/shown.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { Hashes } from "./chance.ts";
import { draw, isAway, type Draw } from "./draw.ts";
import { faultOf, lieOf } from "./faults.ts";
import { lettersOf } from "./notices.ts";
import type {
  Answer,
  CallFailure,
  CareAnswer,
  ClockAnswer,
  Heard,
  HomeAnswer,
  HomeCreature,
  Leave,
  ScheduleAnswer,
  TrialHouse,
} from "./house.ts";
import type { RunRecord, TrialEvent } from "./record.ts";
import { mostCalls, type Scenario } from "./scenario.ts";

/** TRIAL-2: the clock moves by at least this much. */
export const LEAST_MOVE_MS = MINUTE_MS;

interface Life {
  creature: Creature;
  readonly events: TrialEvent[];
}

export class Run implements TrialHouse {
  readonly scenario: Scenario;
  readonly draw: Draw;
  readonly #hashes: Hashes;
  readonly #lives: ReadonlyMap<string, Life>;
  readonly #visits: Instant[];
  #now: Instant;
  #calls = 0;
  #visitsLeft: number;

  constructor(scenario: Scenario, seed: string, hashes: Hashes) {
    this.scenario = scenario;
    this.#hashes = hashes;
    this.draw = draw(scenario, seed, hashes);
    this.#now = this.draw.startsAt;
    this.#visits = [this.#now];
    this.#visitsLeft = scenario.visits - 1;
    // The house hatches everybody: an egg that nobody looks at would be safe otherwise (TRIAL-4).
    this.#lives = new Map(
      this.draw.adoptions.map((adoption) => {
        const events = [eventOf("adopt", adoption.at), eventOf("hatch", adoption.at)];
        return [adoption.id, { creature: hatch(adopt(adoption), adoption.at), events }];
      }),
    );
  }

  get over(): boolean {
    return this.#now >= this.draw.endsAt || ![...this.#lives.values()].some(({ creature }) => isLiving(creature));
  }

  get visitsLeft(): number {
    return this.#visitsLeft;
  }

  get now(): Instant {
    return this.#now;
  }

  get calls(): number {
    return this.#calls;
  }

  /** The stored creatures, in the order of the draw, for whoever knows the whole state. This is no call. */
  get creatures(): readonly Creature[] {
    return this.#arrived().map(({ creature }) => creature);
  }

  #arrived(): readonly Life[] {
    return [...this.#lives.values()].filter(({ creature }) => creature.adoptedAt <= this.#now);
  }

  record(): RunRecord {
    return {
      scenario: this.scenario,
      draw: this.draw,
      lives: [...this.#lives.values()].map(({ creature: { lastCheckedAt }, events }) => ({ events, lastCheckedAt })),
      visits: this.#visits,
      calls: this.#calls,
    };
  }

  /** Time runs out with nobody coming (TRIAL-6). */
  abandon(): void {
    if (!this.over) this.#move(this.draw.endsAt);
  }

  async home(): Promise<Answer<HomeAnswer>> {
    return this.call(() => {
      for (const life of this.#arrived()) this.#check(life);
      const living = this.#living();
      const { blind } = this.scenario;
      return {
        now: this.#now,
        creatures: living.map((view) => (blind ? shown(view) : { ...shown(view), told: toldOf(view) })),
        checkInAt: blind ? null : (visitOf(inhabitants(living))?.at ?? null),
        heard: this.#letters(),
      };
    });
  }

  async schedule(): Promise<Answer<ScheduleAnswer>> {
    return this.call(() => {
      if (this.scenario.blind) return "closed";
      const creatures = this.#living().map((view) => {
        const { opensAt, endsAt } = bandOf(view);
        return { id: view.creature.id, asleep: view.asleep, opensAt, endsAt };
      });
      return { now: this.#now, creatures };
    });
  }

  async care(id: string, action: CareAction, isTask = false): Promise<Answer<CareAnswer>> {
    return this.call(() => this.tend(id, action, { isTask }));
  }

  /** Care as a part of a call. `item`: what is served, where letters order it. */
  protected tend(
    id: string,
    action: CareAction,
    { isTask = false, ...served }: { readonly isTask?: boolean; readonly item?: string } = {},
  ): CareAnswer | CallFailure {
    const lie = lieOf(this.scenario, this.draw.seed, this.#calls, this.#hashes);
    const heard = lie === null ? this.#letters() : [lie];
    const life = this.#arrived().find(({ creature }) => creature.id === id);
    if (life === undefined || !isLiving(life.creature)) return "gone";
    // Items are not judged in a run (TRIAL-4): what a model makes of a phrase must not decide it.
    const outcome = applyCare(life.creature, action, { category: null, isTask }, this.#now);
    if (outcome.kind === "died") return "gone";
    if (outcome.kind === "refused") return { success: false, timing: null, heard };
    const { creature, at, timing } = outcome;
    const { lastCheckedAt: uncheckedSince } = life.creature;
    life.events.push(eventOf("care", at, { action, isTask, timing, uncheckedSince, ...served }));
    if (creature.death !== null) life.events.push(eventOf("death", creature.death.at));
    life.creature = creature;
    return { success: true, timing, heard };
  }

  /** Reads the clock. */
  async clock(): Promise<Answer<ClockAnswer>> {
    return this.call(() => this.#standing(), true);
  }

  async advance(leave: Leave): Promise<Answer<ClockAnswer>> {
    const move = () => {
      const until = "until" in leave ? leave.until : this.#now + Math.round(leave.advanceHours * HOUR_MS);
      // A repeated call with an instant is one move.
      if (until <= this.#now) return "already_past";
      this.#move(Math.max(until, this.#now + LEAST_MOVE_MS));
      return this.#standing();
    };
    return this.call(move, true);
  }

  #standing(): ClockAnswer {
    return { now: this.#now, visitsLeft: this.#visitsLeft, over: this.over };
  }

  /** One call: counted, and subject to what goes wrong (TRIAL-10). The clock also answers in an outage. */
  protected call<Value extends object>(does: () => Value | CallFailure, isClock = false): Answer<Value> {
    if (this.over) return { ok: false, failure: "over" };
    this.#calls++;
    if (!isClock && this.#calls > mostCalls(this.scenario)) return { ok: false, failure: "no_calls_left" };
    if (!isClock && isAway(this.draw, this.#now)) return { ok: false, failure: "away" };
    const fault = faultOf(this.scenario, this.draw.seed, this.#calls, this.#hashes);
    if (fault === "busy") return { ok: false, failure: "unavailable" };
    if (fault === "throttled") return { ok: false, failure: "throttled" };
    const value = does();
    if (fault === "lost") return { ok: false, failure: "unavailable" };
    return typeof value === "string" ? { ok: false, failure: value } : { ok: true, value };
  }

  #letters(): Heard {
    return lettersOf(this.scenario, this.draw, { number: this.#calls, at: this.#now }, this.#hashes);
  }

  #living(): readonly ShownLiving[] {
    return this.creatures.map((creature) => shownAt(creature, this.#now)).filter((view) => view.kind === "living");
  }

  #move(instant: Instant): void {
    const { endsAt } = this.draw;
    this.#now = this.#visitsLeft === 0 ? endsAt : Math.min(instant, endsAt);
    if (this.#now < endsAt) {
      this.#visits.push(this.#now);
      this.#visitsLeft--;
    }
    for (const life of this.#arrived()) this.#pass(life);
  }

  /** What the time that has passed did to a creature: outages first, then its death. */
  #pass(life: Life): void {
    const before = life.creature;
    if (!isLiving(before)) return;
    const creature = underAmnesty(before, this.draw.outages, this.#now);
    for (const [index, { from, until }] of pausesSince(before, creature).entries()) {
      const uncheckedSince = index === 0 ? before.lastCheckedAt : null;
      life.events.push(eventOf("amnesty", from, { until, uncheckedSince }));
    }
    const settled = settle(creature, this.#now);
    if (settled.death !== null) {
      life.events.push(eventOf("death", settled.death.at, { uncheckedSince: creature.lastCheckedAt }));
    }
    life.creature = settled.death === null ? creature : settled;
  }

  #check(life: Life): void {
    const checked = isLiving(life.creature) ? check(life.creature, this.#now) : null;
    if (checked === null) return;
    const { creature, at, uncheckedSince } = checked;
    life.creature = creature;
    if (uncheckedSince !== null) life.events.push(eventOf("check", at, { uncheckedSince }));
  }
}

function eventOf(kind: TrialEvent["kind"], at: Instant, more: Partial<TrialEvent> = {}): TrialEvent {
  return { kind, at, until: null, uncheckedSince: null, action: null, isTask: false, timing: null, ...more };
}

function shown({ creature: { id, name }, mood, visibility: { stats } }: ShownLiving): HomeCreature {
  return { id, name, mood, stats: recordOf(STATS, (stat) => roundShown(stats[stat], 10)) };
}

function toldOf(view: ShownLiving): NonNullable<HomeCreature["told"]> {
  const { advice, checkIn, deathClock } = view;
  return { due: isDue(view), advice: advice?.action ?? null, checkInAt: checkIn.at, diesAt: deathClock.diesAt };
}
