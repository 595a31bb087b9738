// The looks of all built-in species.
import { AI_NATIVE_LOOKS } from "./ai-natives.ts";
import { CAT_LOOKS } from "./cats.ts";
import { DOG_LOOKS } from "./dogs.ts";
import { EXOTIC_LOOKS } from "./exotics.ts";
import type { SpeciesLook } from "./look.ts";

const LOOKS: ReadonlyMap<string, SpeciesLook> = new Map(
  Object.entries({ ...CAT_LOOKS, ...DOG_LOOKS, ...EXOTIC_LOOKS, ...AI_NATIVE_LOOKS }),
);

export function findLook(slug: string): SpeciesLook | undefined {
  return LOOKS.get(slug);
}
