// The built-in species, all of them.
import type { BuiltInSpecies } from "../species.ts";
import { AI_NATIVES } from "./ai-natives.ts";
import { CATS } from "./cats.ts";
import { DOGS } from "./dogs.ts";
import { EXOTICS } from "./exotics.ts";

export const CATALOG: readonly BuiltInSpecies[] = [...CATS, ...DOGS, ...EXOTICS, ...AI_NATIVES];

const bySlug: ReadonlyMap<string, BuiltInSpecies> = new Map(CATALOG.map((species) => [species.slug, species]));

export function findBuiltIn(slug: string): BuiltInSpecies | undefined {
  return bySlug.get(slug);
}
