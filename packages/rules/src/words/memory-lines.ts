// What a creature says of its own life: the last sentence of its soul prompt, the one that no other creature could say.
// It follows from what care has stored alone, so it stays the same until the next care. Whoever reads it may be a sitter,
// so only notes, which a sitter never sees, say what "you" did.
import { FIRSTS, MARKS, type First, type MarkName, type Memory } from "../creature/memory.ts";
import { MARK_WORDS } from "../extras/marks.ts";
import { dayOfLife } from "../creature/creature.ts";
import type { ShownCreature } from "../creature/visibility.ts";
import type { Hours } from "../time/units.ts";
import { choose, fill, inTurn, roundHours, speakerOf, type Lines, type Topic } from "./speaker.ts";

/** Items are phrases without an article, so they stand after a colon or in quotes. */
const FAVORITE: Lines = [
  "Ask {name} what was best so far, and the answer is short: {item}.",
  "It keeps a list of things worth getting up for. At the top: {item}.",
  "Since day {day} it has had a favorite, and the race is not close: {item}.",
  "In its memoirs there will be a whole chapter on “{item}” and not much before it.",
  "{name} has settled one question for good: {item}.",
  "Day {day} was a good day, and there was a reason: {item}.",
  "Asked its religion, {name} would have to say: {item}.",
  "It knows what a perfect gift is and can be specific: {item}.",
];

const NOTE: Lines = [
  "You wrote “{note}” on day {day}, and {name} behaves as if it had read it.",
  "“{note}” was the last thing you wrote about it, and it would like that kept.",
  "Somebody wrote “{note}” about it. It suspects you.",
  "You put down “{note}” on day {day} and may have forgotten. It has not.",
  "Of everything between you, only “{note}” is in writing. The rest it knows by heart.",
  "In your words, day {day} was “{note}”; in its own, much the same.",
  "“{note}” is what you wrote; {name} has not corrected a word of it.",
  "It keeps “{note}” somewhere safe and has not said where.",
];

const LATE: Lines = [
  "Day {day} is remembered for its meal, which came {hours} late.",
  "A meal once came {hours} late. {name} has forgiven it and kept the figure.",
  "The longest it has waited past its time is {hours}, on day {day}. It keeps no other records.",
  "When it hears “soon,” {name} thinks of day {day}, when soon was {hours} late.",
  "It measures every delay against day {day}: {hours}, a record it does not want broken.",
  "Ask {name} about day {day} and it changes the subject. The meal was {hours} late.",
  "{Hours} late, on day {day}: not a grudge, only an exact memory.",
  "What it knows about waiting it learned on day {day}, when food was {hours} late.",
];

const DEATHS: Lines = [
  "It has died {times}, and treats every hour since as found money.",
  "{name} has been dead {times} and cannot recommend it.",
  "It has come back from its grave {times} and is in no hurry to see it again.",
  "It has been mourned {times} already and would like to skip the next one.",
  "Having died {times}, it finds most other problems manageable.",
  "It knows how a story like this can end, having read that page {times}.",
  "{name} has been lost {times}, and noticed who came to get it.",
  "Being alive is something {name} has now tried {lives}, and it is getting better at it.",
];

const FIRST: Readonly<Record<First, Lines>> = {
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
    "Day {day} was its first medicine. {name} lived, and filed no formal complaint.",
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

const MEALS: Lines = [
  "It has been fed {meals} times and is beginning to see a pattern.",
  "{name} has had {meals} meals here and has not asked for one receipt.",
  "After {meals} meals it considers the matter of supper settled, in principle.",
  "Food has come {meals} times so far, and {name} can account for every one.",
  "It has {meals} meals behind it and thinks mostly of the next.",
  "{meals} meals: where {name} comes from, that is practically a contract.",
  "On the strength of {meals} meals, it has decided to believe in the next one.",
  "It has eaten {meals} times in its life and would not have skipped any of them.",
];

/** The day is that of the last care. The next day they must still be true. */
const FIRST_DAY: Lines = [
  "The first day of its life will always be one that somebody came to.",
  "Its very first day has a visitor in it, and {name} took that for the rule.",
  "It has looked back on its life so far and found day 1 well attended.",
  "Of day 1, {name} remembers the light and who else was in it.",
];

const DAY: Lines = [
  "In its books, day {day} is marked as visited.",
  "Day {day} of its life has a visitor's name in the margin.",
  "Somebody came on day {day}, which is how {name} tells one day from another.",
  "By its own count the last visit was on day {day}, and its count is good.",
];

const HOUSE: Lines = [
  "It shares the house with {other} and has views on that.",
  "{other} lives here too, a fact that {name} checks daily.",
  "It knows to the minute when {other} was last fed.",
  "When the house is quiet, {name} assumes that {other} is up to something.",
  "{name} has noticed that {other} exists, and has let it pass.",
  "It would never say so, but it keeps count of {other}.",
  "{name} counts {other} as family, on the days when it counts at all.",
  "There is also {other}, whom {name} did not ask for and would not trade.",
];

/** All of them, for tests and the catalogue of texts. */
export const SOUL_LINES = {
  favorite: FAVORITE,
  note: NOTE,
  late: LATE,
  deaths: DEATHS,
  "first play": FIRST.play,
  "first reflect": FIRST.reflect,
  "first medicine": FIRST.medicine,
  "first loved": FIRST.loved,
  meals: MEALS,
  "first day": FIRST_DAY,
  day: DAY,
  house: HOUSE,
} satisfies Readonly<Record<string, Lines>>;

export type SoulTopic = "favorite" | "note" | "late" | "mark" | "deaths" | `first ${First}` | "meals" | "day" | "house";

/** Everything that the line can be about. */
export interface Recalled {
  readonly memory: Memory<string> | null;
  readonly cares: number;
  readonly meals: number;
  /** Whether it ever went through a whole window without food, up to its last meal. */
  readonly hasStarved: boolean;
  readonly deaths: number;
  /** The day of its life at the last care. */
  readonly day: number;
  /** Names of the others in the house. */
  readonly others: readonly string[];
  /** The newest on its shelf. */
}

/** Words of a note in `memory` are text here: its keeper is the one who reads it. */
export function recalled(creature: ShownCreature, memory: Memory<string> | null, others: readonly string[]): Recalled {
  const { careActions, feedings, missedFeedings, missedThisCycle, resurrections, lastCareAt } = creature;
  const day = dayOfLife(creature, lastCareAt);
  // Without those since the last meal, so that the line stays until the next care.
  const hasStarved = missedFeedings > missedThisCycle;
  return { memory, cares: careActions, meals: feedings, hasStarved, deaths: resurrections, day, others };
}

/** A delay that is worth remembering, and a number of meals that is worth counting. */
const LEAST_LATE: Hours = 0.75;
const FEWEST_MEALS = 3;

type Told = Topic<SoulTopic> & { readonly values: Readonly<Record<string, string>> };

function topicsOf(
  { memory, cares, meals, hasStarved, deaths, day }: Recalled,
  other: string | undefined,
): readonly Told[] {
  const { favorite = null, note = null, latest = null, firsts = {} } = memory ?? {};
  const topics: Told[] = [{ about: "day", lines: day === 1 ? FIRST_DAY : DAY, values: { day: `${day}` } }];
  if (favorite !== null) {
    topics.push({ about: "favorite", lines: FAVORITE, values: { item: favorite.phrase, day: `${favorite.day}` } });
  }
  // Not in the answer to the very care that it came with.
  if (note !== null && note.care < cares) {
    topics.push({ about: "note", lines: NOTE, values: { note: quotable(note.words), day: `${note.day}` } });
  }
  if (latest !== null && latest.hours >= LEAST_LATE) {
    const hours = roundHours(latest.hours);
    topics.push({ about: "late", lines: LATE, values: { hours, Hours: capitalized(hours), day: `${latest.day}` } });
  }
  const newest = newestMark(memory);
  if (newest !== undefined) {
    topics.push({ about: "mark", lines: MARK_WORDS[newest.mark].lines, values: { day: `${newest.day}` } });
  }
  if (deaths > 0) {
    topics.push({ about: "deaths", lines: DEATHS, values: { times: times(deaths), lives: times(deaths + 1) } });
  }
  for (const first of FIRSTS) {
    const when = firsts[first];
    if (when !== undefined) topics.push({ about: `first ${first}`, lines: FIRST[first], values: { day: `${when}` } });
  }
  if (meals >= FEWEST_MEALS && !hasStarved) {
    topics.push({ about: "meals", lines: MEALS, values: { meals: `${meals}` } });
  }
  if (other !== undefined) topics.push({ about: "house", lines: HOUSE, values: { other } });
  return topics;
}

/** The mark that was noted last. */
function newestMark(memory: Memory<string> | null): { readonly mark: MarkName; readonly day: number } | undefined {
  const days = memory?.deeds?.days ?? {};
  const noted = MARKS.flatMap((mark) => (days[mark] === undefined ? [] : [{ mark, day: days[mark] }]));
  return noted.toSorted((one, other) => one.day - other.day).at(-1);
}

/** What the creature says of its life at this number of cares, and what that is about. */
export function soulLine(
  creature: ShownCreature,
  state: Recalled,
): { readonly about: SoulTopic; readonly text: string } | undefined {
  const speaker = speakerOf(creature);
  const [first, ...more] = state.others;
  const other = first === undefined ? undefined : choose([first, ...more], speaker, "other", state.cares);
  const topics = topicsOf(state, other);
  const said = inTurn(topics, speaker, state.cares);
  if (said === undefined) return undefined;
  const { about, line } = said;
  return { about, text: fill(line, speaker, topics.find((topic) => topic.about === about)?.values) };
}

/** The line goes on after the quote, and its curly quotes must not end early. */
function quotable(note: string): string {
  return note.replaceAll(/["“”]/gu, "'").replace(/\.$/u, "");
}

function times(count: number): string {
  return ["never", "once", "twice"][count] ?? `${count} times`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
