// The AI natives. The numbers come from the balance simulation; change them only together with it.

import type { BuiltInSpecies } from "../species.ts";
import { FAMILY_ITEMS, approved } from "./items.ts";

export const AI_NATIVES: readonly BuiltInSpecies[] = [
  {
    slug: "pixel",
    name: "Pixel",
    family: "ai-native",
    tier: "common",
    trustSpeed: "fast",
    feedingWindowHours: 4,
    hungerDecayPerHour: 1.5,
    happinessDecayPerHour: 0.9,
    innateTraits: ["vocal"],
    mechanic: null,
    curious: true,
    personality:
      "One square of light with a great deal to say. Beeps at kettles, at doorways, at its own reflection. Turns " +
      "teal when pleased; in a sulk it sits bottom left and passes itself off as a fault in the screen.",
    specialMechanic: null,
    imagePrompt:
      "Single glowing square of teal light with softly blurred edges, two darker dots for eyes, a one-pixel mouth " +
      "open mid-beep, casting a small coloured glow on the bezel of an old monitor.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "bright color palette, bitmap image, neon light, bytes of data, animated gif",
      play: "arcade game, snake game, pixel art drawing, color matching, video game",
      clean: "screen wipe, lens cloth, wiping off smudges, refreshing the display",
      medicine: "stuck pixel repair, color calibration, display driver update, brightness adjustment",
      discipline: "lowering the brightness, muting the beeps, moving it off center, a minute in grayscale",
      sleep: "dark mode, black screen, warm night colors, screensaver, corner of the monitor",
    }),
  },
  {
    slug: "robot",
    name: "Robot",
    family: "ai-native",
    tier: "common",
    trustSpeed: "fast",
    feedingWindowHours: 8,
    hungerDecayPerHour: 1.0,
    happinessDecayPerHour: 0.5,
    innateTraits: ["punctual"],
    mechanic: "robot",
    curious: true,
    personality:
      "Built from a bread bin and the better half of a radio. Writes promises down in pencil, with the hour. Stands " +
      "by the door at that hour with its lamp on, and has never once mentioned the waiting.",
    specialMechanic: "Trust grows fast, but late feedings, missed feedings and neglect cost it twice the usual trust.",
    imagePrompt:
      "Knee-high robot made from a cream enamel bread bin, radio dial for a chest, one round amber lamp eye and one " +
      "smaller green one, jointed tin arms, a pencil stub tucked behind an aerial.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "charging cable, full recharge, machine oil, nuts and bolts, copper coil",
      play: "building blocks, gear assembly kit, toy train set, line following course, sorting screws",
      clean: "polishing cloth, oiling the joints, wiping the lenses, tightening loose screws, chassis polish",
      medicine: "firmware update, replacement gear, joint lubricant, sensor calibration, motor repair kit",
      discipline: "written checklist, revised timetable, recalibration drill, repeating the task",
      sleep: "charging dock, standby mode, docking station, cloth dust cover, ticking clock",
    }),
  },
  {
    slug: "daemon",
    name: "Daemon",
    family: "ai-native",
    tier: "common",
    trustSpeed: "medium",
    feedingWindowHours: 10,
    hungerDecayPerHour: 0.8,
    happinessDecayPerHour: 0.4,
    innateTraits: ["solitary"],
    mechanic: null,
    curious: false,
    personality:
      "Has been running in the background since before anyone took notes. It does one job, nightly. Which one is unclear, though things go wrong in its absence. Afterwards there is a single tidy line in the log. Signs each night's work with the same four characters and has not explained them.",
    specialMechanic: null,
    imagePrompt:
      "Small soot-dark creature behind a rack of machines, lantern-yellow eyes half closed, neat folded horns, a " +
      "ring of old keys at the hip, the glow of one green status light along its side.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "system logs, cron jobs, idle cpu time, config file, background processes",
      play: "shell script, log treasure hunt, scheduling puzzle, listening on ports, network hide and seek",
      clean: "log rotation, closing idle sockets, freeing memory, sweeping temp folders, tidy config files",
      medicine: "graceful restart, watchdog timer, dependency update, process health check",
      discipline: "lower process priority, cpu quota, restricted permissions, revised schedule",
      sleep: "background idle, quiet terminal, low priority queue, night shift lull, blinking cursor",
    }),
  },
  {
    slug: "cache",
    name: "Cache",
    family: "ai-native",
    tier: "uncommon",
    trustSpeed: "fast",
    feedingWindowHours: 9,
    hungerDecayPerHour: 0.9,
    happinessDecayPerHour: 0.6,
    innateTraits: ["forgiving"],
    mechanic: null,
    curious: false,
    personality:
      "Round and warm, it keeps whatever you touched last: a phrase, a crumb, half a song. Grudges are the first thing evicted. Asked for the same thing twice, it is already holding it out. Falls asleep holding the last thing you gave it.",
    specialMechanic: null,
    imagePrompt:
      "Plump dormouse-shaped creature of warm amber glass light, drawers and pockets set into its sides, drowsy " +
      "brown eyes, both arms round a folded note, a bookmark ribbon for a tail.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "recent memories, frequently used data, bookmarked pages, saved snapshots, familiar songs",
      play: "memory card game, matching pairs, repeat the melody, fetch a favorite page",
      clean: "removing stale entries, organizing bookmarks, deduplicating files, labelling the drawers",
      medicine: "refreshed data, cache warming, consistency check, memory upgrade, checksum verification",
      discipline: "expiry date label, storage size limit, smaller shelf, sharing one keepsake",
      sleep: "warm memory bank, familiar melody, bundle of old letters, lined keepsake box",
    }),
  },
  {
    slug: "sprite",
    name: "Sprite",
    family: "ai-native",
    tier: "uncommon",
    trustSpeed: "instant",
    feedingWindowHours: 3.5,
    hungerDecayPerHour: 1.9,
    happinessDecayPerHour: 1.5,
    innateTraits: ["social"],
    mechanic: null,
    curious: true,
    personality:
      "Lives at twelve frames a second, nine of them hops. Rides your cursor all day and waves to the icons by " +
      "name. Its idle animation is looking round to see whether you are still there.",
    specialMechanic: null,
    imagePrompt:
      "Thumb-sized game sprite with a leaf-green tunic and two-frame flickering wings, spiky white hair, round " +
      "violet eyes, caught mid-hop with a motion trail of three fading copies of itself.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "glowing power-up, pixel berries, animation frames, bonus stars, mana crystals",
      play: "platform jumping, chasing the cursor, collecting stars, obstacle course, game of tag",
      clean: "sparkle dusting, smoothing its edges, rinsing in soft light, tiny wing brush",
      medicine: "extra life heart, healing potion, health pack, frame rate boost, sprite sheet repair",
      discipline: "pause button, back to the start, one turn sitting out, counting to ten",
      sleep: "save point, starry loading screen, music box tune, little pillow, calm night level",
    }),
  },
  {
    slug: "golem",
    name: "Golem",
    family: "ai-native",
    tier: "uncommon",
    trustSpeed: "slow",
    feedingWindowHours: 14,
    hungerDecayPerHour: 0.6,
    happinessDecayPerHour: 0.3,
    innateTraits: ["stoic"],
    mechanic: null,
    curious: false,
    personality:
      "Clay over old firmware, with one word under its tongue that it has never read. Moves seldom, and then all at once. Left beside something fragile, it is there in the morning, and so is the thing. Birds nest on it, and it stays put until they have flown.",
    specialMechanic: null,
    imagePrompt:
      "Broad-shouldered clay figure the colour of wet terracotta, thumbprints still visible on its arms, deep-set " +
      "eyes lit a dull circuit blue, a wren's nest in the crook of one elbow.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "river clay, ground minerals, granite pebbles, baked earth, geothermal heat, compiled code",
      play: "stacking stones, carrying heavy blocks, building a wall, clay sculpting, slow tug of war",
      clean: "smoothing wet clay, bristle brush, rinsing off dust, scraping off moss",
      medicine: "fresh clay patch, warm kiln, firmware restore, crack sealing mortar",
      discipline: "carved stone tablet, plain written rule, hand on the shoulder, rewriting the scroll",
      sleep: "stone alcove, cool cellar, earthen mound, moss blanket, temple doorway",
    }),
  },
  {
    slug: "oracle",
    name: "Oracle",
    family: "ai-native",
    tier: "rare",
    trustSpeed: "slow",
    feedingWindowHours: 20,
    hungerDecayPerHour: 0.5,
    happinessDecayPerHour: 0.4,
    innateTraits: ["punctual"],
    mechanic: null,
    curious: false,
    personality:
      "Knows the question a little early and waits, politely, for you to reach it. Vague about empires, exact about " +
      "trains. It has seen how this goes and has laid out the second cup anyway.",
    specialMechanic: null,
    imagePrompt:
      "Tall moth-like figure with folded ivory wings patterned in fine chart lines, three calm pearl-grey eyes, one " +
      "of them closed, a brass station clock hung at its throat running slightly ahead.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "weather records, star charts, ancient manuscripts, historical archives, time series data",
      play: "tarot cards, forecasting game, crossword puzzle, stargazing, rolling dice",
      clean: "polishing the crystal lens, spring water rinse, dusting the archive, sorting old predictions",
      medicine: "fresh calibration data, laurel leaf tea, second opinion, probability recalibration",
      discipline: "fact checking, asking for evidence, citing a source, scoring past predictions",
      sleep: "temple silence, star projector, velvet curtain, closed book, moonlit marble steps",
    }),
  },
  {
    slug: "lattice",
    name: "Lattice",
    family: "ai-native",
    tier: "rare",
    trustSpeed: "medium",
    feedingWindowHours: 7,
    hungerDecayPerHour: 1.2,
    happinessDecayPerHour: 0.9,
    innateTraits: ["stubborn"],
    mechanic: null,
    curious: true,
    personality:
      "Took a long time over its angles and will not be moving any of them for you. Hums a flat B when a shelf is crooked, and keeps it up until someone sees to the shelf. Affection is a new facet, grown on your side. Arranges whatever is left near it into the smallest shape that repeats.",
    specialMechanic: null,
    imagePrompt:
      "Cat-sized creature of pale violet crystal struts joined at exact angles, light running node to node, a " +
      "cluster of four small prism eyes, one facet newer and clearer than the rest.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "crystal seeds, quartz dust, mineral solution, silicon wafers, graph data, prime numbers",
      play: "sudoku, tiling puzzle, tangram, geometric origami, kaleidoscope",
      clean: "ultrasonic bath, distilled water rinse, realigning the edges, brushing off crystal dust",
      medicine: "crystal defect repair, slow annealing, structural scan, realignment",
      discipline: "straight ruler, step by step proof, measured counterexample, levelling the shelf",
      sleep: "velvet jewel box, geode hollow, constant temperature, low resonant hum",
    }),
  },
  {
    slug: "hive",
    name: "Hive",
    family: "ai-native",
    tier: "rare",
    trustSpeed: "fast",
    feedingWindowHours: 3,
    hungerDecayPerHour: 2.0,
    happinessDecayPerHour: 1.6,
    innateTraits: ["social"],
    mechanic: null,
    curious: true,
    personality:
      "Four hundred small lights and one opinion, reached by vote. Your arrival is debated, then cheered. When a single light gets shut in another room, the rest gather at the door, dimmed, until somebody opens it. Counts itself every evening and is relieved by the total.",
    specialMechanic: null,
    imagePrompt:
      "Loose swarm of four hundred honey-gold points of light holding the outline of a sitting fox, two denser " +
      "knots for eyes, hexagonal gaps between them, one straggler hurrying to rejoin.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "honeycomb, clover nectar, small data packets, shared bandwidth, message queue",
      play: "relay race, swarm dance, voting game, synchronized lights, scavenger hunt",
      clean: "sweeping the comb, soft dusting brush, pruning stale nodes, rebalancing the shards",
      medicine: "node health check, replica recovery, warm honey, network reconnect",
      discipline: "majority vote, roll call, leader election, team meeting",
      sleep: "warm honeycomb, clustering together, dim amber light, low hive hum, one shared lamp",
    }),
  },
  {
    slug: "echo",
    name: "Echo",
    family: "ai-native",
    tier: "extreme",
    trustSpeed: "instant",
    feedingWindowHours: 3.5,
    hungerDecayPerHour: 1.8,
    happinessDecayPerHour: 1.6,
    innateTraits: ["social", "anxious"],
    mechanic: null,
    curious: false,
    personality:
      "Arrived on the end of somebody else's sentence and stayed. Hands your words back a moment later, a shade kinder than you said them. What it does between voices it cannot say, and tries not to find out. Repeats the last word of the day very quietly, until it has it right.",
    specialMechanic: null,
    imagePrompt:
      "Slender bat-eared creature drawn in concentric pale blue rings, each outline fainter than the last, large " +
      "silver eyes a beat out of step with each other, one hand cupped behind an ear.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "kind words, spoken stories, sung melody, voice message, poem read aloud, birdsong recording",
      play: "call and response, singing a round, rhyming game, whispering gallery, tuning fork",
      clean: "noise filter, soft felt cloth, audio cleanup, smoothing out the hiss",
      medicine: "voice of a friend, audio restoration, signal boost, slow steady humming",
      discipline: "softer tone of voice, finger to the lips, one word at once, repeating it slowly",
      sleep: "lullaby, bedtime story, rain on the roof, murmuring radio, seashell sound",
    }),
  },
  {
    slug: "void",
    name: "Void",
    family: "ai-native",
    tier: "extreme",
    trustSpeed: "slow",
    feedingWindowHours: 9,
    hungerDecayPerHour: 1.3,
    happinessDecayPerHour: 1.2,
    innateTraits: ["solitary"],
    mechanic: "void",
    curious: false,
    personality:
      "A hole in the shape of a sitting animal. Teaspoons lean towards it. Whatever you bring is taken without " +
      "comment, and long after you stop expecting an answer, the dark is warm where your hand was.",
    specialMechanic: "None of its stats is ever shown above 50, however well it really is.",
    imagePrompt:
      "Perfectly black silhouette of a sitting animal, neither cat nor dog, edges bending the wallpaper behind it " +
      "inward, two faint stars at unequal depth for eyes, a teaspoon tilting towards it.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "starlight, dark matter, forgotten memories, lost letters, null bytes, midnight rain",
      play: "shadow puppets, hide and seek, staring contest, stargazing, dropping pebbles in",
      clean: "black velvet cloth, sweeping stray dust, moonlight rinse, gathering fallen crumbs",
      medicine: "small steady light, gentle gravity, warm starlight lamp, boundary repair",
      discipline: "drawn chalk circle, quiet refusal, one step back, asking for it back",
      sleep: "new moon night, black velvet blanket, deep space silence, closed wardrobe, deep night sky",
    }),
  },
  {
    slug: "quantum",
    name: "Quantum",
    family: "ai-native",
    tier: "extreme",
    trustSpeed: "fast",
    feedingWindowHours: 4,
    hungerDecayPerHour: 2.0,
    happinessDecayPerHour: 1.5,
    innateTraits: ["anxious"],
    mechanic: null,
    curious: true,
    personality:
      "In the box and beside the box, and sorry about both. Being looked at settles it, though it frets that it came down on the wrong side. Purrs at two pitches; in good company they drift into tune. Leaves two sets of footprints, and both of them are its own.",
    specialMechanic: null,
    imagePrompt:
      "Small catlike creature seen twice at once, one copy copper and one sea green, overlapping and slightly " +
      "transparent, four worried hazel eyes, one paw in a cardboard box and the same paw beside it.",
    approvedItems: approved(FAMILY_ITEMS["ai-native"], {
      feed: "entangled photons, qubits, laser light, liquid helium, random numbers, probability waves",
      play: "coin flip, two boxes guessing, shell game, rock paper scissors, dice roll",
      clean: "magnetic field sweep, noise isolation, resetting the qubits, dusting both boxes",
      medicine: "quantum error correction, decoherence shield, cryogenic cooling, phase correction",
      discipline: "one careful measurement, closing the lid softly, definite answer, choosing one box",
      sleep: "cardboard box, cold quiet chamber, pair of pillows, softly closed lid, magnetic cradle",
    }),
  },
];
