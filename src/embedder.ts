// ROLE=embedder: serves the built-in model until it is asked to stop. It needs no database.
import { loggerFor } from "./observability/redaction.ts";
import { stopAsked } from "./platform/stop-signal.ts";
import { readEmbedderConfig } from "./config/config.ts";
import { plainly } from "./config/plainly.ts";
import { BuiltInEmbedder } from "./providers/similarity/built-in.ts";
import { serveModel } from "./providers/similarity/server.ts";

/** Ends with the process. */
export async function runEmbedder(environment: Readonly<Record<string, string | undefined>>): Promise<never> {
  const config = await plainly(() => readEmbedderConfig(environment));
  const log = loggerFor(config);
  const onFailure = (error: unknown) => log.warn({ err: error }, "the model could not answer");
  const embedder = new BuiltInEmbedder({ onError: onFailure });
  const server = await serveModel({
    embedder,
    key: config.embeddingsKey,
    port: config.port,
    host: config.host,
    onFailure,
  });
  log.info({ port: server.port, model: embedder.model }, "the model listens");
  await stopAsked;
  log.info("stopping");
  await server.close();
  process.exit(0);
}
