// Starts the service: migrates, then runs what ROLE selects until it is stopped.
import { lastly, stopAsked } from "./platform/stop-signal.ts";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { quiet } from "./platform/quiet.ts";
import { listen, listenForProbes, type App, type ListeningServer } from "./http/server/server.ts";
import { buildApp } from "./build-app.ts";
import { loggerFor } from "./platform/observability/redaction.ts";
import { checkoutCommit } from "./platform/config/build.ts";
import { mistypedSettings, readConfig } from "./platform/config/config.ts";
import { READABLE, isPrivateNetwork } from "./platform/config/guards.ts";
import { withPlainErrors, InvalidSettings } from "./platform/config/setting-faults.ts";
import { startHeartbeat, type Heartbeat } from "./model/outages/heartbeat.ts";
import { makeLogDaysAhead } from "./model/life/log-days.ts";
import { startWorker, type Worker } from "./worker.ts";
import { sentenceOfDatabase } from "./platform/database/database-errors.ts";
import { migrate } from "./model/migrate.ts";
import { listNodes } from "./platform/database/nodes.ts";
import { findPooler, poolerFault } from "./platform/database/pooler.ts";
import { startTracing, stopTracing } from "./platform/observability/traces.ts";

const WORKER_NICENESS = 10;

if (process.argv.includes("--help")) {
  console.log(
    "npm start: migrates the database at DATABASE_URL, then does what ROLE says. docs/settings.md has all settings.",
  );
  process.exit(0);
}

const config = await withPlainErrors(() => readConfig({ BUILD_COMMIT: checkoutCommit(), ...process.env }));
const { role, build } = config;
export const log = loggerFor(config);
for (const { name, nearest } of mistypedSettings(process.env)) {
  log.warn({ name, nearest }, "the environment has a variable that may be a mistyped setting");
}
if (new URL(config.baseUrl).protocol === "http:" && isPrivateNetwork(config.baseUrl)) log.warn(READABLE);
// A worker can wait for CPU time. The answers of an API process on the same machine cannot.
if (role === "worker") setPriority(WORKER_NICENESS);

interface StartedService {
  readonly app: App;
  readonly listening: ListeningServer;
  readonly heartbeat: Heartbeat | undefined;
  readonly worker: Worker | undefined;
}

/** True once requests may have arrived. */
let isOpen = false;

/**
 * Rejects an outdated pooler, which makes calls fail at random. Ignores an unreachable database, because the next connection
 * reports it.
 */
async function rejectUnfitPooler(): Promise<void> {
  const pooler = await findPooler(config.databaseUrl).catch(() => undefined);
  const message = pooler && poolerFault(pooler);
  if (message !== undefined) throw new InvalidSettings([{ variable: "DATABASE_URL", message }]);
}

async function start(): Promise<StartedService> {
  if (config.traces !== undefined) {
    await startTracing({ ...config.traces, serviceName: `denkeeper-${role}`, version: build.name });
  }
  const applied = await migrate(config.directDatabaseUrl);
  if (applied.length > 0) log.info({ applied: applied.length }, "the database was migrated");
  await rejectUnfitPooler();
  const app = await buildApp(config, log);
  const { directDatabase, metrics, now } = app.services;
  metrics.watchProcess({ version: build.version, commit: build.commit ?? "unknown", role });
  await makeLogDaysAhead(directDatabase, now());
  void stopAsked.then(() => app.services.readiness.stop());
  // Logs what is missing, such as storage for portraits.
  void app.services.readiness.report();
  isOpen = true;
  if (role === "all") quiet.watch();
  const listening = role === "worker" ? await listenForProbes(app, config.workerPort) : await listen(app, config.port);
  // The heartbeat starts after listening, because a service that cannot listen counts as down however often it restarts.
  const isCluster = async () => (await listNodes(directDatabase)).length > 0;
  const heartbeat = role === "worker" ? undefined : await startHeartbeat(app.services.outages, log, await isCluster());
  const worker = role === "api" ? undefined : await startWorker(config, log, now, metrics);
  log.info({ port: listening.port, baseUrl: config.baseUrl, role, build: build.name }, "Denkeeper is listening");
  return { app, listening, heartbeat, worker };
}

/** Waits until proxies send requests elsewhere, answers those that have arrived, and closes everything. */
async function stop({ app, listening, heartbeat, worker }: StartedService): Promise<void> {
  app.services.longPollHub.stop();
  if (role !== "worker") await sleep(1000 * config.drainSeconds);
  await heartbeat?.stop();
  await Promise.all([listening.stop(), worker?.stop()]);
  if (role === "worker") await app.close();
  await stopTracing();
}

function listenFailure(thrown: unknown): string | undefined {
  const isListening = thrown instanceof Error && "syscall" in thrown && thrown.syscall === "listen";
  const setting = role === "worker" ? "WORKER_PORT" : "PORT";
  return isListening ? `${thrown.message}. Stop what listens there, or set another ${setting}.` : undefined;
}

const starting = start();
void stopAsked.then(async (signal) => {
  log.info({ signal }, "stopping");
  // A process that never listened can exit immediately, because migrations and other writes are transactions.
  if (isOpen) await stop(await starting);
  for (const release of lastly) await release();
  process.exit(0);
});
await withPlainErrors(
  () => starting,
  (thrown) => listenFailure(thrown) ?? sentenceOfDatabase(thrown),
);
