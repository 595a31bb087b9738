// The store of pictures, in a folder or a bucket. A picture is named by the SHA-256 of its bytes, so it never changes.
import { createHash } from "node:crypto";

export interface ObjectStore {
  /** Stores an object. Storing the same object again has no effect. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Returns undefined if the object does not exist. */
  get(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  /** Writes and deletes an object. Throws if either fails. */
  probe(): Promise<void>;
  close(): void;
}

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function fileNameOf(name: string): string {
  return `${name}.webp`;
}
