// Checks that a file of this package exists. Some files are read late, or by a library that continues without them, so a missing
// file must end startup instead of going unnoticed.
import { accessSync } from "node:fs";

/** Returns `url`. Throws if the file does not exist. */
export function ownFile(url: URL): URL {
  accessSync(url);
  return url;
}
