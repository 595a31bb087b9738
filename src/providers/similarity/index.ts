// Builds the configured judge.
import type { Logger } from "pino";
import { stopwatch } from "../../platform/clock.ts";
import type { Config } from "../../config/config.ts";
import { neutralJudge, type ItemJudge } from "../item-judge.ts";
import { readApprovedVectors } from "./approved-vectors.ts";
import { Breaker } from "../../platform/breaker.ts";
import { BuiltInEmbedder } from "./built-in.ts";
import type { Embedder } from "./embedder.ts";
import { SimilarityJudge } from "./judge.ts";
import { itemReader } from "./reading/index.ts";
import { RemoteEmbedder } from "./remote.ts";
import { Vectors } from "./vectors.ts";

/** After so many failures in a row a remote service is left alone for a while. */
const FAILURES = 5;
const REST_MS = 10_000;
/** A remote service may have so many calls of this process at a time; the built-in model has one thread. */
const REMOTE_CALLS = 8;

export interface Judging {
  readonly judge: ItemJudge;
  /** Loads the model ahead of the first item. */
  warm(): void;
  close(): Promise<void>;
}

export type JudgingConfig = Pick<Config, "itemModel" | "embeddingsUrl" | "embeddingsKey" | "embeddingsModel">;

export function judgingFor(config: JudgingConfig, log: Logger): Judging {
  if (config.itemModel === "none") return { judge: neutralJudge, warm: () => {}, close: async () => {} };
  const embedder = embedderFor(config, log);
  const isRemote = config.embeddingsUrl !== undefined;
  const vectors = new Vectors({
    embedder,
    approved: readApprovedVectors(),
    ...(isRemote
      ? { breaker: new Breaker({ failures: FAILURES, restMs: REST_MS, now: stopwatch }), concurrency: REMOTE_CALLS }
      : {}),
  });
  const judge = new SimilarityJudge(vectors, (error) => log.warn({ err: error }, "an item could not be judged"));
  const warm = () => {
    itemReader();
    embedder.warm();
  };
  return { judge, warm, close: () => embedder.close() };
}

function embedderFor({ embeddingsUrl, embeddingsKey, embeddingsModel }: JudgingConfig, log: Logger): Embedder {
  if (embeddingsUrl !== undefined) {
    return new RemoteEmbedder({ url: embeddingsUrl, key: embeddingsKey, model: embeddingsModel });
  }
  return new BuiltInEmbedder({ onError: (error) => log.warn({ err: error }, "the model's thread failed") });
}
