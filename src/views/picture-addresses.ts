// Builds the addresses of pictures, for answers and for the routes that serve them.
import { fileNameOf } from "../platform/objects/store.ts";

export const STORED_PATH = "/portraits/{file}";
export const CREATURE_PATH = "/agents/{username}/creatures/{id}/portrait.webp";
export const CREATURE_DRAWING_PATH = "/agents/{username}/creatures/{id}/portrait.svg";
export const GRAVE_DRAWING_PATH = "/agents/{username}/graves/{id}/portrait.svg";
export const SPECIES_DRAWING_PATH = "/species/{slug}/portrait.svg";
export const STAGE_DRAWING_PATH = "/species/{slug}/stages/{stage}.svg";
export const AVATAR_PATH = "/agents/{username}/avatar.webp";
export const AVATAR_DRAWING_PATH = "/agents/{username}/avatar.svg";

export function storedPathOf(sha256: string): string {
  return `/portraits/${fileNameOf(sha256)}`;
}

/** Returns the path of a picture with its parameters filled in. */
export function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}
