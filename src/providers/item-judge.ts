// Who judges items by their meaning. The house asks through this interface; until a model is at hand, everything is
// neutral.
import type { ItemCategory } from "../domain/creature.ts";
import type { Family, ItemAction } from "../domain/species/species.ts";

export interface Judgement {
  readonly category: ItemCategory;
  /** Likeness to what the species approves of, 0 to 1. */
  readonly score: number;
  /** Whose scale the score is on. */
  readonly model: string;
  /** What the keeper should know about it, as a sentence. */
  readonly reason?: string;
}

export interface ItemQuestion {
  readonly item: string;
  readonly action: ItemAction;
  readonly family: Family;
  readonly approved: readonly string[];
}

export interface ItemJudge {
  /** Null when nobody can judge right now: the default effects apply. */
  judge(question: ItemQuestion): Promise<Judgement | null>;
}

/** Calls everything neutral, in the middle of that category. */
export const neutralJudge: ItemJudge = {
  judge: async () => ({ category: "neutral", score: 0.46, model: "none" }),
};
