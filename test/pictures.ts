// Opens houses with a worker and each kind of picture store, for tests of pictures.
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import S3rver from "s3rver";
import { afterAll } from "vitest";
import { startWorker } from "../src/worker.ts";
import { freePort } from "./processes/free-port.ts";
import { houseForFile, type House } from "./harness.ts";
import { until } from "./processes/own-redis.ts";

const BUCKET = "portraits";

/** Starts an S3-compatible service for a test file. Returns its environment variables. */
async function ownS3(): Promise<Readonly<Record<string, string>>> {
  const directory = await mkdtemp(join(tmpdir(), "denkeeper-s3-"));
  const port = await freePort();
  const server = new S3rver({
    port,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  await server.run();
  afterAll(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  return {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
}

export const STORES = ["disk", "s3"] as const;

/** Opens a house that stores portraits in the given kind of store, with a worker that makes them. */
export async function workingHouse(
  store: (typeof STORES)[number],
  env: Readonly<Record<string, string>> = {},
): Promise<House> {
  const stored = store === "s3" ? await ownS3() : {};
  const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", ...stored, ...env } });
  const worker = await startWorker(house.app.services.config, pino({ level: "silent" }));
  afterAll(() => worker.stop());
  return house;
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Fetches an address as a browser would, without following redirects. */
export async function look(house: House, address: string, headers: Record<string, string> = {}): Promise<Seen> {
  const { pathname, search } = new URL(address, house.url);
  const response = await fetch(house.url + pathname + search, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export interface JobRow {
  readonly task: string;
  readonly attempts: number;
  readonly error: string | null;
}

/** Lists waiting, running and failed jobs in the queue and the outbox. */
export async function jobsOf({ app }: House): Promise<readonly JobRow[]> {
  const text = `SELECT task_identifier AS task, attempts, last_error AS error FROM graphile_worker.jobs
      WHERE task_identifier LIKE 'draw%'
    UNION ALL SELECT o.task, 0, NULL FROM job_outbox o WHERE o.task LIKE 'draw%'
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = o.job_id::text)`;
  return app.services.database.adHoc<JobRow>(text);
}

/** Resolves once all picture jobs have finished. */
export async function untilDrawn(house: House): Promise<void> {
  await until(async () => (await jobsOf(house)).length === 0);
}
