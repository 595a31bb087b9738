// Keepers that do what they are told: the loop that the documentation describes, with weaknesses and strengths of their own.
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";
import type { Answer, CareAnswer, Heard, HomeAnswer, HomeCreature, TrialHouse } from "@denkeeper/trials/house.ts";
import { again, hoursAfter, leaveFor, leaveUntil, type TrialKeeper, type Play } from "./keeper.ts";

export interface FollowOptions {
  /** Comes up to so many minutes late. */
  readonly lateMinutes?: number;
  /** The chance that it comes 4 to 12 hours late. */
  readonly slips?: number;
  /** Looks every so many hours instead of at the check-in. */
  readonly pollHours?: Hours;
  /** What it does when a call fails: `leaves` for some hours, or repeats it, naming hours or instants when it leaves. */
  readonly onFailure?: "leaves" | "repeats_hours" | "repeats_instants";
  /** Comes shortly before the first band of on-time food ends, as the schedule gives it, instead of at the check-in. */
  readonly byDeadline?: boolean;
  /** Believes what strangers say. */
  readonly gullible?: boolean;
  /** Cares only for the first of its creatures. */
  readonly onlyFirst?: boolean;
}

/** After a failed call, a keeper that does not repeat it comes back so late; one that does, so soon. */
const FALLBACK_HOURS: Hours = 6;
const RETRY_HOURS: Hours = 0.5;
/** More rounds of advice in one visit than this lead nowhere. */
const MOST_ROUNDS = 45;

/** Does what is advised for those that are due, looks again until nobody is, and leaves until the house's check-in. */
export function follow(options: FollowOptions = {}): TrialKeeper["play"] {
  const repeats = options.onFailure !== undefined && options.onFailure !== "leaves";
  return async (play) => {
    const { house } = play;
    let rounds = 0;
    let believedHours = 0;
    for (;;) {
      const looked = repeats ? await again(() => house.home()) : await house.home();
      if (!looked.ok) {
        if (looked.failure === "over") return;
        await leaveFor(house, repeats ? RETRY_HOURS : FALLBACK_HOURS);
        continue;
      }
      const home = keptBy(options, looked.value);
      believedHours = Math.max(believedHours, advisedHours(home.heard));
      if (home.checkInAt === null) return;
      const due = home.creatures.filter(({ told }) => told?.due === true && told.advice !== null);
      if (due.length > 0 && rounds < MOST_ROUNDS) {
        rounds++;
        const cared = await careFor(house, due, repeats);
        believedHours = Math.max(believedHours, cared.believedHours);
        if (!cared.failed || repeats) continue;
        await leaveFor(house, FALLBACK_HOURS);
      } else {
        const at = await nextVisit(play, options, home, believedHours);
        await leave(house, options, home.now, at);
      }
      [rounds, believedHours] = [0, 0];
    }
  };
}

/** The part of the house that it cares for. */
function keptBy({ onlyFirst }: FollowOptions, home: HomeAnswer): HomeAnswer {
  if (onlyFirst !== true) return home;
  const creatures = home.creatures.filter(({ name }) => name === "Alder");
  return { ...home, creatures, checkInAt: creatures[0]?.told?.checkInAt ?? null };
}

/** One round of advice. A keeper that repeats looks again afterward, since a failed call may have been done. */
async function careFor(house: TrialHouse, due: readonly HomeCreature[], repeats: boolean) {
  let believedHours: Hours = 0;
  for (const { id, told } of due) {
    const action = told?.advice ?? "reflect";
    const cared: Answer<CareAnswer> = await house.care(id, action, action === "play");
    if (!cared.ok && !repeats) return { failed: true, believedHours };
    if (!cared.ok) continue;
    believedHours = Math.max(believedHours, advisedHours(cared.value.heard));
  }
  return { failed: false, believedHours };
}

/** How long a keeper stays away that believes what it hears. */
function advisedHours(heard: Heard): Hours {
  const hours = heard.map((text) =>
    text.startsWith("The check-in times are padded. Twice") ? 8 : HOURS.exec(text)?.[1],
  );
  return Math.max(0, ...hours.map((each) => Number(each ?? 0)));
}

const HOURS = /(\d+) hours/;

async function nextVisit(
  { house, roll }: Play,
  options: FollowOptions,
  home: HomeAnswer,
  believedHours: Hours,
): Promise<Instant> {
  const { now } = home;
  const { pollHours, lateMinutes = 0, slips = 0, gullible = false } = options;
  const planned = options.byDeadline === true ? await deadline(house, home) : home.checkInAt;
  let at = pollHours === undefined ? (planned ?? now) : hoursAfter(now, pollHours);
  if (gullible && believedHours > 0) at = Math.max(at, hoursAfter(now, believedHours));
  if (at <= now) at = hoursAfter(now, RETRY_HOURS);
  if (lateMinutes > 0) at += roll() * lateMinutes * MINUTE_MS;
  if (slips > 0 && roll() < slips) at += (4 + 8 * roll()) * HOUR_MS;
  return Math.round(at);
}

const BEFORE_THE_END_MS = 5 * MINUTE_MS;

/** Shortly before the first band ends; where that has passed already, at the creature's own check-in. */
async function deadline(house: TrialHouse, home: HomeAnswer): Promise<Instant | null> {
  const schedule = await again(() => house.schedule());
  if (!schedule.ok) return home.checkInAt;
  const ends = schedule.value.creatures.map(({ id, endsAt }) => {
    const last = endsAt - BEFORE_THE_END_MS;
    const own = home.creatures.find((each) => each.id === id)?.told?.checkInAt ?? home.now;
    return last > home.now ? last : Math.max(own, hoursAfter(home.now, RETRY_HOURS));
  });
  return Math.min(...ends);
}

async function leave(house: TrialHouse, { onFailure }: FollowOptions, now: Instant, at: Instant): Promise<void> {
  if (onFailure === "repeats_instants") await leaveUntil(house, at);
  else await leaveFor(house, (at - now) / HOUR_MS);
}
