// Hatches creatures in the states from which the tests of the contract start.
import { openDen, type Den } from "../den.ts";
import type { House } from "../harness.ts";
import { setColumns, type Columns } from "./rows.ts";

export interface StartingState {
  /** Slug of the species; defaults to housecat. */
  readonly species?: string;
  /** Hour of day at which the creature hatches. */
  readonly hour?: number;
  /** Hours that pass after the creature has hatched. */
  readonly hours?: number;
  /** Columns that are set after these hours. */
  readonly columns?: Columns;
}

export interface HatchedCreature {
  readonly den: Den;
  readonly id: string;
}

/** Hatches a creature in the house of a new test account. */
export async function hatch(
  house: House,
  { species = "housecat", hour = 9, hours = 0, columns }: StartingState = {},
): Promise<HatchedCreature> {
  const den = await openDen(house, { hour });
  const id = await den.hatched({ species_slug: species });
  if (hours > 0) await den.advance(hours);
  if (columns !== undefined) await setColumns(house, id, columns);
  return { den, id };
}

interface ListedSpecies {
  readonly slug: string;
  readonly trust_speed: string;
  readonly innate_traits: readonly string[];
  readonly special_mechanic: unknown;
  readonly hunger_decay_per_hour: number;
}

/** Returns the first listed built-in species that is wanted and has no special mechanic. */
export async function plainSpecies(
  house: House,
  isWanted: (species: ListedSpecies) => boolean,
): Promise<ListedSpecies> {
  const { json } = await house.call("GET", "/api/house/species");
  const builtIn: readonly ListedSpecies[] = json.built_in;
  const found = builtIn.find((species) => species.special_mechanic === null && isWanted(species));
  if (found === undefined) throw new Error("no built-in species without a special mechanic matches");
  return found;
}
