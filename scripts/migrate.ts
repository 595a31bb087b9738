// npm run migrate: applies the migrations.
import { readConfig } from "../src/config/config.ts";
import { migrate } from "../src/store/db/migrate.ts";

const applied = await migrate(readConfig(process.env).directDatabaseUrl);
console.log(applied.length === 0 ? "Nothing to migrate." : `Migrated: ${applied.join(", ")}`);
