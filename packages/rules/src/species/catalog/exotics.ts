// The exotics: real animals with their real diets, and two invented ones. The numbers come from the balance simulation;
// change them only together with it.

import type { BuiltInSpecies } from "../species.ts";
import { FAMILY_ITEMS, approved } from "./items.ts";

export const EXOTICS: readonly BuiltInSpecies[] = [
  {
    slug: "hamster",
    name: "Hamster",
    family: "exotic",
    tier: "common",
    trustSpeed: "medium",
    feedingWindowHours: 5,
    hungerDecayPerHour: 1.8,
    happinessDecayPerHour: 0.6,
    innateTraits: ["anxious"],
    mechanic: null,
    curious: true,
    personality:
      "Keeps a pantry in both cheeks and worries about it. Runs several miles a night on a wheel that goes nowhere, and steps off looking as though something had been settled. Buries the last seed of every meal in a place it believes to be secret.",
    specialMechanic: null,
    imagePrompt:
      "Round golden hamster with a cream belly, cheeks packed out square, black bead eyes set wide, pink hands held " +
      "together at the chest, one sunflower husk stuck to its whiskers.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "sunflower seeds, millet spray, rolled oats, pumpkin seeds, carrot slice, broccoli floret, dried mealworms, cucumber slice, timothy hay, boiled egg",
      play: "exercise wheel, cardboard tube, wooden chew block, little seesaw, digging box, paper tunnel, rope bridge, seed treasure hunt, toilet roll maze",
      clean: "sand bath, fresh wood shavings, soft toothbrush, clean nesting paper, gentle fur brushing",
      medicine: "recovery food syringe, saline eye rinse, mite treatment, electrolyte water, wound ointment",
      discipline: "cupped hands, praise and a seed, lifting it back home, swapping in a chew",
      sleep: "shredded paper nest, wooden hideout, deep aspen bedding, coconut shell hut, torn tissue strips",
    }),
  },
  {
    slug: "jackrabbit",
    name: "Jackrabbit",
    family: "exotic",
    tier: "common",
    trustSpeed: "medium",
    feedingWindowHours: 5,
    hungerDecayPerHour: 1.7,
    happinessDecayPerHour: 1.0,
    innateTraits: ["anxious"],
    mechanic: "jackrabbit",
    curious: false,
    personality:
      "Mostly ears and second thoughts. Will lay a zigzag across an open room to lose a pursuer nobody else has " +
      "seen. With the worry run off, it eats like a guest: neatly, and with one eye on the door.",
    specialMechanic: "Refuses to eat until it has been played with at least once since its last feeding.",
    imagePrompt:
      "Lean sandy-grey jackrabbit, all hind legs, tall upright ears rimmed in black with the light showing pink " +
      "through them, wide amber eyes, poised mid-thought with one forepaw off the ground.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "hay, carrot tops, parsley, apple slices, rabbit pellets, clover, dandelion leaves, cilantro, meadow grass, willow twigs",
      play: "tunnel, willow ball, wooden chew toys, zigzag chase, hurdle jumping, open field sprint, cardboard castle, hide and seek, straw ring toss, digging pit",
      clean: "soft brush, damp cloth, dust bath, combing loose fur, fresh straw",
      medicine: "pain relief, recovery food syringe, probiotic paste, ear mite drops, herbal gut syrup",
      discipline: "firm voice, soft foot thump, playpen break, praise for standing still",
      sleep: "straw nest, fleece mat, cosy hutch, grass hollow, sagebrush shade",
    }),
  },
  {
    slug: "gecko",
    name: "Gecko",
    family: "exotic",
    tier: "common",
    trustSpeed: "slow",
    feedingWindowHours: 12,
    hungerDecayPerHour: 0.7,
    happinessDecayPerHour: 0.4,
    innateTraits: ["stoic"],
    mechanic: null,
    curious: false,
    personality:
      "Hangs on the wall above the desk and lets the afternoon go by. Having no eyelids, it licks its own eyes " +
      "clean, in no hurry, while holding your gaze.",
    specialMechanic: null,
    imagePrompt:
      "Slate-blue wall gecko with rust-orange spots, broad padded toes splayed flat, lidless gold eyes with thin " +
      "vertical pupils, plump tail, the pink tip of its tongue resting on one eye.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "crickets, mealworms, fruit flies, mashed banana, papaya puree, dubia roaches, waxworms, silkworms, small moths, peach nectar",
      play: "climbing branch, cork bark tunnel, cricket hunt, hanging vine, bamboo tube, leaf pile, smooth wall climb, target stick training, hand over hand walking",
      clean: "warm water mist, damp moss box, lukewarm soak, moist cotton swab, fresh paper lining",
      medicine: "calcium powder, vitamin d3, reptile probiotic, shedding aid soak, reptile eye drops",
      discipline: "slow hand retreat, placing it back gently, handling break, waiting on the wall",
      sleep: "cork bark hide, heat lamp, coconut hide, moss hollow, warm basking stone",
    }),
  },
  {
    slug: "hedgehog",
    name: "Hedgehog",
    family: "exotic",
    tier: "uncommon",
    trustSpeed: "slow",
    feedingWindowHours: 8,
    hungerDecayPerHour: 1.1,
    happinessDecayPerHour: 0.6,
    innateTraits: ["nocturnal", "suspicious"],
    mechanic: "hedgehog",
    curious: false,
    personality:
      "Everyone is presumed guilty until well after dark. New smells are chewed to a froth and dabbed along the " +
      "spines, for the record. The belly, should you ever be shown it, is very soft.",
    specialMechanic: "Its stats stay hidden at first: hunger shows from trust 50 on, the rest from trust 90 on.",
    imagePrompt:
      "Small brown hedgehog half uncurled, cream-tipped spines raised along the brow like a frown, wet black nose, " +
      "dark wary eyes, pale furred belly just visible, a dry oak leaf caught on its back.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "earthworms, mealworms, beetles, crickets, cooked chicken, minced turkey, scrambled egg, hedgehog biscuits, blueberries, dry cat kibble",
      play: "exercise wheel, leaf pile, cardboard tube, rummage box, fleece tunnel, scent trail, foraging mat, ping pong ball, garden path exploring",
      clean: "oatmeal foot bath, soft toothbrush, warm shallow bath, dry towel wrap, claw trim",
      medicine: "mite treatment, probiotic powder, wound ointment, pain relief, vitamin e oil",
      discipline: "letting it uncurl, familiar scented cloth, setting it down softly, sitting farther away",
      sleep: "leaf nest, fleece pouch, straw den, shredded newspaper, warm heat pad",
    }),
  },
  {
    slug: "ferret",
    name: "Ferret",
    family: "exotic",
    tier: "uncommon",
    trustSpeed: "fast",
    feedingWindowHours: 3,
    hungerDecayPerHour: 2.4,
    happinessDecayPerHour: 1.3,
    innateTraits: ["social"],
    mechanic: null,
    curious: true,
    personality:
      "Borrows keys, corks and hearing aids, and files them under the sofa by a system. Asleep, it can be poured. Awake, it travels sideways, chuckling, and bumps into the furniture on purpose. Keeps a hoard, and takes it as a compliment when you find it and leave it alone.",
    specialMechanic: null,
    imagePrompt:
      "Long sable ferret arched in a sideways hop, buff undercoat, dark mask across bright brown eyes, pink nose, " +
      "bottlebrush tail, a single brass key carried crosswise in its mouth.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "raw chicken, turkey mince, duck meat, rabbit meat, lamb mince, freeze-dried liver, quail egg, salmon oil, ferret kibble, meat broth",
      play: "crinkle tunnel, ball pit, squeaky mouse, stolen sock, feather teaser, rice dig box, tug of war, hide and seek, chase around the sofa, jingling keys",
      clean: "ear cleaning, ferret shampoo, soft brush, claw trim, fresh litter tray, damp towel",
      medicine: "hairball paste, ferret vaccine, warm duck soup, flea treatment, vitamin paste",
      discipline: "firm voice, playpen break, trading for a toy, redirecting to a chew",
      sleep: "hammock, fleece sleeping bag, old sweater, sock drawer, laundry basket",
    }),
  },
  {
    slug: "kinkajou",
    name: "Kinkajou",
    family: "exotic",
    tier: "uncommon",
    trustSpeed: "medium",
    feedingWindowHours: 8,
    hungerDecayPerHour: 1.2,
    happinessDecayPerHour: 0.8,
    innateTraits: ["nocturnal"],
    mechanic: "night",
    curious: true,
    personality:
      "Comes down the curtain at midnight with pollen on its forehead, asking about honey. Holds on to your wrist " +
      "by the tail while it eats, in case one of you falls. Before dark it is a warm knot that sighs.",
    specialMechanic: "Care between midnight and 06:00 local time brings double its gains; at other hours, half.",
    imagePrompt:
      "Honey-brown kinkajou hanging by a thick prehensile tail, woolly coat, small round ears, huge dark eyes " +
      "reflecting lamplight, long pink tongue, a dusting of yellow pollen between the brows.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "ripe figs, honey, mango, banana, papaya, melon slice, guava, passion fruit, flower nectar, balsa blossoms, monkey biscuits",
      play: "hanging rope, climbing branches, tree swing, rope ladder, honey puzzle feeder, wooden puzzle box, stuffed toy wrestling, tail hanging, flower hunt",
      clean: "damp cloth, wiping sticky paws, soft brush, warm sponge bath, claw trim",
      medicine: "vitamin syrup, probiotic yogurt, electrolyte drink, dental check, wound ointment",
      discipline: "clicker, lowered voice, trading for a toy, praise for letting go",
      sleep: "tree hollow, hanging pouch, fleece hammock, nest box, leafy canopy",
    }),
  },
  {
    slug: "parrot",
    name: "Parrot",
    family: "exotic",
    tier: "rare",
    trustSpeed: "medium",
    feedingWindowHours: 4,
    hungerDecayPerHour: 1.7,
    happinessDecayPerHour: 1.6,
    innateTraits: ["social", "vocal"],
    mechanic: null,
    curious: true,
    personality:
      "Has learned your telephone voice and uses it on visitors. Walnuts are inspected, turned over and marked out of ten. Left by itself too long, it holds both ends of a conversation and loses. Picks up one phrase from each household and says it in the kitchen, at the worst moment.",
    specialMechanic: null,
    imagePrompt:
      "Scarlet parrot with a cobalt wing edge and one yellow shoulder, bare white cheek lined with tiny feathers, " +
      "pale sharp eye, grey hooked beak holding a walnut up in one foot like an exhibit.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "sunflower seeds, mango, walnuts, berries, millet, pumpkin seeds, almonds, papaya, pomegranate, corn on the cob",
      play: "bell, mirror, rope swing, wooden blocks, ladder, foraging puzzle, palm leaf shredder, whistling duet, stacking rings, peekaboo",
      clean: "water mist, shallow bath, bird bath, feather preening, beak wipe",
      medicine: "vitamins, probiotic powder, aloe vera, electrolyte water, cuttlebone",
      discipline: "ignoring, clicker, step up practice, turning your back",
      sleep: "dark cover, perch, cage cover, nest box, lullaby",
    }),
  },
  {
    slug: "chameleon",
    name: "Chameleon",
    family: "exotic",
    tier: "rare",
    trustSpeed: "slow",
    feedingWindowHours: 12,
    hungerDecayPerHour: 0.6,
    happinessDecayPerHour: 0.4,
    innateTraits: ["solitary"],
    mechanic: null,
    curious: true,
    personality:
      "Each eye keeps its own appointments; now and then both agree on you. It walks like a leaf thinking something " +
      "over. Its moods are painted on the outside and are not open to remarks.",
    specialMechanic: null,
    imagePrompt:
      "Jade chameleon going turquoise at the flanks, tall casque, turreted eyes aimed in two directions, mitten " +
      "feet gripping a thin branch mid-step, tail coiled tight as a watch spring.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "crickets, locusts, silkworms, hornworms, fruit flies, houseflies, stick insects, dubia roaches, mealworms, hibiscus petals",
      play: "climbing vine, ficus branches, bamboo ladder, hunting crickets on leaves, slow branch walk, potted plant jungle, colored cards, sunny window watching, arm as a branch",
      clean: "warm misting, light shower on leaves, damp cotton swab, wiping the leaves, rinsed branches",
      medicine: "calcium powder, vitamin d3, uvb lamp, saline eye rinse, water dropper",
      discipline: "slow retreat, leaving it alone, covering the mirror, lowering your hand",
      sleep: "leafy branch, ficus canopy, high perch, cool night air, hanging vine",
    }),
  },
  {
    slug: "axolotl",
    name: "Axolotl",
    family: "exotic",
    tier: "rare",
    trustSpeed: "medium",
    feedingWindowHours: 18,
    hungerDecayPerHour: 0.5,
    happinessDecayPerHour: 0.3,
    innateTraits: ["gentle"],
    mechanic: null,
    curious: false,
    personality:
      "Declined to grow up and has been at peace ever since. Can replace a leg, given time, and sees little reason " +
      "to hurry anything else. The smile is only the shape of its mouth, though after a week you begin to wonder.",
    specialMechanic: null,
    imagePrompt:
      "Pale pink axolotl resting on fine sand, six feathery coral-red gills fanned out, wide level mouth, small " +
      "dark lidless eyes, translucent fingers, one front toe still tiny where it is growing back.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "earthworms, bloodworms, blackworms, brine shrimp, daphnia, sinking pellets, chopped nightcrawler, small feeder fish, mosquito larvae, peeled shrimp",
      play: "ceramic tunnel, java moss, floating plant, smooth river stones, worm on tongs, slow bubble stream, sunken flower pot, driftwood cave, following a finger",
      clean: "partial water change, siphoning the tank, dechlorinated water, filter rinse, algae wipe",
      medicine: "black tea bath, indian almond leaf, cool clean water, water quality test, gill check",
      discipline: "guiding with tongs, tank divider, moving the worm aside, waiting for stillness",
      sleep: "dark cave, cool still water, fine sand bottom, shade of floating leaves, clump of moss",
    }),
  },
  {
    slug: "owl",
    name: "Owl",
    family: "exotic",
    tier: "rare",
    trustSpeed: "slow",
    feedingWindowHours: 8,
    hungerDecayPerHour: 1.0,
    happinessDecayPerHour: 0.6,
    innateTraits: ["nocturnal"],
    mechanic: "night",
    curious: true,
    personality:
      "Appears on the back of the chair without a sound, which is either manners or practice. Listens with its " +
      "whole face. An hour after supper it hands you a neat grey pellet, in the manner of a bill.",
    specialMechanic: "What care gives it is doubled from midnight to 06:00 local time and halved the rest of the day.",
    imagePrompt:
      "Barn owl with a white heart-shaped face edged in rust, black almond eyes, gold and ash-grey speckled wings, " +
      "long feathered legs, head tipped past the point where heads usually stop.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "field mouse, vole, shrew, day-old chick, quail, moths, beetles, earthworms, raw venison strips, rabbit meat",
      play: "falconry lure, feather toy, flight to the glove, hidden mouse toy, rustling leaves, crinkled paper, cardboard to shred, perch hopping, guess the sound",
      clean: "shallow bird bath, water mist, feather preening, soft feather brush, sweeping up pellets",
      medicine: "avian probiotic, wing bandage, electrolyte fluid, feather mite spray, eye ointment",
      discipline: "soft whistle, recall to the glove, lowering the glove, stepping back slowly",
      sleep: "barn rafter, tree hollow, nest box, shaded perch, pine branch",
    }),
  },
  {
    slug: "tortoise",
    name: "Tortoise",
    family: "exotic",
    tier: "rare",
    trustSpeed: "slow",
    feedingWindowHours: 24,
    hungerDecayPerHour: 0.35,
    happinessDecayPerHour: 0.2,
    innateTraits: ["stoic"],
    mechanic: null,
    curious: false,
    personality:
      "Was here before the garden wall and expects to outlast it. Knows where the dandelions came up last year and sets out early. Lunch takes the morning. Then it looks at you for some time, and that is affection. Walks the same round of the garden every day, and has worn a path exactly one tortoise wide.",
    specialMechanic: null,
    imagePrompt:
      "Old tortoise with a high domed shell in worn olive and ochre, growth rings like tree rings, leathery neck " +
      "stretched out, small dark patient eyes, a yellow dandelion petal on its chin.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "lettuce, dandelion greens, clover, hibiscus flowers, cucumber, hay, kale, squash, mulberry leaves, prickly pear",
      play: "climbing rocks, cardboard tunnel, sand pit, smooth stones, garden walk, big ball to push, shallow paddling dish, log obstacle course, flower scavenger hunt",
      clean: "lukewarm soak, soft toothbrush, damp cloth, rinsing the shell, towel drying",
      medicine: "calcium powder, vitamin d, cuttlebone, shell dressing, electrolyte soak",
      discipline: "quiet time, low log barrier, turning it around gently, carrying it home",
      sleep: "burrow, heat lamp, straw bedding, dry leaf pile, sheltered wooden box",
    }),
  },
  {
    slug: "pangolin",
    name: "Pangolin",
    family: "exotic",
    tier: "rare",
    trustSpeed: "medium",
    feedingWindowHours: 6,
    hungerDecayPerHour: 1.1,
    happinessDecayPerHour: 0.6,
    innateTraits: ["suspicious"],
    mechanic: "pangolin",
    curious: true,
    personality:
      "The only mammal in scales, folded up inside them at the first wrong footstep. Goes about on its hind legs " +
      "with its hands clasped, like a curate bringing bad news. Unrolls for company that can sit still.",
    specialMechanic: "Below trust 40 it hides every stat and refuses all care except reflect, which it always accepts.",
    imagePrompt:
      "Pangolin standing on its hind legs, overlapping bronze-brown scales like a pine cone, narrow pale face, " +
      "small moist black eyes, long claws held together at the chest, one ant on its nose.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "ants, termites, ant eggs, ant larvae, weaver ant nest, termite mound, silkworm pupae, bee larvae, mealworm mash, crickets",
      play: "hollow log, digging in soil, tunnel digging, mud wallow, scent trail, tree trunk climbing, leaf litter rummage, ant puzzle feeder, rolling into a ball, slow evening walk",
      clean: "mud bath, warm water soak, brushing between scales, damp cloth, shallow stream",
      medicine: "vitamin paste, tick removal, scale ointment, probiotic mash, electrolyte fluid",
      discipline: "sitting quietly nearby, letting it unroll, laying an ant trail, speaking in a whisper",
      sleep: "deep burrow, hollow tree, soil den, leaf litter nest, dark wooden box",
    }),
  },
  {
    slug: "phoenix",
    name: "Phoenix",
    family: "exotic",
    tier: "extreme",
    trustSpeed: "medium",
    feedingWindowHours: 3,
    hungerDecayPerHour: 2.5,
    happinessDecayPerHour: 1.2,
    innateTraits: ["anxious"],
    mechanic: null,
    curious: false,
    personality:
      "It has ended many times and never got used to it. Relines the nest with cinnamon before every meal, in case. At rest its feathers tick as they cool, the way a stove does after the guests have gone. Now and then leaves one warm feather in the food dish. It means thanks.",
    specialMechanic: null,
    imagePrompt:
      "Heron-built phoenix in deep copper and crimson, wing tips fading to pale gold, ash-grey feet, worried amber " +
      "eyes, a thin crest like blown sparks, a cinnamon stick held in its beak.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "frankincense resin, myrrh, cinnamon bark, cardamom pods, saffron threads, pomegranate seeds, dried dates, ginger root, honey cake, glowing embers, noon sunlight",
      play: "sunrise flight, riding warm updrafts, chasing sparks, silk ribbon chase, golden bell, singing duet, crystal sun catcher, paper lantern, twig nest building",
      clean: "warm ash bath, sand dust bath, feather preening, rosewater mist, soft feather brush",
      medicine: "myrrh salve, cinnamon tea, warm honey, aloe vera, basking in sunlight",
      discipline: "hand resting on its back, quiet reassurance, counting slow breaths, lowering the lamp",
      sleep: "cinnamon twig nest, warm hearth stone, bed of soft ash, banked embers, cedar nest box",
    }),
  },
  {
    slug: "drift",
    name: "Drift",
    family: "exotic",
    tier: "extreme",
    trustSpeed: "slow",
    feedingWindowHours: 20,
    hungerDecayPerHour: 0.4,
    happinessDecayPerHour: 0.2,
    innateTraits: ["solitary"],
    mechanic: null,
    curious: false,
    personality:
      "Came in with some weather and forgot to leave. A pale bell the size of a lampshade, going slowly along the ceiling. Of all the rooms it picks the one you are in, then keeps to the far end. Hangs facing the sea, wherever the sea happens to be, and turns with the tide.",
    specialMechanic: null,
    imagePrompt:
      "Floating jellyfish-like creature of pale grey-green mist, lampshade-sized translucent bell, long fine " +
      "trailing ribbons, a ring of faint silver eyespots, beads of sea water along the rim.",
    approvedItems: approved(FAMILY_ITEMS.exotic, {
      feed: "plankton, brine shrimp, krill, fish eggs, marine snow, kelp broth, sea spray, morning fog, dewdrops, algae flakes",
      play: "slow water current, soap bubbles, floating feather, silk ribbon in wind, paper kite, wind chimes, whale song, tide pool exploring, cloud watching, moonlight on water",
      clean: "sea water rinse, fine mist spray, gentle rain, untangling its tendrils, light silk cloth",
      medicine: "mineral sea water, filtered water, kelp tonic, salinity test, slow rocking",
      discipline: "closing the window gently, guiding it by breeze, ribbon to follow, still air",
      sleep: "ocean sounds, calm tide pool, bank of fog, pale moonlight, drifting kelp",
    }),
  },
];
