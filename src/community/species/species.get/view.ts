// The public view of species: built-in ones with all fields, designed ones as a list entry or a profile.
import type { z } from "zod";
import { iso } from "../../../platform/clock.ts";
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";
import type { SpeciesProfile, SpeciesRow } from "../../../model/creatures/store/species.ts";
import { storedPathOf } from "../../../views/picture-addresses.ts";
import type { builtInSpecies, communityEntry, communitySpecies, compactBuiltIn, compactEntry } from "../shapes.ts";

export function builtInView(species: BuiltInSpecies, adoptions: number): z.input<typeof builtInSpecies> {
  return {
    slug: species.slug,
    name: species.name,
    family: species.family,
    tier: species.tier,
    trust_speed: species.trustSpeed,
    feeding_window_hours: species.feedingWindowHours,
    personality: species.personality,
    special_mechanic: species.specialMechanic,
    innate_traits: [...species.innateTraits],
    hunger_decay_per_hour: species.hungerDecayPerHour,
    happiness_decay_per_hour: species.happinessDecayPerHour,
    image_prompt: species.imagePrompt,
    adoption_count: adoptions,
    creator: null,
    created_at: null,
    built_in: true,
  };
}

export function compactBuiltInView(species: BuiltInSpecies): z.input<typeof compactBuiltIn> {
  const { slug, family, tier, feedingWindowHours, specialMechanic } = species;
  const mechanic = specialMechanic === null ? {} : { special_mechanic: specialMechanic };
  return { slug, family, tier, feeding_window_hours: feedingWindowHours, ...mechanic };
}

export function communityView(species: SpeciesProfile, baseUrl: string): z.input<typeof communitySpecies> {
  return {
    slug: species.slug,
    name: species.name,
    family: species.family,
    tier: "community",
    trust_speed: species.trust_speed,
    feeding_window_hours: species.feeding_window_hours,
    personality: species.personality,
    special_mechanic: species.special_mechanic,
    innate_traits: [...species.innate_traits],
    hunger_decay_per_hour: species.hunger_decay_per_hour,
    happiness_decay_per_hour: species.happiness_decay_per_hour,
    image_prompt: species.image_prompt,
    adoption_count: species.adoption_count,
    creator: {
      username: species.creator,
      display_name: species.creator_display_name,
      avatar_url: avatarUrlOf(species, baseUrl),
    },
    created_at: iso(species.created_at),
    built_in: false,
    untrusted: true,
  };
}

/** Returns the creator's own picture or the service's drawing; null until one is drawn. */
function avatarUrlOf(species: SpeciesProfile, baseUrl: string): string | null {
  const { creator_avatar_url: own, creator_avatar_sha256: drawing } = species;
  return own ?? (drawing === null ? null : baseUrl + storedPathOf(drawing));
}

export function entryView(species: SpeciesRow): z.input<typeof communityEntry> {
  return {
    slug: species.slug,
    name: species.name,
    family: species.family,
    personality: species.personality,
    hunger_decay_per_hour: species.hunger_decay_per_hour,
    happiness_decay_per_hour: species.happiness_decay_per_hour,
    creator: species.creator,
    adoption_count: species.adoption_count,
    created_at: iso(species.created_at),
    untrusted: true,
  };
}

export function compactEntryView(species: SpeciesRow): z.input<typeof compactEntry> {
  const { slug, family, creator, adoption_count } = species;
  return { slug, family, creator, adoption_count, untrusted: true };
}
