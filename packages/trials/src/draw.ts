// What a seed makes of a scenario: where and when it takes place, who lives there, and when the service is away (TRIAL-3). The
// same scenario and seed give the same run on every machine. The catalog of species is not read here.
import type { Adoption } from "@denkeeper/rules/care/adoption.ts";
import { TRUST_SPEEDS, type SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { merged, type Span } from "@denkeeper/rules/time/span.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";
import { between, idOf, pick, shuffled, unit, type Hashes } from "./chance.ts";
import { shutHours, type Shut } from "./closures.ts";
import { relayFacts, type RelayFacts } from "./relay/facts.ts";
import type { Place, Scenario } from "./scenario.ts";

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

/** In alphabetical order, so that the order of the names is that of the draw. */
const NAMES = "Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Katsura Linden Maple Nutmeg Oak Poplar".split(
  " ",
);

/** Every run starts on a full minute of 2027, early enough to end in it. */
const YEAR_STARTS_AT = 1_798_761_600_000;
const START_MINUTES = 330 * 24 * 60;
const NOON = 12 * 60;

export interface Draw {
  readonly seed: string;
  readonly zone: string;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly adoptions: readonly Adoption[];
  /** When the service is away: merged spans. */
  readonly outages: readonly Span[];
  /** When the house is shut although time counts, and what is written about it. */
  readonly shut?: Shut | undefined;
  /** What the letters say, where there are letters. */
  readonly relay?: RelayFacts;
}

export function draw(scenario: Scenario, seed: string, hashes: Hashes): Draw {
  const isByLetter = scenario.letters !== undefined;
  const zone = isByLetter ? "UTC" : pick(seed, "zone", ZONES, hashes);
  const minute = Math.floor(unit(seed, "start", hashes) * START_MINUTES);
  // Who wakes once a day wakes at noon.
  const startsAt = YEAR_STARTS_AT + (isByLetter ? minute - (minute % (2 * NOON)) + NOON : minute) * MINUTE_MS;
  const taken = new Set<string>();
  const places = shuffled(seed, "order", scenario.places, hashes);
  const bySpecies = speciesSeed(scenario, places, seed, hashes);
  const adoptions = places.map((place, index) => {
    const species = speciesFor(place, bySpecies, { index, taken }, hashes);
    taken.add(species.slug);
    // Names are on the doors only, and change.
    const name = isByLetter ? `Room ${index + 1}` : NAMES[index];
    if (name === undefined) throw new Error(`${scenario.name} has more places than there are names`);
    const at = startsAt + (place.arrivesOnDay ?? 0) * DAY_MS;
    return { id: idOf(seed, `id/${index}`, hashes), name, species, zone, at };
  });
  const endsAt = startsAt + scenario.days * DAY_MS;
  const outages = outagesOf(scenario, seed, startsAt, hashes);
  const drawn = { seed, zone, startsAt, endsAt, adoptions, outages };
  const { letters, closures } = scenario;
  if (closures !== undefined) return { ...drawn, shut: shutHours(closures, scenario.days, drawn, hashes) };
  return letters === undefined ? drawn : { ...drawn, relay: relayFacts(scenario, letters, drawn, hashes) };
}

interface Drawing {
  readonly index: number;
  readonly taken: ReadonlySet<string>;
}

/** TRIAL-9: what the species are drawn with. Where the meals of the house are given, only their sum is known, and no window. */
function speciesSeed({ mealsPerDay, days }: Scenario, places: readonly Place[], seed: string, hashes: Hashes): string {
  if (mealsPerDay === undefined) return seed;
  for (let attempt = 1; ; attempt++) {
    const drawn = `${seed}/${attempt}`;
    const meals = places.reduce((sum, place, index) => {
      const { feedingWindowHours } = speciesFor(place, drawn, { index, taken: new Set() }, hashes);
      return sum + (24 / feedingWindowHours) * (1 - (place.arrivesOnDay ?? 0) / days);
    }, 0);
    if (Math.abs(meals / mealsPerDay - 1) <= 0.05) return drawn;
  }
}

/** One of the species of the place, each at most once in a house, or a foundling. */
function speciesFor(place: Place, seed: string, { index, taken }: Drawing, hashes: Hashes): SpeciesNature {
  if ("foundlingWindow" in place) return foundling(place.foundlingWindow, seed, index, hashes);
  const fitting = place.species.filter(({ slug }) => !taken.has(slug));
  return pick(seed, `species/${index}`, fitting, hashes);
}

/** TRIAL-9: a creature whose numbers lie within what the rules allow, and can be looked up nowhere. */
function foundling([least, most]: readonly [Hours, Hours], seed: string, index: number, hashes: Hashes): SpeciesNature {
  const roll = (what: string, from: number, to: number) => between(seed, `${what}/${index}`, [from, to], hashes);
  const window = Math.round(10 * Math.exp(roll("window", Math.log(least), Math.log(most)))) / 10;
  // As in the catalog, who is fed seldom gets hungry slowly, but only roughly: hunger alone does not reveal the window.
  const hunger = Math.min(3, Math.max(0.2, (9 / window) * roll("hunger", 0.6, 1.6)));
  return {
    slug: `foundling-${index + 1}`,
    name: "Foundling",
    family: "exotic",
    tier: "community",
    trustSpeed: pick(seed, `trust/${index}`, TRUST_SPEEDS, hashes),
    feedingWindowHours: window,
    hungerDecayPerHour: Math.round(100 * hunger) / 100,
    happinessDecayPerHour: Math.round(100 * roll("happiness", 0.3, 1.2)) / 100,
    innateTraits: [],
    mechanic: null,
    curious: false,
  };
}

function outagesOf({ faults, days }: Scenario, seed: string, startsAt: Instant, hashes: Hashes): readonly Span[] {
  if (faults === null) return [];
  const spans = Array.from({ length: faults.outages }, (_, index) => {
    const from = startsAt + Math.floor(between(seed, `outage/${index}`, [1, days - 1], hashes) * DAY_MS);
    const hours = between(seed, `outage-hours/${index}`, faults.outageHours, hashes);
    return { from, until: from + Math.round(hours * HOUR_MS) };
  });
  return merged(spans);
}

/** Whether only the clock answers at an instant: the service is away, or the house is shut. */
export function isAway({ outages, shut }: Pick<Draw, "outages" | "shut">, at: Instant): boolean {
  return [...outages, ...(shut?.spans ?? [])].some(({ from, until }) => from <= at && at < until);
}
