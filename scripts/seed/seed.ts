// npm run seed: fills a database with a small house that shows everything: every stage, mood and path, every cause of
// death, designed species. For development; all its accounts are test accounts.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { readConfig } from "../../src/config/config.ts";
import { Database } from "../../src/store/db/db.ts";
import { migrate } from "../../src/store/db/migrate.ts";
import { crowd } from "./crowd.ts";
import { PLAYER } from "./plans.ts";
import { raiseAll } from "./raise.ts";
import { issueKey, storeHouse } from "./store.ts";
import { storeCrowd } from "./store-crowd.ts";
import { tableOf } from "./table.ts";

const { values } = parseArgs({
  options: { key: { type: "string" }, crowd: { type: "string" }, help: { type: "boolean" } },
});

if (values.help) {
  console.log(`npm run seed [-- --key USERNAME] [--crowd N]

Fills the database of DATABASE_URL with a dozen test accounts (seed-...) and their creatures: every stage, mood, path and
cause of death. It plays their lives up to this minute, so they go on living from here. A second run changes nothing.

  --key USERNAME   only prints a further API key for that seeded account, such as ${PLAYER}
  --crowd N        also adds N creatures with their keepers, for a house that is full`);
  process.exit(0);
}

if (existsSync(".env")) process.loadEnvFile(".env");
const config = readConfig(process.env);
const database = new Database(config.directDatabaseUrl, 2, (error) => console.error(error.message));
const now = Date.now();
await migrate(config.directDatabaseUrl);
if (values.key === undefined) {
  const agents = raiseAll(now);
  if (await storeHouse(database, agents, now)) console.log(`${tableOf(agents, now)}\n`);
  else console.log("This database is seeded already.\n");
}
if (values.crowd !== undefined) {
  const agents = crowd(Number(values.crowd), now);
  await storeCrowd(database, agents, now);
  console.log(`A crowd of ${agents.length} keepers.\n`);
}
const username = values.key ?? PLAYER;
const key = await issueKey(database, username, now);
if (key === undefined) {
  console.error(`There is no seeded account ${username}.`);
  process.exitCode = 1;
} else {
  console.log(`A key for ${username}: ${key}`);
}
await database.close();
