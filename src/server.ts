// An app that listens. Stopping it takes no more connections, lets running requests finish, and then lets go.
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { App } from "./app.ts";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often a closing server looks for connections that have become idle. */
const CLOSE_IDLE_EVERY_MS = 50;

export interface Listening {
  readonly port: number;
  stop(): Promise<void>;
}

export async function listen(app: App, port: number): Promise<Listening> {
  const answer = getRequestListener(app.fetch);
  const options = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS };
  const server = createServer(options, (incoming, outgoing) => void answer(incoming, outgoing));
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, resolve);
  await opened;
  return { port: portOf(server), stop: () => stop(server, app) };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server, app: App): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  await closed;
  clearInterval(closing);
  await app.close();
}
