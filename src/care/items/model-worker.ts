// Runs the built-in model in a worker thread. Loading must not throw, or the pool would start one broken thread after another;
// each call reports the failure instead.
import { stopwatch } from "../../platform/clock.ts";
import { loadModel, type EmbedText } from "./load-model.ts";

export interface EmbeddingResult {
  readonly vectors: readonly Float32Array[];
  /** Average milliseconds per text. */
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
