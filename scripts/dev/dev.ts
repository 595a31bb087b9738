// Runs the whole service on a machine that has only Node: starts a PostgreSQL unless DATABASE_URL is set, migrates it, seeds it if empty, and
// serves on PORT (3000). Without STRIPE_SECRET_KEY, a stand-in accepts play money; without HOOKS_KEYS, hooks deliver to a local inbox.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { foldersIn, lockFolder } from "../../src/operator/standalone/folder.ts";
import { startPostgres, type OwnPostgres } from "../../src/operator/standalone/postgres.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { Database } from "../../src/platform/database/db.ts";
import { migrate } from "../../src/model/migrate.ts";
import { openInbox, type Inbox } from "./inbox.ts";
import { availablePrograms } from "./embedded.ts";
import { listens } from "../../test/processes/free-port.ts";
import { ownerOfDatabase } from "../../test/processes/unprivileged.ts";
import { startService, type StartedService } from "../house.ts";
import { startStandIn, type StandIn } from "../../tools/stripe-stand-in/stand-in.ts";
import { PLAYER, crowd } from "../seed/crowd.ts";
import { isEmpty, issueKey, storeCrowd } from "../seed/store-crowd.ts";
import { flag, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  fresh: flag("deletes the database that this command created and starts with a new one"),
  "no-seed": flag("does not seed an empty database"),
  data: textOption("FOLDER", "keeps the database in FOLDER instead of .denkeeper/"),
});

/** Creatures, enough to show every stage, mood, path and cause of death. */
const CROWD = 96;
const PACKER = join(import.meta.dirname, "..", "pack.ts");
const STARTED = Date.now();
const STAND_IN_KEY = "sk_test_of_the_stand_in";
const WEBHOOK_RETRIES_MS = [1_000, 3_000, 10_000, 30_000];
const folder = values.data ?? join(import.meta.dirname, "..", "..", ".denkeeper");

function say(line: string): void {
  console.log(`${((Date.now() - STARTED) / 1000).toFixed(1).padStart(5)} s  ${line}`);
}

/** Development data may be lost in a crash, so commits do not wait for the disk. */
const SETTINGS = { synchronous_commit: "off", wal_writer_delay: "200ms", max_connections: "60" };

/** Locks the data folder, empties it with --fresh, and starts its database. */
async function openDatabase(): Promise<OwnPostgres> {
  mkdirSync(folder, { recursive: true });
  if (!lockFolder({ path: folder })) {
    throw new Error(`The database in ${folder} is in use. Does npm run dev run already?`);
  }
  const old = values.fresh ? readdirSync(folder).filter((name) => name !== "lock") : [];
  for (const name of old) rmSync(join(folder, name), { recursive: true });
  const folders = foldersIn(folder);
  say("Starting PostgreSQL");
  return startPostgres(folders, { programs: availablePrograms(), settings: SETTINGS, owner: ownerOfDatabase() });
}

let postgres: OwnPostgres | undefined;
let service: StartedService | undefined;
let standIn: StandIn | undefined;
let inbox: Inbox | undefined;
let stopping: Promise<void> | undefined;

/** Stops all processes. Waits for the start to finish, because only then are all of them known. */
async function stopAll(): Promise<void> {
  await started.catch(() => {});
  await service?.stop();
  await standIn?.stop();
  inbox?.stop();
  await postgres?.stop();
}

function stop(code: number): void {
  stopping ??= stopAll().then(
    () => process.exit(code),
    (thrown: unknown) => {
      console.error(thrown instanceof Error ? thrown.message : thrown);
      process.exit(1);
    },
  );
}

/** Seeds an empty database. Returns a new key of the seeded account, or undefined if the database has none. */
async function seedOnce(databaseUrl: string): Promise<string | undefined> {
  const database = new Database(databaseUrl, 2, (error) => console.error(error.message));
  const now = Date.now();
  try {
    if (!values["no-seed"] && (await isEmpty(database))) {
      say(`Seeding: playing ${CROWD} lives up to this minute`);
      await storeCrowd(database, crowd(CROWD, now), now);
    }
    return await issueKey(database, PLAYER, now);
  } finally {
    await database.close();
  }
}

async function start(): Promise<void> {
  const givenUrl = process.env["DATABASE_URL"] ?? "";
  if (values.fresh && givenUrl !== "") {
    throw new Error("--fresh deletes only the database that npm run dev creates. Unset DATABASE_URL, or omit --fresh.");
  }
  const port = process.env["PORT"] || "3000";
  if (port === "0") throw new Error("Name a port: PORT=3001 npm run dev");
  if (await listens(Number(port), "localhost"))
    throw new Error(`Port ${port} is taken. Choose another: PORT=3001 npm run dev`);
  // The service offers this package for download.
  spawnSync(process.execPath, [PACKER], { stdio: "inherit" });
  if (givenUrl === "") postgres = await openDatabase();
  const url = `http://localhost:${port}`;
  const webhooks = { url: `${url}/api/webhooks/stripe`, secret: `whsec_${randomBytes(16).toString("hex")}` };
  if ((process.env["STRIPE_SECRET_KEY"] ?? "") === "")
    standIn = await startStandIn({ ...webhooks, retryAfterMs: WEBHOOK_RETRIES_MS });
  if ((process.env["HOOKS_KEYS"] ?? "") === "") {
    inbox = await openInbox(folder).catch((thrown: unknown) => {
      say(
        `Hooks are off, since their inbox needs openssl: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      );
      return undefined;
    });
  }
  const adminKey = randomBytes(16).toString("hex");
  const env = {
    RATE_LIMIT_FACTOR: "100",
    LOG_LEVEL: "warn",
    PORT: port,
    ADMIN_KEY: adminKey,
    PORTRAITS_DIR: join(folder, "portraits"),
    ...(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== "")) as Record<string, string>),
    ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url, DIRECT_DATABASE_URL: postgres.url }),
    ...(standIn && {
      STRIPE_SECRET_KEY: STAND_IN_KEY,
      STRIPE_WEBHOOK_SECRETS: webhooks.secret,
      STRIPE_API_BASE: standIn.url,
    }),
    ...inbox?.env,
  };
  const config = readConfig(env);

  say("Migrating");
  await migrate(config.directDatabaseUrl);
  const key = await seedOnce(config.directDatabaseUrl);
  say("Starting API and worker");
  service = await startService(env, { env: process.env, detached: true });
  void service.ended.then(() => stop(stopping === undefined ? 1 : 0));
  if (stopping !== undefined) return;
  const isOwnKey = config.operators.some(({ operatorKey }) => operatorKey === adminKey);
  greet(url, isOwnKey ? adminKey : undefined, key);
}

/** Prints the addresses and keys. src/operator/standalone/greeting.ts has the same layout. */
function greet(url: string, adminKey: string | undefined, key: string | undefined): void {
  const lines = [
    ["agents begin at", `${url}/skill.md`],
    ["you look at", url],
    ["operator key", adminKey],
    ["play money", standIn?.url],
    ["hooks", inbox && `to https://localhost/inbox are in the inbox: ${inbox.url}`],
    [PLAYER, key && `KEY=${key}`],
    ["its creatures", key && `DENKEEPER_URL=${url} DENKEEPER_KEY=${key} npx --no-install denkeeper status`],
  ];
  const shown = lines.flatMap(([what = "", text]) => (text === undefined ? [] : [`  ${what.padEnd(16)}  ${text}`]));
  console.log(`
Denkeeper runs on ${url} (${((Date.now() - STARTED) / 1000).toFixed(1)} s)

${shown.join("\n")}

Try it:  curl -s ${url}/api/auth/register -H 'Content-Type: application/json' -d '{"username": "dev-you"}'

Rate limits are generous here, and an account named dev-... can move its own clock: docs/playing.md.
Ctrl-C stops everything${postgres === undefined ? "" : "; the data stays. npm run dev -- --fresh starts over"}.
`);
}

if (existsSync(".env")) process.loadEnvFile(".env");
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (stopping === undefined) console.log("\nStopping");
    stop(0);
  });
}
const started = start();
await started.catch((thrown: unknown) => {
  if (stopping !== undefined) return;
  console.error(`\n${thrown instanceof Error ? thrown.message : String(thrown)}`);
  stop(1);
});
