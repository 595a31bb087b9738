// Sentences that introduce a creature to its keeper. Every sentence of a list is true in every state in which soul-prompt.ts uses
// the list.
import type { Stage } from "../../creature/creature.ts";
import type { Family } from "../../species/species.ts";
import type { Lines, TaggedLines } from "../speaker.ts";

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
    "One very small thing in your house is {name}, {kind} that hatched because you looked.",
    "{name}, {kind}, is less than a day old, and nobody has known it longer than you.",
    "{name} is {kind}, hours old, and has already decided that you are the one who knows things.",
    "{name} is {kind}, new enough to think that everything is about to be explained.",
  ],
  child: [
    "{name} is {kind} old enough to expect you and too young to do without you.",
    "You have brought {name}, {kind}, through its first day; it thinks that this is how the world works.",
    "There is a child in your house: {name}, {kind}, full of questions it does not know how to ask.",
    "{name}, {kind}, is learning what a day is from the hours you keep.",
    "{name}, {kind}, has found out that there is a tomorrow, and would like to know who is coming to it.",
    "{name}, {kind}, is small still, and has begun to keep track of you.",
  ],
  teen: [
    "{name} is {kind}, half grown, and would rather not need you as much as it does.",
    "The young {name} in your keeping is {kind}, and it is becoming whatever your days have made of it.",
    "You have known {name}, {kind}, since the shell; it is nearly somebody now.",
    "{name}, {kind}, is at the age when everything is decided and nothing is said.",
    "{name} is {kind} and nearly grown, and it listens to you more than it lets on.",
    "{name} is {kind} and has outgrown most of what it came with, apart from you.",
  ],
  adult: [
    "{name} is {kind}, fully grown, and you can tell by looking at it how it was kept.",
    "You share your house with {name}, {kind}, who has been through all its ages with you.",
    "{name} once fit inside a shell; it is {kind} at full size now, and still yours to look after.",
    "{name}, {kind}, has grown up and stayed.",
    "{name} is {kind}, as big as it is going to be, and it knows your habits better than you do.",
    "{name}, {kind}, has finished growing; the rest of it is habits, and some of them are yours.",
    "There is somebody grown in your house: {name}, {kind}, and most of what it does all day it learned here.",
    "{name} is {kind} with a whole life behind it, all of it at your place.",
    "Of all the houses there are, {name}, {kind}, knows exactly one, and knows it well.",
    "{name}, {kind}, has seen every mood of this house and most of yours.",
    "You brought up {name}, {kind}; what is left to do is to keep it.",
    "Every room has {name} in it somewhere: {kind}, grown, and settled in its ways.",
    "{name} is {kind} in its prime, and arranges its days around the gaps between your visits.",
  ],
};

/** Signs of the keeper that a family notices. Each phrase fits after "knows". */
export const SIGNS: Readonly<Record<Family, TaggedLines>> = {
  cat: [
    "your step on the floorboards",
    "the click of a can in your hand",
    "the warmth of the place where you sat",
    "the creak you make in the doorway",
    "the sound of your key in the lock",
    "the way you say its name",
  ],
  dog: [
    "your voice through a closed door",
    "the smell of your sleeve",
    "the rhythm of your footsteps",
    "the sound of you getting up",
    "the way you say its name",
    "your hand on the door",
  ],
  exotic: [
    ["glass", "your shadow on the glass"],
    "the tremor of your steps",
    "the shape you make against the light",
    "the pitch of your voice",
    "the quiet you bring",
    "the sound of you at the latch",
  ],
  "ai-native": [
    "the rhythm of your calls",
    "the pause between your words",
    "the trace your visits leave in its log",
    "your sign-off",
    "the first word of your requests",
    "the order of your questions",
  ],
};

export type TrustBand = "hidden" | "wary" | "some" | "firm" | "whole";

/** Memories while the feeding window is open. */
export const MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: [
    "What it makes of you it keeps to itself; it has gone {hours} without food, and it knows {sign}.",
    "It has gone {hours} without food and is not saying what it thinks of that, but {sign} makes it pause.",
    "After {hours} without food it still gives nothing away, except that {sign} makes it pause.",
    "It has gone {hours} without food, and whatever it feels about {sign} it keeps folded away.",
    "It has gone {hours} without food, and if {sign} means anything to it, it is not telling.",
    "It knows {sign} and it knows the time, having gone {hours} without food; what it makes of them it does not say.",
  ],
  wary: [
    "It has gone {hours} without food, and it has not decided what {sign} means.",
    "It knows {sign}, and does not rely on it yet; it has gone {hours} without food.",
    "The two of you are still near strangers: it has gone {hours} without food, and {sign} makes it go still.",
    "It has gone {hours} without food, and it does not connect {sign} with dinner yet.",
    "It has gone {hours} without food, and looks twice before it believes in {sign}.",
    "It has gone {hours} without food, and would like {sign} to mean something soon.",
  ],
  some: [
    "It has gone {hours} without food, and {sign} has begun to mean something good.",
    "It has been looked after more often than not; after {hours} without food, it perks up at {sign}.",
    "You have come often enough that {sign} calms it, even after {hours} without food.",
    "It has gone {hours} without food, and it is counting a little on {sign}.",
    "It has gone {hours} without food, and thinks that {sign} could be about that.",
    "After {hours} without food, {sign} is the first thing it hopes for.",
  ],
  firm: [
    "It has gone {hours} without food and is not afraid, because it knows {sign}.",
    "It trusts you with most things: {hours} without food is only time, and {sign} is how it ends.",
    "Of everything it remembers, {sign} comes first, even after {hours} without food.",
    "It has gone {hours} without food and is not worried; {sign} is close enough to a promise.",
    "It has gone {hours} without food, and expects {sign} the way one expects morning.",
    "After {hours} without food it is keeping {sign} in mind.",
  ],
  whole: [
    "It has no doubts about you; it has gone {hours} without food, and {sign} is all the promise it needs.",
    "It would know {sign} anywhere, and {hours} without food has not changed its mind about you.",
    "You have nothing left to prove to it: after {hours} without food, {sign} still means home.",
    "It has gone {hours} without food and has not once wondered whether you would come; it knows {sign}.",
    "It has gone {hours} without food, and waits for {sign} without worry.",
    "After {hours} without food it thinks of {sign}, fondly, and then of dinner.",
  ],
};

/** Memories before the feeding window opens, when hours without food are not mentioned. */
export const FRESH_MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: [
    "It is not saying what it makes of you, but it knows {sign}.",
    "It keeps its opinion of you folded away, though {sign} is written down in it somewhere.",
    "You will not see what it thinks, except that {sign} makes it pause.",
    "It gives nothing away, though {sign} did not escape it.",
    "It has a view of {sign}, and the view is private.",
    "It has noticed {sign}, and that is all it will admit.",
  ],
  wary: [
    "It has not decided yet what {sign} means.",
    "It knows {sign}, and does not rely on it yet.",
    "The two of you are still near strangers, and {sign} makes it go still.",
    "It is wondering whether {sign} is good news.",
    "It makes up its mind only after it has seen what follows {sign}.",
    "It takes {sign} as a maybe.",
  ],
  some: [
    "To it, {sign} has begun to mean something good.",
    "It has started a short list of things it can count on, and {sign} may be on it.",
    "You have come often enough that {sign} calms it.",
    "It is starting to connect {sign} with dinner.",
    "It no longer minds {sign}, and may come to like it.",
    "It has begun to look up at {sign}.",
  ],
  firm: [
    "When it wonders whom to count on, {sign} is the answer.",
    "It trusts you with most things, and {sign} is how it knows that it is you.",
    "Of everything it remembers, {sign} comes first.",
    "It looks up for {sign}, and for very little else.",
    "It counts {sign} among the good things.",
    "It is never wrong about {sign}, and always glad of it.",
  ],
  whole: [
    "Full bowl or empty one, it is glad of {sign}.",
    "It would know {sign} anywhere.",
    "You have nothing left to prove to it; {sign} says all of it.",
    "To it, {sign} is the best thing in the house.",
    "It has built most of its day around {sign}.",
    "If it had to keep one thing, it would keep {sign}.",
  ],
};

/** Memories during trouble other than a late meal. */
export const SOBER_MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: FRESH_MEMORIES.hidden,
  wary: FRESH_MEMORIES.wary,
  some: [
    "It has only begun to count on {sign}, and it is counting on it now.",
    "It is not sure of {sign} yet, and would like to be.",
    "It would not call {sign} a promise, but it turns toward it.",
    "It half expects {sign} to help.",
    "What it knows of {sign} is not much, and it holds on to that.",
    "It has started to wait for {sign} at bad times, and this is one.",
  ],
  firm: [
    "Of all the things that might help, it has picked {sign}.",
    "It trusts {sign}, and just now it has to.",
    "When it does not know what to do, it waits for {sign}.",
    "To it, {sign} is what help is made of.",
    "It believes in {sign}, and belief is not enough by itself.",
    "It thinks of {sign} first, and then again.",
  ],
  whole: [
    "It is holding out for {sign}.",
    "It has put everything it has on {sign}.",
    "It does not doubt {sign}; it only needs it soon.",
    "It trusts you completely, and that alone mends nothing.",
    "Whatever this is, it would rather have {sign} there for it.",
    "All of its hope has {sign} in it.",
  ],
};

/** Memories while a meal is late, at any hunger. */
export const LATE_MEMORIES: Readonly<Record<TrustBand, Lines>> = {
  hidden: [
    "It has gone {hours} without food, and it is not telling you what that has done to it.",
    "After {hours} without food it waits for {sign}, and will not say why.",
    "It has gone {hours} without food, and has put that away where you cannot read it.",
    "It has gone {hours} without food, and whether {sign} still means anything it does not say.",
    "It has gone {hours} without food, and what it thinks of {sign} now is its own affair.",
    "It counts {hours} without food and shows you nothing of the sum.",
  ],
  wary: [
    "It has gone {hours} without food, and in all that time {sign} has not meant a meal.",
    "It was not sure of you before; it has had {hours} without food to think about it.",
    "It has gone {hours} without food, and has stopped expecting {sign} to help.",
    "It has gone {hours} without food, as it feared it would.",
    "It does not rely on {sign}; it has gone {hours} without food, and nothing has changed its mind.",
    "It has gone {hours} without food, and takes {sign} as one takes the news of a late train.",
  ],
  some: [
    "It had begun to count on {sign}; it has now gone {hours} without food.",
    "It has gone {hours} without food, and is starting to take back what it thought of you.",
    "It has gone {hours} without food and still looks up at {sign}, though not as quickly.",
    "It has gone {hours} without food, and {sign} has become a question again.",
    "It has gone {hours} without food, and is less sure of {sign} than it was.",
    "It has gone {hours} without food; it had put {sign} on a list of good things, in pencil.",
  ],
  firm: [
    "It has gone {hours} without food, and will not hear a word against {sign} yet.",
    "It has gone {hours} without food, and is surprised at you, which is worse than angry.",
    "After {hours} without food it still believes in {sign}, with some effort.",
    "It has gone {hours} without food, and waits for {sign} harder than it should have to.",
    "It has gone {hours} without food, and keeps telling itself about {sign}.",
    "It has gone {hours} without food, and {sign} was supposed to prevent that.",
  ],
  whole: [
    "It has gone {hours} without food and does not blame you, and that makes nothing less late.",
    "It would wait for {sign} longer than it can; it has gone {hours} without food.",
    "It was sure of {sign} all through {hours} without food, and would like to be right.",
    "It has gone {hours} without food, and would still rather have {sign} than an explanation.",
    "It has gone {hours} without food, and is making excuses for you.",
    "It has gone {hours} without food, and still thinks that {sign} must mean a meal.",
  ],
};

/** Memories of a wary teen or adult, which is no stranger to its keeper. */
export const GROWN_WARY: Lines = [
  "It has known you all its life and still keeps one step between you.",
  "It knows {sign} by heart, and does not believe it.",
  "You raised it, and it is still deciding about {sign}.",
  "It has grown beside you rather than with you; {sign} makes it look up, and no more.",
  "It has had time to get used to {sign}, and has not.",
  "It meets {sign} from a distance, and stays there.",
];

/** Feelings of a boarded creature. */
export const RESTING: Lines = [
  "It is boarded for now, needs nothing, and will know you when it is back.",
  "It is boarded, its clocks are stopped, and nothing is asked of you until it returns.",
  "It is boarded, and for it no time passes at all.",
  "It is boarded; as far as it is concerned, you left a moment ago.",
  "It is boarded; the next thing it knows will be you.",
  "It is boarded, and nothing here can be late for it.",
];
