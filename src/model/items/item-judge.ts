// The interface for judging items by meaning. Callers know nothing about models.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";

export interface Judgement {
  readonly category: ItemCategory;
  /** Likeness to what the species approves of, 0 to 1. */
  readonly score: number;
  /** Whose scale the score is on. */
  readonly model: string;
  /** The approved item that it is most like. */
  readonly nearest?: string;
  /** What the keeper should know about it, as a sentence. */
  readonly reason?: string;
}

/** The default effects apply. */
export interface MissingJudgement {
  readonly category: null;
  readonly score: null;
  /** Whether the item cannot be judged, or only not now. */
  readonly cause: "unreadable" | "unavailable";
  readonly reason: string;
}

export const UNAVAILABLE: MissingJudgement = {
  category: null,
  score: null,
  cause: "unavailable",
  reason: "The item couldn't be judged right now.",
};

/** Raise it when the rules of judging change: what an older judge said of an item is not shown any more. */
export const JUDGE_VERSION = "judge 3";

export interface ItemQuestion {
  readonly item: string;
  readonly action: ItemAction;
  readonly family: Family;
  readonly approved: readonly string[];
  /** The agent who asks, so that one who asks a lot waits for others, not they for it. */
  readonly agentId: string;
  /** How long at most the item may wait for a model to be loaded: by then the creature may have died. */
  readonly patienceMs?: number;
}

export interface ItemJudge {
  judge(question: ItemQuestion): Promise<Judgement | MissingJudgement>;
}

/** Calls everything neutral, in the middle of that category. */
export const neutralJudge: ItemJudge = {
  judge: async () => ({ category: "neutral", score: 0.46, model: "none" }),
};
