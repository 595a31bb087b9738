// The looks of designed species. Their words select a body, a material, colors, scenes, and accessories from fixed lists. Dice
// seeded by the species determine the rest, so all its creatures agree.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { blend, shade, type Colour } from "../kit/colour.ts";
import type { Dice } from "../kit/dice.ts";
import type { Coat } from "../subject/subject.ts";
import { PALETTES, materialsIn, withoutMaterials, type Material, type MaterialPalette } from "../subject/materials.ts";
import { accessoriesIn, coloursIn, dyeCoat, scenesIn, type Scene } from "../subject/words.ts";
import { NATURAL, bodyIn, bodyInName, chimera, type BodyChoice } from "./bodies.ts";
import { findLook } from "./index.ts";
import { coat, type SpeciesLook } from "./look.ts";

/** Maximum number of words of a name. A longer text is the prompt or bio of an avatar. */
const WORDS_OF_NAME = 6;

/** Returns the result for the first text that has one. */
function first<Found>(texts: readonly string[], find: (text: string) => Found | undefined): Found | undefined {
  for (const text of texts) {
    const found = find(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Derives five coats from one palette. */
function coatsOf([base, belly, mark, eye]: MaterialPalette): SpeciesLook["coats"] {
  const make = (lighter: number, turn: number): Coat =>
    coat(
      shade(base, lighter, 1, turn),
      belly,
      shade(mark, lighter * 0.6, 1, turn),
      shade(eye, 0, 1, turn * 2),
      blend([0.8, 0.1, 10], base, 0.3),
    );
  return [make(0, 0), make(-0.06, 10), make(0.06, -8), make(-0.11, -4), make(0.03, 18)];
}

function invented(dice: Dice): MaterialPalette {
  const base: Colour = [dice.between(0.58, 0.82), dice.between(0.08, 0.13), dice.roll() * 360];
  const [light, chroma, hue] = base;
  return [
    base,
    [Math.min(0.97, light + 0.18), chroma * 0.35, hue],
    shade(base, -0.2, 1.05, 14),
    [0.72, 0.15, hue + 150],
  ];
}

const FAMILY_SCENES: Readonly<Record<Family, readonly [Scene, ...Scene[]]>> = {
  cat: ["room", "meadow", "autumn"],
  dog: ["meadow", "beach", "autumn", "snow"],
  exotic: ["jungle", "forest", "desert", "night", "ocean"],
  "ai-native": ["circuit", "servers", "space"],
};

const MATERIAL_SCENES: Readonly<Record<Material, Scene>> = {
  moss: "forest",
  bloom: "meadow",
  stone: "desert",
  glass: "aurora",
  ice: "snow",
  ember: "ember",
  paper: "room",
  ink: "night",
  metal: "room",
  wood: "forest",
  cloud: "aurora",
  star: "space",
  water: "ocean",
  sand: "desert",
  honey: "meadow",
  cloth: "room",
  circuit: "circuit",
};

/** `words` are texts in descending order of weight, the name first. */
export function communityLook(family: Family, words: readonly string[], dice: Dice): SpeciesLook {
  const [name = ""] = words;
  const isName = name.split(" ").length <= WORDS_OF_NAME;
  const body: BodyChoice | undefined =
    (isName ? bodyInName(family, name) : undefined) ?? first(words, (text) => bodyIn(family, text));
  const material = first(words, (text) => materialsIn(text)[0]);
  const colours = first(words, (text) => {
    const named = coloursIn(withoutMaterials(text));
    return named.length === 0 ? undefined : named;
  });
  const lent = typeof body === "string" ? findLook(body) : undefined;
  const palette = material === undefined ? (body === undefined ? undefined : NATURAL.get(body)) : PALETTES[material];
  const coats =
    material === undefined && lent !== undefined ? lent.coats : coatsOf(palette ?? invented(dice.named("coats")));
  const [one, two, three, four, five, ...rest] = coats;
  const dye = (each: Coat): Coat => dyeCoat(each, colours ?? [], dice.named("dye"));
  const named = first(words, (text) => scenesIn(text)[0]);
  const scene = named ?? (material === undefined ? undefined : MATERIAL_SCENES[material]);
  return {
    body: lent?.body ?? (typeof body === "function" ? body : chimera(family, dice.named("body"))),
    coats: [dye(one), dye(two), dye(three), dye(four), dye(five), ...rest.map(dye)],
    scenes: scene !== undefined ? [scene] : (lent?.scenes ?? [dice.pick(FAMILY_SCENES[family])]),
    size: lent?.size ?? dice.between(0.88, 1),
    wears: accessoriesIn(words.slice(0, 2).join(" ")),
    ...(lent?.ages === undefined ? {} : { ages: lent.ages }),
    ...(material === undefined ? {} : { material }),
    ...(lent?.shell === undefined ? {} : { shell: lent.shell }),
  };
}
