// Lists this version's migrations, and checks whether a database started with the same migrations. A migration's text may change
// until a release, so a database stores the digest of each.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));

export interface AppliedMigration {
  readonly name: string;
  /** The digest of the text, or null in a database of another origin. */
  readonly digest: string | null;
}

export interface Migration extends AppliedMigration {
  readonly sql: string;
}

export function neededMigrations(): readonly Migration[] {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));
  return files.toSorted().map((file) => {
    const sql = readFileSync(join(MIGRATIONS, file), "utf8");
    return { name: file.replace(/\.sql$/, ""), digest: createHash("sha256").update(sql).digest("hex"), sql };
  });
}

/** SQL for all applied migrations. Also works with a `migrations` table of another tool. */
export const APPLIED = `(SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'digest', to_jsonb(m) -> 'digest')
  ORDER BY name), '[]') FROM migrations m)`;

/** Returns the first applied migration that differs from this code's. Further migrations of newer code are ignored. */
export function otherMigration(
  applied: readonly AppliedMigration[],
  needed: readonly AppliedMigration[],
): string | undefined {
  const inOrder = applied.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const wrong = inOrder.find(({ name, digest }, at) => {
    const expected = needed[at];
    return expected !== undefined && (name !== expected.name || digest !== expected.digest);
  });
  return wrong?.name;
}

export class OtherDatabase extends Error {
  constructor(name: string, needed: readonly AppliedMigration[]) {
    super(
      `The database was made by other code: its migration ${name} is not one of this version, or its text differs. This version ` +
        `begins with ${needed[0]?.name ?? "none"} and cannot upgrade earlier databases. Set DATABASE_URL to an empty database, ` +
        `or run the version that created this one.`,
    );
  }
}
