// Migrates the schema of the service and installs the save function, which code defines.
import { migrate as migrateWith } from "../platform/database/migrate.ts";
import { SAVE_FUNCTION } from "./creatures/store/save-function.ts";

/** Returns the names of the migrations that were applied. Requires a connection without a pooler. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  return migrateWith(databaseUrl, [SAVE_FUNCTION]);
}
