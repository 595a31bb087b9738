// An inbox for trying hooks without a receiver: accepts messages at any https://localhost address and shows them on a page, whose port
// stays the same.
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createPage, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { certificate } from "../../test/processes/certificate.ts";

/** Constant, so that hooks created before a restart can still be decrypted. */
const KEYS = "seals-the-hooks-of-npm-run-dev-only";
const MOST_SHOWN = 100;

export interface Inbox {
  /** Page that shows the messages. */
  readonly url: string;
  /** Settings that make the service deliver to this inbox. */
  readonly env: Readonly<Record<"HOOKS_KEYS" | "HOOKS_ALLOW_HOSTS" | "NODE_EXTRA_CA_CERTS", string>>;
  stop(): void;
}

/** Listens on the wanted port, or on any free one if the wanted port is taken. */
async function portOf(server: Pick<Server, "listen" | "address"> & NodeJS.EventEmitter, wanted = 0): Promise<number> {
  server.listen(wanted, "localhost");
  const isTaken = await once(server, "listening").then(
    () => false,
    () => true,
  );
  if (isTaken && wanted !== 0) return portOf(server);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the inbox has no port");
  return address.port;
}

/** Starts an inbox with a new certificate. Resolves when it accepts connections. */
export async function openInbox(folder: string): Promise<Inbox> {
  const pem = certificate();
  const file = join(folder, "inbox.pem");
  const known = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${pem}\n${known === "" ? "" : readFileSync(known, "utf8")}`, { mode: 0o600 });

  const messages: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    messages.unshift(`${new Date().toISOString()}  ${request.url ?? ""}\n${indented(body)}\n`);
    messages.splice(MOST_SHOWN);
    response.end("ok");
  };
  const receiver = createServer({ key: pem, cert: pem }, (request, response) => void take(request, response));
  const page = createPage((_, response) => {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8", refresh: "5" });
    response.end(messages.join("\n") || "No message has arrived yet. This page reloads every five seconds.\n");
  });
  const servers = [receiver, page];
  const port = await portOf(receiver);
  const noted = join(folder, "inbox.port");
  const pagePort = await portOf(page, existsSync(noted) ? Number(readFileSync(noted, "utf8")) : 0);
  writeFileSync(noted, String(pagePort));
  return {
    url: `http://localhost:${pagePort}`,
    env: { HOOKS_KEYS: KEYS, HOOKS_ALLOW_HOSTS: `localhost:${port}`, NODE_EXTRA_CA_CERTS: file },
    stop() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
