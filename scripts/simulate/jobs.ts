// Plays lives of 21 days on the schedules of common jobs, whose runs start late at random, with the creature that `fit` recommends.
import { onLeave } from "@denkeeper/rules/care/boarding.ts";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import type { Fit } from "@denkeeper/rules/foresight/fit.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { fitOf as fitAt, runsFrom } from "../../src/platform/cron.ts";
import { PlayedLife } from "./balance/keepers.ts";

const DAYS = 21;
const MOST_CARES = 8;
/** The instants from which lives start, within a week. Two of them cover the clock changes of a year. */
const STARTS = [
  Date.UTC(2026, 1, 3),
  Date.UTC(2026, 2, 20),
  Date.UTC(2026, 6, 1),
  Date.UTC(2026, 9, 18),
  Date.UTC(2026, 10, 19),
];

export interface Job {
  readonly cron: string;
  readonly zone: string;
  /** Maximum delay of a run, in minutes. */
  readonly lateMinutes: number;
}

const BERLIN = "Europe/Berlin";
/** Jobs, from the most to the least frequent. */
export const JOBS: readonly Job[] = [
  { cron: "*/15 * * * *", zone: "UTC", lateMinutes: 5 },
  { cron: "*/30 * * * *", zone: "UTC", lateMinutes: 10 },
  { cron: "7 * * * *", zone: "America/New_York", lateMinutes: 20 },
  { cron: "*/30 8-21 * * *", zone: BERLIN, lateMinutes: 10 },
  { cron: "0 9-17 * * 1-5", zone: "America/New_York", lateMinutes: 20 },
  { cron: "0 */3 * * *", zone: "Asia/Kolkata", lateMinutes: 20 },
  { cron: "0 */6 * * *", zone: "UTC", lateMinutes: 45 },
  { cron: "0 */8 * * *", zone: BERLIN, lateMinutes: 45 },
  { cron: "0 9,17 * * *", zone: BERLIN, lateMinutes: 45 },
  { cron: "0 9,17 * * 1-5", zone: BERLIN, lateMinutes: 45 },
  { cron: "30 7,19 * * *", zone: "Australia/Lord_Howe", lateMinutes: 45 },
  { cron: "30 7 * * *", zone: BERLIN, lateMinutes: 45 },
  { cron: "0 13 * * *", zone: "America/St_Johns", lateMinutes: 90 },
  { cron: "45 1 * * *", zone: BERLIN, lateMinutes: 45 },
  { cron: "0 3 * * *", zone: "Pacific/Auckland", lateMinutes: 120 },
  { cron: "0 23 * * *", zone: "America/New_York", lateMinutes: 45 },
  { cron: "0 9 * * 1-5", zone: BERLIN, lateMinutes: 45 },
  { cron: "0 2 * * 2-6", zone: "America/New_York", lateMinutes: 90 },
  { cron: "0 6 * * 1,3,5", zone: "UTC", lateMinutes: 45 },
  { cron: "0 9 * * 1,4", zone: BERLIN, lateMinutes: 45 },
  { cron: "0 9 * * 1", zone: BERLIN, lateMinutes: 45 },
  { cron: "0 4 1 * *", zone: "UTC", lateMinutes: 45 },
];

/** Run times of a job from each start, for a week in which a life may begin, its days, and another week. */
const runsOf = new Map<Job, readonly (readonly number[])[]>();

function timesOf(job: Job, nth: number): readonly number[] {
  const found = runsOf.get(job) ?? STARTS.map((start) => runsFrom(job, start, { until: start + (DAYS + 14) * DAY_MS }));
  runsOf.set(job, found);
  return found[nth % STARTS.length] ?? [];
}

/** Plays one life. The first run hatches the creature, each run does what is due, and a distant next run begins a leave. */
export function liveWithJob(job: Job, { species: slug, zone: sleepZone, leave }: Fit, nth: number): PlayedLife {
  const { cron, zone, lateMinutes } = job;
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(slug);
  const seed = seedOf(`${cron}/${zone}/${nth}`);
  const start = (STARTS[nth % STARTS.length] ?? 0) + Math.floor(chance(seed, -1) * 7 * DAY_MS);
  const times = timesOf(job, nth).filter((at) => at >= start);
  const late = (index: number) => Math.floor(chance(seed, index) * lateMinutes * MINUTE_MS);
  const [first = start] = times;
  const born = first + late(0);
  const play = new PlayedLife(
    hatch(adopt({ id: `${slug}-${nth}-${cron}`, name: "Pip", species, zone: sleepZone, at: born }), born),
  );
  for (const [index, time] of times.entries()) {
    const at = Math.max(play.now, time + late(index));
    if (at > born + DAYS * DAY_MS || !play.look(at)) break;
    for (let cares = 0; cares < MOST_CARES; cares++) {
      const now = creatureAt(play.creature, at);
      if (now.kind !== "living" || now.resting !== null || now.advice === null || now.checkIn.at > at) break;
      if (!play.followAdvice(now.advice)) break;
    }
    const next = times[index + 1];
    if (!leave || next === undefined || play.creature.death !== null) continue;
    const resting = onLeave(play.creature, at, next);
    if (resting !== null) play.creature = resting;
  }
  return play;
}

export function fitOf({ cron, zone }: Job): ReturnType<typeof fitAt> {
  return fitAt({ cron, zone }, STARTS[0] ?? 0);
}
