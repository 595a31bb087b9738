// Runs the production judge with the model in this process and a limit of ten minutes, so that results do not depend on load.
import { readApprovedVectors } from "../../../src/care/items/approved-vectors.ts";
import { SimilarityJudge } from "../../../src/care/items/judge.ts";
import { loadModel } from "../../../src/care/items/load-model.ts";
import { BUILT_IN_MODEL } from "../../../src/care/items/model-id.ts";
import { Vectors } from "../../../src/care/items/vectors.ts";

const NO_LIMIT_MS = 600_000;

export async function judgeInProcess(): Promise<SimilarityJudge> {
  const embed = await loadModel();
  const embedder = {
    model: BUILT_IN_MODEL,
    embed: async (texts: readonly string[]) => Array.fromAsync(texts, embed),
    warm: () => {},
    close: async () => {},
  };
  const vectors = new Vectors({ embedder, approved: readApprovedVectors(), limitMs: NO_LIMIT_MS });
  return new SimilarityJudge(vectors, (error) => {
    throw error;
  });
}
