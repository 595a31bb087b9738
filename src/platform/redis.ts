// Redis, as one server or as a cluster. Calls have short timeouts, because callers can continue without it.
import { Cluster, Redis } from "ioredis";

/** A connection that is silent this long while replies are due is closed and opened again. */
const SOCKET_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 500;
const RETRY_AFTER_MS = 50;
/** Redirects beyond these only occur while nodes are away. */
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
  // The cluster only announces addresses of other nodes: all nodes share the same credentials.
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

/** Rejects unless Redis answers: of a cluster, every node that has keys. */
export async function ping(redis: AnyRedis): Promise<void> {
  if (redis instanceof Redis) {
    await redis.ping();
    return;
  }
  if (redis.status !== "ready") throw new Error("the cluster is not ready");
  await Promise.all(redis.nodes("master").map((node) => node.ping()));
}
