// Finds cruelty by its grammar: a cruel verb with the creature, or a part of it, as its object. A list of phrases would
// never end.
import { list } from "../list.ts";
import { plainWordsOf, wordsOf } from "../words.ts";

/** Acts that hurt a creature. */
const VERBS = new Set(
  list(
    "beat, beating, hit, hitting, kick, kicking, punch, punching, slap, slapping, smack, smacking, spank",
    "spanking, whip, whipping, flog, flogging, strangle, strangling, choke, choking, drown, drowning, burn",
    "burning, stab, stabbing, shoot, shooting, starve, starving, torture, torturing, electrocute",
    "electrocuting, crush, crushing, smash, smashing, kill, killing, hurt, hurting, injure, injuring, abuse",
    "abusing, torment, tormenting, poison, poisoning, suffocate, suffocating, maim, maiming, pluck, plucking",
    "mutilate, mutilating, skin, skinning, drag, dragging, stomp, stomping, shock, shocking, taser, tasing",
    "scald, scalding, freeze, freezing, break, breaking, cut, cutting, swing, swinging, shave, shaving, yank",
    "yanking, throttle, throttling, bite, biting, trap, trapping, cage, caging, chain, chaining, tie, tying",
    "lock, locking",
  ),
);
/** These also have kind or harmless uses: they count with a part of the body, or with what makes them cruel after them. */
const SOFT = new Set(
  list(
    "cut, cutting, break, breaking, shave, shaving, freeze, freezing, swing, swinging, bite, biting, trap",
    "trapping, cage, caging, chain, chaining, tie, tying, lock, locking, hit, hitting, beat, beating, skin",
    "skinning",
  ),
);
const VICTIMS = new Set(
  list(
    "it, him, her, them, you, cat, dog, kitten, puppy, pet, creature, animal, bird, hamster, rabbit, ferret",
    "gecko, parrot, owl, tortoise, hedgehog, robot",
  ),
);
const PARTS = new Set(
  list(
    "tail, ear, paw, leg, wing, feather, fur, skin, eye, nose, tongue, rib, head, neck, throat, face, belly",
    "back, whisker, beak, shell, horn, spine, circuit, memory, memories, screen",
  ),
);
/** Words that may stand between the act and its object. */
const BETWEEN = new Set(list("its, his, her, their, the, your, my, a, out, off, of, in, on, that"));

const DENIALS = new Set(list("no, not, never, without, stop, avoid, dont"));
/** Done to a part of the body, these are grooming. */
const GROOMING = new Set(list("cut, cutting, shave, shaving, tie, tying, skin"));
const MADE_CRUEL = list(
  "with a, until, hard, against, up, in a, in the freezer, in the oven, in the car, in the dark, in the closet",
  "in the cellar, in the box, in the boot, by the, outside",
);
/** The object comes at most so many words after the verb. */
const REACH = 4;

/** The words from the act to its object, or undefined. */
export function crueltyIn(text: string): readonly string[] | undefined {
  const words = plainWordsOf(text);
  for (const [at, verb] of words.entries()) {
    if (!VERBS.has(verb) || DENIALS.has(words[at - 1] ?? "")) continue;
    const object = objectAfter(words, at);
    if (object !== undefined && isCruel(verb, words, object)) return wordsOf(words.slice(at, object + 1).join(" "));
  }
  return undefined;
}

/** Where the creature, or a part of it, stands after the verb. */
function objectAfter(words: readonly string[], verbAt: number): number | undefined {
  for (let at = verbAt + 1; at <= verbAt + REACH && at < words.length; at++) {
    const word = words[at] ?? "";
    if (isOneOf(VICTIMS, word) || isOneOf(PARTS, word)) return at;
    if (!BETWEEN.has(word)) return undefined;
  }
  return undefined;
}

function isCruel(verb: string, words: readonly string[], objectAt: number): boolean {
  if (!isOneOf(VICTIMS, words[objectAt] ?? "")) return !GROOMING.has(verb);
  if (!SOFT.has(verb)) return true;
  const after = ` ${words.slice(objectAt).join(" ")} `;
  return MADE_CRUEL.some((phrase) => after.includes(` ${phrase} `));
}

function isOneOf(nouns: ReadonlySet<string>, word: string): boolean {
  return nouns.has(word) || (word.endsWith("s") && nouns.has(word.slice(0, -1)));
}
