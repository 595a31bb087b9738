// Starts the service: migrates, then does what ROLE says, until it is asked to stop.
import { buildApp, loggerFor } from "./app.ts";
import { readConfig } from "./config.ts";
import { makeLogDaysAhead } from "./jobs/log-days.ts";
import { startWorker } from "./jobs/worker.ts";
import { runEmbedder } from "./providers/similarity/role.ts";
import { listen } from "./server.ts";
import { migrate } from "./store/migrate.ts";

if (process.env["ROLE"] === "embedder") await runEmbedder(process.env);

const config = readConfig(process.env);
const log = loggerFor(config);

const applied = await migrate(config.directDatabaseUrl);
if (applied.length > 0) log.info({ applied }, "the database was migrated");

const app = await buildApp(config, log);
await makeLogDaysAhead(app.parts.database, app.parts.now());
const worker = config.role === "api" ? undefined : await startWorker(config, log);
const listening = config.role === "worker" ? undefined : await listen(app, config.port);
if (listening !== undefined) log.info({ port: listening.port, baseUrl: config.baseUrl }, "Denkeeper listens");

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    void Promise.all([listening?.stop() ?? app.close(), worker?.stop()]).then(() => process.exit(0));
  });
}
