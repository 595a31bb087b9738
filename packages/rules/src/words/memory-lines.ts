// The last sentence of a soul prompt, about the creature's own life. It depends only on facts stored by care, so it remains the
// same until the next care. A sitter may read it, so only notes, which a sitter never sees, say what "you" did.
import { FIRSTS, MARKS, type First, type MarkName, type Memory } from "../creature/memory.ts";
import { MARK_WORDS } from "../extras/marks.ts";
import { dayOfLife } from "../creature/creature.ts";
import type { VisibleCreature } from "../creature/visibility.ts";
import type { Hours } from "../time/units.ts";
import { choose, fill, lineForCare, roundHours, speakerOf, type Lines, type Topic } from "./speaker.ts";
import { FAVORITE, NOTE, LATE, DEATHS, FIRST, MEALS, MANY_MEALS, FIRST_DAY, DAY, HOUSE } from "./lines/memory-lines.ts";

/** All topics, exported for tests. */
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
  "many meals": MANY_MEALS,
  "first day": FIRST_DAY,
  day: DAY,
  house: HOUSE,
} satisfies Readonly<Record<string, Lines>>;

export type SoulTopic = "favorite" | "note" | "late" | "mark" | "deaths" | `first ${First}` | "meals" | "day" | "house";

/** The facts that the line may mention. */
export interface SoulMemory {
  readonly memory: Memory<string> | null;
  readonly cares: number;
  readonly meals: number;
  /** Whether the creature missed a feeding window at any time before its last meal. */
  readonly hasStarved: boolean;
  readonly deaths: number;
  /** The day of life at the last care. */
  readonly day: number;
  /** Names of the other creatures in the house. */
  readonly others: readonly string[];
}

/** Collects the facts that a memory line may mention. A note in `memory` is plain text here, because only its keeper reads it. */
export function soulMemory(
  creature: VisibleCreature,
  memory: Memory<string> | null,
  others: readonly string[],
): SoulMemory {
  const { careActions, feedings, missedFeedings, missedThisCycle, resurrections, lastCareAt } = creature;
  const day = dayOfLife(creature, lastCareAt);
  // Misses since the last meal do not count, so that the line does not change before the next care.
  const hasStarved = missedFeedings > missedThisCycle;
  return { memory, cares: careActions, meals: feedings, hasStarved, deaths: resurrections, day, others };
}

/** The shortest delay, in hours, and the fewest meals that are mentioned. */
const LEAST_LATE: Hours = 0.75;
const FEWEST_MEALS = 3;
const MANY = 40;

type TopicLine = Topic<SoulTopic> & { readonly values: Readonly<Record<string, string>> };

function topicsOf(
  { memory, cares, meals, hasStarved, deaths, day }: SoulMemory,
  other: string | undefined,
): readonly TopicLine[] {
  const { favorite = null, note = null, latest = null, firsts = {} } = memory ?? {};
  const topics: TopicLine[] = [{ about: "day", lines: day === 1 ? FIRST_DAY : DAY, values: { day: `${day}` } }];
  if (favorite !== null) {
    topics.push({ about: "favorite", lines: FAVORITE, values: { item: favorite.phrase, day: `${favorite.day}` } });
  }
  // Omits the note from the answer to the care that wrote it.
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
    topics.push({ about: "meals", lines: meals < MANY ? MEALS : MANY_MEALS, values: { meals: `${meals}` } });
  }
  if (other !== undefined) topics.push({ about: "house", lines: HOUSE, values: { other } });
  return topics;
}

/** Returns the newest mark and its day. */
function newestMark(memory: Memory<string> | null): { readonly mark: MarkName; readonly day: number } | undefined {
  const days = memory?.deeds?.days ?? {};
  const noted = MARKS.flatMap((mark) => (days[mark] === undefined ? [] : [{ mark, day: days[mark] }]));
  return noted.toSorted((one, other) => one.day - other.day).at(-1);
}

/** Returns the line for this number of care actions, and its topic. */
export function soulLine(
  creature: VisibleCreature,
  state: SoulMemory,
): { readonly about: SoulTopic; readonly text: string } | undefined {
  const speaker = speakerOf(creature);
  const [first, ...more] = state.others;
  const other = first === undefined ? undefined : choose([first, ...more], speaker, "other", state.cares);
  const topics = topicsOf(state, other);
  const said = lineForCare(topics, speaker, state.cares);
  if (said === undefined) return undefined;
  const { about, line } = said;
  return { about, text: fill(line, speaker, topics.find((topic) => topic.about === about)?.values) };
}

/** The line continues after the quote, so the note must not contain a closing quotation mark. */
function quotable(note: string): string {
  return note.replaceAll(/["“”]/gu, "'").replace(/\.$/u, "");
}

function times(count: number): string {
  return ["never", "once", "twice"][count] ?? `${count} times`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
