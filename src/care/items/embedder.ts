// The interface of a model that embeds texts as vectors.

export interface Embedder {
  /** The model's id. Vectors of different models cannot be compared. */
  readonly model: string;
  /** True if the next text must wait for the model to load, which takes seconds. */
  readonly isLoading?: boolean;
  /** Returns a unit vector for each text. May reject at any time. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  warm(): void;
  close(): Promise<void>;
}
