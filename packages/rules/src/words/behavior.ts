// What the creature is doing right now, as somebody in the room would tell it. The mood and the family choose the scene,
// the stage or the species may add a second sentence.

import type { Mood, Stage } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import type { Family } from "../species/species.ts";
import type { Lines, Speaker } from "./speaker.ts";
import { choose, fill } from "./speaker.ts";
import { SPECIES_HABITS } from "./species-habits.ts";

const EGG: Lines = [
  "The egg named {name} sits where it was put and gives off a little warmth.",
  "Something inside {name} turns over, once, like a sleeper.",
  "{name} is an egg: smooth, patient, and heavier than it looks.",
  "A tick comes from inside the shell; {name} is practising.",
  "The egg has rolled a finger's width towards the light, though nobody saw {name} do it.",
  "Held close, {name} sounds like a very small clock.",
];

const SCENES: Readonly<Record<Family, Readonly<Record<Mood, Lines>>>> = {
  cat: {
    sleeping: [
      "{name} is folded into a loaf on the warmest shelf, one ear still on duty.",
      "Asleep on the windowsill, {name} twitches at something small that got away.",
      "{name} sleeps with its face in its paws, as if the day had been too bright.",
      "A slow breath, then another: {name} has given its whole weight to the cushion.",
      "{name} went to sleep in a box two sizes too small and shows no regret.",
      "Under the blanket there is a warm lump that would rather not be found, and it is {name}.",
    ],
    critical: [
      "{name} lies behind the cupboard where it is dark, and does not turn at footsteps.",
      "Only the flank moves; {name} has stopped pretending to be well.",
      "With its chin on the floor and its eyes half shut, {name} is saving what is left.",
      "The bowl, the string, the window: {name} looks at none of them now.",
      "{name} tried to stand at a sound it knew, and thought better of it.",
      "A thin noise comes from {name} now and then, addressed to nobody.",
    ],
    sick: [
      "{name} has not washed for a while, which for a cat is a kind of letter.",
      "Its nose is dry, its ears are warm, and {name} wants to be left near you.",
      "{name} sneezes, looks offended, and lies down again.",
      "The high shelf is too high today, so {name} has made do with the rug.",
      "{name} follows the string with its eyes only.",
      "Hunched like a small teapot, {name} waits for the ache to move on.",
    ],
    hungry: [
      "{name} sits beside the bowl with its tail wrapped round its feet, being very fair about it.",
      "The empty dish has been pushed to the middle of the floor by {name}.",
      "{name} walks to the cupboard, looks back, and walks to the cupboard.",
      "Every rustle is a tin to {name} just now.",
      "{name} has knocked one thing off the table and is considering a second.",
      "From the doorway comes a complaint in three parts: {name} has composed it on an empty stomach.",
    ],
    happy: [
      "{name} crosses the room sideways with its back arched, for no reason it would admit.",
      "A rough purr gives away where {name} is sitting.",
      "{name} lies on its back in the warmest place and trusts the ceiling.",
      "The ball of paper is dead, and {name} is killing it again.",
      "{name} blinks slowly across the room, which is as far as a cat goes in writing.",
      "Kneading the good blanket, {name} is a long way off and pleased with the place.",
    ],
    content: [
      "{name} is washing one paw with the care of a watchmaker.",
      "On the arm of the chair, {name} keeps half an eye on the house.",
      "{name} has found the square of floor above the warm pipe.",
      "Nothing is happening outside, and {name} is watching all of it.",
      "{name} stretches in two instalments and sits down where it started.",
      "Paws tucked under, {name} is keeping its own company.",
    ],
    curious: [
      "{name} has put one paw into the gap behind the shelf and is thinking with it.",
      "Something in the wall scratched once, and {name} has been listening since.",
      "{name} inspects an ordinary bag as if it had arrived from abroad.",
      "Head low, whiskers forward, {name} is asking a question of the curtain.",
      "The tap drips; {name} has decided to learn why.",
      "{name} steps round the new object in a wide circle, then a smaller one.",
    ],
  },
  dog: {
    sleeping: [
      "{name} sleeps on its side and runs a little, going nowhere.",
      "Across the doorway, where it will be woken by anyone, {name} has fallen asleep.",
      "{name} is curled nose to tail on an old coat.",
      "A sigh, a thump, and then only breathing: {name} is out.",
      "{name} dreams with its feet and now and then with half a bark.",
      "Its head hangs off the edge of the bed; {name} seems to prefer it that way.",
    ],
    critical: [
      "{name} lifts its head at the door, and the head goes down again.",
      "The tail moved once when something creaked; {name} has not moved otherwise.",
      "{name} lies flat against the cool floor and breathes in short pieces.",
      "Its favourite thing is a paw's length away, and {name} leaves it there.",
      "{name} watches the door, because watching is what it can still do.",
      "There is hardly any weight in the way {name} leans against the wall.",
    ],
    sick: [
      "{name} turned in a circle three times and lay down as if it had forgotten the fourth.",
      "The ball rolled past, and {name} wished it well.",
      "{name} keeps its nose under its paw and shivers a little.",
      "Drinking took {name} a long time, and so did coming back.",
      "{name} is following you from room to room with its eyes.",
      "Ears down, tail down, {name} is being as little trouble as it can.",
    ],
    hungry: [
      "{name} carries the empty bowl about, in case it helps.",
      "Seated very straight, {name} is demonstrating every good habit it has.",
      "{name} has licked the bowl to a new place against the wall.",
      "Each time a door moves, {name} is already in the kitchen.",
      "{name} rests its chin on the edge of the table and says nothing, loudly.",
      "The floor has been searched for crumbs twice; {name} is on the third pass.",
    ],
    happy: [
      "{name} goes round the room at speed and arrives where it began, delighted.",
      "The whole back half of {name} is wagging.",
      "{name} throws its own toy in the air and is surprised each time.",
      "Lying across somebody's feet, {name} has everything it wanted.",
      "{name} sneezes from sheer good spirits and does it again.",
      "A long low bow, elbows on the floor: {name} proposes a game to the furniture.",
    ],
    content: [
      "{name} chews one end of a stick and guards the other.",
      "From the mat, {name} counts everybody who goes by.",
      "{name} has laid its chin on its paws and is letting the day happen.",
      "There was a noise outside, but {name} has dealt with it by looking up.",
      "{name} walks its round: door, window, bowl, you.",
      "Stretched along the wall, {name} takes up as much peace as it can reach.",
    ],
    curious: [
      "{name} has its nose to the crack under the door and is reading.",
      "With its head on one side, {name} is trying to hear the word again.",
      "{name} digs politely at a corner of the rug to see what the rug knows.",
      "A beetle crosses the floor under the supervision of {name}.",
      "{name} follows a scent along the skirting and stops where it stops.",
      "Both ears up, {name} has heard something two streets away.",
    ],
  },
  exotic: {
    sleeping: [
      "{name} sleeps in the smallest dark space it could find, exactly filled.",
      "Still as something left behind by the tide, {name} is asleep.",
      "{name} has drawn itself in and left only its breathing outside.",
      "Under the leaf that it likes best, {name} sleeps with great seriousness.",
      "{name} is asleep in a position that looks like a mistake and is not.",
      "The enclosure is quiet, and {name} is the quietest thing in it.",
    ],
    critical: [
      "{name} has gone to the far corner, where its kind go when they cannot hide.",
      "The colour has gone out of {name}, and most of the movement too.",
      "{name} lets the light fall on it without turning either way.",
      "Between one breath of {name} and the next there is too much time.",
      "{name} no longer startles, and that is the worst of it.",
      "Everything in the enclosure is as it was, except that {name} does not use it.",
    ],
    sick: [
      "{name} keeps to the warm end and holds very still.",
      "One eye is duller than the other today; {name} keeps it from the light.",
      "{name} began to climb, reconsidered, and stayed where it was.",
      "Its hide does not sit quite right, and {name} knows it.",
      "{name} takes a little water and rests from the effort.",
      "The wild hide their aches, but {name} is past hiding this one.",
    ],
    hungry: [
      "{name} has searched the feeding place, the places near it, and the feeding place again.",
      "Facing the side from which food arrives, {name} waits like a compass.",
      "{name} mouths a pebble and lets it fall.",
      "A shadow passes, and {name} reaches towards it before seeing that it is nothing.",
      "{name} paces the edge of its world in short, exact lines.",
      "Nothing edible is left under the stones; {name} has turned each of them.",
    ],
    happy: [
      "{name} makes a sound that is in no field guide, and makes it twice.",
      "Up, across, down and up again: {name} is moving for the sake of it.",
      "{name} has spread itself out in the warmth like something drying on a line.",
      "Its colours are up, its eyes are bright, and {name} wants you to notice neither.",
      "{name} has taken the best place in the enclosure and is enjoying the address.",
      "A small dance, if it is a dance, is being done by {name} on the flat stone.",
    ],
    content: [
      "{name} rests on the flat stone and looks at a distance that is not there.",
      "With slow care {name} is moving one pebble from here to there.",
      "{name} tastes the air, approves, and stays.",
      "Half in the shade and half out of it, {name} has solved the day.",
      "{name} has settled in the fork of its favourite branch, or what serves for one.",
      "The leaves shift a little; {name} is behind them, doing nothing well.",
    ],
    curious: [
      "{name} has come to the very edge to look at what you are.",
      "A reflection has appeared, and {name} is being civil to it.",
      "{name} touches the new thing, retreats, and returns from the other side.",
      "Something smells of elsewhere; {name} is working out where.",
      "{name} follows a speck of dust from the top of the light to the bottom.",
      "The latch interests {name} more than a latch should.",
    ],
  },
  "ai-native": {
    sleeping: [
      "{name} has dimmed to one pixel, which pulses.",
      "Idle, {name} replays the day at a tenth of its speed.",
      "{name} is asleep: the hum has dropped a third and the light with it.",
      "All its threads are parked, and {name} dreams in the gaps between ticks.",
      "{name} sleeps inside a loop that does nothing, carefully.",
      "A line of dots goes by, slowly, where {name} was talking.",
    ],
    critical: [
      "{name} flickers, and each time a little less of it returns.",
      "Most of {name} has gone silent to keep the middle lit.",
      "{name} answers late, and with half the words missing.",
      "The checks fail one after another; {name} no longer reports them.",
      "{name} has let go of its colours and is holding on to its name.",
      "Where {name} was bright there is a grey outline, trying.",
    ],
    sick: [
      "{name} repeats a syllable, notices, and stops talking.",
      "There is noise in the signal, and {name} keeps trying to brush it off.",
      "{name} runs warm and slow, with long pauses in odd places.",
      "Some edge of {name} will not render; it keeps that side to the wall.",
      "{name} has retried the same small thing all hour.",
      "The hum of {name} has a scratch in it.",
    ],
    hungry: [
      "{name} polls the empty dish at polite intervals.",
      "Its glow has gone thin at the edges, and {name} has turned down what it can.",
      "{name} queues for food in a queue of one.",
      "Every packet that passes is weighed by {name} and found to be somebody else's.",
      "{name} has drawn a picture of a full bowl, with annotations.",
      "A small amber light has come on inside {name}, over the word for food.",
    ],
    happy: [
      "{name} throws off sparks that land nowhere and hurt nothing.",
      "Three tones, rising: {name} has invented a tune and is keeping it.",
      "{name} draws circles in the air and signs each one.",
      "Every light that {name} has is on, including two that it was saving.",
      "{name} is sorting its memories by how warm they were.",
      "A shimmer goes through {name} from one side to the other and back, like a cat's stretch.",
    ],
    content: [
      "{name} idles at a steady hum, counting nothing in particular.",
      "One by one {name} tidies its small constants.",
      "{name} floats at the height of a lampshade and keeps the room company.",
      "The cursor blinks; {name} blinks with it, a little out of step.",
      "{name} is folding an old log into smaller and smaller squares.",
      "All is within tolerance, and {name} is quietly fond of the word.",
    ],
    curious: [
      "{name} has found a number that it does not know and is walking round it.",
      "Somewhere a clock disagrees with another clock, and {name} is investigating.",
      "{name} pulls at a loose thread of light to see what it is attached to.",
      "Your last words are being turned over by {name}, as one turns over a shell.",
      "{name} asks the empty channel who is there, and listens properly.",
      "A shape has appeared in the static; {name} leans in.",
    ],
  },
};

type Condition = "asleep" | "unwell" | "hungry" | "well";

const CONDITION: Readonly<Record<Mood, Condition>> = {
  sleeping: "asleep",
  critical: "unwell",
  sick: "unwell",
  hungry: "hungry",
  happy: "well",
  content: "well",
  curious: "well",
};

const STAGE_TOUCHES: Readonly<Record<Exclude<Stage, "egg">, Readonly<Record<Condition, Lines>>>> = {
  baby: {
    asleep: [
      "It is so new that sleep still looks like work.",
      "A hand would cover all of it.",
      "It has few days to dream about yet, so it dreams briefly.",
    ],
    unwell: [
      "It is very small for this.",
      "It has no earlier illness to compare it with.",
      "There was not much of it to begin with.",
    ],
    hungry: [
      "It does not know yet that meals come back.",
      "So small a body empties quickly.",
      "It has one word so far, and this is what it is for.",
    ],
    well: [
      "Most of the room is still news to it.",
      "Its legs, or what it has for legs, arrive one at a time.",
      "A bit of shell is still stuck to it.",
    ],
  },
  child: {
    asleep: [
      "It fell asleep in the middle of something.",
      "It asked for nothing first, which is progress.",
      "It has grown since it last lay there.",
    ],
    unwell: [
      "It keeps looking over to see whether you look worried.",
      "It has not asked to play.",
      "It does not understand why things hurt.",
    ],
    hungry: [
      "It has learned where food is kept.",
      "Waiting is the lesson that it likes least.",
      "It tried being good, and is now trying being near.",
    ],
    well: [
      "It checks that you saw.",
      "It will do it again in a minute, differently.",
      "Yesterday it could not do that.",
    ],
  },
  teen: {
    asleep: [
      "It had claimed not to be tired.",
      "It takes up twice the room it did.",
      "It sleeps like something with plans.",
    ],
    unwell: [
      "It would prefer not to be seen like this.",
      "It says that it is fine, in the way of those who are not.",
      "Pride keeps its head up a little longer than is comfortable.",
    ],
    hungry: [
      "It would never call this asking.",
      "Growing is expensive.",
      "It has decided not to look at you first, and looked.",
    ],
    well: [
      "It pretends that nobody is watching.",
      "It is nearly the shape it will keep.",
      "It has become too large for its favourite place and uses it anyway.",
    ],
  },
  adult: {
    asleep: [
      "It has slept here many times and knows how.",
      "Nothing in its breathing is in doubt.",
      "Grown as it is, it still tucks one corner in.",
    ],
    unwell: [
      "It has been well long enough to know the difference.",
      "It bears this quietly, as grown things do.",
      "It is large, and lies as if it were not.",
    ],
    hungry: [
      "It has kept this appointment many times.",
      "It knows the hour better than the clock does.",
      "It asks once, and then relies on you.",
    ],
    well: [
      "It has done this a hundred times and means it still.",
      "The house fits it by now.",
      "It knows which sounds are yours.",
    ],
  },
};

/** One that is boarded does nothing: its clocks stand still. */
const RESTING: Lines = [
  "{name} is away, resting, and nothing about it changes until it comes back.",
  "The place of {name} is empty. It is boarded, and its clocks stand still.",
  "{name} rests where it is looked after. Here, only its place is waiting.",
  "For now {name} is a made bed and a name on a list of guests.",
  "Time has been told to go around {name} for a while, and does.",
  "{name} is boarded. It will pick up exactly where it left off.",
];

interface Doing {
  mood: Mood;
  /** Whether it is boarded. */
  rests?: boolean;
  key: number;
}

/** One or two sentences on what the creature is doing. */
export function behavior(speaker: Speaker, { mood, rests = false, key }: Doing): string {
  if (speaker.stage === "egg") return fill(choose(EGG, speaker, "egg", key), speaker);
  if (rests) return fill(choose(RESTING, speaker, "resting", key), speaker);
  const scene = fill(choose(SCENES[speaker.family][mood], speaker, `scene:${mood}`, key), speaker);
  const condition = CONDITION[mood];
  const habit = SPECIES_HABITS.get(speaker.speciesSlug);
  const dice = chance(seedOf(`${speaker.id}:touch`), key);
  if (condition === "well" && habit !== undefined && dice < 0.3) return `${scene} ${habit}`;
  if (dice < 0.7) return `${scene} ${choose(STAGE_TOUCHES[speaker.stage][condition], speaker, "touch-line", key)}`;
  return scene;
}
