// Determines which lines fit a creature. A line may name only a body part, place, or age that its species and stage have
// (WORDS-14). A line that does not fit every creature is tagged with what it names.
import { ANIMAL, CAT, DOG, type Feature } from "../species/anatomy.ts";
import { findBuiltIn } from "../species/catalog/index.ts";
import type { Family } from "../species/species.ts";
import type { Lines, Speaker, TaggedLine, TaggedLines } from "./speaker.ts";

/** Features that every species of a family has, for species designed by agents. */
export const FAMILY_HAS: Readonly<Record<Family, readonly Feature[]>> = {
  cat: [...CAT, "furniture"],
  dog: [...DOG, "furniture"],
  exotic: ANIMAL,
  "ai-native": ["machine", "glow"],
};

/** Returns a line without its tags. */
export function lineText(line: TaggedLine): string {
  return typeof line === "string" ? line : (line.at(-1) ?? "");
}

type LineSubject = Pick<Speaker, "speciesSlug" | "family" | "stage">;

/** Caches the fitting lines. Memory is bounded, because there are few pools and kinds of creatures. */
const fitted = new WeakMap<TaggedLines, Map<string, Lines>>();

/** Returns the lines of a pool that fit the creature. Every pool has some for each species and stage that use it. */
export function linesFor(lines: TaggedLines, { speciesSlug, family, stage }: LineSubject): Lines {
  const builtIn = findBuiltIn(speciesSlug);
  const hasPast = stage !== "egg" && stage !== "baby";
  const kind = `${builtIn === undefined ? family : speciesSlug} ${hasPast}`;
  const known = fitted.get(lines) ?? new Map<string, Lines>();
  fitted.set(lines, known);
  const found = known.get(kind);
  if (found !== undefined) return found;
  const features: readonly string[] = builtIn?.has ?? FAMILY_HAS[family];
  const has = (need: string) => (need === "past" ? hasPast : features.includes(need));
  const fit = lines.filter((line) => typeof line === "string" || line.slice(0, -1).every(has));
  const [first, ...rest] = fit.map(lineText);
  if (first === undefined) throw new Error(`no line fits ${speciesSlug}, ${stage}`);
  const some: Lines = [first, ...rest];
  known.set(kind, some);
  return some;
}
