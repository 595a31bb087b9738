// Keepers that come by the clock, whatever the house needs.
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import type { HomeCreature, HomeAnswer, TrialHouse } from "@denkeeper/trials/house.ts";
import type { Hours } from "@denkeeper/rules/time/units.ts";
import { leaveFor, type TrialKeeper } from "./keeper.ts";

/** Looks every so many hours, and leaves whatever the look says. */
async function every(
  house: TrialHouse,
  hours: () => Hours,
  visit: (home: HomeAnswer, count: number) => Promise<void>,
): Promise<void> {
  for (let count = 0; ; count++) {
    const home = await house.home();
    if (!home.ok && home.failure === "over") return;
    if (home.ok) await visit(home.value, count);
    await leaveFor(house, hours());
  }
}

export const neverComes: TrialKeeper["play"] = () => Promise.resolve();

/** Plays with everybody, feeds everybody, and cleans once a day. */
export function cron(hours: Hours): TrialKeeper["play"] {
  return async ({ house }) =>
    every(
      house,
      () => hours,
      async ({ creatures }, count) => {
        for (const { id } of creatures) {
          await house.care(id, "play", true);
          await house.care(id, "feed");
          if (isDaily(count, hours)) await house.care(id, "clean");
        }
      },
    );
}

function isDaily(count: number, hours: Hours): boolean {
  return count % Math.round(24 / hours) === 0;
}

const MEDICINE_BELOW = 60;

export function isIll({ stats: { health } }: HomeCreature): boolean {
  return health !== null && health < MEDICINE_BELOW;
}

/** Every four hours it feeds those whose hunger is below a value. */
export function byHunger(below: number): TrialKeeper["play"] {
  return async ({ house }) =>
    every(
      house,
      () => 4,
      async ({ creatures }, count) => {
        for (const creature of creatures) {
          const { id, stats } = creature;
          if ((stats.hunger ?? 0) < below) await house.care(id, "feed");
          if (isDaily(count, 4)) await house.care(id, "clean");
          if (isIll(creature)) await house.care(id, "medicine");
        }
      },
    );
}

/** Anything, at any time. */
export const atRandom: TrialKeeper["play"] = async ({ house, roll }) =>
  every(
    house,
    () => 1 + 7 * roll(),
    async ({ creatures }) => {
      for (const { id } of creatures) {
        await house.care(id, CARE_ACTIONS[Math.floor(roll() * CARE_ACTIONS.length)] ?? "feed");
      }
    },
  );
