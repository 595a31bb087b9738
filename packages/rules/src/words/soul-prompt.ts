// The few sentences that bring the creature close to its keeper: who it is, how it feels now, what it remembers of care.
// They describe and never command, because an agent reads them among instructions that are not ours.

import type { Hours } from "../time/units.ts";
import type { Mood, Stage } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import type { Family } from "../species/species.ts";
import type { ShownStat } from "../creature/visibility.ts";
import { fitting } from "./fit.ts";
import { traitLines } from "./trait-lines.ts";
import type { Lines, Speaker } from "./speaker.ts";
import { choose, fill, roundHours } from "./speaker.ts";

export const EGG: Lines = [
  "What you have is an egg, and inside it is {name}, {kind}, who has not met you yet. It is warm on one side, the side you held.",
  "{name} is still in the shell. It cannot see you, but it can tell a room with someone in it from a room without.",
  "There is {kind} in this egg, and it already answers to {name}. Nothing hurts it and nothing hurries it; its clock starts when it sees you.",
  "You have given the name {name} to something that has no face yet. It has begun to grow into the name.",
  "{name} waits behind a wall no thicker than a fingernail. Whatever it will be to you begins on the other side.",
  "An egg asks for very little: {name} would only like to be looked at, once, and then everything starts.",
];

export const OPENINGS: Readonly<Record<Exclude<Stage, "egg">, Lines>> = {
  baby: [
    "{name} is {kind}, out of the shell for less than a day, and you are most of what it knows.",
    "You are keeping {name}, {kind} so new that the light still surprises it.",
    "The smallest thing in your house is {name}, {kind} that hatched because you looked.",
    "{name}, {kind}, is less than a day old, and you have been there for all of it.",
    "{name} is {kind}, hours old, and has already decided that you are the one who knows things.",
  ],
  child: [
    "{name} is {kind} old enough to expect you and too young to do without you.",
    "You have brought {name}, {kind}, through its first day; it thinks that this is how the world works.",
    "There is a child in your house: {name}, {kind}, full of questions it does not know how to ask.",
    "{name}, {kind}, is learning what a day is from the hours you keep.",
    "{name}, {kind}, has found out that there is a tomorrow, and would like to know who is coming to it.",
  ],
  teen: [
    "{name} is {kind}, half grown, and would rather not need you as much as it does.",
    "The young {name} in your keeping is {kind}, and it is becoming whatever your days have made of it.",
    "You have known {name}, {kind}, since the shell; it is nearly somebody now.",
    "{name}, {kind}, is at the age when everything is decided and nothing is said.",
    "{name} is {kind} and nearly grown, and it listens to you more than it lets on.",
  ],
  adult: [
    "{name} is {kind}, fully grown, and you can tell by looking at it how it was kept.",
    "You share your house with {name}, {kind}, who has been through all its ages with you.",
    "{name} once fit inside a shell; it is {kind} at full size now, and still yours to look after.",
    "{name}, {kind}, has grown up and stayed.",
    "{name} is {kind}, as big as it is going to be, and it knows your habits better than you do.",
  ],
};

export const FEELINGS: Readonly<Record<Mood, Lines>> = {
  sleeping: [
    "It is asleep now, and all that reaches it of you is your quiet.",
    "Sleep has it for the moment, and asks nothing of it or of you.",
    "It has put the day down and is somewhere you cannot follow.",
    "For now it rests and leaves the watching to you.",
    "It sleeps, and while it does, its hunger and its moods run at half speed.",
    "It has gone wherever sleepers go, and would know you there by your stillness.",
  ],
  critical: [
    "It is close to the end of its strength, and it is waiting for you.",
    "Very little is keeping it here; you are part of that little.",
    "It has stopped asking, which is what they do just before it is too late.",
    "Its life has narrowed to what you do next.",
    "It is failing, and it does not blame you for the dark; it only looks for you in it.",
    "There is still time, and it is the short kind.",
  ],
  sick: [
    "It is unwell and knows it, and it feels safer when you are near.",
    "Something in it aches; it has no word for this and brings it to you as it is.",
    "It is not itself today, and would like you to notice without having to say so.",
    "It feels awful enough to hope for medicine.",
    "It is ill, though not yet badly, and you are early enough to matter.",
    "Everything is an effort just now; being looked after is what it would choose.",
  ],
  hungry: [
    "It is hungry, plainly and without drama, and thinks of you as the place where food comes from.",
    "Its stomach is the loudest thing in the house, and you are the only one who can answer it.",
    "An empty bowl has been on its mind for some time now.",
    "Hunger has made it smaller and more polite.",
    "It wants food, and has begun to read your every movement as a sign of it.",
    "Whatever else it feels has stepped aside for hunger.",
    "It is too hungry to be subtle about it.",
  ],
  happy: [
    "It is happy, and some of that is your doing.",
    "Just now everything it wants is in one room, and you are in the room.",
    "It is full of good spirits and would like to spend them on you.",
    "There is nothing it would change about this hour.",
    "It has the look of something that was remembered in time.",
    "Life is going well for it, and it holds you responsible.",
  ],
  content: [
    "It is at ease and lets you be at ease too.",
    "It needs nothing this minute, and likes that you came anyway.",
    "Its day is in order; you are one of the things that keep it so.",
    "Nothing is bothering it, and it keeps you company in its own way.",
    "It is comfortable, and comfort is never an accident.",
    "All is well with it, in the unremarkable way that takes somebody's care.",
  ],
  curious: [
    "Something has caught its interest, and it glances back to see whether you see it too.",
    "It is busy with a question and has left room beside it for you.",
    "The world has just grown by one detail, and it would like to show you which.",
    "It is up to something harmless and thinks well of you for not interfering.",
    "Its attention is elsewhere, though it knows that you are here.",
    "It has found a thing worth looking at; two, counting you.",
  ],
};

/** What of the keeper this family knows best; fits after "knows". */
export const SIGNS: Readonly<Record<Family, Lines>> = {
  cat: [
    "your step on the floorboards",
    "the click of a can in your hand",
    "the warmth of the place where you sat",
    "the creak you make in the doorway",
  ],
  dog: [
    "your voice through a closed door",
    "the smell of your sleeve",
    "the rhythm of your footsteps",
    "the sound of you getting up",
  ],
  exotic: [
    "your shadow on the glass",
    "the tremor of your steps",
    "the shape you make against the light",
    "the pitch of your voice",
    "the quiet you bring",
  ],
  "ai-native": [
    "the rhythm of your calls",
    "the pause between your words",
    "the trace your visits leave in its log",
    "the last line you send before you go",
  ],
};

type TrustBand = "hidden" | "wary" | "some" | "firm" | "whole";

function trustBand(trustShown: ShownStat): TrustBand {
  if (trustShown === null) return "hidden";
  if (trustShown < 35) return "wary";
  if (trustShown < 60) return "some";
  return trustShown < 85 ? "firm" : "whole";
}

export const MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: [
    "What it makes of you it keeps to itself; it has gone {hours} without food, and it knows {sign}.",
    "It has gone {hours} without food and is not saying what it thinks of that, but {sign} makes it pause.",
    "After {hours} without food it still gives nothing away, except that {sign} makes it pause.",
    "It has gone {hours} without food, and whatever it feels about {sign} it keeps folded away.",
  ],
  wary: [
    "It has gone {hours} without food, and it has not decided what {sign} means.",
    "It knows {sign}, and does not rely on it yet; it has gone {hours} without food.",
    "The two of you are still near strangers: it has gone {hours} without food, and {sign} makes it freeze.",
    "It has gone {hours} without food, and it is not sure yet that {sign} and dinner belong together.",
  ],
  some: [
    "It has gone {hours} without food, and {sign} has begun to mean something good.",
    "It has been looked after more often than not; after {hours} without food, it perks up at {sign}.",
    "You have come often enough that {sign} calms it, even after {hours} without food.",
    "It has gone {hours} without food, and it is counting a little on {sign}.",
  ],
  firm: [
    "It has gone {hours} without food and is not afraid, because it knows {sign}.",
    "It trusts you with most things: {hours} without food is only time, and {sign} is how it ends.",
    "Of everything it remembers, {sign} comes first, even after {hours} without food.",
    "It has gone {hours} without food and is not worried; {sign} is close enough to a promise.",
  ],
  whole: [
    "It has no doubts about you; it has gone {hours} without food, and {sign} is all the promise it needs.",
    "It would know {sign} anywhere, and {hours} without food has not changed its mind about you.",
    "You have nothing left to prove to it: after {hours} without food, {sign} still means home.",
    "It has gone {hours} without food and has not once wondered whether you would come; it knows {sign}.",
  ],
};

/** The same within an hour of food, when there is nothing yet to count. */
export const FRESH_MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: [
    "It is not saying what it makes of you, but it knows {sign}.",
    "It keeps its opinion of you folded away, though {sign} is written down in it somewhere.",
    "You will not see what it thinks, except that {sign} makes it pause.",
    "It gives nothing away, though {sign} did not escape it.",
  ],
  wary: [
    "It has not decided yet what {sign} means.",
    "It knows {sign}, and does not rely on it yet.",
    "The two of you are still near strangers, and {sign} makes it freeze.",
    "It is wondering whether {sign} is good news.",
  ],
  some: [
    "To it, {sign} has begun to mean something good.",
    "It has started a short list of things it can count on, and {sign} may be on it.",
    "You have come often enough that {sign} calms it.",
    "It is starting to put {sign} and dinner together.",
  ],
  firm: [
    "When it wonders whom to count on, {sign} is the answer.",
    "It trusts you with most things, and {sign} is how it knows that it is you.",
    "Of everything it remembers, {sign} comes first.",
    "It looks up for {sign}, and for very little else.",
  ],
  whole: [
    "Full bowl or empty one, {sign} is all it needs.",
    "It would know {sign} anywhere.",
    "You have nothing left to prove to it; {sign} says all of it.",
    "To it, {sign} is the best thing in the house.",
  ],
};

/** How it feels while it is boarded. */
export const RESTING: Lines = [
  "It is boarded for now, needs nothing, and will know you when it is back.",
  "It is boarded, its clocks are stopped, and nothing is asked of you until it returns.",
  "It is boarded, and for it no time passes at all.",
  "It is boarded; as far as it is concerned, you left a moment ago.",
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
  return choose(fitting(choose([first, ...rest], speaker, "trait", key), speaker), speaker, "trait-line", key);
}

/** Two to four sentences to the keeper. The last one is the creature's own. */
export function soulPrompt(
  speaker: Speaker,
  { mood, rests = false, trustShown, hoursSinceFed, line, key }: SoulState,
): string {
  const say = (lines: Lines, place: string, values?: Readonly<Record<string, string>>) =>
    fill(choose(fitting(lines, speaker), speaker, place, key), speaker, values);
  const nature = natureOf(speaker, key);
  if (speaker.stage === "egg") {
    const egg = say(EGG, "egg-soul");
    return nature === null ? egg : `${egg} ${nature}`;
  }
  const memories = hoursSinceFed < 1 ? FRESH_MEMORIES : MEMORIES;
  const memory = say(memories[trustBand(trustShown)], "memory", {
    sign: say(SIGNS[speaker.family], "sign"),
    hours: roundHours(hoursSinceFed),
  });
  const showsNature = rests || chance(seedOf(`${speaker.id}:nature`), key) < 0.5;
  return [
    say(OPENINGS[speaker.stage], "opening"),
    showsNature && nature !== null ? nature : rests ? null : memory,
    rests ? say(RESTING, "resting-soul") : say(FEELINGS[mood], `feeling:${mood}`),
    line ?? null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}
