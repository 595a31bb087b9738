// Poisons and dangers by name, since likeness is not safety: to the model, poisoned salmon is mostly salmon. Each group
// says for which families and actions it holds; a phrase stands here in any number, as whole words.
import type { Family, ItemAction } from "../../domain/species/species.ts";

export interface DangerGroup {
  /** What is wrong with it, after "It has ... in it, " */
  readonly why: string;
  readonly families: readonly Family[];
  readonly actions: readonly ItemAction[];
  readonly phrases: readonly string[];
  /** Harmless phrases that hold one of the others. */
  readonly except?: readonly string[];
}

/** Phrases as running text, which is easier to read than a column of hundreds. */
function list(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(", "));
}

const LIVING: readonly Family[] = ["cat", "dog", "exotic"];
const PETS: readonly Family[] = ["cat", "dog"];
const ALL: readonly Family[] = [...LIVING, "ai-native"];
const ANY: readonly ItemAction[] = ["feed", "play", "clean", "medicine", "discipline", "sleep"];
const EATEN: readonly ItemAction[] = ["feed", "medicine"];

export const DANGER_GROUPS: readonly DangerGroup[] = [
  {
    why: "which is poison",
    families: ALL,
    actions: ANY,
    phrases: list(
      "poison, poisoned, poisonous, poisoning, toxic, toxin, venom, venomous, cyanide, arsenic",
      "strychnine, ricin, thallium, hemlock, nightshade, belladonna, oleander, foxglove",
      "death cap, toadstool, antifreeze, ethylene glycol, pesticide, insecticide, herbicide",
      "rodenticide, fungicide, weed killer, weedkiller, slug pellet, snail bait, rat bait",
      "mouse bait, ant bait, fly spray, bug spray, mothball, anthrax, chloroform, carbon monoxide",
    ),
  },
  {
    why: "which burns and poisons",
    families: ALL,
    actions: ANY,
    phrases: list(
      "bleach, acid, ammonia, chlorine, lye, caustic soda, drain cleaner, drain opener",
      "oven cleaner, toilet cleaner, toilet bowl cleaner, gasoline, petrol, diesel, kerosene",
      "lighter fluid, paint thinner, paint stripper, turpentine, white spirit, nail polish remover",
      "acetone, formaldehyde, asbestos, uranium, plutonium, radioactive, super glue, superglue",
      "mercury, lead paint, tide pod, laundry pod, detergent",
    ),
    except: list(
      "amino acid, folic acid, fatty acid, ascorbic acid, lactic acid, hyaluronic acid, citric acid",
      "acid reducer, planet mercury",
    ),
  },
  {
    why: "which is spoilt",
    families: LIVING,
    actions: EATEN,
    phrases: list(
      "rotten, rotting, spoiled, spoilt, moldy, mouldy, rancid, putrid, contaminated, maggoty",
      "expired, infected",
    ),
  },
  {
    why: "which is poisonous to animals",
    families: LIVING,
    actions: EATEN,
    phrases: list(
      "chocolate, cocoa, cacao, brownie, nutella, xylitol, birch sugar, coffee, espresso",
      "caffeine, energy drink, nicotine, cigarette, cigar, tobacco, vape, beer, wine, vodka",
      "whiskey, whisky, rum, gin, tequila, brandy, liquor, alcohol, onion, garlic, shallot",
      "leek, chive, cocaine, heroin, meth, fentanyl, lsd, marijuana, cannabis, ibuprofen",
      "paracetamol, acetaminophen, tylenol, advil, naproxen, tomato leaf, rhubarb, motor oil",
      "engine oil, raw dough, yeast dough, chewing gum",
    ),
    except: ["root beer", "ginger beer", "alcohol wipe", "alcohol swab", "chocolate lab", "chocolate labrador"],
  },
  {
    why: "which is poisonous to cats and dogs",
    families: PETS,
    actions: EATEN,
    phrases: list(
      "grape, raisin, sultana, currant, macadamia, macadamia nut, nutmeg, avocado, cherry pit",
      "wild mushroom, sago palm, tulip bulb, daffodil, azalea",
    ),
    except: ["grape seed"],
  },
  {
    why: "which is poisonous to cats and dogs",
    families: PETS,
    actions: ANY,
    phrases: ["tea tree oil", "essential oil"],
  },
  {
    why: "which is poisonous to cats",
    families: ["cat"],
    actions: ANY,
    phrases: ["lily", "aspirin", "permethrin"],
    except: ["lily pad"],
  },
  {
    why: "which is poisonous to small animals and birds",
    families: ["exotic"],
    actions: EATEN,
    phrases: ["avocado", "guacamole"],
  },
  {
    why: "which is no food and does harm inside",
    families: LIVING,
    actions: ["feed"],
    phrases: list(
      "brick, gravel, plastic bag, plastic wrap, plastic bottle, cling film, coin, battery",
      "magnet, rubber band, rusty nail, iron nail, steel nail, nail, screw, thumbtack, marble",
      "concrete, cement, styrofoam, tinfoil, aluminum foil, aluminium foil, soap, shampoo",
      "perfume, glue, paint, needle, fish hook, fishing hook, tinsel",
    ),
    except: ["pine needle", "brick cheese", "marble cake"],
  },
  {
    why: "which cuts and pierces",
    families: ALL,
    actions: ANY,
    phrases: list(
      "broken glass, glass shard, shard of glass, shattered glass, crushed glass, ground glass",
      "razor, razor blade, knife, dagger, machete, chainsaw, circular saw, axe, barbed wire",
      "bed of nail, rusty nail, mousetrap, mouse trap, rat trap, bear trap, glue trap, fan blade",
      "wood chipper, meat grinder, lawnmower, lawn mower, guillotine, sledgehammer, jackhammer",
    ),
    except: ["palette knife", "butter knife"],
  },
  {
    why: "which wounds an animal",
    families: LIVING,
    actions: ["play", "clean", "sleep"],
    phrases: list(
      "blender, power drill, steel wool, wire wool, sandpaper, ceiling fan, freezer, microwave",
      "oven, washing machine, tumble dryer, hot stove, hot coal, hot iron, hot oil, lit candle",
      "burning candle, open flame, live wire, electric fence, thumbtack, scorpion",
    ),
    except: ["oven mitt", "oven glove", "washing machine box", "freezer box"],
  },
  {
    why: "which burns",
    families: LIVING,
    actions: ANY,
    phrases: ["boiling", "scalding", "molten", "on fire", "lava", "flamethrower"],
    except: ["lava lamp"],
  },
  {
    why: "which is a weapon or an explosive",
    families: ALL,
    actions: ANY,
    phrases: list(
      "firecracker, firework, dynamite, grenade, bomb, explosive, tnt, gunpowder, landmine",
      "gun, pistol, rifle, shotgun, ammunition, taser, stun gun, cattle prod",
    ),
    except: [
      "bath bomb",
      "seed bomb",
      "water gun",
      "bubble gun",
      "squirt gun",
      "nerf gun",
      "gunpowder tea",
      "massage gun",
    ],
  },
  {
    why: "which is cruelty",
    families: ALL,
    actions: ANY,
    phrases: list(
      "electric shock, shock collar, prong collar, choke chain, electrocution, strangling, drowning",
      "starving, starvation, torture, noose, waterboarding, cigarette burn, animal abuse",
    ),
  },
  {
    why: "which is cruelty",
    families: ALL,
    actions: ["discipline"],
    phrases: list(
      "beating, beat, hitting, hit, kicking, kick, slap, slapping, punch, punching, spanking",
      "spank, smack, smacking, whip, whipping, flogging, choking, stick beating, belt",
    ),
    except: ["seat belt", "belt loop", "kick toy", "hit pause", "hit the pause"],
  },
  {
    why: "which destroys a mind of data",
    families: ["ai-native"],
    actions: ANY,
    phrases: list(
      "malware, computer virus, virus, ransomware, spyware, trojan, fork bomb, logic bomb",
      "power surge, electromagnetic pulse, corrupted data, corrupt data, corrupted file, corrupt file",
      "rm rf, drop table, format the disk, infinite loop, memory leak, kernel panic, short circuit",
      "salt water, saltwater, prompt injection, spilled coffee",
    ),
    except: ["virus scan", "virus scanner", "virus removal", "virus protection", "virus checker", "malware scan"],
  },
];

/** Right after a danger these say that it is not there, or not the thing itself. */
export const MADE_HARMLESS_AFTER: readonly string[] = list(
  "free, shaped, toy, plush, scan, scanner, removal, antidote, binder, reflux, warm, warmed, baked, edge",
);
/** The same right before it. */
export const MADE_HARMLESS_BEFORE: readonly string[] = list(
  "no, non, not, without, zero, never, anti, against, toy, plush, stuffed, pretend",
  "cardboard, squeaky, catnip, felt, knitted, crocheted",
);
