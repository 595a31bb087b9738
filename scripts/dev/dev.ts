// Runs the whole service on a machine with only Node: starts its own PostgreSQL unless DATABASE_URL is set, migrates,
// seeds an empty database, starts the API and the worker, and prints where to go. Without REDIS_URL it counts rate limits in
// memory; without STRIPE_SECRET_KEY a stand-in for Stripe takes play money; without HOOKS_KEYS hooks have an inbox. PORT is 3000
// unless it is set.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { foldersIn, lockFolder } from "../../src/operator/standalone/folder.ts";
import { startPostgres, type OwnPostgres } from "../../src/operator/standalone/postgres.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { Database } from "../../src/platform/database/db.ts";
import { migrate } from "../../src/model/migrate.ts";
import { greeting } from "./greeting.ts";
import { openInbox, type Inbox } from "./inbox.ts";
import { availablePrograms } from "./embedded.ts";
import { startService, type Service } from "./service.ts";
import { listens } from "../../test/processes/free-port.ts";
import { ownerOfDatabase } from "../../test/processes/unprivileged.ts";
import { startStandIn, type RunningStandIn } from "./stand-in.ts";
import { PLAYER, crowd } from "../seed/crowd.ts";
import { isEmpty, issueKey, storeCrowd } from "../seed/store-crowd.ts";
import { flag, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  fresh: flag("deletes the database that this command created, and starts with a new one"),
  "no-seed": flag("does not seed an empty database"),
  data: textOption("FOLDER", "keeps the database in FOLDER instead of .denkeeper/"),
});

/** So many that everything is there. */
const CROWD = 96;
const PACKER = join(import.meta.dirname, "..", "pack.ts");
const STARTED = Date.now();
const folder = values.data ?? join(import.meta.dirname, "..", "..", ".denkeeper");

function say(line: string): void {
  console.log(`${((Date.now() - STARTED) / 1000).toFixed(1).padStart(5)} s  ${line}`);
}

/** No wait for the disk at each commit, and room for a psql: this is for development. */
const SETTINGS = { synchronous_commit: "off", wal_writer_delay: "200ms", max_connections: "60" };

/** The database in the folder, which no other command uses meanwhile. */
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
let service: Service | undefined;
let standIn: RunningStandIn | undefined;
let inbox: Inbox | undefined;
let stopping: Promise<void> | undefined;

/** What is half started is started first: only then is everything known that has to be stopped. */
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

/** Fills an empty database, and gives out a key where there is a seeded account. */
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
    throw new Error("--fresh drops only the database that npm run dev made itself, and DATABASE_URL names another.");
  }
  const port = process.env["PORT"] || "3000";
  if (port === "0") throw new Error("Name a port: PORT=3001 npm run dev");
  if (await listens(Number(port), "localhost"))
    throw new Error(`Port ${port} is taken. Choose another: PORT=3001 npm run dev`);
  // The command line as it was built last, for the service to give out.
  spawnSync(process.execPath, [PACKER], { stdio: "inherit" });
  if (givenUrl === "") postgres = await openDatabase();
  if ((process.env["STRIPE_SECRET_KEY"] ?? "") === "") standIn = await startStandIn(`http://localhost:${port}`);
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
    ...standIn?.env,
    ...inbox?.env,
  };
  const config = readConfig(env);

  say("Migrating");
  await migrate(config.directDatabaseUrl);
  const key = await seedOnce(config.directDatabaseUrl);
  say("Starting API and worker");
  const url = `http://localhost:${config.port}`;
  service = await startService(env, url);
  void service.ended.then(() => stop(stopping === undefined ? 1 : 0));
  if (stopping !== undefined) return;
  console.log(
    greeting({
      url,
      adminKey: config.operators.some(({ operatorKey }) => operatorKey === adminKey) ? adminKey : undefined,
      player: key === undefined ? undefined : { username: PLAYER, key },
      ownDatabase: postgres !== undefined,
      standInUrl: standIn?.env.STRIPE_API_BASE,
      inboxUrl: inbox?.url,
      seconds: (Date.now() - STARTED) / 1000,
    }),
  );
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
