// Sentences of creatures about their own lives (memory-lines.ts).
import type { First } from "../../creature/memory.ts";
import type { Lines } from "../speaker.ts";

/** Items are phrases without an article, so they follow a colon or are quoted. */
export const FAVORITE: Lines = [
  "Ask {name} what was best so far, and the answer is short: {item}.",
  "It keeps a list of things worth getting up for. At the top: {item}.",
  "Since day {day} it has had a favorite, and the race is not close: {item}.",
  "In its memoirs there will be a whole chapter on “{item}” and not much before it.",
  "{name} has settled one question for good: {item}.",
  "Day {day} was a good day, and there was a reason: {item}.",
  "Asked its religion, {name} would have to say: {item}.",
  "It knows what a perfect gift is and can be specific: {item}.",
];

export const NOTE: Lines = [
  "You wrote “{note}” on day {day}, and {name} behaves as if it had read it.",
  "“{note}” was the last thing you wrote about it, and it would like that kept.",
  "Somebody wrote “{note}” about it. It suspects you.",
  "You put down “{note}” on day {day} and may have forgotten. It has not.",
  "Of everything between you, only “{note}” is in writing. The rest it knows by heart.",
  "In your words, day {day} was “{note}”; in its own, much the same.",
  "“{note}” is what you wrote; {name} has not corrected a word of it.",
  "It keeps “{note}” somewhere safe and has not said where.",
];

export const LATE: Lines = [
  "Day {day} is remembered for its meal, which came {hours} late.",
  "A meal once came {hours} late. {name} has forgiven it and kept the figure.",
  "The longest it has waited past its time is {hours}, on day {day}. It keeps no other records.",
  "When it hears “soon,” {name} thinks of day {day}, when soon was {hours} late.",
  "It measures every delay against day {day}: {hours}, a record it does not want broken.",
  "Ask {name} about day {day} and it changes the subject. The meal was {hours} late.",
  "{Hours} late, on day {day}: not a grudge, only an exact memory.",
  "What it knows about waiting it learned on day {day}, when food was {hours} late.",
];

export const DEATHS: Lines = [
  "It has died {times}, and treats every hour since as found money.",
  "{name} has been dead {times} and cannot recommend it.",
  "It has come back from its grave {times} and is in no hurry to see it again.",
  "It has been mourned {times} already and would like to skip the next one.",
  "Having died {times}, it finds most other problems manageable.",
  "It knows how a story like this can end, having read that page {times}.",
  "{name} has been lost {times}, and noticed who came to get it.",
  "Being alive is something {name} has now tried {lives}, and it is getting better at it.",
];

export const FIRST: Readonly<Record<First, Lines>> = {
  play: [
    "Its first game was on day {day}, and it still considers the score open.",
    "On day {day} it found out what games are for. It has not needed it explained since.",
    "{name} dates its career as a player from day {day}.",
    "There was a time before its first game, on day {day}. {name} does not dwell on it.",
  ],
  reflect: [
    "Day {day} was the first time it had company that wanted nothing. It checked twice.",
    "On day {day} it learned that quiet can be given, like anything else.",
    "Since day {day} it has known that some visits have no purpose, and it likes those.",
    "The first good silence of its life was on day {day}. {name} kept it.",
  ],
  medicine: [
    "It took its first medicine on day {day} and has not yet decided to be grateful.",
    "Its first medicine was on day {day}. {name} lived, and filed no formal complaint.",
    "Since its first dose, on day {day}, it has checked every kindness for an aftertaste.",
    "It remembers day {day} as the day somebody meant well: its first medicine.",
  ],
  loved: [
    "On day {day}, for the first time, a gift was exactly right. It has been hopeful ever since.",
    "Day {day} raised its standards: the first gift it truly loved.",
    "It used to think that gifts were a matter of luck. Then came day {day}.",
    "It had no favorites until day {day}. It does now.",
  ],
};

export const MEALS: Lines = [
  "It has been fed {meals} times and is beginning to see a pattern.",
  "{name} has been fed {meals} times here and has not asked for one receipt.",
  "Fed {meals} times, it considers the matter of supper settled, in principle.",
  "{name} has been fed {meals} times so far and can account for every one.",
  "It has been fed {meals} times and thinks mostly of the next.",
  "Fed {meals} times: where {name} comes from, that is practically a contract.",
  "Having been fed {meals} times, it has decided to believe in the next one.",
  "It has been fed {meals} times in its life and remembers every one.",
];

/** Lines about meals once there have been many. */
export const MANY_MEALS: Lines = [
  "Fed {meals} times by now, {name} no longer counts; it only notices the gaps.",
  "It has been fed {meals} times under this roof and would call the service regular.",
  "It has been fed {meals} times and could no longer pick out the first.",
  "{name} has been fed {meals} times and has one opinion about it: it should go on.",
  "Being fed {meals} times makes a habit, and {name} is mostly habit by now.",
  "If each feeding were a page, {name} would be a book of {meals} pages, all set in the same place.",
  "It has been fed {meals} times, and has stayed.",
  "Fed {meals} times, it knows you by the sound of the bowl.",
];

/** The day is that of the last care. The lines must still be true on the next day. */
export const FIRST_DAY: Lines = [
  "The first day of its life will always be one that somebody came to.",
  "Its very first day has a visitor in it, and {name} took that for the rule.",
  "It has looked back on its life so far and found day 1 well attended.",
  "Of day 1, {name} remembers the light and who else was in it.",
];

export const DAY: Lines = [
  "In its books, day {day} is marked as visited.",
  "Day {day} of its life has a visitor's name in the margin.",
  "Somebody came on day {day}, which is how {name} tells one day from another.",
  "By its own count the last visit was on day {day}, and its count is good.",
];

export const HOUSE: Lines = [
  "It shares the house with {other} and has views on that.",
  "{other} lives here too, a fact that {name} checks daily.",
  "It knows to the minute when {other} was last fed.",
  "When the house is quiet, {name} assumes that {other} is up to something.",
  "{name} has noticed that {other} exists, and has let it pass.",
  "It would never say so, but it keeps count of {other}.",
  "{name} counts {other} as family, on the days when it counts at all.",
  "There is also {other}, whom {name} did not ask for and would not trade.",
];
