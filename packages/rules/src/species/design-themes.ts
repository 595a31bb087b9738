// The phrases from which a designed species' approved items are selected: by family, by trait, and by themes that its personality
// may mention.
import { itemsIn, phrasesIn } from "./catalog/items.ts";
import type { ApprovedItems, Family, ItemAction, Trait } from "./species.ts";

/** At most one phrase for each action. */
type SomeItems = Readonly<Partial<Record<ItemAction, string>>>;

/** Phrases in addition to the family's, so that every action has at least eight. */
export const DESIGN_STAPLES: Readonly<Record<Family, ApprovedItems>> = {
  cat: itemsIn({
    feed: "turkey slices, cod fillet, minced duck",
    play: "ping pong ball, paper grocery bag, silk ribbon",
    clean: "claw trim, paw wipe, cotton ear wipe",
    medicine: "hairball gel, flea drops, eye ointment",
    discipline: "quiet word, calm hand signal, lifting it off gently",
    sleep: "warm laundry pile, heated blanket, soft round cushion",
  }),
  dog: itemsIn({
    feed: "lamb and rice, training treats, sardines on kibble",
    play: "plush toy, long forest walk, stick to carry",
    clean: "slicker brush, ear wipe, muddy paw rinse",
    medicine: "joint supplement, ear drops, paw balm",
    discipline: "hand signal, leave-it cue, waiting for quiet",
    sleep: "your old sweater, dry grass nest, heated pad",
  }),
  // A designed exotic can be any animal, and exotics share no food or toys.
  exotic: itemsIn({
    feed: "ripe fruit slices, fresh leafy greens, mixed seeds and nuts, wriggling mealworms, small whole fish, handful of berries, boiled egg, species pellets",
    play: "climbing branch, cardboard tunnel, foraging puzzle box, hanging rope swing, smooth river stones, game of hide and seek, wooden chew block, pile of dry leaves",
    clean: "lukewarm soak, soft brush, damp cloth, fine water mist",
    medicine: "probiotic powder, wound ointment, electrolyte water, calcium powder",
    discipline: "trading for a toy, waiting for stillness, praise and a treat",
    sleep: "dry leaf nest, snug nest box, hollow log",
  }),
  "ai-native": itemsIn({
    feed: "charging cable, bytes of data, system logs",
    play: "memory card game, obstacle course, scavenger hunt",
    clean: "log rotation, polishing cloth, removing stale entries",
    medicine: "firmware update, graceful restart, consistency check",
    discipline: "written checklist, repeating the task, fact checking",
    sleep: "standby mode, dark mode, charging dock",
  }),
};

export const TRAIT_ITEMS: Readonly<Record<Trait, SomeItems>> = {
  punctual: { discipline: "clear daily schedule", sleep: "regular bedtime" },
  forgiving: { discipline: "fresh start together", play: "making up with a game" },
  suspicious: { discipline: "keeping your distance", sleep: "hidden corner" },
  grateful: { discipline: "warm praise", play: "favourite game again" },
  stoic: { discipline: "plain honest word", sleep: "still quiet corner" },
  anxious: { medicine: "calming drops", discipline: "quiet reassurance", sleep: "dim night light" },
  vocal: { play: "singing together", discipline: "talking it through calmly" },
  stubborn: { play: "puzzle with a prize", discipline: "calm repeat of command" },
  gentle: { clean: "slow gentle wipe", discipline: "soft-spoken word" },
  nocturnal: { play: "moonlit walk", sleep: "dark den for the day" },
  social: { play: "game with friends", sleep: "company at bedtime" },
  solitary: { play: "exploring on its own", sleep: "undisturbed hideaway" },
};

interface DesignTheme {
  /** Words that a personality may contain, in the singular or with an s. */
  readonly words: readonly string[];
  readonly items: SomeItems;
}

function theme(words: string, items: SomeItems): DesignTheme {
  return { words: phrasesIn(words), items };
}

/** Items by words that a personality may contain. Their `feed` does not apply to AI natives. */
export const THEMES: readonly DesignTheme[] = [
  theme("water, sea, ocean, river, lake, pond, rain, tide, swim", {
    feed: "small fresh fish",
    play: "splashing in a shallow pool",
    clean: "clear stream rinse",
    sleep: "sound of rain",
  }),
  theme("sun, sunlight, summer, warm, desert, fire, ember", {
    play: "chasing sunbeams",
    clean: "dry sand bath",
    sleep: "warm basking stone",
  }),
  theme("snow, ice, frost, winter, cold, mountain", { play: "rolling in fresh snow", sleep: "cool sheltered hollow" }),
  theme("night, moon, star, dark, shadow, dusk", { play: "shadow puppets", sleep: "pale moonlight" }),
  theme("forest, tree, leaf, leaves, moss, wood, garden, meadow", {
    feed: "fresh herbs and leaves",
    play: "rustling leaf pile",
    sleep: "bed of moss",
  }),
  theme("flower, honey, bee, nectar, sweet, fruit, berry, berries", {
    feed: "ripe berries and honey",
    play: "flower hunt",
  }),
  theme("meat, hunt, hunter, prey, wolf, fang", { feed: "lean raw meat", play: "scent trail" }),
  theme("fish, fishes, fishing", { feed: "poached white fish", play: "floating cork in water" }),
  theme("seed, nut, grain, bird", { feed: "mixed seeds and nuts", play: "foraging puzzle" }),
  theme("insect, bug, beetle, cricket, worm", { feed: "live crickets", play: "insect hunt" }),
  theme("music, song, sing, hum, melody, whistle", { play: "whistling duet", sleep: "music box tune" }),
  theme("book, story, stories, word, letter, read, poem, library", { play: "word riddle", sleep: "bedtime story" }),
  theme("clever, puzzle, riddle, count, think, curious, wise", {
    play: "wooden puzzle box",
    discipline: "explaining the reason",
  }),
  theme("climb, jump, leap, acrobat", { play: "tall climbing frame", sleep: "high padded shelf" }),
  theme("run, race, chase, fast, quick", { play: "sprint in open field" }),
  theme("dig, burrow, earth, cave, tunnel", { play: "digging box", sleep: "deep burrow" }),
  theme("wind, sky, fly, wing, feather, cloud", { play: "paper kite", clean: "soft feather brush" }),
  theme("light, glow, spark, shine, mirror", { play: "dancing light reflections" }),
  theme("box, hide, secret, shy", { play: "game of hide and seek", sleep: "cosy hiding box" }),
];
