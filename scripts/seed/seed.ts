// Fills the database of DATABASE_URL with a small house that shows everything: every stage, mood and path, every cause of
// death, designed species. Their creatures live on from this minute. A second run changes nothing.
import { existsSync } from "node:fs";
import { readConfig } from "../../src/platform/config/config.ts";
import { Database } from "../../src/platform/database/db.ts";
import { migrate } from "../../src/model/migrate.ts";
import { crowd } from "./crowd.ts";
import { PLAYER } from "./plans.ts";
import { raiseAll } from "./raise.ts";
import { issueKey, storeHouse } from "./store.ts";
import { storeCrowd } from "./store-crowd.ts";
import { numberOption, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  key: textOption("USERNAME", `only prints a further API key for that seeded account, such as ${PLAYER}`),
  crowd: numberOption(
    "also adds N creatures with their keepers, for a house that is full; a running service lists them after a restart",
  ),
});

if (existsSync(".env")) process.loadEnvFile(".env");
const config = readConfig(process.env);
const database = new Database(config.directDatabaseUrl, 2, (error) => console.error(error.message));
const now = Date.now();
await migrate(config.directDatabaseUrl);
if (values.key === undefined) {
  const agents = raiseAll(now);
  const isNew = await storeHouse(database, agents, now);
  console.log(isNew ? `${agents.length} keepers and their creatures.\n` : "This database is seeded already.\n");
}
if (values.crowd !== undefined) {
  const agents = crowd(values.crowd, now);
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
