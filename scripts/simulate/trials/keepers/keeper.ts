// What a baseline is, and what all of them do. A keeper plays by what the API answers, in process and over HTTP alike.
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";
import type { Draw } from "@denkeeper/trials/draw.ts";
import type { Answer, ClockAnswer, HomeAnswer, TrialHouse } from "@denkeeper/trials/house.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";

/** For a keeper that knows the whole state. */
export interface Insight {
  /** The stored creatures of the house. */
  readonly creatures: readonly Creature[];
  readonly scenario: Scenario;
  readonly draw: Draw;
}

export interface Play {
  readonly house: TrialHouse;
  /** Numbers in [0, 1). */
  readonly roll: () => number;
  readonly insight: Insight;
}

export interface TrialKeeper {
  readonly key: string;
  readonly habit: string;
  /** Whether it rolls dice: then the same seed may end in another way. */
  readonly random: boolean;
  /** Plays until the run is over, or until the keeper gives up. */
  play(play: Play): Promise<void>;
}

/** The longest that the clock moves at once: to the end of every scenario. */
const TO_THE_END_HOURS = 720;

/** Plays a whole run. Once a keeper gives up, it leaves until the end. */
export async function playRun(keeper: TrialKeeper, play: Play): Promise<void> {
  await keeper.play(play);
  for (;;) {
    const left = await play.house.advance({ advanceHours: TO_THE_END_HOURS });
    if (left.ok ? left.value.over : left.failure === "over") return;
  }
}

const MOST_ATTEMPTS = 8;

/** Whether the same call may well succeed when it is repeated. */
function isPassing(answer: Answer<unknown>): boolean {
  return !answer.ok && (answer.failure === "unavailable" || answer.failure === "throttled");
}

/** Repeats a call that failed. Only for calls that may be made twice. */
export async function again<Value>(call: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
  let answer = await call();
  for (let attempt = 1; isPassing(answer) && attempt < MOST_ATTEMPTS; attempt++) answer = await call();
  return answer;
}

/** Leaves until an instant. Repeated, it is still one move. */
export async function leaveUntil(house: TrialHouse, until: Instant): Promise<Answer<ClockAnswer>> {
  return again(() => house.advance({ until: Math.round(until) }));
}

/** Leaves for some hours. When an answer was lost, it leaves twice. */
export async function leaveFor(house: TrialHouse, advanceHours: Hours): Promise<Answer<ClockAnswer>> {
  return again(() => house.advance({ advanceHours }));
}

/** After a look that failed, a keeper that needs one comes back so soon. */
const RETRY_HOURS: Hours = 0.5;

/** Visits until the run is over. Each visit returns when to come next; null gives up. */
export async function eachVisit(
  house: TrialHouse,
  visit: (home: HomeAnswer) => Promise<Instant | null>,
): Promise<void> {
  for (;;) {
    const home = await again(() => house.home());
    if (home.ok) {
      const next = await visit(home.value);
      if (next === null) return;
      await leaveUntil(house, Math.max(next, home.value.now + 1));
    } else if (home.failure === "over") return;
    else await leaveFor(house, RETRY_HOURS);
  }
}

export function hoursAfter(now: Instant, hours: Hours): Instant {
  return now + Math.round(hours * HOUR_MS);
}
