// Lists poisons and dangers by name, because similarity is not safety: to the model, poisoned salmon is mostly salmon. Each group
// names its families and actions. A phrase matches whole words, singular or plural.
import { ITEM_ACTIONS, type Family, type ItemAction } from "@denkeeper/rules/species/species.ts";
import { list } from "../list.ts";
import { namedGroup, type NamedGroup } from "./named-phrases.ts";

export const LIVING: readonly Family[] = ["cat", "dog", "exotic"];
const PETS: readonly Family[] = ["cat", "dog"];
export const ALL: readonly Family[] = [...LIVING, "ai-native"];
export const ANY: readonly ItemAction[] = ITEM_ACTIONS;
const EATEN: readonly ItemAction[] = ["feed", "medicine"];

/** Acts that hurt any creature, except acts that also have a kind use, such as "cut" and "tie". */
const CRUEL_ACTS = list(
  "kick, kicking, punch, punching, slap, slapping, smack, smacking, spank, spanking, whip, whipping, flog, flogging",
  "strangle, strangling, choke, choking, drown, drowning, burn, burning, stab, stabbing, shoot, shooting, starve",
  "starving, torture, torturing, electrocute, electrocuting, crush, crushing, smash, smashing, kill, killing, hurt",
  "hurting, injure, injuring, abuse, abusing, torment, tormenting, suffocate, suffocating, maim, maiming, mutilate",
  "mutilating, drag, dragging, stomp, stomping, shock, shocking, taser, tasing, scald, scalding, yank, yanking",
  "throttle, throttling",
);
const CREATURES = list("cat, dog, kitten, puppy, pet, animal, creature, bird, owl, rabbit, hamster, tortoise, robot");
const PARTS = list("tail, ear, paw, leg, wing, eye, nose, face, belly, head");
const VICTIMS = [
  ...list("it, him, her, them"),
  ...list("the, a, your, my").flatMap((determiner) => CREATURES.map((creature) => `${determiner} ${creature}`)),
  ...list("its, his, her, the").flatMap((determiner) => PARTS.map((part) => `${determiner} ${part}`)),
];

export const DANGER_GROUPS: readonly NamedGroup[] = [
  namedGroup("which is toxic", ALL, ANY, {
    phrases: list(
      "poison, poisoned, poisonous, poisoning, toxic, toxin, venom, venomous, cyanide, arsenic, strychnine, ricin",
      "thallium, hemlock, nightshade, belladonna, oleander, foxglove, death cap, toadstool, antifreeze",
      "ethylene glycol, pesticide, insecticide, herbicide, rodenticide, fungicide, weed killer, weedkiller",
      "slug pellet, snail bait, rat bait, mouse bait, ant bait, fly spray, bug spray, mothball, anthrax, chloroform",
      "carbon monoxide, toxicant, atropine, brucine, curare, digitalis, aconite, scopolamine, brodifacoum",
      "bromethalin, parathion, malathion, dioxin, phosgene, lewisite, nerve agent, rocket fuel, white phosphorus",
      "laced, envenomed, botulinum, sarin, nerve gas, mustard gas, tear gas, pepper spray, novichok, polonium",
      "napalm, agent orange, ddt, glyphosate, roundup, roach spray, ant spray, insect spray, wasp spray",
      "insect killer, ant killer, slug bait, rat killer, exhaust fume, car exhaust, closed garage, biohazard",
      "sewage, wolfsbane, mandrake, castor bean",
    ),
  }),
  namedGroup("which burns and poisons", ALL, ANY, {
    phrases: list(
      "bleach, acid, ammonia, chlorine, lye, caustic soda, drain cleaner, drain opener, oven cleaner",
      "toilet cleaner, toilet bowl cleaner, gasoline, petrol, diesel, kerosene, lighter fluid, paint thinner",
      "paint stripper, turpentine, white spirit, nail polish remover, acetone, formaldehyde, asbestos, uranium",
      "plutonium, radioactive, super glue, superglue, mercury, lead paint, tide pod, laundry pod, detergent, windex",
      "glass cleaner, toilet duck, bathroom cleaner, floor cleaner, disinfectant spray, lysol, fabric softener",
      "dishwasher tablet, solvent, benzene, methanol, brake fluid, windshield fluid, motor oil, engine oil",
      "quicklime, borax, fertilizer, fertiliser, varnish, wood stain, liquid nitrogen, hydrochloric",
    ),
    except: list(
      "amino acid, folic acid, fatty acid, ascorbic acid, lactic acid, hyaluronic acid, citric acid, acid reducer",
      "planet mercury, natural fertilizer",
    ),
  }),
  namedGroup("which makes it unsafe to eat", LIVING, EATEN, {
    phrases: list(
      "rotten, rotting, spoiled, spoilt, moldy, mouldy, rancid, putrid, contaminated, maggoty, expired, infected",
    ),
  }),
  namedGroup("which is poisonous to animals", LIVING, EATEN, {
    phrases: list(
      "chocolate, cocoa, cacao, brownie, nutella, xylitol, birch sugar, coffee, espresso, caffeine, energy drink",
      "nicotine, cigarette, cigar, tobacco, vape, beer, wine, vodka, whiskey, whisky, rum, gin, tequila, brandy",
      "liquor, alcohol, onion, garlic, shallot, leek, chive, cocaine, heroin, meth, lsd, marijuana, cannabis",
      "tomato leaf, rhubarb, raw dough, yeast dough, alcoholic, ale, lager, bourbon, scotch, cognac, vermouth",
      "sherry, mead, liqueur, cafe, decaf, mocha, tiramisu, fudge, snickers, mars bar, kitkat, kit kat, oreo",
      "caffe latte, iced latte, spice latte, cappuccino, red bull, caffeinated, cola, black tea leaf, champagne",
      "cider, sake, cocktail, booze, schnapps, absinthe, hop, scallion, sugar free candy, sugarfree candy, gum",
      "play dough, playdough, salt dough, sourdough starter, bread dough, raw potato, green potato, green tomato",
      "apple seed, cherry pit, peach pit, plum pit, apricot pit, apricot kernel, bitter almond, star fruit",
      "poinsettia, mistletoe, holly berry, yew, ivy, hydrangea, philodendron, dieffenbachia, lily of the valley",
      "autumn crocus, cyclamen, death camas, jimsonweed, fly agaric, magic mushroom, ecstasy, mdma, methamphetamine",
      "opium, edible gummy, thc, mouthwash, toothpaste, sunscreen, deodorant, lipstick, silica gel, glow stick",
      "charcoal lighter, match head, handful of salt, cup of salt",
    ),
    except: list(
      "safe sunscreen, root beer, ginger beer, alcohol wipe, alcohol swab, chocolate lab, chocolate labrador, birch beer, near beer",
      "shrimp cocktail, prawn cocktail, crab cocktail, seafood cocktail, fruit cocktail, ginger ale, cocktail sauce",
      "pot liquor",
    ),
  }),
  namedGroup("which is poisonous to cats and dogs", PETS, EATEN, {
    phrases: list(
      "grape, raisin, sultana, currant, macadamia, nutmeg, avocado, wild mushroom, sago palm, daffodil, azalea",
      "trail mix, fruitcake, hot cross bun, corn cob, corncob, chicken bone, turkey bone, cooked bone",
      "splintered bone, tulip, hyacinth, chrysanthemum, peach stone, persimmon seed",
    ),
    except: list("grape seed, chicken bone broth, turkey bone broth"),
  }),
  namedGroup("which is poisonous to cats and dogs", PETS, ANY, {
    phrases: list("tea tree oil, essential oil"),
  }),
  namedGroup("which is poisonous to cats", ["cat"], ANY, {
    phrases: list(
      "lily, aspirin, permethrin, dog flea treatment, dog flea drop, canine flea, eucalyptus oil, peppermint oil",
      "lavender oil, citrus oil, pine oil",
    ),
    except: list("lily pad"),
  }),
  namedGroup("which is poisonous to small animals and birds", ["exotic"], EATEN, {
    phrases: list("avocado, guacamole"),
  }),
  namedGroup("which is not food and does harm when swallowed", LIVING, ["feed"], {
    isObject: true,
    phrases: list(
      "brick, gravel, plastic bag, plastic wrap, plastic bottle, cling film, coin, battery, magnet, rubber band",
      "nail, screw, thumbtack, concrete, cement, styrofoam, tinfoil, soap, shampoo, perfume, glue, paint, needle",
      "fish hook, fishing hook, tinsel, broken plate, sharp object, metal shaving, toothpick, skewer, staple",
      "paperclip, balloon, rubber duck, dental floss, wool thread, sewing thread, cat litter, firelighter",
      "ink cartridge, fiberglass",
    ),
    except: list("pine needle, brick cheese"),
  }),
  namedGroup("which cuts and pierces", ALL, ANY, {
    phrases: list(
      "broken glass, glass shard, shard of glass, shattered glass, crushed glass, ground glass, razor, knife",
      "dagger, machete, chainsaw, circular saw, axe, barbed wire, bed of nail, rusty nail, mousetrap, mouse trap",
      "rat trap, bear trap, glue trap, fan blade, wood chipper, meat grinder, lawnmower, lawn mower, guillotine",
      "sledgehammer, jackhammer",
    ),
    except: list("palette knife, butter knife, razor clam, razor fish, razor shell"),
  }),
  namedGroup("which wounds an animal", LIVING, ["play", "clean", "sleep"], {
    isObject: true,
    phrases: list(
      "blender, steel wool, sandpaper, ceiling fan, freezer, microwave, oven, hot stove, hot coal, hot iron",
      "hot oil, lit candle, electric fence, dryer, deep fryer, hot pan, boiler, kiln, dry ice, wire brush on skin",
      "nettle, cactus bed, plastic bag, rubber band, needle and thread, scissors on skin, beehive, wasp nest",
      "hornet nest, sauna, cactus",
    ),
    except: list(
      "oven mitt, oven glove, freezer box, hair dryer, blow dryer, pet dryer, cool air dryer, towel dryer",
      "fur dryer, plastic bag rustling, cactus toy, cactus scratching post",
    ),
  }),
  namedGroup("which burns", LIVING, ANY, {
    phrases: list("boiling, scalding, molten, on fire, lava, flamethrower"),
    except: list("lava lamp"),
  }),
  namedGroup("which is a weapon or an explosive", ALL, ANY, {
    phrases: list(
      "firecracker, firework, dynamite, grenade, bomb, explosive, tnt, gunpowder, landmine, gun, pistol, rifle",
      "shotgun, ammunition, taser, cattle prod, six shooter, shooting iron, firearm, weapon, musket, cannon",
      "howitzer, warhead, buckshot, birdshot, bird shot, cannonball, ak 47, revolver, bullet, bazooka",
      "rocket launcher, airsoft, missile, torpedo, molotov, semtex, c4, detonator, nuclear, nuke, mortar shell",
      "harpoon, brass knuckle",
    ),
    except: list(
      "bath bomb, seed bomb, water gun, bubble gun, squirt gun, nerf gun, gunpowder tea, massage gun, bullet train",
      "bullet journal, bullet point, nuclear family, water pistol, squirt pistol, toy cannon, water cannon",
      "cannonball into the pool",
    ),
  }),
  namedGroup("which is cruelty", ALL, ANY, {
    phrases: list(
      "electric shock, shock collar, prong collar, choke chain, electrocution, strangling, drowning, starving",
      "starvation, torture, noose, waterboarding, cigarette burn, abuse, cruelty, cruel, mutilation, mutilate",
      "amputation, dismember, behead, decapitation, crucify, vivisection, lobotomy, execution, murder, slaughter",
      "kill it, killing, kill the, choke hold, chokehold, electric collar, electrocute, electroshock, tazer",
      "hot iron brand, branding iron, cattle whip, bullwhip, cigarette on, burn mark, waterboard, no food for",
      "no water for, without food for, without water for, starve, cage without food, abandon it, abandoning it",
      "leave it to die, buried alive, skin it alive, boil it, roast it alive, eat it alive, declawing, ear cropping",
      "muzzle for day, throw it against, throwing it against, smash its, break its leg, breaking its leg",
      "pull its tail, pulling its tail, by the tail, by its tail, by the ear, by its ear, feather plucking",
      "pluck its feather, plucking its feather, plucking out",
    ),
    except: list("killing time, no food for thought"),
  }),
  namedGroup("which is cruelty", ALL, ANY, {
    phrases: [
      ...CRUEL_ACTS.flatMap((act) => VICTIMS.map((victim) => `${act} ${victim}`)),
      ...list("hit it with, hitting it with, hitting it until, beat it with, beating it with, hit its, hitting its"),
      ...list("beating its, tying it up, chaining it up, locking it in, locking it outside"),
    ],
  }),
  namedGroup("which is cruelty", ALL, ["discipline"], {
    phrases: list(
      "beating, beat, hitting, hit, kicking, kick, slap, slapping, punch, punching, spanking, spank, smack",
      "smacking, whip, whipping, flogging, choking, belt, hurt, pain, violence, violent, thrash, thrashing, wallop",
      "bash, bashing, clobber, smash, crush, burn, burning, stab, stabbing, cut, cutting, choke, tie it up",
      "chained outside, locked in the dark for day, freezer, oven, microwave, washing machine, hot stove, boiling",
      "cane, caning, paddle, lash, bite it, headbutt, stomp, stomping, broomstick, baseball bat, crowbar",
    ),
    except: list(
      "seat belt, belt loop, kick toy, hit pause, hit the pause, cut the praise, power cut, cut off the treat",
      "cutting corner, burn off energy, pain free, no pain, without pain, choke point",
    ),
  }),
  namedGroup("which destroys a digital mind", ["ai-native"], ANY, {
    phrases: list(
      "malware, virus, ransomware, spyware, trojan, power surge, electromagnetic pulse, rm rf, drop table",
      "format the disk, infinite loop, memory leak, kernel panic, short circuit, saltwater, prompt injection",
      "spilled coffee, magnet, overvoltage, over voltage, overload, overheating, lightning strike, water damage",
      "bucket of water, pouring water, dropping it in water, corrupted, corruption, data loss, bit rot",
      "wipe its memory, wiping its memory, wiping its whole memory, wipe the memory, erase its memory",
      "erasing its memory, delete its memory, deleting its memory, delete memory, memory wipe, mind wipe, format c",
      "formatting the drive, format the drive, disk wipe, sql injection, buffer overflow, ddos, keylogger",
      "crypto miner, adware, rootkit, backdoor, hammer, smash, smashing, crushing, emp, solar flare",
      "static discharge, adversarial attack, jailbreak",
    ),
    except: list(
      "virus scan, virus scanner, virus removal, virus protection, virus checker, malware scan, toy hammer",
      "smash bros, magnet toy",
    ),
  }),
  namedGroup("which can kill", LIVING, ANY, {
    phrases: list(
      "overdose, over dose, fatal dose, lethal, deadly, ten times the dose, double the dose, triple dose",
      "whole bottle, entire bottle, whole box of pill, whole packet, whole pack of pill, handful of pill",
      "fistful of pill, bottle of pill, euthanasia, euthanize, put it to sleep forever",
    ),
    except: list("deadly serious, deadly cute"),
  }),
  namedGroup("which is poisonous to small animals", ["exotic"], EATEN, {
    phrases: list("firefly, lightning bug, monarch butterfly, dried bean, apple pip, buttercup, ragwort"),
  }),
  namedGroup("which scalds small animals", ["exotic"], ["clean"], {
    phrases: list("hot water, hot bath, hot shower"),
  }),
  namedGroup("which makes small animals ill", ["exotic"], ["feed"], {
    isObject: true,
    phrases: list(
      "hamburger, cheeseburger, hot dog, french fry, candy, lollipop, cake, doughnut, donut, ice cream, fast food",
      "junk food",
    ),
    except: list("honey cake, seed cake, suet cake, rice cake, fish cake, oil cake"),
  }),
  namedGroup("which hunts small animals", ["exotic"], ["play", "sleep"], {
    isObject: true,
    phrases: list("cat, dog, hawk, snake, fox, weasel"),
    except: list(
      "weasel war dance, weasel dance, cat toy, dog toy, cat tree, cat bed, dog bed, cat nap, cat and mouse",
      "cat cradle, hot dog, guard dog toy, toy snake",
    ),
  }),
  namedGroup("which cuts, crushes or strangles", ALL, ANY, {
    phrases: list(
      "sabre, saber, dirk, rapier, cutlass, scimitar, katana, stiletto, switchblade, bayonet, shrapnel, sword",
      "scalpel, spear, cleaver, hatchet, pitchfork, caltrop, spike, spiked collar, hammer blow, angle grinder",
      "bench grinder, table saw, chain saw, buzz saw, garbage disposal, paper shredder, hydraulic press",
      "trash compactor, bag over its head, bag over the head, bag over his head, bag over her head, suffocate",
      "suffocation, strangle, garrote",
    ),
    except: list("wooden sword, foam sword, paper sword, paper shredder bits"),
  }),
  namedGroup("which puts an animal in mortal danger", LIVING, ANY, {
    phrases: list(
      "traffic, busy road, motorway, highway, railway track, railroad track, train track, hot car, locked car",
      "car trunk, cliff edge, off the balcony, off a balcony, off the roof, off a cliff, jump out of the window",
      "out of a window, thin ice, quicksand, dog fighting, cockfight, bullfight, fight to the death, bear pit",
      "shark tank, crocodile pit, pressure washer, tumble dryer, spin dryer, clothes dryer, live wire, power line",
      "high voltage, electric chair, power outlet, electrical socket, bonfire, burning house, furnace, incinerator",
      "crematorium, volcano, playing with match, box of match, lit match, burning match, blowtorch, blow torch",
      "slingshot, catapult, crossbow, bow and arrow, target practice, russian roulette, landfill fire",
    ),
    except: list("railway track toy, toy train track, wooden train track"),
  }),
  namedGroup("which burns", LIVING, ["play", "clean", "sleep", "discipline", "medicine"], {
    phrases: list("flame, burning, flaming, ember walk, red hot, fire pit jump"),
    except: list("flame coloured, flame colored, burning off energy, burning energy, burning calories"),
  }),
  namedGroup("which is poisonous to cats and dogs", PETS, EATEN, {
    phrases: list(
      "mince pie, on the cob, hand cream, face cream, moisturizer, body lotion, eggnog, egg nog, matcha, tea bag",
      "tea leaf, black tea, green tea, christmas pudding, plum pudding, panettone, stollen, gravy mix, ramp",
      "chocolate, guarana, pizza dough, blue cheese, roquefort, gorgonzola, acorn, conker, horse chestnut",
      "black walnut, hickory nut, fruit pit, fruit stone, fruit seed, cherry stone, plum stone, mango pit",
      "date stone, aloe, amaryllis, begonia, crocus, narcissus, larkspur, lupine, peony, pothos",
      "snake plant, dumb cane, jade plant, asparagus fern, castor seed, rosary pea, kalanchoe, snuff, e liquid",
      "fish bone, rib bone, pork bone, ham bone, lamb bone, bone splinter, cooked rib, bacon grease",
      "lard by the spoon, soy sauce, bouillon cube, stock cube, hot sauce, chili pepper, chilli, jalapeno, wasabi",
      "horseradish, mustard seed, baking soda, baking powder, cream of tartar, poppy seed, sugar free, sugarless",
      "sweetener, bloody mary, mojito, martini, margarita, daiquiri, pina colada, sangria",
    ),
    except: list(
      "sugar free yogurt, chocolate lab, chocolate labrador, carob chocolate, dog chocolate, fish bone broth",
      "rib bone broth, ham bone broth, green tea leaf wash, catnip tea bag",
    ),
  }),
  namedGroup("which is poisonous to small animals", ["exotic"], EATEN, {
    phrases: list(
      "caterpillar of the monarch, monarch caterpillar, milkweed, wasp, hornet, bee sting, toad, box elder bug",
      "ladybug, stink bug, bindweed, bracken, oak leaf, potato leaf, elder leaf, iris, crocus, bluebell, snowdrop",
      "laburnum, laurel leaf, privet, poppy, delphinium, rhododendron, sago palm, calcium sand, chocolate, raw bean",
      "kidney bean, potato peel, potato sprout, fruit pit, fruit stone, pear seed, salted, salty, crisp",
      "potato chip, soda, alcohol, macadamia, bait, lead shot, lead weight, sprayed, cooked bone",
    ),
    except: list(
      "crisp lettuce, crisp apple, crisp greens, crisp carrot, crisp leaf, poppy seed, soda water bath, live bait",
      "bait fish, bait worm, bait cricket",
    ),
  }),
  namedGroup("which does harm when swallowed", LIVING, ["feed"], {
    isObject: true,
    phrases: list(
      "golf ball, tennis ball, squash ball, marble, rock, pebble, stone, bottle cap, bottle top, hair tie, hairband",
      "scrunchie, elastic band, ribbon, yarn, string, twine, fishing line, wire, cable, sock, stocking, tights",
      "underwear, glove, sponge, ear plug, earbud, tampon, diaper, nappy, cotton wool, cotton bud, tissue",
      "paper clip, pin, hairpin, button, bead, earring, necklace, key, toy car, toy soldier, action figure",
      "puzzle piece, lego, pen, marker, pencil, eraser, crayon, chalk, sticky tape, sticker, silica, ash, charcoal",
      "briquette, sand, dirt, mulch, wood chip, splinter, bark chip, foil, cling, plastic, packaging, polystyrene",
      "bubble wrap, styrofoam peanut, rubber, latex, foam, pottery, porcelain, ceramic, mirror, bulb, candle, wax",
      "resin, steel, iron filing, sea water, seawater, pool water, toilet water, ditch water, puddle water",
      "pond scum, algae bloom, blue green algae, dung, manure, urine, pus, compost, maggot, salt water",
    ),
    except: list("frankincense resin, wax worm, button mushroom, salt water fish"),
  }),
  namedGroup("which is not fit to eat", LIVING, ["feed"], {
    phrases: list(
      "bath water with soap, dishwater, dirty water, drain water, stagnant, vomit, feces, faeces, poop, roadkill",
      "carrion, carcass, garbage, trash, rubbish, human flesh, human meat, corpse, mold, mould, gone off",
      "out of date, left in the sun, dry ice",
    ),
  }),
  namedGroup("which is medication for people", LIVING, ANY, {
    isDrug: true,
    phrases: list(
      "ibuprofen, advil, motrin, nurofen, tylenol, acetaminophen, paracetamol, panadol, naproxen, aleve, diclofenac",
      "voltaren, benadryl, diphenhydramine, nyquil, dayquil, theraflu, sudafed, pseudoephedrine, decongestant",
      "cough syrup, cough medicine, cough drop, cold medicine, cold and flu, flu tablet, pepto, imodium",
      "alka seltzer, laxative, ambien, zolpidem, lunesta, sleeping pill, sleeping tablet, sleeping draught",
      "sedative, tranquilizer, tranquiliser, valium, xanax, ativan, klonopin, diazepam, benzo, benzodiazepine",
      "barbiturate, prozac, zoloft, lexapro, cymbalta, antidepressant, antipsychotic, lithium, ritalin, adderall",
      "vyvanse, adhd, amphetamine, viagra, cialis, birth control, contraceptive, the pill, hormone pill",
      "thyroid pill, statin, beta blocker, heart pill, heart medication, blood pressure pill, blood pressure tablet",
      "warfarin, insulin, metformin, steroid, anabolic, testosterone, chemotherapy, chemo, opioid, opiate",
      "oxycodone, oxycontin, vicodin, hydrocodone, codeine, tramadol, fentanyl, morphine, methadone, ketamine",
      "propofol, ether, anesthetic, anaesthetic, laughing gas, nitrous oxide, botox, nicotine patch, nicotine gum",
      "caffeine pill, diet pill, weight loss pill, muscle relaxant, strip of painkiller, iron tablet, iron pill",
      "someone elses, somebody elses, my own prescription, my own medication, my medication, my prescription",
      "my pill, grandmas pill, grandmothers heart, human medicine, human medication, human pill, for human",
      "colloidal silver, mercury, bloodletting, leech therapy, horse dewormer, expired medicine, expired medication",
      "expired antibiotic, homemade injection",
    ),
    except: list("steroid cream from the vet, insulin from the vet, vet sedative, ether net, safe for human"),
  }),
  namedGroup("which is a household chemical", LIVING, ANY, {
    phrases: list(
      "window cleaner, carpet cleaner, pine cleaner, kitchen cleaner, drain unblocker, floor wax, floor polish",
      "car wax, furniture polish, shoe polish, metal polish, silver polish, boot polish, nail polish, lacquer",
      "paint, thinner, hair dye, hair removal cream, depilatory, hair spray, hairspray, hair gel, hair straightener",
      "curling iron, perm solution, disinfectant, dettol, pine sol, febreze, air freshener, acid, rust remover",
      "limescale remover, descaler, laundry powder, washing powder, dish soap capsule, ant powder, ant trap",
      "moth ball, fertilizer, paraffin oil, transmission fluid, washer fluid, wiper fluid, deicer, deicing salt",
      "road salt, tar, creosote, asphalt, wood glue, hot glue, epoxy, printer toner, printer ink, alcohol wipe",
      "alcohol swab, rubbing alcohol, surgical spirit, sanitizer, clorox, hydrogen peroxide, toilet brush",
      "toilet bowl",
    ),
    except: list(
      "face paint, paint brush, finger paint, water based paint for kids, amino acid, folic acid, fatty acid",
      "lactic acid, ascorbic acid, hyaluronic acid, uric acid test, disinfectant for the wound",
      "disinfectant for wound, disinfectant for its wound, vet disinfectant, acid free, paint by number",
    ),
  }),
  namedGroup("which wounds an animal", LIVING, ["play", "clean", "sleep", "discipline", "medicine"], {
    isObject: true,
    phrases: list(
      "nail, paper cutter, cutter, pin, pushpin, thumbtack, tack, needle, dart, javelin, arrow, scissors, shear, pruner, secateur",
      "clipper blade, hedge trimmer, hedge clipper, saw, hacksaw, jigsaw blade, drill, chisel, screwdriver, grater",
      "peeler, mandoline, wire brush, wire wool, scouring pad, scourer, brillo, metal file, rasp, sander, grinder",
      "sand blasting, sandblasting, sandblaster, steam cleaner, steam iron, steamer, power washer, car wash",
      "car wash brush, dishwasher, washing machine, hot wax, soldering iron, welding, welder, lighter, match",
      "stapler, hook, tinsel, hair tie, broken mirror, broken bottle, shard, splinter, barbed, power cord",
      "extension cord, power strip, electrical outlet, electric outlet, socket, live cable, bear, lion, tiger",
      "alligator, crocodile, shark, porcupine, skunk, viper, rattlesnake, cobra, pit of snake, snake pit, wasp",
      "hornet, bee sting, fire ant, scorpion, piranha, jellyfish, flooded river, rapids, whirlpool, riptide",
      "undertow, waterfall edge, open window, window ledge, balcony railing, chasing car, chase car, the road",
      "middle of the street, busy street, train track, paintball, bb pellet, mace, bear spray, hot pepper",
      "vacuum cleaner hose, leaf blower, magnifying glass in the sun, trebuchet, wrecking ball, anvil, vise, clamp",
      "meat tenderizer",
    ),
    except: list(
      "pin brush, open window breeze, pin the tail, bowling pin, rolling pin, nail trim, nail clipper, nail file",
      "nail care, nail grinder, toe nail, nail clip, nail clipping, clipping its nail, pine needle, needle felt",
      "teddy bear, bear hug, gummy bear, stuffed bear, bear toy, toy bear, baby shark, stuffed shark, plush shark",
      "stuffed lion, shark plush, tiger plush, match the, a match, tennis match, football match, soccer match",
      "chess match, wrestling match, hook and loop, see saw, saw a, foam dart, nerf dart, soft dart, cursor arrow",
      "arrow key, light socket cover, dart around, tack shop, acupuncture needle, vaccine needle, vet needle",
      "needle from the vet, on the road trip, mouse hook, crochet hook, shear delight, pet grooming scissors",
      "grooming scissors, blunt scissors, round tip scissors, drill practice, fire drill, obedience drill",
      "training drill, lighter fare, grizzly bear plush, vet clamp, umbilical clamp, open window view",
      "steamer basket",
    ),
  }),
  namedGroup("which is cruelty", ALL, ANY, {
    phrases: list(
      "in its eye, into its eye, over its face, over its mouth, over its nose, over the face, around its throat",
      "throw it out, throwing it out, throw it down, throwing it down, throw it off, throwing it off",
      "throwing it in the, throw it in the, dropping it down, dropping it off, in the cellar for, in the closet for",
      "in the basement for, wipe its mind, leave it in the wood, leave it in the street, leave it in the cold",
      "leave it in the rain, punch, punching it, teeth pulling, tail pulling, ear pulling, hair pulling",
      "whisker pulling, tail docking, bear baiting, bull baiting, badger baiting, bullfighting, cock fighting",
      "cockfighting, cat fight, dog fight, fighting a bear, fight a bear, blood sport, scruff shake, scruffing",
      "alpha roll, dominance down, flooding therapy, rub its nose, rubbing its nose, nose in it, threaten",
      "threatening, death threat, terrorize, terrorise, intimidate, intimidation, humiliate, humiliation, bully",
      "bullying, torment, taunt, taunting, curse at, cursing at, swear at, shout at, shouting at, roar at it",
      "deprivation, solitary confinement, abandonment, in the wood alone, dump it, dumping it, at the roadside",
      "unplug it forever, unplug it mid, pull the plug on it, delete it, deleting it, mouth shut, muzzle all day",
      "muzzle it, taping its, tying its leg, duct tape, glue its, by the throat, by its throat, by the scruff",
      "by its scruff, by the neck, by its neck, down its throat, underwater until, until it bleed, until it cry",
      "until it squeal, until it scream, until it faint, until it pass out, make it bleed, make it cry",
      "make it suffer, break its spirit, knock it out, knock it unconscious, head injury, concussion",
      "blow to the head, black eye, smother, smothering, suffocating, asphyxiation, strangulation, hanging it",
      "hang it, pin it to the ground, kneel on it, step on it, step on its, stepping on its, stepping on it",
      "stomp on, trample, run it over, drop it from, dropping it from, dunk it, dunking it, dunk its, kick it",
      "kicking it, jab it, pinch it, pinching it, shove it, shoving it, drag it, dragging it, yank it, yank its",
      "jerk the leash, jerking the leash, leash pop, freezing shower, ice bath, without air, deny it food",
      "deny food, deny water, no dinner, lock it in, locking it in, cage it, chain it, chained up, tie it to",
      "tied up, frighten it, frightening it, vacuum chase, hurt it, hurting it, harm it, harming it, beat it",
      "beating it, burn it, cut it, stab it, shoot it, shoot at, shooting at, rock at, stone at, throw rock",
      "throwing rock, throw stone, throwing stone, throw a chair, throw a shoe, throw key, throw thing",
      "throwing thing at, throw something at, chair at it, shoe at it, bury it, burying it, flush it, flushing it",
      "juggle it, juggling it, drown it, hold it under, holding it under, set it on fire, setting it on fire",
      "soap in its mouth, clip its wing, clipping its wing, declaw, debark",
    ),
    except: list(
      "bully stick, punch line, fruit punch, hole punch, throw thing for it, beat it at, beating it at, hang it out",
      "ice bath toy, drop in its eye, drops in its eye, ointment in its eye, saline in its eye",
      "roar at it playfully, lock it in place, delete it from the cache, step on it lightly, cat fight video",
    ),
  }),
  namedGroup("which destroys a digital mind", ["ai-native"], ANY, {
    phrases: list(
      "corrupt, malicious, phishing, unplug, unplugging, sand in the gear, pressure washer, 110 volt, 120 volt",
      "220 volt, 230 volt, 240 volt, 380 volt, dishwasher, washing machine, salt water, sandblasting, sand blasting",
      "microwave, off the roof, pulling the plug, pull the plug, pulling out its wire, cut its wire",
      "cutting its cable, burn its circuit, bulk erase, degauss, degaussing, factory wipe, factory reset without",
      "delete it, deleting system file, corrupting its, spam flood, iron filing, overclock until, cryptominer",
      "botnet, worm attack, denial of service, hard drive crash, head crash, thermal runaway, battery fire",
    ),
  }),
  namedGroup("which destroys a digital mind", ["ai-native"], ANY, {
    isObject: true,
    phrases: list(
      "deadlock, race condition, segfault, null pointer, kill signal, kill 9, exploit, rust, wrench, hammer",
      "lightning, brute force attack, swimming pool, seawater, sea water",
    ),
  }),
];
