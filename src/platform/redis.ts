// Connects to Redis, as one server or a cluster. Calls have short timeouts, because callers can continue without Redis.
import { Cluster, Redis } from "ioredis";

/** A connection with pending replies that stays silent this long is reopened. */
const SOCKET_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 500;
const RETRY_AFTER_MS = 50;
/** More redirections occur only while nodes are down. */
const MAX_REDIRECTIONS = 3;

export type AnyRedis = Redis | Cluster;

const retryAfter = (times: number): number => Math.min(RETRY_AFTER_MS * times, MAX_RECONNECT_DELAY_MS);

/** Creates a client without connecting it. Several addresses, separated by commas, are nodes of one cluster. */
export function redisAt(urls: string): AnyRedis {
  const limits = { socketTimeout: SOCKET_TIMEOUT_MS, connectTimeout: SOCKET_TIMEOUT_MS };
  const [first = "", ...more] = urls.split(",");
  if (more.length === 0) {
    return new Redis(first, {
      ...limits,
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: retryAfter,
    });
  }
  // A cluster announces the addresses of its other nodes without credentials, so all nodes must share the same ones.
  const { username, password, protocol } = new URL(first);
  return new Cluster([first, ...more], {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: retryAfter,
    retryDelayOnFailover: RETRY_AFTER_MS,
    retryDelayOnClusterDown: RETRY_AFTER_MS,
    maxRedirections: MAX_REDIRECTIONS,
    slotsRefreshTimeout: SOCKET_TIMEOUT_MS,
    redisOptions: {
      ...limits,
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === "rediss:" ? { tls: {} } : {}),
    },
  });
}

/** Rejects unless Redis answers. In a cluster, every node with keys must answer. */
export async function ping(redis: AnyRedis): Promise<void> {
  if (redis instanceof Redis) {
    await redis.ping();
    return;
  }
  if (redis.status !== "ready") throw new Error("the cluster is not ready");
  await Promise.all(redis.nodes("master").map((node) => node.ping()));
}
