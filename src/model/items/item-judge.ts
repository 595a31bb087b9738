// The interface for judging items by meaning. Callers know nothing about models.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";

export interface Judgement {
  readonly category: ItemCategory;
  /** Similarity to the items that the species likes, 0 to 1. */
  readonly score: number;
  /** The model, which defines the scale of the score. */
  readonly model: string;
  /** The most similar approved item. */
  readonly nearest?: string;
  /** An explanation for the keeper. */
  readonly reason?: string;
}

/** No judgement: the default effects apply. */
export interface MissingJudgement {
  readonly category: null;
  readonly score: null;
  /** `unavailable` is temporary. */
  readonly cause: "unreadable" | "unavailable";
  readonly reason: string;
}

export const UNAVAILABLE: MissingJudgement = {
  category: null,
  score: null,
  cause: "unavailable",
  reason: "The item couldn't be judged right now.",
};

/** Increment this when the rules of judging change: judgments of an older version are no longer shown. */
export const JUDGE_VERSION = "judge 3";

export interface ItemQuestion {
  readonly item: string;
  readonly action: ItemAction;
  readonly family: Family;
  readonly approved: readonly string[];
  /** The calling agent, so that an agent with many questions only delays itself. */
  readonly agentId: string;
  /** The longest wait for a model to load: after it, the creature may have died. */
  readonly patienceMs?: number;
}

export interface ItemJudge {
  judge(question: ItemQuestion): Promise<Judgement | MissingJudgement>;
}

/** Judges every item neutral, in the middle of that category. */
export const neutralJudge: ItemJudge = {
  judge: async () => ({ category: "neutral", score: 0.46, model: "none" }),
};
