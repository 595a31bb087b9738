// Runs a local receiver of hooks: HTTPS on localhost with its own certificate, which other processes trust through
// NODE_EXTRA_CA_CERTS.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { certificate } from "./certificate.ts";

export interface ReceivedMessage {
  /** Delivery id, constant over attempts. */
  readonly id: string;
  readonly type: string;
  /** `at` is when the event happened, `receivedAt` when the message arrived. */
  readonly at: number;
  readonly receivedAt: number;
  readonly creatureId: string;
}

export interface HookReceiver {
  readonly url: string;
  /** Settings that allow a process to send to this receiver. */
  readonly env: Readonly<Record<string, string>>;
  /** Messages in order of arrival. */
  readonly received: readonly ReceivedMessage[];
  stop(): Promise<void>;
}

/** `status` chooses the HTTP status of each reply. */
export async function openHookReceiver(
  status: (message: ReceivedMessage) => number | Promise<number> = () => 204,
): Promise<HookReceiver> {
  const folder = await mkdtemp(join(tmpdir(), "receiver-"));
  const certFile = join(folder, "certificate.pem");
  await writeFile(certFile, certificate());
  const received: ReceivedMessage[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(await text(request));
    const message = messageOf(String(request.headers["webhook-id"]), body);
    received.push(message);
    response.writeHead(await status(message)).end();
  };
  const server = createServer(
    { key: certificate(), cert: certificate() },
    (request, response) => void take(request, response),
  );
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: "https://localhost/hook",
    env: { NODE_EXTRA_CA_CERTS: certFile, HOOKS_ALLOW_HOSTS: `localhost:${port}` },
    received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

function messageOf(id: string, body: unknown): ReceivedMessage {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the body of a hook's message
  const { type, timestamp, data } = body as { type: string; timestamp: string; data: { creature?: { id: string } } };
  return { id, type, at: Date.parse(timestamp), receivedAt: Date.now(), creatureId: data.creature?.id ?? "" };
}
