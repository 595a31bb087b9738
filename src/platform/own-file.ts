// A file that belongs to this code, found from the module that uses it. Some are read late, or by a library that goes on without
// them: one that is missing ends the start instead.
import { accessSync } from "node:fs";

/** The same address. Throws when nothing is there. */
export function ownFile(url: URL): URL {
  accessSync(url);
  return url;
}
