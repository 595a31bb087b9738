// Backs up a standalone house every night and on request, and restores a backup. A restore swaps in a second database.
import { execFile } from "node:child_process";
import { existsSync, globSync, renameSync, rmSync, statSync, statfsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import type { Logger } from "pino";
import { dumpName, dumpsIn } from "../health/dumps.ts";
import { now as clock } from "../../platform/clock.ts";
import { ignoreLoss } from "../../platform/database/ignore-loss.ts";
import { neededMigrations, otherMigration, type AppliedMigration } from "../../platform/database/migrations.ts";
import { FolderRefusal, type DataFolder } from "./folder.ts";
import { SERVICE_ROLE, asSuperuser, majorIn, urlIn, type OwnPostgres, type PostgresPrograms } from "./postgres.ts";

const run = promisify(execFile);
const KEPT = 7;
/** Free space required for the next dump, as a multiple of the last dump's size. */
const ROOM = 2;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BACKUP_AT_MS = 3 * HOUR_MS;
/** Interval between checks. Short, to catch up after the machine slept through the night, and to retry a failed dump. */
const CHECK_EVERY_MS = HOUR_MS / 6;
const LOCK_WAIT_MS = 60_000;
const MOST_LISTED_BYTES = 64 * 2 ** 20;

export async function backUp(folder: DataFolder, programs: PostgresPrograms, now: number): Promise<string> {
  const last = dumpsIn(folder.path).at(-1);
  const { bavail, bsize } = statfsSync(folder.path);
  if (last !== undefined && bavail * bsize < ROOM * statSync(last.file).size) {
    throw new FolderRefusal(
      `There is no room for another backup in ${folder.backups}. Make the disk larger, or delete old ones.`,
    );
  }
  const file = join(folder.backups, dumpName(now));
  const part = `${file}.${process.pid}.part`;
  const flags = ["--format=custom", `--lock-wait-timeout=${LOCK_WAIT_MS}`, `--file=${part}`];
  await run(join(programs.folder, "pg_dump"), [...flags, urlIn(folder, "denkeeper")]);
  await run(join(programs.folder, "pg_restore"), ["--list", part], { maxBuffer: MOST_LISTED_BYTES });
  renameSync(part, file);
  for (const old of dumpsIn(folder.path).slice(0, -KEPT)) rmSync(old.file);
  return file;
}

/** Returns the instant at which the last nightly dump was due. */
export function lastDueAt(now: number): number {
  return Math.floor((now - BACKUP_AT_MS) / DAY_MS) * DAY_MS + BACKUP_AT_MS;
}

/** Schedules a dump for every night and deletes the partial files of killed ones. */
export function backUpNightly(folder: DataFolder, programs: PostgresPrograms, log: Logger): void {
  for (const part of globSync(join(folder.backups, "*.part"))) rmSync(part);
  const check = async (): Promise<void> => {
    const due = lastDueAt(clock());
    if ((dumpsIn(folder.path).at(-1)?.at ?? 0) < due) {
      await backUp(folder, programs, clock()).then(
        (file) => log.info({ file: basename(file) }, "backup finished"),
        (thrown: unknown) => log.error({ err: thrown }, "backup failed"),
      );
    }
    setTimeout(() => void check(), Math.min(CHECK_EVERY_MS, due + DAY_MS - clock())).unref();
  };
  void check();
}

const RESTORED = "restored";
/** The role that executes a dump and owns nothing else. */
const RESTORER = "restorer";
const REPLACED = "replaced";
const DISCARDED = "discarded";

/** Returns the path of a file that exists until a restore into an empty folder has finished. */
function markIn({ path }: DataFolder): string {
  return join(path, "restore-unfinished");
}

/** Runs before PostgreSQL starts, so that a house in need of a restore is never opened empty. */
export function refuseEmptyHouse(folder: DataFolder, command: string): void {
  const again = `Restore a backup: ${command} restore FILE --data ${folder.path}.`;
  if (existsSync(markIn(folder))) {
    throw new FolderRefusal(`A restore into ${folder.path} has not finished, so there is no house yet. ${again}`);
  }
  if (majorIn(folder) === undefined && dumpsIn(folder.path).length > 0) {
    throw new FolderRefusal(
      `${folder.path} has backups, but no database. ${again} For a new house, move them elsewhere.`,
    );
  }
}

/** Replaces the house with a dump and returns a message. Calls `start` after the unfinished-restore mark is set. */
export async function restore(folder: DataFolder, file: string, start: () => Promise<OwnPostgres>): Promise<string> {
  if (!existsSync(file))
    throw new FolderRefusal(`There is no file ${file}. Name a dump, such as one of ${folder.backups}.`);
  const isFirst = majorIn(folder) === undefined || existsSync(markIn(folder));
  if (isFirst) writeFileSync(markIn(folder), "", { flush: true });
  const postgres = await start();
  try {
    await asSuperuser(folder, "postgres", async (admin) => {
      await admin.query(`DROP DATABASE IF EXISTS ${RESTORED}`);
      await admin.query(`DROP ROLE IF EXISTS ${RESTORER}`);
      await admin.query(`CREATE ROLE ${RESTORER} LOGIN`);
      await admin.query(`CREATE DATABASE ${RESTORED} OWNER ${RESTORER}`);
      const url = urlIn(folder, RESTORED, { role: RESTORER });
      await fill(join(postgres.programs.folder, "pg_restore"), url, file);
      await asSuperuser(folder, RESTORED, (client) =>
        client.query(
          `REASSIGN OWNED BY ${RESTORER} TO ${SERVICE_ROLE}; DROP OWNED BY ${RESTORER}; DROP ROLE ${RESTORER}`,
        ),
      );
      await admin.query(`DROP DATABASE IF EXISTS ${DISCARDED}`);
      // After several restores, the house from before the first restore is preserved.
      const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [REPLACED]);
      const old = rowCount === 0 ? REPLACED : DISCARDED;
      await admin.query(
        `BEGIN; ALTER DATABASE denkeeper RENAME TO ${old}; ALTER DATABASE ${RESTORED} RENAME TO denkeeper; COMMIT`,
      );
    });
    rmSync(markIn(folder), { force: true });
    return `Restored ${file}.${isFirst ? "" : " The house that it replaced is kept until the next good start."}`;
  } finally {
    await postgres.stop();
  }
}

/** Uses one transaction, so that a damaged dump leaves nothing. Accepts a house of this version or an older one. */
async function fill(program: string, url: string, file: string): Promise<void> {
  try {
    await run(program, ["--no-owner", "--exit-on-error", "--single-transaction", `--dbname=${url}`, file]);
    const client = new Client({ connectionString: url });
    client.on("error", ignoreLoss);
    await client.connect();
    const { rows } = await client
      .query<AppliedMigration>("SELECT name, digest FROM public.migrations")
      .finally(() => client.end());
    const needed = neededMigrations();
    if (rows.length === 0 || rows.length > needed.length || otherMigration(rows, needed) !== undefined)
      throw new Error("Its migrations differ from those of this version.");
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message.trim() : String(thrown);
    throw new FolderRefusal(`${file} is not the whole dump of a house, so nothing was changed. ${why}`);
  }
}

/** Drops the databases that restores replaced or left unfinished. Call after the house has started successfully. */
export async function dropReplacedDatabases(folder: DataFolder): Promise<void> {
  await asSuperuser(folder, "postgres", async (admin) => {
    for (const name of [RESTORED, REPLACED, DISCARDED]) await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  });
}
