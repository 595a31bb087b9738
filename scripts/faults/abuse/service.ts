// The service under attack: its own process, database and Redis keys, with providers that accept every connection and
// never answer. It can run from another checkout.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { CHILD_ENV } from "../../../test/processes/child-env.ts";
import { REDIS_URL, SERVER_URL, onServer } from "../../../test/processes/databases.ts";
import { freePort } from "../../../test/processes/free-port.ts";

const START_MS = 60_000;
const STOP_MS = 5_000;
const PAY_TO = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

export interface Service {
  readonly port: number;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** Something that listens and says nothing. */
async function startSilence(): Promise<{ readonly url: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export async function startService(root: string, crowd: number): Promise<Service> {
  const name = `denkeeper_abuse_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name}`);
  const databaseUrl = new URL(`/${name}`, SERVER_URL).href;
  const silence = await startSilence();
  const port = await freePort();
  const env = {
    ...CHILD_ENV,
    DATABASE_URL: databaseUrl,
    REDIS_URL,
    REDIS_PREFIX: name,
    PORT: String(port),
    LOG_LEVEL: "warn",
    ITEM_MODEL: "none",
    PORTRAITS_DIR: join(tmpdir(), name),
    S3_BUCKET: "portraits",
    S3_ENDPOINT: silence.url,
    S3_ACCESS_KEY_ID: "none",
    S3_SECRET_ACCESS_KEY: "none",
    IMAGES_URL: `${silence.url}/v1/images`,
    STRIPE_SECRET_KEY: "sk_test_none",
    STRIPE_WEBHOOK_SECRETS: `whsec_${"x".repeat(24)}`,
    STRIPE_API_BASE: silence.url,
    X402_FACILITATOR_URL: silence.url,
    X402_NETWORK: "eip155:84532",
    X402_PAY_TO: PAY_TO,
    X402_RPC_URL: silence.url,
  };
  const seeding = spawn(process.execPath, ["scripts/seed/seed.ts", "--crowd", String(crowd)], { cwd: root, env });
  seeding.stdout.resume();
  seeding.stderr.pipe(process.stderr);
  if ((await once(seeding, "exit"))[0] !== 0) throw new Error("the database could not be seeded");
  const child = spawn(process.execPath, ["src/main.ts"], { cwd: root, env });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => (log = (log + data.toString()).slice(-5_000)));
  }
  const exited = once(child, "exit");
  // Not /readyz: with a bucket that never answers, a process that stores portraits is not ready, and serves all the same.
  for (const end = Date.now() + START_MS; ; await sleep(100)) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null || Date.now() > end) {
      child.kill("SIGKILL");
      silence.stop();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      throw new Error(`the service did not start: ${log}`);
    }
  }
  return {
    port,
    databaseUrl,
    async stop() {
      silence.stop();
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(timer);
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      const redis = new Redis(REDIS_URL);
      const keys = await redis.keys(`${name}:*`);
      if (keys.length > 0) await redis.del(keys);
      redis.disconnect();
    },
  };
}
