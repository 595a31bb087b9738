// The picture store: portraits are named by the SHA-256 of their bytes, sheets of pets by that of what they are drawn from.
// What is stored under a name never changes and can be cached forever.
import { createHash } from "node:crypto";

export interface PictureStore {
  /** Keeps a picture; the same one twice is kept once. */
  put(name: string, webp: Buffer): Promise<void>;
  /** The picture, or undefined when there is none under this name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Writes something and deletes it again; throws when either fails. */
  probe(): Promise<void>;
  close(): void;
}

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function fileNameOf(name: string): string {
  return `${name}.webp`;
}
