// Stores of objects, in a folder or a bucket. What is stored under a name never changes.
// Portraits are named by the SHA-256 of their bytes, sheets of pets by that of what they are drawn from.
import { createHash } from "node:crypto";

export interface ObjectStore {
  /** Keeps an object; the same one twice is kept once. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** The object, or undefined when there is none under this name. */
  get(name: string): Promise<Buffer | undefined>;
  /** Removes an object, if it is there. */
  remove(name: string): Promise<void>;
  /** Writes something and deletes it again; throws when either fails. */
  probe(): Promise<void>;
  close(): void;
}

export interface ObjectKind {
  /** As it is called in metrics and errors. */
  readonly title: string;
  readonly extension: string;
  readonly contentType: string;
  readonly cacheControl?: string;
  /** On disk a folder is named by so many letters of its objects' names: one with millions of files is slow to list. */
  readonly folderLetters: number;
  /** What comes before the names in a bucket. */
  readonly prefix: string;
}

export const PICTURES: ObjectKind = {
  title: "picture store",
  extension: ".webp",
  contentType: "image/webp",
  cacheControl: "public, max-age=31536000, immutable",
  folderLetters: 2,
  prefix: "",
};

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The name of a picture's file. */
export function fileNameOf(name: string): string {
  return `${name}${PICTURES.extension}`;
}
