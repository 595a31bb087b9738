// Builds the configured judge.
import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import { neutralJudge, type ItemJudge } from "../../model/items/item-judge.ts";
import { readApprovedVectors } from "./approved-vectors.ts";
import { BuiltInEmbedder } from "./built-in.ts";
import { SimilarityJudge } from "./judge.ts";
import { itemReader } from "./reading/index.ts";
import { Vectors } from "./vectors.ts";

export interface ItemJudging {
  readonly judge: ItemJudge;
  /** Loads the model ahead of the first item. */
  warm(): void;
  close(): Promise<void>;
}

export function judgingFor(config: Pick<Config, "itemModel">, log: Logger): ItemJudging {
  if (config.itemModel === "none") return { judge: neutralJudge, warm: () => {}, close: async () => {} };
  const embedder = new BuiltInEmbedder({ onError: (error) => log.warn({ err: error }, "the model's thread failed") });
  const vectors = new Vectors({ embedder, approved: readApprovedVectors() });
  const judge = new SimilarityJudge(vectors, (error) => log.warn({ err: error }, "an item could not be judged"));
  const warm = () => {
    itemReader();
    embedder.warm();
  };
  return { judge, warm, close: () => embedder.close() };
}
