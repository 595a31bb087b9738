// The subject of the words, and how a line is chosen and filled in. An agent named a community species, so only names of built-in
// species enter a sentence.

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

/** Returns the part of a creature that words depend on. */
export function speakerOf(creature: VisibleCreature): Speaker {
  const { id, name, species, stage, personality } = creature;
  return { id, name, speciesSlug: species.slug, speciesName: species.name, family: species.family, stage, personality };
}

export type Lines = readonly [string, ...string[]];

/** A feature that a line names and that some creatures lack. `past`: the creature is more than a day old. */
type LineNeed = Feature | "past";
export type TaggedLine = string | readonly [LineNeed, ...LineNeed[], string];
/** Lines, with tags on those that do not fit every creature. `linesFor` selects the fitting ones. */
export type TaggedLines = readonly [TaggedLine, ...TaggedLine[]];

const FAMILY_NOUN: Readonly<Record<Family, string>> = {
  cat: "cat",
  dog: "dog",
  exotic: "wild thing",
  "ai-native": "thing of light",
};

/** Returns the species with its article, such as "an Owl" or "a Maine Coon", or the family for a community species. */
function kindOf(speaker: Speaker): string {
  const noun = findBuiltIn(speaker.speciesSlug) === undefined ? FAMILY_NOUN[speaker.family] : speaker.speciesName;
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Replaces every {word} in one pass, so that no value is read as a template. Unknown words become empty. */
export function fill(template: string, speaker: Speaker, values: Readonly<Record<string, string>> = {}): string {
  const known: Readonly<Record<string, string>> = { ...values, name: speaker.name, kind: kindOf(speaker) };
  return template.replaceAll(/\{([a-z]+)\}/gi, (_match, word: string) => known[word] ?? "");
}

/** Chooses a line by creature, place, and key. The place makes two choices within one text independent. */
export function choose<Item>(list: readonly [Item, ...Item[]], speaker: Speaker, place: string, key: number): Item {
  return pick(list, seedOf(`${speaker.id}:${place}`), key);
}

const STRIDES = [7, 11, 13, 17, 19, 23, 29] as const;

/**
 * Chooses like `choose`, but uses every line once before any repeats, in an order specific to the creature. Each round of a list
 * of even length starts one later, so that a key that increases by two also reaches every line.
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

/** Lines about one topic. Their number is a multiple of `LANES`, so that each lane has some. */
export interface Topic<About extends string> {
  readonly about: About;
  readonly lines: readonly string[];
}

/** A line can appear only at every fourth care action, so it is never one of the last three. */
export const LANES = 4;

/**
 * Returns the line for a number of care actions, in an order specific to the creature. The care actions at which a line can
 * appear do not depend on other topics, so a new topic causes no repetition.
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

/** Formats hours as "about an hour" or "about 5 hours". */
export function roundHours(hours: Hours): string {
  const whole = Math.max(1, Math.round(hours));
  return whole === 1 ? "about an hour" : `about ${whole} hours`;
}
