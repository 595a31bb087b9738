// Applies the database migrations (`npm run migrate`).
import { readConfig } from "../src/platform/config/config.ts";
import { withPlainErrors } from "../src/platform/config/setting-faults.ts";
import { sentenceOfDatabase } from "../src/platform/database/database-errors.ts";
import { migrate } from "../src/model/migrate.ts";

if (process.argv.includes("--help")) {
  console.log("npm run migrate: applies the migrations that the database at DATABASE_URL does not have yet.");
  process.exit(0);
}

const { directDatabaseUrl } = await withPlainErrors(() => readConfig(process.env));
const applied = await withPlainErrors(() => migrate(directDatabaseUrl), sentenceOfDatabase);
console.log(applied.length === 0 ? "Nothing to migrate." : `Migrated: ${applied.join(", ")}`);
