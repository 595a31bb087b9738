// All built-in species.
import type { BuiltInSpecies } from "../species.ts";
import { AI_NATIVES } from "./ai-natives.ts";
import { CATS } from "./cats.ts";
import { DOGS } from "./dogs.ts";
import { builtIns } from "./entry.ts";
import { EXOTICS } from "./exotics.ts";

export type CatSlug = keyof typeof CATS;
export type DogSlug = keyof typeof DOGS;
export type ExoticSlug = keyof typeof EXOTICS;
export type AiNativeSlug = keyof typeof AI_NATIVES;
export type SpeciesSlug = CatSlug | DogSlug | ExoticSlug | AiNativeSlug;

export const CATALOG: readonly BuiltInSpecies[] = [
  ...builtIns("cat", CATS),
  ...builtIns("dog", DOGS),
  ...builtIns("exotic", EXOTICS),
  ...builtIns("ai-native", AI_NATIVES),
];

const bySlug: ReadonlyMap<string, BuiltInSpecies> = new Map(CATALOG.map((species) => [species.slug, species]));

export function findBuiltIn(slug: string): BuiltInSpecies | undefined {
  return bySlug.get(slug);
}
