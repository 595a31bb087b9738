// Lists the body parts and habitats that lines about some species may name. All species have eyes, a back, and a house.

type Face = "ears" | "nose" | "whiskers" | "cheeks" | "mouth" | "tongue" | "beak" | "eyelids" | "head" | "heads";
type Limb = "paws" | "claws" | "hands" | "legs" | "tail" | "wings" | "ribbons";
type Hide = "fur" | "skin" | "feathers" | "spines" | "scales" | "carapace" | "stripes" | "colors" | "glow";
/** `washing`: soap and water do no harm. */
type Organ = "stomach" | "lungs" | "ribs" | "gills" | "washing";
type Voice = "purr" | "bark";
type Habitat = "furniture" | "glass" | "water" | "trees" | "ground" | "nest" | "snow" | "machine";
export type Feature = Face | Limb | Hide | Organ | Voice | Habitat;

export const ANIMAL: readonly Feature[] = ["mouth", "stomach", "lungs", "washing"];
export const BEAST: readonly Feature[] = [...ANIMAL, "head", "legs", "skin"];
export const MAMMAL: readonly Feature[] = [...BEAST, "ears", "nose", "tongue", "eyelids", "ribs"];
export const CAT: readonly Feature[] = [...MAMMAL, "paws", "claws", "whiskers", "purr"];
export const DOG: readonly Feature[] = [...MAMMAL, "paws", "claws", "tail", "bark"];
export const HOUSECAT: readonly Feature[] = [...CAT, "fur", "tail", "furniture"];
export const HOUSEDOG: readonly Feature[] = [...DOG, "fur", "furniture"];
export const BIRD: readonly Feature[] = [...BEAST, "eyelids", "feathers", "wings", "beak", "claws"];
