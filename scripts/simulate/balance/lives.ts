// Creates seeded lives for the simulation. In zones with clock changes, one in three starts within four days before a change,
// because those nights are difficult.
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { chance } from "@denkeeper/rules/time/hash.ts";
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";

const ZONES = [
  "UTC",
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "America/St_Johns",
] as const;

const YEAR_START = Date.UTC(2026, 1, 1);
const YEAR_HOURS = 330 * 24;
const NEAR_CHANGE_HOURS = 96;

/** Returns the next number of a seeded sequence in [0, 1). */
export type RandomSource = () => number;

export function diceOf(seed: number): RandomSource {
  let count = 0;
  return () => chance(seed, count++);
}

function offsetChanges(zone: string): number[] {
  const changes: number[] = [];
  let local = Temporal.Instant.fromEpochMilliseconds(YEAR_START).toZonedDateTimeISO(zone);
  for (;;) {
    const next = local.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds > YEAR_START + YEAR_HOURS * HOUR_MS) return changes;
    changes.push(next.epochMilliseconds);
    local = next;
  }
}

const changesByZone = new Map(ZONES.map((zone) => [zone, offsetChanges(zone)]));

function startInstant(zone: (typeof ZONES)[number], dice: RandomSource): number {
  const changes = changesByZone.get(zone) ?? [];
  const change = changes[Math.floor(dice() * changes.length)];
  if (change !== undefined && dice() < 1 / 3) return change - Math.floor(dice() * NEAR_CHANGE_HOURS * HOUR_MS);
  return YEAR_START + Math.floor(dice() * YEAR_HOURS * HOUR_MS);
}

/** Creates a hatchling of a species. The life number seeds its zone, its start and the dice. */
export function startLife(species: BuiltInSpecies, number: number): { creature: Living; dice: RandomSource } {
  const dice = diceOf(number);
  const zone = ZONES[number % ZONES.length] ?? "UTC";
  const at = startInstant(zone, dice);
  const id = `${species.slug}-${number}`;
  return { creature: hatch(adopt({ id, name: "Pip", species, zone, at }), at), dice };
}
