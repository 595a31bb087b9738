// Vectors from any service with the OpenAI embeddings format, including our own ROLE=embedder.
import { z } from "zod";
import type { Embedder } from "./embedder.ts";
import { unit } from "./vector.ts";

/** A judgement gives up much earlier; an answer until then still fills the cache. */
const HARD_LIMIT_MS = 5000;
/** Texts in a request. A model without vectors on file also has to embed what items are compared with. */
const MOST_TEXTS = 64;

export interface RemoteOptions {
  /** The whole address, as in https://api.openai.com/v1/embeddings */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly limitMs?: number;
}

const answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

export class RemoteEmbedder implements Embedder {
  readonly model: string;
  readonly #options: RemoteOptions;

  constructor(options: RemoteOptions) {
    this.model = options.model;
    this.#options = options;
  }

  warm(): void {}

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += MOST_TEXTS) {
      vectors.push(...(await this.#request(texts.slice(from, from + MOST_TEXTS))));
    }
    return vectors;
  }

  async close(): Promise<void> {}

  async #request(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { url, key, model, limitMs = HARD_LIMIT_MS } = this.#options;
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
      redirect: "error",
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the embeddings service answered ${response.status}`);
    }
    return inOrder(answer.parse(await response.json()).data, texts.length);
  }
}

function inOrder(data: z.infer<typeof answer>["data"], count: number): readonly Float32Array[] {
  const sorted = data.toSorted((a, b) => a.index - b.index);
  if (sorted.length !== count || sorted.some(({ index }, at) => index !== at)) {
    throw new Error(`the embeddings service answered ${data.length} vectors to ${count} texts`);
  }
  return sorted.map(({ embedding }) => unit(embedding));
}
