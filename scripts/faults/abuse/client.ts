// Sends single requests from a chosen loopback address, each on a new connection.
import { request } from "node:http";

export interface AbuseRequest {
  readonly port: number;
  readonly from: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface AbuseResponse {
  /** 0 if no answer arrived. */
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

const TIMEOUT_MS = 60_000;

export async function ask({ from, headers, body, ...to }: AbuseRequest): Promise<AbuseResponse> {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<AbuseResponse>();
  const done = (status: number, text = ""): void => resolve({ status, text, ms: performance.now() - started });
  const typed =
    body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const sent = request(
    {
      ...to,
      host: "127.0.0.1",
      localAddress: from,
      agent: false,
      timeout: TIMEOUT_MS,
      headers: { ...typed, ...headers },
    },
    (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (chunk: string) => (text += chunk))
        .once("end", () => done(response.statusCode ?? 0, text))
        .once("error", () => done(0));
    },
  );
  sent.once("timeout", () => sent.destroy()).once("error", () => done(0));
  sent.end(body);
  return promise;
}
