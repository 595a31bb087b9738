// The interface for judging items by meaning. It hides which model is used, if any.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";

export interface Judgement {
  readonly category: ItemCategory;
  /** Similarity to liked items, from 0 to 1. */
  readonly score: number;
  /** The model's id. Scores of different models are not comparable. */
  readonly model: string;
  /** The most similar approved item. */
  readonly nearest?: string;
  /** Explains the category to the keeper. */
  readonly reason?: string;
}

/** Returned if an item was not judged, in which case the default effects apply. */
export interface MissingJudgement {
  readonly category: null;
  readonly score: null;
  /** `unavailable` is temporary, so the item can be judged later. */
  readonly cause: "unreadable" | "unavailable";
  readonly reason: string;
}

export const UNAVAILABLE: MissingJudgement = {
  category: null,
  score: null,
  cause: "unavailable",
  reason: "The item couldn't be judged right now.",
};

/** Increment this when the rules of judging change. Judgments by an older version are no longer shown. */
export const JUDGE_VERSION = "judge 3";

export interface ItemQuestion {
  readonly item: string;
  readonly action: ItemAction;
  readonly family: Family;
  readonly approved: readonly string[];
  /** Identifies the calling agent, so that an agent with many questions delays only itself. */
  readonly agentId: string;
  /** Maximum time to wait for a model to load. A longer wait could outlast the creature. */
  readonly patienceMs?: number;
}

export interface ItemJudge {
  judge(question: ItemQuestion): Promise<Judgement | MissingJudgement>;
}

/** Judges every item neutral, with a score in the middle of that category. */
export const neutralJudge: ItemJudge = {
  judge: async () => ({ category: "neutral", score: 0.46, model: "none" }),
};
