// Runs a house with one command and one folder. Prepares the folder and its own PostgreSQL, then runs src/main.ts in this
// process.
import { lastly, stopAsked } from "./platform/stop-signal.ts";
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  backUp,
  backUpNightly,
  dropReplacedDatabases,
  refuseEmptyHouse,
  restore,
} from "./operator/standalone/backup.ts";
import {
  FolderRefusal,
  lockFolder,
  makeSecrets,
  mustLockFolder,
  openFolder,
  settingsIn,
  type DataFolder,
} from "./operator/standalone/folder.ts";
import { standaloneGreeting } from "./operator/standalone/greeting.ts";
import { hostIn } from "./operator/standalone/hosts.ts";
import { installedPrograms, majorIn, programsFor, startHouse, urlIn } from "./operator/standalone/postgres.ts";
import { dumpsIn } from "./operator/health/dumps.ts";
import { now } from "./platform/clock.ts";
import { withPlainErrors } from "./platform/config/setting-faults.ts";

/** The command that operators type. The image and the npm package set the process title. */
const COMMAND = process.title === "denkeeper-server" ? process.title : `node ${relative("", process.argv[1] ?? "")}`;

const HELP = `${COMMAND} [start] --data DIR [--url URL] [--port N]   runs a house
${COMMAND} backup --data DIR                           makes a backup now, also while the house runs
${COMMAND} restore FILE --data DIR                     replaces the house with a backup, while it is stopped
${COMMAND} key --data DIR                              prints the operator key
${COMMAND} doctor --data DIR [--all|--quick] [--json]  prints what is wrong with it

DIR holds everything and can be set as DATA_DIR. URL is the public address: BASE_URL, or http://localhost:N. Started by root,
the service runs as the owner of DIR. PostgreSQL 15 or newer must be installed. Settings come from the environment, then from
DIR/settings.env.`;

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;
const DOCTOR_FLAGS = { all: FLAG, json: FLAG, quick: FLAG };
const OPTIONS = { data: TEXT, url: TEXT, port: TEXT, help: FLAG, ...DOCTOR_FLAGS };
type StandaloneFlags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

/** Returns the operator's settings. The environment overrides the file. */
function operatorSettings(folder: DataFolder): Readonly<Partial<Record<string, string>>> {
  const environment = Object.entries(process.env).filter(([, value]) => value !== "");
  return { ...settingsIn(folder), ...Object.fromEntries(environment) };
}

/** Writes all settings to the environment, from which src/main.ts and the doctor read them. */
function applySettings(folder: DataFolder, { url, port }: StandaloneFlags) {
  const settings = operatorSettings(folder);
  const host = hostIn(settings);
  const chosenPort = port ?? settings["PORT"] ?? "3000";
  const local = `http://localhost:${chosenPort}`;
  // An invalid port is only a fault of PORT.
  const chosenUrl = url ?? settings["BASE_URL"] ?? host?.url ?? (URL.canParse(local) ? local : "http://localhost");
  const own = { NODE_ENV: "production", DATABASE_CONNECTIONS: "10", DATA_DISK: folder.path };
  const hosted = host === undefined ? {} : { TRUST_PROXY: host.proxies };
  const database = { DATABASE_URL: urlIn(folder, "denkeeper") };
  const fixed = { DATA_DIR: folder.path, ...database, PORT: chosenPort, BASE_URL: chosenUrl };
  Object.assign(process.env, own, hosted, { PORTRAITS_DIR: folder.portraits }, settings, fixed);
  return { settings, chosenUrl };
}

async function start(folder: DataFolder, flags: StandaloneFlags): Promise<void> {
  for (const name of ["DATABASE_URL", "DIRECT_DATABASE_URL", "ROLE"]) {
    if (!process.env[name]) continue;
    throw new FolderRefusal(
      `${name} is set, but this command uses its own database and role. Unset it. docs/operating.md describes other installations.`,
    );
  }
  mustLockFolder(folder);
  refuseEmptyHouse(folder, COMMAND);
  const isFirst = majorIn(folder) === undefined;
  const made = makeSecrets(folder);
  const { settings, chosenUrl } = applySettings(folder, flags);
  enableCompileCache(join(folder.path, "cache"));
  const { readConfig } = await import("./platform/config/config.ts");
  readConfig(process.env);
  console.log(isFirst ? "Creating the database" : "Starting the database");
  const postgres = await startHouse(folder);
  lastly.push(() => postgres.stop());
  let isStopping = false;
  void stopAsked.then(() => (isStopping = true));
  void postgres.ended.then(() => {
    if (isStopping) return;
    console.error(
      `PostgreSQL stopped unexpectedly, so the house is shutting down. See the end of ${folder.path}/postgres.log for the reason.`,
    );
    process.exit(1);
  });
  const faults = await faultsAtStart();
  console.log("Migrating the database and opening the house");
  const { log } = await import("./main.ts");
  await dropReplacedDatabases(folder).catch((thrown: unknown) =>
    log.error({ err: thrown }, "dropping the databases that a restore replaced failed"),
  );
  const isShown = (isFirst || made.includes("ADMIN_KEY")) && settings["ADMIN_KEY"] === settingsIn(folder)["ADMIN_KEY"];
  const newAdminKey = isShown && settings["OPERATOR_KEYS"] === undefined ? settings["ADMIN_KEY"] : undefined;
  const dumps = dumpsIn(folder.path).length;
  const isTerminal = process.stdout.isTTY;
  for (const fault of faults) console.log(fault);
  console.log(
    standaloneGreeting({ command: COMMAND, url: chosenUrl, folder: folder.path, newAdminKey, isTerminal, dumps }),
  );
  backUpNightly(folder, postgres.programs, log);
}

/** Returns faults that the doctor finds before the house opens. Ignores the worker, which has not started. */
async function faultsAtStart(): Promise<readonly string[]> {
  const { examine } = await import("./operator/doctor/checks.ts");
  const lines = await examine({ env: process.env, now, quick: false });
  const faults = lines.filter(({ check, level }) => level === "fault" && check !== "worker");
  return faults.map(({ check, text }) => `${check}: ${text}`);
}

async function runDoctor(folder: DataFolder, flags: StandaloneFlags): Promise<void> {
  applySettings(folder, flags);
  const set = Object.entries(flags).filter(([name, value]) => name in DOCTOR_FLAGS && value === true);
  process.argv.splice(2, Infinity, ...set.map(([name]) => `--${name}`));
  await import("./doctor.ts");
}

/** Uses the running database of the house, or starts it for the backup. */
async function backUpNow(folder: DataFolder): Promise<void> {
  const postgres = lockFolder(folder) ? await startHouse(folder) : undefined;
  try {
    const file = await backUp(folder, programsFor(folder, installedPrograms()), now());
    console.log(`Backed up to ${file}.`);
  } finally {
    await postgres?.stop();
  }
}

async function restoreFrom(folder: DataFolder, file: string | undefined): Promise<void> {
  if (file === undefined)
    throw new FolderRefusal(`No backup was named. Run restore FILE with a file from ${folder.backups}.`);
  mustLockFolder(folder);
  makeSecrets(folder);
  console.log(await restore(folder, resolve(file), () => startHouse(folder)));
}

function printKey(folder: DataFolder): void {
  const { ADMIN_KEY: key, OPERATOR_KEYS: others } = operatorSettings(folder);
  if (others !== undefined)
    throw new FolderRefusal("OPERATOR_KEYS is set: its keys open /api/admin, and ADMIN_KEY does not.");
  if (key === undefined) throw new FolderRefusal(`${folder.path} has no operator key yet. The first start creates it.`);
  console.log(key);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [command = "start", argument] = positionals;
  if (values.help === true) return console.log(HELP);
  const data = values.data ?? process.env["DATA_DIR"];
  if (!data) throw new FolderRefusal("The data folder is missing. Pass --data DIR, or set DATA_DIR.");
  // The service stops gracefully. Other commands end immediately.
  if (command !== "start") void stopAsked.then(() => process.exit(1));
  if (command === "start") return start(openFolder(data), values);
  if (command === "restore") return restoreFrom(openFolder(data), argument);
  if (!existsSync(join(data, "settings.env")))
    throw new FolderRefusal(
      `There is no readable house in ${data}. Name its folder in --data, or run this as its owner.`,
    );
  if (command === "backup") return backUpNow(openFolder(data));
  if (command === "key") return printKey(openFolder(data));
  if (command === "doctor") return runDoctor(openFolder(data), values);
  throw new FolderRefusal(`There is no command ${command}.\n\n${HELP}`);
}

/** An error with a code is a fault of the machine or of the command line, so its message is sufficient. */
await withPlainErrors(main, (thrown) => {
  if (!(thrown instanceof FolderRefusal) && !(thrown instanceof Error && "code" in thrown)) return undefined;
  if (!("syscall" in thrown) || thrown.syscall !== "mkdir") return thrown.message;
  const advice = "code" in thrown && thrown.code === "EEXIST" ? "move the file away" : "make this account its owner";
  return `${thrown.message}. Name another folder, or ${advice}.`;
});
