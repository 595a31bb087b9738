// Sentences about adoption, release, resurrection, and the path that a creature is on.

import type { EvolutionPath, Stage } from "../creature/creature.ts";
import type { PathRisks } from "../life/shown.ts";
import { linesFor } from "./fit.ts";
import { choose, fill, type Speaker } from "./speaker.ts";
import { ADOPTIONS, HINTS, RELEASES, RESURRECTIONS, WHEN_GROWN } from "./lines/adoption.ts";

export function adoptionMessage(speaker: Speaker, key: number): string {
  return fill(choose(ADOPTIONS, speaker, "adoption", key), speaker);
}

export function releaseMessage(speaker: Speaker, key: number): string {
  return fill(choose(linesFor(RELEASES, speaker), speaker, "release", key), speaker);
}

export function resurrectionMessage(speaker: Speaker, key: number): string {
  return fill(choose(linesFor(RESURRECTIONS, speaker), speaker, "resurrection", key), speaker);
}

const NO_DOUBTS: PathRisks = { lowHealth: null, mayBecomeRescue: false, missWouldEndIt: false, isNearDeath: false };

function doubtWords({ lowHealth, mayBecomeRescue, missWouldEndIt }: PathRisks): readonly string[] {
  return [
    lowHealth === null
      ? null
      : `But its health is down to ${lowHealth}, and it has to live to get there: give medicine, and no harmful items.`,
    mayBecomeRescue
      ? "But neglect took its health below 20: once care brings it back to 40, the path is rescue."
      : null,
    missWouldEndIt ? "But a missed window would end that: its consistency would fall below 90." : null,
  ].filter((sentence) => sentence !== null);
}

/** PATH-5: describes the path that care leads to so far, what could change it, and, unless death is near, when it is decided. */
export function evolutionHint(trend: EvolutionPath, stage: Exclude<Stage, "adult">, doubts = NO_DOUBTS): string {
  return [HINTS[trend], ...doubtWords(doubts), ...(doubts.isNearDeath ? [] : [WHEN_GROWN[stage]])].join(" ");
}
