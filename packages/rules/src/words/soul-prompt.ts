// The few sentences that bring the creature close to its keeper: who it is, how it feels now, what it remembers of care.
// They describe and never command, because an agent reads them among instructions that are not ours.

import type { Hours } from "../time/units.ts";
import type { Mood, Stage } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import type { Family } from "../species/species.ts";
import type { ShownStat } from "../creature/visibility.ts";
import { traitLines } from "./trait-lines.ts";
import type { Lines, Speaker } from "./speaker.ts";
import { choose, fill, roundHours } from "./speaker.ts";

const EGG: Lines = [
  "What you have is an egg, and inside it is {name}, {kind}, who has not met you yet. It is warm on one side, the side that was held.",
  "{name} is still in the shell. It cannot see you, but it can tell a room with somebody in it from a room without.",
  "There is {kind} in this egg, and it already answers to {name}. Nothing hurts it and nothing hurries it; its clock starts when it sees you.",
  "You have given the name {name} to something that has no face so far. It has begun to grow into the name.",
  "{name} waits behind a wall as thick as a fingernail. Whatever it will be to you begins on the other side of it.",
  "An egg asks for very little: {name} would only like to be looked at, once, and then everything starts.",
];

const OPENINGS: Readonly<Record<Exclude<Stage, "egg">, Lines>> = {
  baby: [
    "{name} is {kind}, out of the shell for less than a day, and you are most of what it knows.",
    "You are keeping {name}, {kind} so new that the light still surprises it.",
    "The smallest thing in your house is {name}, {kind} that hatched because you looked.",
    "{name}, {kind}, has not a whole day to its name, and you are in all of it.",
  ],
  child: [
    "{name} is {kind} old enough to expect you and too young to do without.",
    "You have brought {name}, {kind}, through its first day; it thinks that this is how the world works.",
    "There is a child in your house: {name}, {kind}, full of questions that it cannot put.",
    "{name}, {kind}, is learning what a day is from the times at which you come.",
  ],
  teen: [
    "{name} is {kind}, half grown, and would rather not need you as much as it does.",
    "The young {name} in your keeping is {kind}, and it is becoming whatever your days have made of it.",
    "You have known {name}, {kind}, since the shell; it is nearly somebody now.",
    "{name}, {kind}, is at the age at which everything is decided and nothing is said.",
  ],
  adult: [
    "{name} is {kind}, fully grown, and the way you kept it can be read in how it stands.",
    "You share your house with {name}, {kind}, who has been through all its ages with you.",
    "What was once an egg is {name}, {kind} in full size, and still yours to look after.",
    "{name}, {kind}, has grown up and stayed.",
  ],
};

const FEELINGS: Readonly<Record<Mood, Lines>> = {
  sleeping: [
    "It is asleep now, and what reaches it of you is only your quiet.",
    "Sleep has it for the moment, and asks nothing of it or of you.",
    "It has put the day down and is somewhere you cannot follow.",
    "For now it breathes slowly and leaves the watching to you.",
    "It sleeps, and its hunger and its moods run at half their pace.",
    "It has gone where sleepers go, and would know you there by your stillness.",
  ],
  critical: [
    "It is close to the end of its strength, and it is you that it is waiting for.",
    "Very little is keeping it here; you are part of that little.",
    "It has stopped asking, which is what they do just before it is too late.",
    "Its life has grown narrow, a matter of what you do next.",
    "It is failing, and it does not blame the dark on you, only looks for you in it.",
    "There is still time, and it is the short kind.",
  ],
  sick: [
    "It is unwell and knows it, and it feels safer when you are near.",
    "Something in it aches; it has no word for this and brings it to you as it is.",
    "It is not itself today, and would like you to notice without its having to say so.",
    "Its body has turned difficult, and medicine from your hand is what it half hopes for.",
    "It is ill, though not yet badly, and you have come early enough to matter.",
    "Standing is work just now; being looked after is what it would choose.",
  ],
  hungry: [
    "It is hungry, plainly and without drama, and thinks of you as where food comes from.",
    "Its stomach has become the loudest thing in the house, and you are the only one who can answer it.",
    "An empty bowl has been on its mind for some time now.",
    "Hunger has made it smaller and more polite.",
    "It wants food and has begun to read your every movement as a sign of it.",
    "Whatever else it feels has stepped aside for hunger.",
  ],
  happy: [
    "It is happy, and some of that is your doing.",
    "Just now everything it wants is in one room, and you are in the room.",
    "It is full of good spirits that it would like to spend on you.",
    "There is nothing that it would change about this hour.",
    "It has the look of something that was remembered in time.",
    "Life is going well for it, and it holds you responsible.",
  ],
  content: [
    "It is at ease and lets you be at ease as well.",
    "It needs nothing this minute, and likes that you came anyway.",
    "Its day is in order; you are one of the things that keep it so.",
    "Nothing presses on it, and it keeps you company in its own manner.",
    "It is comfortable, which for a living thing is never an accident.",
    "All is well with it, in the unremarkable way that takes somebody's care.",
  ],
  curious: [
    "Something has caught its interest, and it glances back to see whether you see it too.",
    "It is full of a question and has left a place beside it for you.",
    "The world has just become larger by one detail, and it would show you which.",
    "It is up to something harmless and thinks well of you for not interfering.",
    "Its attention is elsewhere, though it notes that you are here.",
    "It has found a thing worth looking at, and now it has found two, counting you.",
  ],
};

/** What of the keeper this family knows best; fits after "knows". */
const SIGNS: Readonly<Record<Family, Lines>> = {
  cat: ["your step on the boards", "the sound of your hand on the tin", "the warmth of the chair that you have left"],
  dog: ["your voice through a closed door", "the smell of your sleeve", "your way of coming in"],
  exotic: ["your shadow on the glass", "the tremor of your steps", "the shape that you make against the light"],
  "ai-native": [
    "the rhythm of your calls",
    "the pause between your words",
    "the trace that your visits leave in its log",
  ],
};

type TrustBand = "hidden" | "wary" | "some" | "firm" | "whole";

function trustBand(trustShown: ShownStat): TrustBand {
  if (trustShown === null) return "hidden";
  if (trustShown < 35) return "wary";
  if (trustShown < 60) return "some";
  return trustShown < 85 ? "firm" : "whole";
}

const MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: [
    "What it makes of you it keeps to itself; it has gone {hours} without food, and it knows {sign}.",
    "It shows you none of its reckoning, though going {hours} without food is part of it, and so is {sign}.",
    "After {hours} without food it still gives nothing away, but {sign} makes it pause.",
  ],
  wary: [
    "It has gone {hours} without food, and it has not decided what {sign} means.",
    "It knows {sign}, and does not rely on it yet; its last food is {hours} past.",
    "You and it are near strangers still: {hours} without food, and {sign} makes it hold its breath.",
  ],
  some: [
    "Food is {hours} behind it, and {sign} has begun to mean something good.",
    "It remembers being looked after more often than not; {hours} without food, it turns towards {sign}.",
    "Care has come often enough that {sign} calms it, also after {hours} without food.",
  ],
  firm: [
    "It has gone {hours} without food and is not afraid of it, because it knows {sign}.",
    "It trusts you with most things: {hours} without food is only time, and {sign} is the end of it.",
    "Of all it remembers, {sign} comes first, even {hours} after food.",
  ],
  whole: [
    "It has no doubts about you; {hours} without food, and {sign} is all the promise that it needs.",
    "It would know {sign} anywhere, and it measures the time since food, {hours}, by you alone.",
    "There is nothing left for you to prove to it: being {hours} without food does not change what {sign} means.",
  ],
};

/** The same within an hour of food, when there is nothing yet to count. */
const FRESH_MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: [
    "Food is only just behind it, and what it concludes from that it does not show; it knows {sign}.",
    "It keeps its opinion of you folded away, though {sign} is written down in it somewhere.",
    "You will not see what it thinks, except that {sign} makes it pause.",
  ],
  wary: [
    "Food is only just behind it, and it has not decided what {sign} means.",
    "It knows {sign}, and does not rely on it yet.",
    "You and it are near strangers still, and {sign} makes it hold its breath.",
  ],
  some: [
    "Food is only just behind it, and {sign} has begun to mean something good.",
    "It has started a short list of things that can be counted on, and {sign} may be on it.",
    "Care has come often enough that {sign} calms it.",
  ],
  firm: [
    "Food is only just behind it, and it knows whom to connect with that: {sign} is enough.",
    "It trusts you with most things, and {sign} is how it knows that it is you.",
    "Of all it remembers, {sign} comes first.",
  ],
  whole: [
    "Food is only just behind it, but it would turn to {sign} with an empty bowl as well.",
    "It would know {sign} anywhere.",
    "There is nothing left for you to prove to it; {sign} says all of it.",
  ],
};

/** How it feels while it is boarded. */
const RESTING: Lines = [
  "It is boarded for now, needs nothing, and will know you when it is back.",
  "It rests elsewhere while its clocks stand still, and nothing is asked of you until it returns.",
  "It is away, and for it no time passes at all.",
];

export interface SoulState {
  mood: Mood;
  /** Whether it is boarded. */
  rests?: boolean;
  /** Null where the species hides its trust. */
  trustShown: ShownStat;
  hoursSinceFed: Hours;
  /** What it says of its own life (memory-lines.ts); an egg has none. */
  line?: string | undefined;
  /** The number of cares, so that what is chosen stays until the next. */
  key: number;
}

/** A sentence about one of its traits, or none when it has no trait that we have words for. */
function natureOf(speaker: Speaker, key: number): string | null {
  const [first, ...rest] = speaker.personality.map(traitLines).filter((lines) => lines !== undefined);
  if (first === undefined) return null;
  return choose(choose([first, ...rest], speaker, "trait", key), speaker, "trait-line", key);
}

/** Two to four sentences to the keeper. The last one is the creature's own. */
export function soulPrompt(
  speaker: Speaker,
  { mood, rests = false, trustShown, hoursSinceFed, line, key }: SoulState,
): string {
  const nature = natureOf(speaker, key);
  if (speaker.stage === "egg") {
    const egg = fill(choose(EGG, speaker, "egg-soul", key), speaker);
    return nature === null ? egg : `${egg} ${nature}`;
  }
  const memories = hoursSinceFed < 1 ? FRESH_MEMORIES : MEMORIES;
  const memory = fill(choose(memories[trustBand(trustShown)], speaker, "memory", key), speaker, {
    sign: choose(SIGNS[speaker.family], speaker, "sign", key),
    hours: roundHours(hoursSinceFed),
  });
  const showsNature = rests || chance(seedOf(`${speaker.id}:nature`), key) < 0.5;
  return [
    fill(choose(OPENINGS[speaker.stage], speaker, "opening", key), speaker),
    showsNature && nature !== null ? nature : rests ? null : memory,
    rests ? choose(RESTING, speaker, "resting-soul", key) : choose(FEELINGS[mood], speaker, `feeling:${mood}`, key),
    line ?? null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}
