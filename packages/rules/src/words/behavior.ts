// What the creature is doing right now, as someone in the room would tell it. Its plight and the family choose the scene,
// the stage or the species may add a second sentence.

import type { Stage } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import type { Family } from "../species/species.ts";
import { fitting } from "./fit.ts";
import { plightOf, type Calm, type Plight, type Seen, type Trouble } from "./plight.ts";
import { choose, fill, type Lines, type Speaker, type TaggedLines } from "./speaker.ts";
import { findBuiltIn } from "../species/catalog/index.ts";
import { LATE, LONELY, SHY, STARVED, UNEASY, UNSAID, UNSAID_ASLEEP, WAITING } from "./troubled-scenes.ts";

export const EGG: Lines = [
  "The egg named {name} sits where you put it and gives off a little warmth.",
  "Something inside {name} turns over, once, like a sleeper.",
  "{name} is an egg: smooth, patient, and heavier than it looks.",
  "Something taps inside the shell; {name} is practicing.",
  "The egg has rolled an inch toward the light, though nobody saw {name} do it.",
  "Hold it close, and {name} sounds like a very small clock.",
  "{name} is warmer on one side than on the other, and has not said which it prefers.",
];

export const SCENES: Readonly<Record<Family, Readonly<Record<Calm | "failing" | "ill" | "hungry", TaggedLines>>>> = {
  cat: {
    sleeping: [
      ["furniture", "{name} is folded into a loaf on the warmest shelf, one ear still on duty."],
      "Asleep, {name} twitches at something small that got away.",
      "{name} sleeps with its face in its paws, as if the day had been too bright.",
      "A slow breath, then another: {name} has given its whole weight to the floor.",
      ["furniture", "{name} went to sleep in a box two sizes too small and shows no regret."],
      ["furniture", "Under the blanket is a warm lump that would rather not be found, and it is {name}."],
      "{name} is curled so tightly that it is hard to say where it starts.",
      "{name} is asleep in the exact middle of everything.",
      "{name} sleeps as if it had invented sleeping.",
    ],
    failing: [
      "{name} has crawled off to where it is dark, and does not turn at footsteps.",
      "Only its ribs move; {name} has stopped pretending to be well.",
      "With its chin on the floor and its eyes half shut, {name} is saving what is left.",
      "The bowl, the string, the window: {name} looks at none of them now.",
      "{name} tried to get up at a sound it knew, and could not.",
      "Now and then {name} makes a thin noise, addressed to nobody.",
    ],
    ill: [
      "{name} has not washed for a while, which for a cat is a kind of letter.",
      "Its nose is dry, its ears are warm, and {name} wants to be left near you.",
      "{name} sneezes, looks offended, and lies down again.",
      ["furniture", "The high shelf is too high today, so {name} has made do with the rug."],
      "{name} reaches for the string, and lets the paw sink.",
      "Hunched like a small teapot, {name} waits for the ache to move on.",
      "{name} is being very dignified about feeling awful.",
    ],
    hungry: [
      "{name} sits beside the empty bowl, being very fair about it.",
      "Someone has pushed the empty dish into the middle of the floor, and it was {name}.",
      "{name} walks to the food, finds none, looks back at you, and walks to where the food should be.",
      "Every rustle is dinner to {name} just now.",
      "{name} has knocked one thing over and is considering a second.",
      "From the doorway comes a complaint in three parts: {name} composed it on an empty stomach.",
      "{name} is standing where the food goes, in case you have forgotten where it goes.",
    ],
    happy: [
      "{name} crosses the room sideways with its back arched, for no reason it would admit.",
      "A rough purr gives away where {name} is sitting.",
      "{name} lies on its back in the warmest spot and trusts the ceiling.",
      "The ball of paper is dead, and {name} is killing it again.",
      "{name} blinks slowly across the room, which is as far as a cat goes in writing.",
      ["furniture", "Kneading the good blanket, {name} is a long way off and pleased with the place."],
      "{name} has brought you a dust ball, and means it.",
      "{name} tears through the room at a full gallop and stops dead, as if nothing had happened.",
    ],
    content: [
      "{name} is washing one paw with the care of a watchmaker.",
      ["furniture", "On the arm of the chair, {name} keeps half an eye on the house."],
      "{name} has found the one square of floor above the warm pipe.",
      "Nothing is happening outside, and {name} is watching all of it.",
      "{name} stretches in two installments and sits down where it started.",
      "Paws tucked under, {name} is keeping its own company.",
      "{name} is looking at the wall as if it were a good book.",
      "{name} has arranged itself so that you have to step over it.",
    ],
    curious: [
      "{name} has put one paw into the gap in the wall and is thinking with it.",
      "Something in the wall scratched once, and {name} has been listening since.",
      "{name} inspects an ordinary bag as if it had arrived from abroad.",
      "Ears forward, whiskers forward, {name} is asking the shadow a question.",
      "The faucet drips; {name} has decided to learn why.",
      "{name} steps around the new object in a wide circle, then a smaller one.",
      ["furniture", "{name} has its head in the drawer and its dignity elsewhere."],
    ],
  },
  dog: {
    sleeping: [
      "{name} sleeps on its side and runs a little, going nowhere.",
      "Across the doorway, where anyone will wake it, {name} has fallen asleep.",
      ["nose", "{name} is curled nose to tail in a patch of sun."],
      "A sigh, a thump, and then only breathing: {name} is out.",
      "{name} dreams with its paws, and now and then with half a bark.",
      ["head", "furniture", "Its head hangs off the edge of the bed; {name} seems to prefer it that way."],
      "{name} is asleep with its back against the door, so that nobody leaves without saying so.",
      "{name} is asleep, and every so often it remembers something and is pleased.",
      "Even asleep, {name} has one part of itself touching you.",
    ],
    failing: [
      ["head", "{name} lifts its head at the door, and the head goes down again."],
      "The tail moved once when something creaked; nothing else of {name} has moved.",
      "{name} lies flat on the cool floor and breathes in short pieces.",
      "Its favorite thing is a paw's length away, and {name} cannot get to it.",
      "{name} watches the door, because watching is what it can still do.",
      "{name} leans against the wall as if it weighed nothing.",
      "You say its name, and {name} takes a long time to find you.",
    ],
    ill: [
      "{name} turned in a circle three times and lay down as if it had forgotten the fourth.",
      "The ball rolled past, and {name} could not get up for it.",
      ["nose", "{name} keeps its nose under its paw and shivers a little."],
      "Getting a drink took {name} a long time, and so did coming back.",
      "{name} would follow you, but only its eyes are up to it.",
      ["ears", "Ears down, tail down, {name} is being as little trouble as it can."],
      "{name} wants to be near you, and away from what hurts.",
      "{name} got halfway to its toy and had to lie down.",
    ],
    hungry: [
      "{name} carries the empty bowl around, in case it helps.",
      "Sitting very straight behind the empty bowl, {name} is demonstrating every good habit it has.",
      "{name} has licked the bowl all the way across the floor.",
      "Each time a door moves, {name} is already beside the bowl.",
      ["head", "furniture", "{name} rests its chin on the edge of the table and says nothing, loudly."],
      "The floor has been searched for crumbs twice; {name} is on its third pass.",
      "{name} has heard the word for dinner in a sentence that did not contain it.",
    ],
    happy: [
      "{name} goes around the room at speed and arrives where it began, delighted.",
      "The whole back half of {name} is wagging.",
      "{name} throws its own toy in the air and is surprised each time.",
      "Lying across your feet, {name} has everything it wanted.",
      ["nose", "{name} sneezes from sheer good spirits and does it again."],
      "Front end down, back end up: {name} proposes a game to the whole room.",
      "{name} has found a stick indoors and will not say how.",
    ],
    content: [
      "{name} chews one end of a stick and guards the other.",
      "From its spot by the door, {name} counts everyone who goes by.",
      ["head", "{name} has laid its chin on its paws and is letting the day happen."],
      "There was a noise outside, but {name} has dealt with it by looking up.",
      "{name} makes its rounds: door, window, bowl, you.",
      "Stretched along the wall, {name} takes up as much peace as it can reach.",
      "{name} lets out a long breath, for no reason but the breath.",
      "{name} is keeping an eye on you while you work, in case you need it.",
    ],
    curious: [
      ["nose", "{name} has its nose to the crack under the door and is reading."],
      ["head", "With its head tilted, {name} is trying to hear the word again."],
      ["furniture", "{name} digs politely at a corner of the rug to see what the rug knows."],
      "A beetle crosses the floor under the supervision of {name}.",
      "{name} follows a scent along the wall and stops where it stops.",
      ["ears", "Both ears up, {name} has heard something two streets away."],
      "{name} would like to know what is in the bag, and has said so with its whole body.",
      "{name} has found a spot on the floor that needs looking into.",
      "Something in the room has moved, and {name} wants names.",
      "{name} is watching your bag with enormous patience.",
    ],
  },
  exotic: {
    sleeping: [
      "{name} sleeps in the smallest dark space it could find, exactly filled.",
      "Still as something left behind by the tide, {name} is asleep.",
      ["lungs", "{name} has drawn itself in and left only its breathing outside."],
      "In the spot it likes best, {name} sleeps with great seriousness.",
      "{name} is asleep in a position that looks like a mistake and is not.",
      "The room is quiet, and {name} is the quietest thing in it.",
      ["head", "wings", "Head under one wing, {name} is not at home to visitors."],
      ["tail", "Wrapped in its own tail, {name} sleeps like a parcel."],
      ["trees", "On a branch that is barely wide enough, {name} is fast asleep."],
      "Asleep, {name} looks like something that somebody forgot to put away.",
    ],
    failing: [
      "{name} has gone to the far corner, where its kind go when they cannot hide.",
      "Most of the movement has gone out of {name}.",
      "A light falls on {name}, and nothing in it answers.",
      ["lungs", "{name} takes a breath, and there is too much time before the next."],
      "{name} no longer startles, and that is the worst of it.",
      "Everything around it is as it was, except that {name} does not use it.",
      "You come close, and {name} does not seem to know that it is you.",
    ],
    ill: [
      "{name} keeps to the warmest spot there is, and it is not warm enough.",
      "One eye is duller than the other today; {name} keeps it away from the light.",
      "{name} set out for somewhere and did not have the strength to arrive.",
      "Something about {name} does not sit right, and it knows.",
      "{name} moved a little and is resting from the effort.",
      "Wild things hide their aches, but {name} is past hiding this one.",
      ["feathers", "Its feathers are fluffed up, and {name} is a rounder and sadder shape than usual."],
      "{name} has folded itself around whatever hurts.",
    ],
    hungry: [
      "{name} has searched the feeding spot, the places near it, and the feeding spot again.",
      "Facing the side that food comes from, {name} waits like a compass.",
      ["ground", "{name} has tried a pebble, in case, and it was not food."],
      "A shadow passes, and {name} reaches for it before seeing that it is nothing.",
      "{name} goes along every edge of its world looking for food, and comes back without.",
      "Nothing edible is left anywhere; {name} has checked.",
      "{name} is looking at you the way it looks at food.",
    ],
    happy: [
      "{name} makes a sound that is in no field guide, and makes it twice.",
      "Up, across, down and up again: {name} is moving for the sake of it.",
      "{name} has spread itself out in the warmth like laundry on a line.",
      ["colors", "Its colors are up, its eyes are bright, and {name} wants you to notice neither."],
      "{name} has taken the best spot in the house and is enjoying the address.",
      "{name} is doing a small dance, if it is a dance.",
      "{name} has come closer than it meant to, and has decided to be fine with it.",
      ["feathers", "Every feather in place, {name} looks like its own portrait."],
    ],
    content: [
      "{name} rests in the warmth and gazes into a distance that is not there.",
      ["ground", "With slow care {name} is moving one pebble from here to there."],
      "{name} looks around, approves, and stays.",
      "Half in the shade and half out of it, {name} has solved the day.",
      "{name} has settled in its favorite spot, or close enough.",
      "Something stirs; it is {name}, doing nothing well.",
      "{name} is minding its own business, of which there is not much.",
      ["trees", "In the fork of its favorite branch, {name} is watching the light change."],
    ],
    curious: [
      "{name} has come right up to see what you are.",
      "A reflection has appeared, and {name} is being civil to it.",
      "{name} touches the new thing, retreats, and returns from the other side.",
      "Something smells of elsewhere; {name} is working out where.",
      "{name} follows a speck of dust from the top of the light to the bottom.",
      "The latch interests {name} more than a latch should.",
      "{name} has discovered the pen on your desk, and has questions.",
    ],
  },
  "ai-native": {
    sleeping: [
      ["glow", "{name} has dimmed to one pixel, which pulses."],
      "Idle, {name} replays the day at a tenth of its speed.",
      "{name} is asleep: the hum has dropped a third.",
      "All its threads are parked, and {name} dreams in the gaps between clock cycles.",
      "{name} sleeps inside a loop that does nothing, carefully.",
      "A slow line of dots goes by where {name} was talking.",
      "{name} has closed everything it had open and is off somewhere, saving.",
    ],
    failing: [
      ["glow", "{name} flickers, and each time a little less of it comes back."],
      "Most of {name} has gone silent to keep the middle running.",
      "{name} answers late, and with half the words missing.",
      "One check after another fails; {name} no longer reports them.",
      "{name} has dropped everything else and is holding on to its name.",
      "Where {name} was there is an outline, trying.",
      "{name} has sent the same short message eleven times.",
    ],
    ill: [
      "{name} repeats a syllable, notices, and stops talking.",
      "There is noise in the signal, and {name} keeps trying to brush it off.",
      "{name} runs warm and slow, with long pauses in odd places.",
      "One edge of {name} will not render; it keeps that side to the wall.",
      "{name} has retried the same small thing all hour.",
      "The hum that {name} makes has a scratch in it.",
      "{name} has lost its place, gone back, and lost it again.",
    ],
    hungry: [
      "{name} polls the empty dish at polite intervals.",
      ["glow", "Its glow has gone thin at the edges, and {name} has turned down what it can."],
      "{name} has lined up for food, in a queue of one.",
      "{name} inspects every packet that passes, and every one is for somebody else.",
      "{name} has drawn a picture of a full bowl, with annotations.",
      "A small warning has come on inside {name}, next to the word for food.",
      "{name} has moved dinner to the top of every list it keeps.",
    ],
    happy: [
      ["glow", "{name} throws off sparks that land nowhere and hurt nothing."],
      "Three tones, rising: {name} has invented a tune and is keeping it.",
      "{name} draws circles in the air and signs each one.",
      "Everything that {name} has is switched on, including two things it was saving.",
      "{name} is sorting its memories by how warm they were.",
      ["glow", "A shimmer goes through {name} from one side to the other and back, like a cat's stretch."],
      "{name} has run all of its checks for the fun of it, and passed.",
      "{name} has renamed one of its constants after you.",
    ],
    content: [
      "{name} idles at a steady hum, counting nothing in particular.",
      "One by one, {name} tidies its small constants.",
      "{name} hovers at the edge of your attention and keeps the room company.",
      "The cursor comes and goes; {name} keeps time with it, a little out of step.",
      "{name} is folding an old log into smaller and smaller squares.",
      "All is within tolerance, and {name} is quietly fond of the phrase.",
      "{name} has nothing to report, and reports it.",
      "{name} is alphabetizing something that nobody asked about.",
    ],
    curious: [
      "{name} has found a number it does not know and is circling it.",
      "Somewhere a clock disagrees with another clock, and {name} is investigating.",
      "{name} pulls at a loose thread to see what it is attached to.",
      "{name} is turning over the last thing you said, the way one turns over a seashell.",
      "{name} asks the empty channel who is there, and listens properly.",
      "A shape has appeared in the static; {name} leans in.",
      "{name} has asked why four times and is working up to the fifth.",
    ],
  },
};

type Condition = "asleep" | "unwell" | "hungry" | "well";

/** What its stage may add; nothing where a lighter word would be out of place. */
const CONDITIONS: Readonly<Partial<Record<Trouble, Condition>>> = {
  failing: "unwell",
  ill: "unwell",
  hungry: "hungry",
};

export const STAGE_TOUCHES: Readonly<Record<Exclude<Stage, "egg">, Readonly<Record<Condition, TaggedLines>>>> = {
  baby: {
    asleep: [
      "It is so new that sleep still looks like work.",
      "Your hand would cover all of it.",
      "It has very little to dream about yet, so it dreams briefly.",
      "It sleeps the way it does everything: all at once.",
      "It has not yet learned to sleep halfway.",
      "Asleep, it takes up even less room.",
    ],
    unwell: [
      "It is very small for this.",
      "It has hardly begun, and this is already in it.",
      "There was not much of it to begin with.",
      "It does not know yet that this can pass.",
      "It has no practice at this.",
      "It looks at you as if this might be part of hatching.",
    ],
    hungry: [
      "It does not know yet that meals come back.",
      "Something that small empties quickly.",
      "It has one word so far, and this is what the word is for.",
      "It does not know how to wait, and does not think much of it.",
      "It does not know the word for soon.",
      "It asks with all of itself, there being little of it.",
    ],
    well: [
      "Most of the room is still news to it.",
      "Not all of it arrives at the same time yet.",
      "Bits of eggshell are still stuck to it.",
      "It has known you for its entire life, which is not long.",
      "It has an opinion about everything it has seen, and it has seen six things.",
      "It has just found out that there is a behind.",
    ],
  },
  child: {
    asleep: [
      "It fell asleep in the middle of something.",
      "It asked for nothing first, which is progress.",
      "It has grown since it last lay there.",
      "It was not tired at all, it said, a minute ago.",
      "It would not have stayed up much longer anyway.",
      "It sleeps in the shape it fell in.",
    ],
    unwell: [
      "It keeps checking whether you look worried.",
      "It has not asked to play.",
      "It does not understand why things hurt.",
      "It would like you to make it stop.",
      "It wants to know whether this is allowed.",
      "It has gone very quiet for its age.",
    ],
    hungry: [
      "It has learned where the food is kept, and keeps looking there.",
      "Waiting is the lesson it likes least.",
      "It tried being good, and is now trying being near.",
      "It is growing, and it would like you to do the math.",
      "It has asked once in each way that it knows.",
      ["stomach", "It can tell time now, by its stomach."],
    ],
    well: [
      "It checks that you saw.",
      "It will do it again in a minute, differently.",
      "Yesterday it could not do that.",
      "It wants to show you something, and then something else.",
      "It has made a rule about this, and is about to change it.",
      "It would like an audience, and you will do.",
    ],
  },
  teen: {
    asleep: [
      "It had claimed not to be tired.",
      "It takes up twice the room it did.",
      "It sleeps like something with plans.",
      "It will deny having slept.",
      "It will get up when it is ready, and not when it is told.",
      "It sleeps as a matter of principle.",
    ],
    unwell: [
      "It would prefer not to be seen like this.",
      "It says it is fine, in the way of those who are not.",
      "Pride is holding it up, and getting tired.",
      "It has no strength left over for arguing.",
      "It has let you see more of this than it meant to.",
      "It is too old to complain and too young not to.",
    ],
    hungry: [
      "It would never call this asking.",
      "Growing is expensive.",
      "It decided not to look at you first, and then looked.",
      "It is always hungry, and somehow this is still worse.",
      "It would rather be asked.",
      "It happens to be where you cannot miss it.",
    ],
    well: [
      "It pretends that nobody is watching.",
      "It is nearly the shape it will keep.",
      "It is too big for its favorite spot now and uses it anyway.",
      "It would be embarrassed to know you saw.",
      "It has an image to keep, and keeps it most of the time.",
      "It would have another word for this.",
    ],
  },
  adult: {
    asleep: [
      "It has slept here many times and knows how.",
      "Nothing about it is in doubt.",
      "Grown as it is, it still tucks one corner in.",
      "It sleeps like someone who has locked up for the night.",
      "It lies down the way others sign their name.",
      "It has earned the spot.",
    ],
    unwell: [
      "It has been well long enough to know the difference.",
      "It takes this quietly, as grown things do.",
      "It is fully grown, and lies there as if it were not.",
      "It is not used to needing anything twice.",
      "It does not make much of it, which makes it hard to watch.",
      "It has gone slow in a way that is not age.",
    ],
    hungry: [
      "Being grown does not make it any less hungry.",
      "It knows the hour better than the clock does.",
      "It asks once, and then relies on you.",
      "It has never learned to be casual about dinner.",
      "It has the manners for this, and is using them up.",
      "It does not beg; it reminds.",
    ],
    well: [
      "It has done this a hundred times and still means it.",
      "The house fits it by now.",
      "It knows which sounds are yours.",
      "It has nothing left to prove, and proves it anyway.",
      "It does this the way it does most things by now: its own way.",
      "It has the calm of something that knows where everything is.",
    ],
  },
};

/** One that is boarded does nothing: its clocks stand still. */
export const RESTING: Lines = [
  "{name} is away, being boarded, and nothing about it changes until it comes back.",
  "Its place is empty: {name} is boarded, and its clocks are stopped.",
  "{name} is boarded and well looked after. Here, only its place is waiting.",
  "For now {name} is an empty spot and a name on a guest list.",
  "Time has been asked to go around {name} for a while, and does.",
  "{name} is boarded. It will pick up exactly where it left off.",
];

interface Doing {
  seen: Seen;
  /** Whether it is boarded. */
  rests?: boolean;
  /** Stays the same within an hour. */
  key: number;
}

/** One or two sentences on what the creature is doing. */
export function behavior(speaker: Speaker, { seen, rests = false, key }: Doing): string {
  const say = (lines: TaggedLines, place: string) =>
    fill(choose(fitting(lines, speaker), speaker, place, key), speaker);
  if (speaker.stage === "egg") return say(EGG, "egg");
  if (rests) return say(RESTING, "resting");
  const plight = plightOf(seen);
  const scene = say(scenesOf(plight, speaker.family), `scene:${plight.is === "well" ? plight.mood : plight.is}`);
  const condition = conditionOf(plight);
  if (condition === undefined) return scene;
  const habits = findBuiltIn(speaker.speciesSlug)?.habits;
  const dice = chance(seedOf(`${speaker.id}:touch`), key);
  if (condition === "well" && habits !== undefined && dice < 0.4) return `${scene} ${say(habits, "habit")}`;
  if (dice < 0.75) return `${scene} ${say(STAGE_TOUCHES[speaker.stage][condition], "touch-line")}`;
  return scene;
}

function conditionOf(plight: Plight): Condition | undefined {
  if (plight.is === "well") return plight.mood === "sleeping" ? "asleep" : "well";
  return plight.asleep ? undefined : CONDITIONS[plight.is];
}

function scenesOf(plight: Plight, family: Family): TaggedLines {
  if (plight.is === "well") return SCENES[family][plight.mood];
  if (plight.asleep) return plight.is === "shy" || plight.is === "unsaid" ? UNSAID_ASLEEP : UNEASY[family];
  const awake: Readonly<Record<Trouble, TaggedLines>> = {
    ...SCENES[family],
    ending: WAITING[family],
    starved: STARVED[family],
    late: LATE[family],
    lonely: LONELY[family],
    shy: SHY,
    unsaid: UNSAID,
  };
  return awake[plight.is];
}
