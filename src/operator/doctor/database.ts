// Checks PostgreSQL and the poolers in front of it.
import { clocksAgree, iso } from "../../platform/clock.ts";
import { unreachableBecause } from "../../platform/database/database-errors.ts";
import { Database } from "../../platform/database/db.ts";
import {
  OtherDatabase,
  neededMigrations,
  otherMigration,
  type AppliedMigration,
} from "../../platform/database/migrations.ts";
import { findPooler, poolerFault, type Pooler } from "../../platform/database/pooler.ts";
import { findServiceState as findHeartbeats } from "../../model/outages/store/outages.ts";
import { findServer, type DatabaseServer } from "./store/server.ts";
import { findServiceState, findUnmovedSince } from "../../http/health/store/signs.ts";
import { fault, ok, orOk, warning, type ConfiguredInstallation, type Finding } from "./finding.ts";

const OLDEST_VERSION = 15;
/** Connections left for backups, monitoring, and the operator. */
const SPARE_CONNECTIONS = 5;
const SILENT_MS = 30_000;
const UNMOVED_MS = 5 * 60_000;

export interface DatabaseState {
  readonly server: DatabaseServer;
  readonly direct: DatabaseServer;
  /** Instants on this machine's clock before (`asked`) and after the query for the server. */
  readonly asked: number;
  readonly answered: number;
  readonly migrations: readonly AppliedMigration[];
  readonly workerAt: number | null;
  /** Latest instant of the database's clock, if the clock was set back and has not caught up. */
  readonly ranAheadTo: number | null;
  readonly apiAt: number | null;
  /** Instant at which the oldest job entered the outbox. */
  readonly unmovedSince: number | null;
}

/** The poolers at DATABASE_URL and DIRECT_DATABASE_URL, if any. */
interface Poolers {
  readonly pooler: Pooler | undefined;
  readonly directPooler: Pooler | undefined;
}

/** Runs first, because behind an unsuitable pooler the statements of other checks fail at random. */
export async function readPoolers({ config }: ConfiguredInstallation): Promise<Poolers> {
  const { databaseUrl, directDatabaseUrl } = config;
  const pooler = await findPooler(databaseUrl);
  return { pooler, directPooler: databaseUrl === directDatabaseUrl ? pooler : await findPooler(directDatabaseUrl) };
}

export function arePoolersUsable({ pooler, directPooler }: Poolers): boolean {
  return [pooler, directPooler].every((each) => each === undefined || poolerFault(each) === undefined);
}

async function withDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = new Database(url, 2, () => {});
  return work(database).finally(() => database.close());
}

export async function readDatabase({ config, now }: ConfiguredInstallation): Promise<DatabaseState> {
  const { databaseUrl, directDatabaseUrl } = config;
  const first = await withDatabase(databaseUrl, async (database) => {
    // Connects first, so that the time to connect does not count as a difference of the clocks.
    await findServer(database);
    const asked = now();
    const server = await findServer(database);
    const answered = now();
    const signs = server.isMigrated ? await findServiceState(database, {}) : undefined;
    const beats = server.isMigrated ? await findHeartbeats(database) : undefined;
    const { migrations = [], heartbeatAt = null, ranAheadTo = null } = signs ?? {};
    const hasOutbox = migrations.length >= neededMigrations().length;
    return {
      server,
      asked,
      answered,
      migrations,
      workerAt: heartbeatAt,
      ranAheadTo,
      apiAt: beats?.newestBeat ?? null,
      unmovedSince: hasOutbox ? await findUnmovedSince(database) : null,
    };
  });
  const isSame = databaseUrl === directDatabaseUrl;
  return { ...first, direct: isSame ? first.server : await withDatabase(directDatabaseUrl, findServer) };
}

export function unreachable(thrown: unknown): Finding {
  return fault(unreachableBecause(thrown));
}

export function judgeServer({ server, direct }: DatabaseState, connections: number): readonly Finding[] {
  const { version, versionNumber, encoding, isReadOnly, maxConnections } = server;
  return orOk(
    [
      Math.floor(versionNumber / 10_000) < OLDEST_VERSION &&
        fault(`This is PostgreSQL ${version}. The service needs ${OLDEST_VERSION} or newer. Upgrade it.`),
      encoding !== "UTF8" &&
        fault(`The database is encoded as ${encoding}, which cannot store every name. Create it with ENCODING 'UTF8'.`),
      isReadOnly &&
        fault(
          "The database is read-only: this is a standby, or writing is turned off. Name the primary in DATABASE_URL.",
        ),
      direct.identity !== server.identity &&
        fault("DATABASE_URL and DIRECT_DATABASE_URL lead to different databases. Name the same one in both."),
      connections > maxConnections - SPARE_CONNECTIONS &&
        fault(
          `DATABASE_CONNECTIONS is ${connections}, but PostgreSQL accepts ${maxConnections}, for all processes together. Lower it, or raise max_connections.`,
        ),
    ],
    `PostgreSQL ${version}`,
  );
}

export function judgeMigrations({ migrations }: DatabaseState): readonly Finding[] {
  const needed = neededMigrations();
  const other = otherMigration(migrations, needed);
  const [pending, ...more] = needed.slice(migrations.length);
  const unknown = migrations.slice(needed.length).map(({ name }) => name);
  return orOk(
    [
      other !== undefined && fault(new OtherDatabase(other, needed).message),
      unknown.length > 0 &&
        fault(`The database is newer than this code: it has ${unknown.join(", ")}. Run the version that migrated it.`),
      pending !== undefined &&
        warning(
          `${more.length + 1} of ${needed.length} migrations are pending, from ${pending.name} on. The next start applies them, or \`npm run migrate\` now.`,
        ),
    ],
    `${needed.length} migrations applied`,
  );
}

export function judgeClock({ server, asked, answered, ranAheadTo }: DatabaseState): readonly Finding[] {
  const offMs = server.databaseNow - (asked + answered) / 2;
  const seconds = `${Math.abs(offMs / 1000).toFixed(1)} seconds`;
  return orOk(
    [
      !clocksAgree(server.databaseNow, asked, answered) &&
        fault(
          `This machine's clock is ${seconds} ${offMs > 0 ? "behind" : "ahead of"} the database's, and the service tolerates 2. Run NTP on both.`,
        ),
      ranAheadTo !== null &&
        warning(
          `The database's clock ran ahead to ${iso(ranAheadTo)} and was set back. Lives were moved back with it. Find out why it jumped. This warning ends at that time.`,
        ),
    ],
    `${seconds} off the database's clock`,
  );
}

export function judgePoolers({ pooler, directPooler }: Poolers): readonly Finding[] {
  const why = pooler && poolerFault(pooler);
  return orOk(
    [
      why !== undefined && fault(`DATABASE_URL ${why}`),
      directPooler?.changesHands === true &&
        fault(
          "DIRECT_DATABASE_URL leads to a pooler in transaction mode, but migrations and the worker need a session. Name PostgreSQL itself.",
        ),
    ],
    pooler === undefined
      ? "none, PostgreSQL answers directly"
      : `PgBouncer ${pooler.version ?? "of an unknown version"} keeps prepared statements apart`,
  );
}

export function judgeWorker({ server, workerAt, apiAt, unmovedSince }: DatabaseState): readonly Finding[] {
  const isSilent = (at: number | null): boolean => at === null || server.databaseNow - at > SILENT_MS;
  if (isSilent(apiAt) && isSilent(workerAt)) return [ok("the service is not running")];
  return orOk(
    [
      isSilent(workerAt) &&
        fault(
          "The API is running, but no worker has sent a heartbeat for 30 seconds: portraits, public counts and hooks wait. Start a process with ROLE=worker.",
        ),
      !isSilent(workerAt) &&
        unmovedSince !== null &&
        server.databaseNow - unmovedSince > UNMOVED_MS &&
        warning(
          "A worker is running, but a job has been in job_outbox for more than 5 minutes. Look for failed rounds in the worker's log, and for a worker of an older version.",
        ),
    ],
    isSilent(apiAt) ? "a worker is running, an API is not" : "API and worker are running",
  );
}
