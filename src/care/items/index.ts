// Opens the item judge that the settings select.
import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import { neutralJudge } from "../../model/items/item-judge.ts";
import { readApprovedVectors } from "./approved-vectors.ts";
import { BuiltInEmbedder } from "./built-in.ts";
import { SimilarityJudge } from "./judge.ts";
import { itemReader } from "./reading/read-item.ts";
import { Vectors } from "./vectors.ts";

/** `warm` loads the model before the first item. */
export function openItemJudge(config: Pick<Config, "itemModel">, log: Logger) {
  if (config.itemModel === "none") return { judge: neutralJudge, warm: () => {}, close: () => Promise.resolve() };
  const embedder = new BuiltInEmbedder({
    onError: (error) => log.warn({ err: error }, "item model thread failed"),
  });
  const vectors = new Vectors({ embedder, approved: readApprovedVectors() });
  const judge = new SimilarityJudge(vectors, (error) => log.warn({ err: error }, "judging an item failed"));
  const warm = () => {
    itemReader();
    embedder.warm();
  };
  return { judge, warm, close: () => embedder.close() };
}
