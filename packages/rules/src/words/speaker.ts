// Who the words are about, and how a line is chosen and filled in. A community species is named by a stranger, so its
// name never enters a sentence that an agent reads as ours: only names of our own species do.

import type { Stage } from "../creature/creature.ts";
import type { VisibleCreature } from "../creature/visibility.ts";
import { chance, pick, seedOf } from "../time/hash.ts";
import type { Feature } from "../species/anatomy.ts";
import { findBuiltIn } from "../species/catalog/index.ts";
import type { Family } from "../species/species.ts";
import type { Hours } from "../time/units.ts";

export interface Speaker {
  id: string;
  name: string;
  speciesSlug: string;
  speciesName: string;
  family: Family;
  stage: Stage;
  personality: readonly string[];
}

/** The creature as its words know it. */
export function speakerOf(creature: VisibleCreature): Speaker {
  const { id, name, species, stage, personality } = creature;
  return { id, name, speciesSlug: species.slug, speciesName: species.name, family: species.family, stage, personality };
}

export type Lines = readonly [string, ...string[]];

/** What a line may name that not everyone has. `past`: it has seen more than its first day. */
type LineNeed = Feature | "past";
export type TaggedLine = string | readonly [LineNeed, ...LineNeed[], string];
/** Lines of which some are not for everyone: `fitting` finds those that are. */
export type TaggedLines = readonly [TaggedLine, ...TaggedLine[]];

const FAMILY_NOUN: Readonly<Record<Family, string>> = {
  cat: "cat",
  dog: "dog",
  exotic: "wild thing",
  "ai-native": "thing of light",
};

/** "an Owl", "a Maine Coon"; for a species that is not ours, its family instead. */
function kindOf(speaker: Speaker): string {
  const noun = findBuiltIn(speaker.speciesSlug) === undefined ? FAMILY_NOUN[speaker.family] : speaker.speciesName;
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Replaces every {word} in one pass, so that no value is ever read as a template. Unknown words become nothing. */
export function fill(template: string, speaker: Speaker, values: Readonly<Record<string, string>> = {}): string {
  const known: Readonly<Record<string, string>> = { ...values, name: speaker.name, kind: kindOf(speaker) };
  return template.replaceAll(/\{([a-z]+)\}/gi, (_match, word: string) => known[word] ?? "");
}

/** The line that the creature, the place in the text and the key choose. The place keeps two choices independent. */
export function choose<Item>(list: readonly [Item, ...Item[]], speaker: Speaker, place: string, key: number): Item {
  return pick(list, seedOf(`${speaker.id}:${place}`), key);
}

const STRIDES = [7, 11, 13, 17, 19, 23, 29] as const;

/**
 * Like `choose`, but every line is said once before one is said again, in an order that is the creature's own. A list of an even length is
 * entered one later on each round, so that a key that goes up in twos comes to all of it as well.
 */
export function takeInOrder<Item>(
  list: readonly [Item, ...Item[]],
  speaker: Speaker,
  place: string,
  key: number,
): Item {
  const seed = seedOf(`${speaker.id}:${place}`);
  const strides = STRIDES.filter((stride) => list.length % stride !== 0);
  const stride = strides[Math.floor(chance(seed, 0) * strides.length)] ?? 1;
  const from = Math.floor(chance(seed, 1) * list.length);
  const step = list.length % 2 === 0 ? key + Math.floor(key / list.length) : key;
  return list[(from + (step % list.length) * stride) % list.length] ?? list[0];
}

/** Lines about one thing. Their number is a multiple of `LANES`, so that each lane has some. */
export interface Topic<About extends string> {
  readonly about: About;
  readonly lines: readonly string[];
}

/** A line is said only at every fourth care, so it is never one of the last three. */
export const LANES = 4;

/**
 * The line for a number of cares: one step per care through the lines of all topics, in an order that is the creature's own. Which
 * cares a line can be said at does not depend on the other topics, so that no repetition comes of a new one.
 */
export function lineForCare<About extends string>(
  topics: readonly Topic<About>[],
  speaker: Speaker,
  cares: number,
): { readonly about: About; readonly line: string } | undefined {
  const lane = cares % LANES;
  const inLane = topics
    .flatMap(({ about, lines }) => {
      const seed = seedOf(`${speaker.id}:${about}`);
      return lines.flatMap((line, number) =>
        number % LANES === lane ? [{ about, line, order: chance(seed, number) }] : [],
      );
    })
    .toSorted((one, other) => one.order - other.order);
  return inLane[Math.floor(cares / LANES) % inLane.length];
}

/** Hours as a person would say them: "about an hour", "about 5 hours". */
export function roundHours(hours: Hours): string {
  const whole = Math.max(1, Math.round(hours));
  return whole === 1 ? "about an hour" : `about ${whole} hours`;
}
