// Runs the app as an HTTP server. Clients that send or read slowly are disconnected, and requests beyond capacity are
// rejected immediately. On shutdown it accepts no more connections, finishes running requests, and closes.
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
  /** Releases the database and Redis. Call it when no request is running any more. */
  close(): Promise<void>;
}

export interface ServerLimits {
  /** How long the headers of a request may take to arrive, and the whole of it. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a connection may be silent while a request is in work or its answer is not taken: longer than the longest wait for events. */
  readonly silenceMs: number;
  /** Longer than the minute after which load balancers let go of an idle connection. */
  readonly keepAliveMs: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** Of one address that is not a proxy of ours. */
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
/** Connections that the system holds for us while we are busy; it allows no more than net.core.somaxconn. */
const BACKLOG = 4_096;
/** Far more than orchestrators ask. Counted by each process alone: nothing outside of it may hide how it is. */
const PROBES_A_WINDOW = 1_200;
const PROBE_WINDOW_MS = 60_000;
/** How often slow clients are looked for. */
const LOOK_EVERY_MS = 500;
/** How often a closing server looks for connections that have become idle. */
const CLOSE_IDLE_EVERY_MS = 50;
/** Whoever is not done by then is cut off. */
const LAST_REQUESTS_MS = 25_000;

export interface ListeningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the app on a port, and lets go of it when stopped. */
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

/** Serves only the probes: for a worker, which has no other door. */
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
  const max = Math.max(1, Math.round(PROBES_A_WINDOW * config.rateLimitFactor));
  const standingOf = (incoming: IncomingMessage): LimitStatus => {
    const { count, endsAt } = windows.hit(addressOf(incoming, config.trustedProxies), PROBE_WINDOW_MS, services.now());
    return { limit: max, remaining: Math.max(0, max - count), exceeded: count > max, resetsAt: endsAt };
  };
  const { metricsToken } = config;
  return probesOf({ metrics, readiness, metricsToken, headers, log: services.log, now: services.now, standingOf });
}

function serverFor({ services }: App, limits: ServerLimits, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, limits.headersMs),
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
    },
    listener,
  );
  // We close idle ones before that.
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
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ port, backlog: BACKLOG, ...(host === undefined ? {} : { host }) }, resolve);
  await promise;
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
