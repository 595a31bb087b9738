// The store of pictures, in a folder or a bucket. A picture is named by the SHA-256 of its bytes, so it never changes.
import { createHash } from "node:crypto";

export interface ObjectStore {
  /** Stores an object. Storing it again has no effect. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  /** Writes and deletes an object; throws when either fails. */
  probe(): Promise<void>;
  close(): void;
}

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function fileNameOf(name: string): string {
  return `${name}.webp`;
}
