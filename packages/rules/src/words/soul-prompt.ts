// Introduces a creature to its keeper: who it is, how it feels, what it remembers of care. The sentences describe and never
// command, because an agent reads them among its instructions.

import type { Hours } from "../time/units.ts";
import { chance, seedOf } from "../time/hash.ts";
import type { VisibleStat } from "../creature/visibility.ts";
import { HURT, TROUBLED, TROUBLED_ASLEEP, WELL } from "./lines/feelings.ts";
import { linesFor } from "./fit.ts";
import { plightOf, mentionsMemories, type Plight, type VisibleSigns } from "./plight.ts";
import { TRAIT_LINES } from "./lines/traits.ts";
import { choose, fill, roundHours, takeInOrder, type Lines, type Speaker, type TaggedLines } from "./speaker.ts";
import {
  EGG,
  OPENINGS,
  SIGNS,
  MEMORIES,
  FRESH_MEMORIES,
  SOBER_MEMORIES,
  LATE_MEMORIES,
  GROWN_WARY,
  RESTING,
  type TrustBand,
} from "./lines/soul-prompt.ts";

function trustBand(trustShown: VisibleStat): TrustBand {
  if (trustShown === null) return "hidden";
  if (trustShown < 35) return "wary";
  if (trustShown < 60) return "some";
  return trustShown < 85 ? "firm" : "whole";
}

export interface SoulState {
  seen: VisibleSigns;
  /** Whether the creature is boarded. */
  rests?: boolean;
  /** Whether the last care harmed the creature. */
  hurts?: boolean;
  hoursSinceFed: Hours;
  /** The sentence about the creature's own life (memory-lines.ts). An egg has none. */
  line?: string | undefined;
  /** The number of care actions; `meals` is the number of meals. The lines change only when these change. */
  key: number;
  meals?: number;
}

const BY_TRAIT: ReadonlyMap<string, TaggedLines> = new Map(Object.entries(TRAIT_LINES));

/** Returns the sentences about a trait, or undefined for an unknown word, which is never quoted. */
export function traitLines(trait: string): TaggedLines | undefined {
  return BY_TRAIT.get(trait);
}

/** Returns a sentence about one of the creature's traits, or null in its first day, which has no habits, or without lines. */
function natureOf(speaker: Speaker, key: number): string | null {
  if (speaker.stage === "baby") return null;
  const [first, ...rest] = speaker.personality.map(traitLines).filter((lines) => lines !== undefined);
  if (first === undefined) return null;
  return choose(linesFor(choose([first, ...rest], speaker, "trait", key), speaker), speaker, "trait-line", key);
}

/** Introduces an egg, which has shown no trait yet. */
export function eggSoul(speaker: Speaker, key: number): string {
  return fill(choose(linesFor(EGG, speaker), speaker, "egg-soul", key), speaker);
}

const OWED_FOOD: ReadonlySet<Plight["is"]> = new Set(["ending", "starved", "late"]);

/** Returns two to four sentences to the keeper. The last is about the creature's own life. */
export function soulPrompt(
  speaker: Speaker,
  { seen, rests = false, hurts = false, hoursSinceFed, line, key, meals = key }: SoulState,
): string {
  if (speaker.stage === "egg") return eggSoul(speaker, key);
  const say = (lines: TaggedLines, place: string, values?: Readonly<Record<string, string>>) =>
    fill(choose(linesFor(lines, speaker), speaker, place, key), speaker, values);
  const nature = natureOf(speaker, key);
  const opening = fill(takeInOrder(linesFor(OPENINGS[speaker.stage], speaker), speaker, "opening", meals), speaker);
  if (rests) return joined([opening, nature, say(RESTING, "resting-soul"), line]);
  const plight = plightOf(seen);
  if (hurts && plight.is === "well") return joined([opening, say(HURT, "hurt")]);
  const memories = memoriesOf(plight, seen, speaker);
  const values = { sign: say(SIGNS[speaker.family], "sign"), hours: roundHours(hoursSinceFed) };
  const memory = memories === null ? null : say(memories, "memory", values);
  const isAtEase = plight.is === "well" && plight.mood !== "sleeping";
  const showsNature = isAtEase && chance(seedOf(`${speaker.id}:nature`), key) < 0.5;
  const feeling = takeInOrder(linesFor(feelingsOf(plight), speaker), speaker, `feeling:${plight.is}`, key);
  return joined([opening, showsNature ? (nature ?? memory) : memory, feeling, mentionsMemories(plight) ? line : null]);
}

function joined(sentences: readonly (string | null | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== null && sentence !== undefined).join(" ");
}

function feelingsOf(plight: Plight): TaggedLines {
  if (plight.is === "well") return WELL[plight.mood];
  return (plight.asleep ? TROUBLED_ASLEEP : TROUBLED)[plight.is];
}

/**
 * Selects lines that mention the hours without food only if the feeding window is open. Returns null for a sleeper, which does
 * not react, and for a happy creature with little trust, whose feeling would contradict the memory.
 */
function memoriesOf(
  plight: Plight,
  { mood, feedingStatus, visibility }: VisibleSigns,
  { stage }: Speaker,
): Lines | null {
  const band = trustBand(visibility.stats.trust);
  if (mood === "sleeping" || (plight.is === "well" && mood === "happy" && band === "wary")) return null;
  const isLate = feedingStatus === "overdue" || feedingStatus === "critical";
  if (isLate && OWED_FOOD.has(plight.is)) return LATE_MEMORIES[band];
  if (band === "wary" && (stage === "teen" || stage === "adult")) return GROWN_WARY;
  if (plight.is !== "well") return SOBER_MEMORIES[band];
  return (feedingStatus === "ok" ? FRESH_MEMORIES : MEMORIES)[band];
}
