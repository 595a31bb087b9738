// Runs the app as an HTTP server. Slow clients are disconnected, and requests beyond capacity are rejected immediately. A
// stopping server accepts no connections, finishes running requests, and closes.
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Services } from "../request/services.ts";
import type { HonoApp } from "./mount.ts";
import { addressOf, isProxy } from "./client-address.ts";
import { Connections } from "./connections.ts";
import type { LimitStatus } from "../message/request-context.ts";
import { portOf } from "../../platform/port.ts";
import { quiet } from "../../platform/quiet.ts";
import { LocalWindows } from "../../platform/local-windows.ts";
import { hangUp, rejectRequest } from "./refuse.ts";
import { lanesOf } from "../guard/lanes.ts";
import { securityHeaders } from "../respond/security-headers.ts";
import { probesOf } from "./probes.ts";

export interface App {
  readonly services: Services;
  readonly fetch: HonoApp["fetch"];
  /** Closes the connections to the database and Redis. Call it only after all requests have ended. */
  close(): Promise<void>;
}

export interface ServerLimits {
  /** Time limit for the headers. `requestMs` limits the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Longest silence while a request runs or its reply is unread. Exceeds the longest long poll. */
  readonly silenceMs: number;
  /** Exceeds the 60 seconds after which load balancers close an idle connection. */
  readonly keepAliveMs: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** Limit for an address that is not a trusted proxy. */
  readonly connectionsPerAddress: number;
}

export const LIMITS: ServerLimits = {
  headersMs: 5_000,
  requestMs: 15_000,
  silenceMs: 45_000,
  keepAliveMs: 65_000,
  headerBytes: 16 * 1024,
  connections: 10_000,
  connectionsPerAddress: 1_000,
};
const SPARE_CONNECTIONS = 64;
/** Connections that the kernel queues while the process is busy. net.core.somaxconn limits this further. */
const BACKLOG = 4_096;
/** Far more than orchestrators send. Each process counts alone, because probes must not depend on Redis. */
const PROBES_PER_WINDOW = 1_200;
const PROBE_WINDOW_MS = 60_000;
const CHECK_SLOW_EVERY_MS = 500;
const CLOSE_IDLE_EVERY_MS = 50;
/** Requests that run longer than this during a stop are cut off. */
const LAST_REQUESTS_MS = 25_000;

export interface ListeningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the app on a port until it is stopped. */
export async function listen(app: App, port: number, limits: Partial<ServerLimits> = {}): Promise<ListeningServer> {
  const answer = getRequestListener(app.fetch);
  const { concurrency, suspectKeys, config } = app.services;
  const isProbe = probesFor(app);
  const server = serverFor(app, { ...LIMITS, ...limits }, (incoming, outgoing) => {
    if (isProbe(incoming, outgoing)) return;
    outgoing.once("close", quiet.enter());
    if (app.services.readiness.isStopping) outgoing.setHeader("connection", "close");
    const lanes = lanesOf(incoming.headers, suspectKeys, () => addressOf(incoming, config.trustedProxies));
    const turn = concurrency.turnOf(lanes);
    const rejection = turn.rejection();
    if (rejection !== undefined) return rejectRequest(incoming, outgoing, rejection, app.services);
    outgoing.once("close", () => turn.end());
    const start = (): void => void answer(incoming, outgoing);
    concurrency.admit(start, () => incoming.socket.destroyed, turn, incoming);
  });
  await opened(server, port, app.services.config.host);
  return {
    port: portOf(server),
    async stop() {
      app.services.longPollHub.stop();
      await close(server);
      await app.close();
    },
  };
}

/** Serves only the probes, because a worker answers no other requests. */
export async function listenForProbes(app: App, port: number): Promise<ListeningServer> {
  const isProbe = probesFor(app);
  const server = serverFor(app, LIMITS, (incoming, outgoing) => {
    if (!isProbe(incoming, outgoing)) outgoing.writeHead(404).end();
  });
  await opened(server, port, app.services.config.host);
  return { port: portOf(server), stop: () => close(server) };
}

function probesFor({ services }: App): ReturnType<typeof probesOf> {
  const { metrics, readiness, config } = services;
  const headers = securityHeaders(config.baseUrl);
  const windows = new LocalWindows();
  const max = Math.max(1, Math.round(PROBES_PER_WINDOW * config.rateLimitFactor));
  const countRequest = (incoming: IncomingMessage): LimitStatus => {
    const { count, endsAt } = windows.hit(addressOf(incoming, config.trustedProxies), PROBE_WINDOW_MS, services.now());
    return { limit: max, remaining: Math.max(0, max - count), exceeded: count > max, resetsAt: endsAt };
  };
  const { metricsToken } = config;
  return probesOf({ metrics, readiness, metricsToken, headers, log: services.log, now: services.now, countRequest });
}

function serverFor({ services }: App, limits: ServerLimits, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(CHECK_SLOW_EVERY_MS, limits.headersMs),
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
    },
    listener,
  );
  // Acts as a hard limit. `Connections` closes idle connections before it is reached.
  server.maxConnections = limits.connections + SPARE_CONNECTIONS;
  const { trustedProxies } = services.config;
  const connections = new Connections(
    limits,
    (address) => isProxy(trustedProxies, address),
    () => services.metrics.rejected("connections"),
  );
  server.on("connection", (socket) => connections.opened(socket));
  server.on("request", ({ socket }, outgoing) => outgoing.once("close", connections.begun(socket)));
  server.setTimeout(limits.silenceMs);
  server.on("clientError", (error, socket) => hangUp(error, socket, services));
  return server;
}

async function opened(server: Server, port: number, host: string | undefined): Promise<void> {
  server.listen({ port, backlog: BACKLOG, ...(host === undefined ? {} : { host }) });
  await once(server, "listening");
}

async function close(server: Server): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
  await closed;
  clearInterval(closing);
  clearTimeout(giveUp);
}
