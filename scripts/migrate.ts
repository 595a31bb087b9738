// npm run migrate: applies the migrations.
import { readConfig } from "../src/platform/config/config.ts";
import { plainly } from "../src/platform/config/plainly.ts";
import { sentenceOfDatabase } from "../src/platform/database/database-errors.ts";
import { migrate } from "../src/model/migrate.ts";

if (process.argv.includes("--help")) {
  console.log("npm run migrate: applies the migrations that the database at DATABASE_URL does not have yet.");
  process.exit(0);
}

const { directDatabaseUrl } = await plainly(() => readConfig(process.env));
const applied = await plainly(() => migrate(directDatabaseUrl), sentenceOfDatabase);
console.log(applied.length === 0 ? "Nothing to migrate." : `Migrated: ${applied.join(", ")}`);
