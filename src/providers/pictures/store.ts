// The picture store: files are named by the SHA-256 of their bytes, so they never change and can be cached forever.
import { createHash } from "node:crypto";

export interface PictureStore {
  /** Keeps a picture; the same one twice is kept once. */
  put(sha256: string, webp: Buffer): Promise<void>;
  /** The picture, or undefined when there is none under this hash. */
  get(sha256: string): Promise<Buffer | undefined>;
  /** Writes something and deletes it again; throws when either fails. */
  probe(): Promise<void>;
  close(): void;
}

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function fileNameOf(sha256: string): string {
  return `${sha256}.webp`;
}
