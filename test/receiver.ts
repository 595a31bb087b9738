// Runs a local HTTPS receiver of hooks that stores everything it receives.
import { createServer } from "node:https";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { certificate } from "./processes/certificate.ts";

interface Sent {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // Untyped, because assertions check the fields they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

type Answering = (sent: Sent, response: ServerResponse) => void | Promise<void>;

export interface Receiver {
  readonly port: number;
  /** Received requests, in order of arrival. */
  readonly sent: Sent[];
  /** Replaces the answers to later requests. */
  answer(answering: Answering): void;
}

const port = z.object({ port: z.number() });

export async function openReceiver(address = "127.0.0.1"): Promise<Receiver> {
  let answering: Answering = (_, response) => void response.end("ok");
  const sent: Sent[] = [];
  const server = createServer({ key: certificate(), cert: certificate() }, (request, response) => {
    let text = "";
    request.on("data", (piece: Buffer) => (text += piece.toString()));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      const json: unknown = headers["content-type"] === "application/json" ? JSON.parse(text) : undefined;
      const one = { host: headers.host ?? "", path, headers, text, json };
      sent.push(one);
      void answering(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: port.parse(server.address()).port,
    sent,
    answer(next) {
      answering = next;
    },
  };
}
