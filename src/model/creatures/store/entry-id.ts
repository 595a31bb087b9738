// Derives the id of a log entry from its position in the life, so that a repeated write has the same id.
import { hash } from "node:crypto";

/** Returns a UUID of version 8. `ordinal` is the entry's position within one version of the creature. */
export function entryIdOf(creatureId: string, version: number, ordinal: number): string {
  const hex = hash("sha256", `${creatureId}:${version}:${ordinal}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
