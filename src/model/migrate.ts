// The schema of the service: the migrations, and the function that saves a creature, which code defines.
import { migrate as migrateWith } from "../platform/database/migrate.ts";
import { SAVE_FUNCTION } from "./creatures/store/save-function.ts";

/** The names of the migrations that were applied. Needs a connection without a pooler between. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  return migrateWith(databaseUrl, [SAVE_FUNCTION]);
}
