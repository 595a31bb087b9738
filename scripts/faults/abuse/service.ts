// Starts the service under attack with its own database and Redis keys, and with providers that never answer.
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { migrate } from "../../../src/model/migrate.ts";
import { Database } from "../../../src/platform/database/db.ts";
import { REDIS_URL } from "../../../test/processes/databases.ts";
import { makeDatabase, startService } from "../../house.ts";
import { crowd } from "../../seed/crowd.ts";
import { storeCrowd } from "../../seed/store-crowd.ts";

const PAY_TO = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

/** Starts a server that accepts connections and never answers. */
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

export async function startAttacked(creatures: number) {
  const { name, url: databaseUrl, drop } = await makeDatabase();
  const silence = await startSilence();
  const settings = {
    DATABASE_URL: databaseUrl,
    REDIS_URL,
    REDIS_PREFIX: name,
    LOG_LEVEL: "fatal",
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
  const stopAll = async () => {
    silence.stop();
    await drop();
    const redis = new Redis(REDIS_URL);
    const keys = await redis.keys(`${name}:*`);
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  };
  try {
    await migrate(databaseUrl);
    const [database, now] = [new Database(databaseUrl, 2, (error) => console.error(error.message)), Date.now()];
    await storeCrowd(database, crowd(creatures, now), now).finally(() => database.close());
    const { port, stop } = await startService(settings);
    // A graceful stop would wait for providers that never answer.
    return { port, databaseUrl, stop: () => stop("SIGKILL").then(stopAll) };
  } catch (thrown) {
    await stopAll();
    throw thrown;
  }
}
