// Provides the old and the new version of an upgrade: the code before the newest migration and this code, or this code without and
// with a planted migration.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { MIGRATIONS } from "../../../src/platform/database/migrations.ts";
import { commitBeforeNewestMigration, unpack } from "../../../test/processes/older-code.ts";
import { EDIT_SOURCE } from "./cluster.ts";
import type { ServiceCode } from "./service.ts";

const MAIN = join(import.meta.dirname, "..", "..", "..", "src", "main.ts");

export interface Versions {
  readonly about: string;
  readonly old: ServiceCode;
  readonly new: ServiceCode;
  remove(): void;
}

/** Returns undefined if git has no older commit that fits. */
export function versionsOfHistory(): Versions | undefined {
  const found = commitBeforeNewestMigration();
  if (found === undefined) return undefined;
  const older = unpack(found.commit);
  return {
    about: `from ${found.commit.slice(0, 8)}, the code before ${basename(found.migration, ".sql")}, to this code`,
    old: { main: join(older.directory, "src", "main.ts") },
    new: { main: MAIN },
    remove: () => older.remove(),
  };
}

/** The changes that a migration may make to tables in use: columns with and without a default, a table, an index. */
const ADDS = `-- Up Migration
ALTER TABLE agents ADD COLUMN planted text, ADD COLUMN planted_count integer NOT NULL DEFAULT 0;
ALTER TABLE creatures ADD COLUMN planted text, ADD COLUMN planted_count integer DEFAULT 0;
ALTER TABLE care_log ADD COLUMN planted text;
ALTER TABLE idempotency ADD COLUMN planted text;
ALTER TABLE gravestones ADD COLUMN planted text;
CREATE TABLE planted (agent_id uuid PRIMARY KEY REFERENCES agents, note text NOT NULL);
CREATE INDEX planted_note ON planted (note);
`;

/** Violates the migration policy: old code still reads the renamed column. */
const RENAMES = `-- Up Migration
ALTER TABLE creatures RENAME COLUMN version TO planted_version;
`;

export function plantedVersions(kind: "adds" | "renames"): Versions {
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, "9999_planted.sql"), kind === "adds" ? ADDS : RENAMES);
  const env = { SOURCE_EDIT: "another folder of migrations", MIGRATIONS_FOLDER: folder };
  return {
    about: "from this code to the same code with a planted migration",
    old: { main: MAIN },
    new: { main: MAIN, before: [EDIT_SOURCE], env },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
