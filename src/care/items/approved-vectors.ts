// Reads the vectors of all compared phrases, which `node scripts/generate/vectors.ts` computed. Each component is one byte, so
// the file is small enough to commit. Similarities differ by less than 0.005 from the exact ones.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { unit } from "./vector.ts";

export const VECTORS_FILE = new URL("approved-vectors.bin", import.meta.url);
export const INDEX_FILE = new URL("approved-vectors.json", import.meta.url);

const index = z.object({
  note: z.string(),
  model: z.string(),
  dimensions: z.int().positive(),
  /** SHA-256 of approved-vectors.bin. */
  sha256: z.string(),
  /** The phrases in the order of their vectors. */
  phrases: z.array(z.string()),
});
export type VectorIndex = z.infer<typeof index>;

export interface ApprovedVectors {
  readonly model: string;
  get(phrase: string): Float32Array | undefined;
}

const STEPS = 127;

/** Scales a vector to bytes, which preserves only its direction. */
export function toBytes(vector: Float32Array): Int8Array {
  const greatest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => Math.round((value / greatest) * STEPS));
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function readIndex(): VectorIndex {
  return index.parse(JSON.parse(readFileSync(INDEX_FILE, "utf8")));
}

/** Throws if the vector file does not match its index. */
export function readApprovedVectors(): ApprovedVectors {
  const { model, dimensions, sha256: expected, phrases } = readIndex();
  const file = readFileSync(VECTORS_FILE);
  if (sha256(file) !== expected) throw new Error("approved-vectors.bin does not match its index");
  const bytes = new Int8Array(file.buffer, file.byteOffset, file.length);
  const vectors = new Map(
    phrases.map((phrase, at) => [phrase, unit(bytes.subarray(at * dimensions, (at + 1) * dimensions))]),
  );
  return { model, get: (phrase) => vectors.get(phrase) };
}
