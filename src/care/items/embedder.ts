// Turns texts into vectors. The built-in model and a remote service have the same interface; both may fail at any time,
// and callers must handle that.

export interface Embedder {
  /** Whose scale the vectors are on. */
  readonly model: string;
  /** Whether the next text waits until a model is loaded, which takes seconds. */
  readonly isLoading?: boolean;
  /** A vector of length one for each text. Rejects when it cannot say. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Gets ready ahead of the first text, where that takes a while. */
  warm(): void;
  close(): Promise<void>;
}
