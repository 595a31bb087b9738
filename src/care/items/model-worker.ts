// The worker thread of the built-in model. Loading never throws here, or the pool would start one broken thread after
// another; instead each call reports that there is no model.
import { stopwatch } from "../../platform/clock.ts";
import { loadModel, type EmbedText } from "./load-model.ts";

export interface EmbeddingResult {
  readonly vectors: readonly Float32Array[];
  /** Average time for a text. */
  readonly textMs: number;
}

const loaded: EmbedText | Error = await loadModel().catch((error: unknown) =>
  error instanceof Error ? error : new Error(String(error)),
);

export async function embedTexts(texts: readonly string[]): Promise<EmbeddingResult> {
  if (loaded instanceof Error) throw loaded;
  const started = stopwatch();
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await loaded(text));
  return { vectors, textMs: (stopwatch() - started) / Math.max(1, texts.length) };
}
