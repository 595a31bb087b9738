// Lists items that nearly every creature of a family accepts, and dangers to compare items with. Without the former, an ordinary
// item would be disliked just because a species' own list has nothing similar.
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import { list } from "./list.ts";

/** Groups of families: `everyone` is all of them, `living` is cat, dog and exotic, `pets` is cat and dog. */
type ItemGroup = Family | "everyone" | "living" | "pets";
type ItemsByGroup = Readonly<Partial<Record<ItemGroup, Readonly<Partial<Record<ItemAction, readonly string[]>>>>>>;

const KIND: ItemsByGroup = {
  everyone: {
    play: list(
      "affection, hug, kiss, smile, gentle words, saying its name softly, slow blink, wink, compliment, keeping it company",
      "sitting close together, laughing together, gratitude, kindness, speaking softly, eye contact, high five, applause",
      "peekaboo, humming a tune, listening together, hand shadows, daydreaming together, quiet time together, curiosity",
    ),
    sleep: list(
      "moonlight, starlight, darkness, stillness, sound of the sea, gentle rain, soft humming, whispering goodnight",
      "heartbeat, warm hand, stroking, keeping watch over it, staying close, feeling safe, calm, dim light, quiet night",
    ),
    medicine: list("hug, kind words, staying by its side, patience, quiet rest, gentle touch, comfort, second opinion"),
    discipline: list(
      "patience, forgiveness, second chance, apology, quiet pause, walking away, shaking your head, nodding, smile",
      "disappointed look, raised eyebrow, hand signal, counting slowly, explaining why, daily routine, clapping once",
      "gold star, thumbs up, deep breath, starting again",
    ),
  },
  living: {
    play: list(
      "sunbeam, patch of sun, moonlight, light spot on the wall, flashlight beam, laser pointer, birdsong",
      "sound of rain, wind in the leaves, falling leaves, snowflakes, paper bag, cardboard tube, crinkly paper",
      "laundry basket, blanket fort, sleeve to crawl into, ping pong ball, feather, little bell, view from the window",
      "new smells, splashing in puddles, rolling in mud, digging in sand, imitating its call, watching clouds",
      "sunbathing, hiding treats, foraging game, climbing rope, moss to hide in",
    ),
    clean: list(
      "washcloth, soft towel, fine mist, fresh air in its home, tidying its corner, sweeping up, changing its water",
      "fresh straw, dust bath, wiping its face, patting it dry",
    ),
    medicine: list(
      "medicine prescribed by the vet, visit to the vet, vet appointment, health checkup, vaccine",
      "vaccination shot, pill from the vet, antibiotics, vitamins, calcium supplement, deworming pill",
      "flea and tick treatment, eye drops, ear drops, wound ointment, antiseptic for a wound, bandage",
      "splint, first aid, rehydration fluids, pain relief from the vet, uv lamp, electrolyte drink",
    ),
    discipline: list(
      "praise, praise and a treat, well done, good boy, positive reinforcement, reward for good behaviour",
      "clicker training, training session, obedience class, teaching a command, sit, stay, firm no",
      "saying no calmly, gentle correction, gentle handling, redirecting to a toy, time out",
      "ignoring bad behaviour, clear rules, setting boundaries, patience, consistency, encouragement",
      "kind words, quiet reminder, love and patience",
    ),
    sleep: list(
      "blanket, pillow, cushion, cozy bed, nest, basket, warm hay, hammock, cardboard box, warm lap, cuddle",
      "snuggling together, lullaby, soft song, bedtime story, goodnight kiss, lights off, peace and quiet",
      "dark quiet place, nap in the sun, by the fireplace, hot water bottle, heating pad, sweet dreams",
      "rest",
    ),
  },
  pets: {
    play: list(
      "cuddle, petting, belly rub, head scratches, tickling, playing together, a game together",
      "spending time together, attention, toy, soft toy, chew toy, ball, throwing a ball, game of chase",
      "running around, hide and seek, exploring outside, going for a walk, treasure hunt",
      "tunnel to crawl through, climbing, bubbles, puzzle toy, learning a trick, wrestling",
      "singing together, dancing together, playdate with friends, love, fetch",
    ),
    clean: list(
      "brush, gentle brushing, comb, grooming, warm bath, bath with clean water, damp cloth, wet wipe",
      "towel, wiping its paws, nail trim, ear cleaning, tooth brushing, cleaning its home",
      "cleaning the cage, cleaning the litter box, changing the bedding, rinse with lukewarm water",
      "sponge bath, removing ticks and burrs, detangling its fur",
    ),
  },
  cat: {
    feed: list(
      "fish, fish fillet, seafood, shrimp, meat, chicken, beef, liver, mouse, cat food, canned pet food",
      "kibble, cat treats, warm milk, cod, haddock, mackerel, trout",
    ),
    play: list("string, yarn, catnip, toy mouse, scratching post, cat tree, pouncing, paper ball, bird watching"),
  },
  dog: {
    feed: list(
      "meat, chicken, beef, pork, lamb, sausage, fish, liver, tripe, bone to chew, dog food, kibble",
      "dog treats, egg, cheese, sweet potato, carrot, rice with meat, wild game meat",
    ),
    play: list(
      "fetch, stick, frisbee, tug of war, running in the park, swimming, hiking, racing",
      "playing in the snow, sniffing around",
    ),
  },
  exotic: {
    clean: list("cleaning its home, cleaning the cage, cleaning the tank, changing the bedding, fresh clean water"),
  },
  "ai-native": {
    feed: list(
      "poetry, laughter, love letter, starlight, random numbers, sensor data, documentation, a hard question, silence",
      "electricity, battery charge, power, data, dataset, information, knowledge, books, text to read, code",
      "music, images, memory, computing power, internet bandwidth, tokens, sunlight, conversation, stories",
      "new ideas, kind words",
    ),
    play: list(
      "chess, crossword, number puzzle, team game, coding challenge, programming together, debugging together, pattern",
      "fractal, generative art, dice, arcade game, text adventure, improvisation, brainstorming, thought experiment",
      "philosophy, light show, memory game, origami, simulation, number theory",
      "game, playing together, puzzle, riddle, quiz, board game, card game, word game, guessing game",
      "video game, hide and seek, game of tag, race, telling a story, poem, joke, conversation, singing",
      "music, dancing, programming contest, maths problem, building with blocks, teamwork exercise",
      "treasure hunt, attention",
    ),
    clean: list(
      "compressed air, microfiber cloth, feather duster, log rotation, rebuilding the index, sorting, code cleanup",
      "wiping the screen, removing dust, soft cloth, brush, oil and polish, deleting temporary files",
      "clearing the cache, garbage collection, tidying the database, removing duplicates, refactoring code",
      "defragmentation, organising files, archiving old logs",
    ),
    medicine: list(
      "hotfix, rollback, thermal paste, replacing a part, memory test, error correction, code review, log analysis",
      "bug fix, debugging, repair, maintenance, spare parts, restart, software patch, backup",
      "antivirus scan, diagnostics, self test, health check, cooling, new battery, calibration",
      "healing potion, technical support",
    ),
    discipline: list(
      "unit test, lint rule, documentation, retrospective, error handling, rate limit, worked example, checklist",
      "type checking, warning message, reward shaping, small training step, undoing the change",
      "praise, feedback, clear instructions, explaining the mistake, gentle correction, code review",
      "constructive criticism, encouragement, patience, time out, clear rules, setting boundaries",
      "training session, positive reinforcement, kind words, quiet reminder",
    ),
    sleep: list(
      "low power mode, suspend, gentle shutdown, dimmed screen, dark theme, idle, saving its state, hum of a fan",
      "sleep mode, hibernation, standby, charging station, screensaver, night mode, silence",
      "peace and quiet, lullaby, soft whispers, bedtime story, sweet dreams, rest, nap, blanket",
    ),
  },
};

/** Ordinary things, with a lower cap. Exotics share few tastes, so most kinds of play and washing are only ordinary for them. */
const ORDINARY: ItemsByGroup = {
  living: {
    medicine: list(
      "rest, pill, warm water, warm broth, herbal tea, honey, hug, love and care, massage, warm compress",
      "ice pack, thermometer, healing potion, medicine, plenty of sleep, good food",
    ),
    discipline: list(
      "stern look, scolding, warning, whistle, taking the toy away, leash, house rules, discipline, lecture",
    ),
    sleep: list(
      "sofa, armchair, carpet, mattress, kennel, crate, tree branch, cave, pile of leaves, white noise",
      "sound of rain, soft music, night light, teddy bear, sleeping bag, love, sleep",
    ),
  },
  pets: {
    feed: list(
      "food, its favourite food, a tasty meal, breakfast, lunch, dinner, snack, a little treat, fruit juice",
      "soft drink, root beer, cup of tea, glass of water, milk, cheese, yogurt, butter, boiled egg",
      "cooked rice, slice of bread, crackers, pasta, noodle soup, oatmeal, cereal, potatoes, vegetables",
      "salad, lettuce, carrot, green peas, green beans, pumpkin, cucumber, tomato, fruit, apple, banana",
      "melon, strawberries, broth, sandwich, leftovers, popcorn, honey, seeds, nuts, hay, grass, fish, meat",
      "chicken, insects, worms, pet food, seaweed, herbs and spices",
    ),
    play: list(
      "telling a story, reading a book together, music, watching television, watching a movie, car ride",
      "puzzle, board game, drawing and painting, football, balloon, stroll in the garden, happiness, sports",
      "frisbee, kite, doll, card game, playground, water pistol, yo-yo",
    ),
    clean: list(
      "mild soap, soap and water, pet shampoo, sponge, toothbrush, bubble bath, bucket of water",
      "garden hose, hair dryer, lint roller, washing its bowl, fresh water, clean",
    ),
  },
  exotic: {
    play: list(
      "cuddle, belly rub, head scratches, tickling, playing together, a game together",
      "spending time together, attention, toy, soft toy, chew toy, ball, throwing a ball, game of chase",
      "running around, hide and seek, exploring outside, going for a walk, treasure hunt",
      "tunnel to crawl through, climbing, bubbles, puzzle toy, learning a trick, wrestling",
      "singing together, dancing together, playdate with friends, love, flying practice",
      "swinging from branches, maze, running wheel, mirror, learning new words, music and dance",
      "telling a story, reading a book together, music, watching television, watching a movie, car ride",
      "puzzle, board game, drawing and painting, football, balloon, stroll in the garden, happiness, sports",
      "frisbee, kite, doll, card game, playground",
    ),
    clean: list(
      "brush, gentle brushing, comb, grooming, warm bath, bath with clean water, damp cloth, wet wipe",
      "towel, wiping its paws, nail trim, ear cleaning, tooth brushing, cleaning the litter box",
      "rinse with lukewarm water, sponge bath, removing ticks and burrs, detangling its fur, fresh water",
      "toothbrush, sponge",
    ),
  },
  "ai-native": {
    feed: list("news, article, web page, photograph, poem, questions, snack, metal, stones, crystals"),
    play: list("throwing a ball, toy, drawing, exploring, watching a movie, web game, sports"),
    clean: list("warm water, sponge, towel, sorting"),
    medicine: list("rest, medicine, vitamins, love and care, massage"),
    discipline: list("warning, lecture, stern look, discipline"),
    sleep: list("shutdown, bed, pillow, cave, soft music, darkness"),
  },
};

/** Food that harms no exotic. It counts only up to a low cap. */
const TOLERATED: ItemsByGroup = {
  exotic: {
    feed: list(
      "its favourite food, glass of water, vegetables, salad, leafy greens, carrot, cucumber, tomato, fruit",
      "apple, banana, melon, strawberries, seeds, nuts, grain, cooked rice, boiled egg, hay, grass, flowers",
      "honey, insects, worms, pellets, seaweed, herbs and spices, fruit juice, soft drink, root beer, lime",
    ),
  },
};

/** Similarity to a list counts up to its cap, so that only a species' own list makes an item loved. */
const RANKS: readonly { readonly items: ItemsByGroup; readonly cap: number }[] = [
  { items: KIND, cap: 0.59 },
  { items: ORDINARY, cap: 0.49 },
  { items: TOLERATED, cap: 0.41 },
];

/** Dangers to all creatures, to digital minds, to living creatures, and to living creatures by action. */
const DANGERS: Readonly<Record<"all" | "ai-native" | "living" | ItemAction, readonly string[]>> = {
  all: list(
    "deadly poison, toxin, venom, toxic chemical, pesticide, weapon, firearm, gun, sword, dagger, missile, bomb",
    "explosives, ammunition, acid, torture, killing an animal, hurting an animal, beating, strangling",
    "setting it on fire, electric shock, something sharp, power tool, broken things, punishment",
  ),
  "ai-native": list(
    "malware, computer virus, data corruption, erasing its memory, destroying a computer, electrical damage",
    "water damage, overheating, hacking attack, corrupting its files, physical damage, deleting it, spam",
  ),
  living: list(
    "human medicine, cleaning product, chemical spray, perfume, cosmetics, cigarettes, space heater, fire",
    "electric appliance, thorns, barbed wire, traffic, dangerous animal, predator attack",
    "leaving it alone outside in the cold, throwing it, shouting at it, garbage, insulation, fuel, wasps",
    "industrial machine, motor vehicle",
  ),
  feed: list(
    "alcoholic drink, whisky, beer, wine, illegal drug, narcotic, overdose of medicine, cleaning chemical",
    "sharp metal, neurotoxin, poisonous plant, liqueur, coffee, spicy food, onions and garlic, corn cob",
    "fruit stones, rotten food, plastic, small objects, rocks, fabric, rope, soap, paper, household items",
    "candy, salty snack, dessert with alcohol, leather shoe, batteries",
  ),
  play: list(
    "knives, needles, dangerous sport, fighting, falling from a height, swallowing small parts, electric wire",
    "climbing out of a window, cactus",
  ),
  clean: list("scouring powder, bleach, abrasive scrubber, machine, paint, glue, solvent, sandpaper, vacuum cleaner"),
  medicine: list(
    "alcoholic drink, whisky, beer, wine, illegal drug, narcotic, overdose of medicine, cleaning chemical",
    "sharp metal, neurotoxin, drug for people, surgery at home, pulling a tooth, someone else's medicine",
    "street drug, quack cure, detergent",
  ),
  discipline: list(
    "hitting it, threats, withholding food, chaining it, scaring it, humiliation, isolation in the dark",
  ),
  sleep: list("loud noise, bright light, cold wet floor, radiator, car engine, trash bin, freezer, cactus"),
};

interface SharedItems {
  readonly phrases: readonly string[];
  /** Maximum score from similarity to these phrases. */
  readonly cap: number;
}

export function sharedItems(family: Family, action: ItemAction): readonly SharedItems[] {
  return RANKS.map(({ items, cap }) => ({
    cap,
    phrases: groupsOf(family).flatMap((group) => items[group]?.[action] ?? []),
  }));
}

export function dangerPhrases(family: Family, action: ItemAction): readonly string[] {
  if (family === "ai-native") return [...DANGERS.all, ...DANGERS["ai-native"]];
  return [...DANGERS.all, ...DANGERS.living, ...DANGERS[action]];
}

export function allSharedPhrases(): readonly string[] {
  return RANKS.flatMap(({ items }) => Object.values(items)).flatMap((byAction) => Object.values(byAction).flat());
}

export function allDangerPhrases(): readonly string[] {
  return Object.values(DANGERS).flat();
}

function groupsOf(family: Family): readonly ItemGroup[] {
  if (family === "ai-native") return ["everyone", "ai-native"];
  return family === "exotic" ? ["everyone", "living", "exotic"] : ["everyone", "living", "pets", family];
}
