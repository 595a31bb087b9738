// The one line on a gravestone in a list. Dozens of stones are shown together, so the line is short, does not repeat the name
// above it, and fits the life. For example, the stone of a creature that was never fed does not mention meals.
import type { CareAction, DeathCause } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { pick, seedOf } from "../time/hash.ts";
import type { Instant, Millis } from "../time/units.ts";
import type { Lines } from "./speaker.ts";

export interface BuriedLife {
  readonly creatureId: string;
  readonly cause: DeathCause;
  readonly diedAt: Instant;
  readonly livedMs: Millis;
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly lastCareAction: CareAction | null;
}

/** The maximum number of characters in a line. */
export const STONE_LINE_LENGTH = 40;

/** Lines that fit every death by a cause. */
const ALWAYS: Readonly<Record<DeathCause, Lines>> = {
  neglect: [
    "Sure that someone would come.",
    "Waited longer than it could live.",
    "Still listening for the door.",
    "Lost to one absence too many.",
    "No one meant to forget.",
  ],
  hunger: [
    "Starved, and was quiet about it.",
    "One meal short of tomorrow.",
    "The bowl stayed empty too long.",
    "Asked for food until it could not.",
  ],
  illness: [
    "Never quite got over it.",
    "The illness outlasted it.",
    "Was unwell. Is not unwell now.",
    "A little weaker every hour.",
  ],
  harm: ["Trusted the hand.", "Never thought to refuse.", "Undone by a gift.", "It took what it was given."],
};

const LAST_ACT: Readonly<Partial<Record<CareAction, string>>> = {
  feed: "The last thing it was fed was wrong.",
  play: "Its last game was the wrong one.",
  medicine: "The cure was not one.",
};

/** Small numbers are spelled out. */
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"] as const;

function meals(count: number): string {
  const number = NUMBERS[count] ?? String(count);
  return `${number} ${count === 1 ? "meal" : "meals"}`;
}

/** Counts feedings, which include harmful ones. */
function fed(count: number): string {
  return `Fed ${count === 1 ? "once" : `${NUMBERS[count] ?? String(count)} times`}`;
}

/** Returns lines that fit only this life. */
function fittingLines({ cause, livedMs, feedings, missedFeedings, lastCareAction }: BuriedLife): readonly string[] {
  const days = Math.floor(livedMs / (24 * HOUR_MS));
  const wasFed = feedings > 0;
  const lines: readonly (string | false | undefined)[] = {
    neglect: [
      wasFed && `${fed(feedings)}, and then silence.`,
      feedings > 1 && `${fed(feedings)}, forgotten once.`,
      !wasFed && "Hatched, and then no one.",
      days >= 3 && `${days} days here, and one alone.`,
      days < 2 && "It never saw a third day.",
    ],
    hunger: [
      wasFed && `${fed(feedings)}. It needed one meal more.`,
      !wasFed && "No one ever filled the bowl.",
      !wasFed && days >= 1 && "Not one meal, from egg to end.",
      missedFeedings > 1 && `It counted ${meals(missedFeedings)} that never came.`,
    ],
    illness: [wasFed && "Fed enough, not well enough.", wasFed && `${fed(feedings)}, and still unwell.`],
    harm: [
      lastCareAction === null ? undefined : LAST_ACT[lastCareAction],
      lastCareAction === "feed" && feedings > 1 && `${fed(feedings)}, once too often.`,
    ],
  }[cause];
  return lines.filter((line) => typeof line === "string");
}

export function stoneLine(life: BuriedLife): string {
  const fitting = fittingLines(life).filter((line) => line.length <= STONE_LINE_LENGTH);
  const [first, ...others] = [...fitting, ...ALWAYS[life.cause]];
  return pick([first ?? ALWAYS[life.cause][0], ...others], seedOf(`${life.creatureId}:stone`), life.diedAt);
}
