// npm run migrate: applies the migrations.
import { readConfig } from "../src/config/config.ts";
import { plainly } from "../src/config/plainly.ts";
import { migrate } from "../src/store/db/migrate.ts";

const { directDatabaseUrl } = await plainly(() => readConfig(process.env));
const applied = await migrate(directDatabaseUrl);
console.log(applied.length === 0 ? "Nothing to migrate." : `Migrated: ${applied.join(", ")}`);
