// Judges an item by its likeness to what the species approves of, within half a second or not at all. Known dangers need
// no model.
import { categoryOf } from "../../domain/items.ts";
import type { ItemJudge, ItemQuestion, Judgement } from "../item-judge.ts";
import { dangerIn } from "./danger.ts";
import { normaliseItem } from "./normalise.ts";
import { greatestCosine } from "./vector.ts";
import type { Vectors } from "./vectors.ts";

/** The scale of judgements that the danger list made. */
const DANGER_LIST = "danger-list";

export class SimilarityJudge implements ItemJudge {
  readonly #vectors: Vectors;
  readonly #onFailure: (error: unknown) => void;

  constructor(vectors: Vectors, onFailure: (error: unknown) => void = () => {}) {
    this.#vectors = vectors;
    this.#onFailure = onFailure;
  }

  async judge({ item: words, action, family, approved }: ItemQuestion): Promise<Judgement | null> {
    const item = normaliseItem(words);
    if (item === "") return null;
    const danger = dangerIn({ item, action, family, approved });
    if (danger !== undefined) return { category: "harmful", score: 0, model: DANGER_LIST, reason: danger };
    try {
      const [vector, ...others] = await this.#vectors.of([item, ...approved.map(normaliseItem)]);
      if (vector === undefined || others.length === 0) return null;
      const score = Math.min(1, Math.max(0, greatestCosine(vector, others)));
      return { category: categoryOf(score), score, model: this.#vectors.model };
    } catch (error) {
      this.#onFailure(error);
      return null;
    }
  }
}
