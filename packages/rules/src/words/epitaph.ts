// The text on a gravestone. It names the cause, adds facts of the life, and blames no one, because strangers and the keeper read
// it. The line on a stone in a list is shorter (stone-line.ts).

import type { DeathCause } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import { linesFor } from "./fit.ts";
import { choose, fill, type Lines, type Speaker } from "./speaker.ts";
import type { Hours } from "../time/units.ts";
import { BY_FAMILY, BY_STAGE, CAUSES, LIVES } from "./lines/epitaph.ts";

/** The maximum number of characters that fit on a stone. */
const STONE_LENGTH = 80;

/** Formats a lifespan in plain words, such as "less than an hour", "7 hours", or "3 days". */
function lifespanInWords(hours: Hours): string {
  if (hours < 1) return "less than an hour";
  if (hours < 48) {
    const whole = Math.floor(hours);
    return whole === 1 ? "an hour" : `${whole} hours`;
  }
  return `${Math.floor(hours / 24)} days`;
}

/** Counts feedings, which include harmful ones, so it does not call them meals. */
function feedingWords(feedings: number): string {
  if (feedings === 0) return "never fed";
  return feedings === 1 ? "fed once" : `fed ${feedings} times`;
}

export interface EpitaphInput {
  cause: DeathCause;
  livedHours: Hours;
  feedings: number;
  key: number;
}

/** Returns the first sentences that fit on a stone with the name, which each of them contains once. */
function endings(speaker: Speaker, cause: DeathCause): Lines {
  const lines = linesFor(CAUSES[cause], speaker);
  const room = STONE_LENGTH + "{name}".length - speaker.name.length;
  const [first, ...rest] = lines.filter((line) => line.length <= room);
  return first === undefined ? lines : [first, ...rest];
}

export function epitaph(speaker: Speaker, { cause, livedHours, feedings, key }: EpitaphInput): string {
  const values = { lived: lifespanInWords(livedHours), fed: feedingWords(feedings) };
  const ending = fill(choose(endings(speaker, cause), speaker, `cause:${cause}`, key), speaker);
  const life = fill(choose(LIVES, speaker, "life", key), speaker, values);
  const dice = chance(seedOf(`${speaker.id}:epitaph`), key);
  const memories = speaker.stage === "egg" || dice < 0.5 ? BY_FAMILY[speaker.family] : BY_STAGE[speaker.stage];
  const memory = choose(linesFor(memories, speaker), speaker, "grave-memory", key);
  return `${ending} ${life.charAt(0).toUpperCase()}${life.slice(1)} ${memory}`;
}
