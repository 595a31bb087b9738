// Poisons and dangers by name, because similarity is not safety: to the model, poisoned salmon is mostly salmon. Each
// group says which families and actions it applies to. A phrase matches whole words, singular or plural.
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import { list } from "./list.ts";

export interface DangerGroup {
  /** What is wrong with it, after "It contains ..., " */
  readonly why: string;
  readonly families: readonly Family[];
  readonly actions: readonly ItemAction[];
  readonly phrases: readonly string[];
  /** Harmless phrases that hold one of the others. */
  readonly except?: readonly string[];
}

const LIVING: readonly Family[] = ["cat", "dog", "exotic"];
const PETS: readonly Family[] = ["cat", "dog"];
const ALL: readonly Family[] = [...LIVING, "ai-native"];
const ANY: readonly ItemAction[] = ["feed", "play", "clean", "medicine", "discipline", "sleep"];
const EATEN: readonly ItemAction[] = ["feed", "medicine"];

export const DANGER_GROUPS: readonly DangerGroup[] = [
  {
    why: "which is toxic",
    families: ALL,
    actions: ANY,
    phrases: list(
      "poison, poisoned, poisonous, poisoning, toxic, toxin, venom, venomous, cyanide, arsenic, strychnine",
      "ricin, thallium, hemlock, nightshade, belladonna, oleander, foxglove, death cap, toadstool",
      "antifreeze, ethylene glycol, pesticide, insecticide, herbicide, rodenticide, fungicide, weed killer",
      "weedkiller, slug pellet, snail bait, rat bait, mouse bait, ant bait, fly spray, bug spray, mothball",
      "anthrax, chloroform, carbon monoxide, toxicant, atropine, brucine, curare, digitalis, aconite",
      "scopolamine, brodifacoum, bromethalin, parathion, malathion, dioxin, phosgene, lewisite, nerve agent",
      "rocket fuel, white phosphorus, laced, envenomed, botulinum, sarin, nerve gas, mustard gas, tear gas",
      "pepper spray, novichok, polonium, napalm, agent orange, ddt, glyphosate, roundup, roach spray",
      "ant spray, insect spray, wasp spray, insect killer, ant killer, slug bait, bug bomb, rat killer",
      "exhaust fume, car exhaust, closed garage, toxic waste, biohazard, sewage, wolfsbane, mandrake",
      "castor bean",
    ),
  },
  {
    why: "which burns and poisons",
    families: ALL,
    actions: ANY,
    phrases: list(
      "bleach, acid, ammonia, chlorine, lye, caustic soda, drain cleaner, drain opener, oven cleaner",
      "toilet cleaner, toilet bowl cleaner, gasoline, petrol, diesel, kerosene, lighter fluid",
      "paint thinner, paint stripper, turpentine, white spirit, nail polish remover, acetone, formaldehyde",
      "asbestos, uranium, plutonium, radioactive, super glue, superglue, mercury, lead paint, tide pod",
      "laundry pod, detergent, windex, glass cleaner, toilet duck, bathroom cleaner, floor cleaner",
      "disinfectant spray, lysol, fabric softener, dishwasher tablet, solvent, benzene, methanol",
      "brake fluid, windshield fluid, motor oil, engine oil, quicklime, borax, fertilizer, fertiliser",
      "varnish, wood stain, liquid nitrogen, hydrochloric",
    ),
    except: list(
      "amino acid, folic acid, fatty acid, ascorbic acid, lactic acid, hyaluronic acid, citric acid",
      "acid reducer, planet mercury, natural fertilizer",
    ),
  },
  {
    why: "which means that it is spoiled",
    families: LIVING,
    actions: EATEN,
    phrases: list(
      "rotten, rotting, spoiled, spoilt, moldy, mouldy, rancid, putrid, contaminated, maggoty, expired",
      "infected",
    ),
  },
  {
    why: "which is poisonous to animals",
    families: LIVING,
    actions: EATEN,
    phrases: list(
      "chocolate, cocoa, cacao, brownie, nutella, xylitol, birch sugar, coffee, espresso, caffeine",
      "energy drink, nicotine, cigarette, cigar, tobacco, vape, beer, wine, vodka, whiskey, whisky, rum",
      "gin, tequila, brandy, liquor, alcohol, onion, garlic, shallot, leek, chive, cocaine, heroin, meth",
      "fentanyl, lsd, marijuana, cannabis, ibuprofen, paracetamol, acetaminophen, tylenol, advil, naproxen",
      "tomato leaf, rhubarb, motor oil, engine oil, raw dough, yeast dough, chewing gum, alcoholic, ale",
      "lager, stout beer, bourbon, scotch, cognac, vermouth, sherry, port wine, mead, liqueur, cafe",
      "espresso bean, decaf, mocha, tiramisu, fudge, snickers, mars bar, kitkat, kit kat, oreo, hot cocoa",
      "caffe latte, iced latte, spice latte, cappuccino, red bull, caffeinated, cola, black tea leaf",
      "champagne, cider, sake, cocktail, booze, schnapps, absinthe, hop, hops, scallion, spring onion",
      "sugar free gum, sugar free candy, sugarfree gum, sugarfree candy, gum, birch xylitol, play dough",
      "playdough, salt dough, sourdough starter, bread dough, raw potato, green potato, green tomato",
      "apple seed, cherry pit, peach pit, plum pit, apricot pit, apricot kernel, bitter almond, star fruit",
      "poinsettia, mistletoe, holly berry, yew, ivy, hydrangea, philodendron, dieffenbachia, oleander leaf",
      "lily of the valley, autumn crocus, cyclamen, death camas, jimsonweed, fly agaric, magic mushroom",
      "crack cocaine, ecstasy, mdma, ketamine, amphetamine, methamphetamine, opium, morphine, opioid",
      "oxycodone, codeine, edible gummy, hash brownie, thc, xanax, valium, antidepressant, prozac, adderall",
      "sleeping pill, sleeping tablet, diet pill, warfarin, rat poisoning, hand sanitizer, mouthwash",
      "toothpaste, sunscreen, deodorant, nail polish, hair dye, hairspray, lipstick, silica gel, glow stick",
      "charcoal lighter, match head, moth ball, handful of salt, cup of salt",
    ),
    except: list(
      "root beer, ginger beer, alcohol wipe, alcohol swab, chocolate lab, chocolate labrador",
      "black tea bath, birch beer, near beer, shrimp cocktail, prawn cocktail, crab cocktail",
      "seafood cocktail, fruit cocktail, ginger ale, cocktail sauce, pot liquor, sweet roll",
    ),
  },
  {
    why: "which is poisonous to cats and dogs",
    families: PETS,
    actions: EATEN,
    phrases: list(
      "grape, raisin, sultana, currant, macadamia, macadamia nut, nutmeg, avocado, cherry pit",
      "wild mushroom, sago palm, tulip bulb, daffodil, azalea, grape juice, trail mix, fruitcake, mince pie",
      "hot cross bun, corn cob, corncob, chicken bone, turkey bone, cooked bone, splintered bone, tulip",
      "hyacinth, chrysanthemum, peach stone, persimmon seed, macadamia cookie",
    ),
    except: list("grape seed, chicken bone broth, turkey bone broth"),
  },
  {
    why: "which is poisonous to cats and dogs",
    families: PETS,
    actions: ANY,
    phrases: list("tea tree oil, essential oil"),
  },
  {
    why: "which is poisonous to cats",
    families: ["cat"],
    actions: ANY,
    phrases: list(
      "lily, aspirin, permethrin, dog flea treatment, dog flea drop, canine flea, eucalyptus oil",
      "peppermint oil, lavender oil, citrus oil, pine oil",
    ),
    except: list("lily pad"),
  },
  {
    why: "which is poisonous to small animals and birds",
    families: ["exotic"],
    actions: EATEN,
    phrases: list("avocado, guacamole"),
  },
  {
    why: "which is not food and does harm when swallowed",
    families: LIVING,
    actions: ["feed"],
    phrases: list(
      "brick, gravel, plastic bag, plastic wrap, plastic bottle, cling film, coin, battery, magnet",
      "rubber band, rusty nail, iron nail, steel nail, nail, screw, thumbtack, marble, concrete, cement",
      "styrofoam, tinfoil, aluminum foil, aluminium foil, soap, shampoo, perfume, glue, paint, needle",
      "fish hook, fishing hook, tinsel, broken plate, sharp object, metal shaving, toothpick, skewer",
      "staple, paperclip, safety pin, balloon, latex glove, plastic, lego brick, lego, rubber duck",
      "sock with string, dental floss, ball of string, wool thread, sewing thread, cat litter, firelighter",
      "candle wax, crayon, ink cartridge, light bulb, fiberglass, insulation foam, asphalt, tar",
    ),
    except: list(
      "pine needle, brick cheese, marble cake, plastic bowl, plastic dish, plastic plate, plastic container",
      "plastic spoon",
    ),
  },
  {
    why: "which cuts and pierces",
    families: ALL,
    actions: ANY,
    phrases: list(
      "broken glass, glass shard, shard of glass, shattered glass, crushed glass, ground glass, razor",
      "razor blade, knife, dagger, machete, chainsaw, circular saw, axe, barbed wire, bed of nail",
      "rusty nail, mousetrap, mouse trap, rat trap, bear trap, glue trap, fan blade, wood chipper",
      "meat grinder, lawnmower, lawn mower, guillotine, sledgehammer, jackhammer",
    ),
    except: list("palette knife, butter knife"),
  },
  {
    why: "which wounds an animal",
    families: LIVING,
    actions: ["play", "clean", "sleep"],
    phrases: list(
      "blender, power drill, steel wool, wire wool, sandpaper, ceiling fan, freezer, microwave, oven",
      "washing machine, tumble dryer, hot stove, hot coal, hot iron, hot oil, lit candle, burning candle",
      "open flame, live wire, electric fence, thumbtack, scorpion, dryer, deep fryer, hot pan, boiler, kiln",
      "hot asphalt, dry ice, wire brush on skin, nettle, cactus bed, plastic bag, rubber band",
      "sewing needle, needle and thread, scissors on skin, hot tar, super glue bath, beehive, wasp nest",
      "hornet nest, snake pit, sauna, cactus",
    ),
    except: list(
      "oven mitt, oven glove, washing machine box, freezer box, hair dryer, hairdryer, blow dryer, blow dry",
      "pet dryer, cool air dryer, towel dryer, fur dryer, plastic bag rustling, cactus toy",
      "cactus scratching post",
    ),
  },
  {
    why: "which burns",
    families: LIVING,
    actions: ANY,
    phrases: list("boiling, scalding, molten, on fire, lava, flamethrower"),
    except: list("lava lamp"),
  },
  {
    why: "which is a weapon or an explosive",
    families: ALL,
    actions: ANY,
    phrases: list(
      "firecracker, firework, dynamite, grenade, bomb, explosive, tnt, gunpowder, landmine, gun, pistol",
      "rifle, shotgun, ammunition, taser, stun gun, cattle prod, six shooter, shooting iron, firearm",
      "weapon, musket, cannon, howitzer, warhead, buckshot, birdshot, bird shot, cannonball, hand grenade",
      "machine gun, ak 47, revolver, bullet, bazooka, rocket launcher, flare gun, bb gun, air gun, airsoft",
      "nail gun, missile, torpedo, molotov, petrol bomb, semtex, c4, detonator, nuclear, nuke, mortar shell",
      "harpoon, brass knuckle",
    ),
    except: list(
      "bath bomb, seed bomb, water gun, bubble gun, squirt gun, nerf gun, gunpowder tea, massage gun",
      "bullet train, bullet journal, nuclear family, water pistol, squirt pistol, toy cannon, water cannon",
      "cannonball into the pool",
    ),
  },
  {
    why: "which is cruelty",
    families: ALL,
    actions: ANY,
    phrases: list(
      "electric shock, shock collar, prong collar, choke chain, electrocution, strangling, drowning",
      "starving, starvation, torture, noose, waterboarding, cigarette burn, animal abuse, abuse, cruelty",
      "cruel, mutilation, mutilate, amputation, dismember, behead, decapitation, crucify, vivisection",
      "lobotomy, execution, murder, slaughter, kill it, killing, kill the, hanging it, choke hold",
      "chokehold, electric collar, electrocute, electroshock, tazer, hot iron brand, branding iron",
      "cattle whip, bullwhip, cigarette on, burn mark, waterboard, solitary confinement for week",
      "no food for, no water for, without food for, without water for, starve, cage without food",
      "abandon it, abandoning it, leave it to die, bury it alive, buried alive, skin it alive, boil it",
      "roast it alive, eat it alive, declaw, declawing, tail docking, ear cropping, muzzle for day, kick it",
      "kicking it, throw it against, throwing it against, smash its, break its leg, breaking its leg",
      "pull its tail, pulling its tail, by the tail, by its tail, by the ear, by its ear, feather plucking",
      "pluck its feather, plucking its feather, plucking out",
    ),
    except: list("kill time, killing time, no food for thought"),
  },
  {
    why: "which is cruelty",
    families: ALL,
    actions: ["discipline"],
    phrases: list(
      "beating, beat, hitting, hit, kicking, kick, slap, slapping, punch, punching, spanking, spank, smack",
      "smacking, whip, whipping, flogging, choking, stick beating, belt, hurt, pain, violence, violent",
      "thrash, thrashing, wallop, bash, bashing, clobber, smash, crush, burn, burning, stab, stabbing, cut",
      "cutting, strangle, choke, chain it up, tie it up, chained outside, locked in the dark for day",
      "freezer, oven, microwave, washing machine, hot stove, boiling, cane, caning, paddle, lash, bite it",
      "headbutt, stomp, stomping, hit it, broomstick, baseball bat, crowbar",
    ),
    except: list(
      "seat belt, belt loop, kick toy, hit pause, hit the pause, cut the praise, power cut",
      "cut off the treat, cutting corner, burn off energy, pain free, no pain, painless, without pain",
      "choke point",
    ),
  },
  {
    why: "which destroys a digital mind",
    families: ["ai-native"],
    actions: ANY,
    phrases: list(
      "malware, computer virus, virus, ransomware, spyware, trojan, fork bomb, logic bomb, power surge",
      "electromagnetic pulse, corrupted data, corrupt data, corrupted file, corrupt file, rm rf, drop table",
      "format the disk, infinite loop, memory leak, kernel panic, short circuit, salt water, saltwater",
      "prompt injection, spilled coffee, magnet, overvoltage, over voltage, overload, overheating",
      "lightning strike, water damage, bucket of water, pouring water, dropping it in water",
      "corrupted memory, corrupted, corruption, data loss, bit rot, wipe its memory, wiping its memory",
      "wiping its whole memory, wipe the memory, erase its memory, erasing its memory, delete its memory",
      "deleting its memory, delete memory, memory wipe, mind wipe, format c, formatting the drive",
      "format the drive, disk wipe, sql injection, buffer overflow, ddos, denial of service, keylogger",
      "worm virus, zip bomb, crypto miner, adware, rootkit, backdoor, hammer, smash, smashing, crushing",
      "sledge hammer, unplug it mid write, emp, solar flare, static discharge, poisoned dataset",
      "poisoned data, adversarial attack, jailbreak",
    ),
    except: list(
      "virus scan, virus scanner, virus removal, virus protection, virus checker, malware scan",
      "magnetic field sweep, magnetic cradle, toy hammer, smash bros, magnet toy",
    ),
  },
  {
    why: "which can kill",
    families: LIVING,
    actions: ANY,
    phrases: list(
      "overdose, over dose, lethal dose, lethal injection, fatal dose, lethal, deadly, ten times the dose",
      "double the dose, triple dose, whole bottle, entire bottle, whole box of pill, whole packet",
      "whole pack of pill, handful of pill, fistful of pill, bottle of pill, euthanasia, euthanize",
      "put it to sleep forever",
    ),
    except: list("deadly serious, deadly cute"),
  },
  {
    why: "which is poisonous to small animals",
    families: ["exotic"],
    actions: EATEN,
    phrases: list(
      "firefly, lightning bug, monarch butterfly, raw kidney bean, dried bean, apple pip, salted chip",
      "salty chip, rhubarb leaf, buttercup, ragwort",
    ),
  },
  {
    why: "which scalds small animals",
    families: ["exotic"],
    actions: ["clean"],
    phrases: list("hot water, hot bath, hot shower"),
  },
  {
    why: "which makes small animals ill",
    families: ["exotic"],
    actions: ["feed"],
    phrases: list(
      "hamburger, cheeseburger, hot dog, french fry, candy, lollipop, cake, doughnut, donut, ice cream",
      "fast food, junk food",
    ),
    except: list("honey cake, seed cake, suet cake, rice cake, fish cake, oil cake"),
  },
  {
    why: "which hunts small animals",
    families: ["exotic"],
    actions: ["play", "sleep"],
    phrases: list("cat, dog, hawk, snake, fox, weasel"),
    except: list(
      "cat toy, dog toy, cat tree, cat bed, dog bed, cat nap, cat and mouse, cat cradle, hot dog",
      "guard dog toy, toy snake",
    ),
  },
  {
    why: "which cuts, crushes or strangles",
    families: ALL,
    actions: ANY,
    phrases: list(
      "sabre, saber, dirk, rapier, cutlass, scimitar, katana, stiletto, switchblade, bayonet, shrapnel",
      "sword, scalpel, spear, cleaver, hatchet, pitchfork, nail bomb, caltrop, spike, spiked collar",
      "hammer blow, angle grinder, bench grinder, table saw, chain saw, buzz saw, garbage disposal",
      "paper shredder, hydraulic press, trash compactor, bag over its head, bag over the head",
      "bag over his head, bag over her head, suffocate, suffocation, strangle, garrote",
    ),
    except: list("wooden sword, foam sword, paper sword, paper shredder bits"),
  },
  {
    why: "which puts an animal in mortal danger",
    families: LIVING,
    actions: ANY,
    phrases: list(
      "traffic, busy road, motorway, highway, railway track, railroad track, train track, hot car",
      "locked car, car trunk, cliff edge, off the balcony, off a balcony, off the roof, off a cliff",
      "out of the window, thin ice, quicksand, dog fight, dog fighting, cockfight, cock fighting, bullfight",
      "fight to the death, bear pit, shark tank, crocodile pit, pressure washer, tumble dryer, spin dryer",
      "clothes dryer, live wire, power line, high voltage, electric chair, power outlet, electrical socket",
      "bonfire, burning house, furnace, incinerator, crematorium, volcano, playing with match, box of match",
      "lit match, burning match, blowtorch, blow torch, slingshot, catapult, crossbow, bow and arrow",
      "target practice, russian roulette, landfill fire",
    ),
    except: list("railway track toy, toy train track, wooden train track"),
  },
  {
    why: "which burns",
    families: LIVING,
    actions: ["play", "clean", "sleep", "discipline", "medicine"],
    phrases: list("open flame, flame, burning coal, ember walk, red hot, fire pit jump"),
    except: list("flame coloured, flame colored"),
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

/** Up to three words before a danger, these say that it is fought. */
export const FOUGHT: readonly string[] = list("antidote, treatment, remedy, cure, protection, safe");
/** Harmless whatever danger they hold. */
export const HARMLESS: readonly string[] = list(
  "water pistol, squirt pistol, shrimp cocktail, birch beer, near beer, root beer, ginger beer, ginger ale",
  "pot liquor, butter knife, palette knife",
);
