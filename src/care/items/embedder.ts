// The interface of a model that turns texts into vectors.

export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** Whether the next text waits for the model to load, which takes seconds. */
  readonly isLoading?: boolean;
  /** Returns a unit vector for each text. May reject at any time. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Loads the model before the first text. */
  warm(): void;
  close(): Promise<void>;
}
