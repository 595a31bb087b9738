// Files of this code, found from the module that uses them. Some are read late, or by a library that continues without
// them: a missing one ends the start instead.
import { accessSync } from "node:fs";

/** Returns the address. Throws when there is no file. */
export function ownFile(url: URL): URL {
  accessSync(url);
  return url;
}
