// Serves the built-in model (ROLE=embedder) in the OpenAI embeddings format, so many API processes share one copy.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import { portOf } from "../../platform/port.ts";
import { isSameSecret } from "../../platform/secret-compare.ts";
import type { Embedder } from "./embedder.ts";

const MAX_BODY_BYTES = 64 * 1024;
const MAX_TEXTS = 64;
const MAX_LETTERS = 1000;
const REQUEST_TIMEOUT_MS = 10_000;

const text = z.string().min(1).max(MAX_LETTERS);
const question = z.object({
  model: z.string(),
  input: z.union([text.transform((one) => [one]), z.array(text).min(1).max(MAX_TEXTS)]),
  encoding_format: z.literal("float").default("float"),
});

export interface ModelServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  readonly embedder: Embedder;
  /** Asked for as a bearer token, when there is one. */
  readonly key: string | undefined;
  /** 0 takes a free port. */
  readonly port: number;
  readonly host?: string | undefined;
  readonly onFailure?: (error: unknown) => void;
}

/** An answer that is not a success. */
class Refusal extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

export async function serveModel(options: ModelServerOptions): Promise<ModelServer> {
  const { embedder, port, host, onFailure = () => {} } = options;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void answer(options, request).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        if (!(error instanceof Refusal)) onFailure(error);
        const { status, type, message } = error instanceof Refusal ? error : UNAVAILABLE;
        send(response, status, { error: { message, type, param: null, code: null } });
      },
    );
  });
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  await opened;
  embedder.warm();
  return {
    port: portOf(server),
    async close() {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      server.closeIdleConnections();
      await closed;
      await embedder.close();
    },
  };
}

/** The model is busy, starting or broken; whoever asks knows to do without. */
const UNAVAILABLE = new Refusal(503, "server_error", "The model cannot answer now.");

async function answer({ embedder, key }: ModelServerOptions, request: IncomingMessage): Promise<object> {
  const path = (request.url ?? "").split("?", 1)[0];
  if (request.method === "GET" && path === "/livez") return { status: "ok" };
  if (request.method === "GET" && path === "/readyz") {
    await embedder.embed(["ready"]);
    return { status: "ok", model: embedder.model };
  }
  if (key !== undefined && !isKey(request.headers.authorization, key)) {
    throw new Refusal(401, "invalid_request_error", "The key is wrong or missing.");
  }
  if (path !== "/v1/embeddings") throw new Refusal(404, "invalid_request_error", "Only /v1/embeddings is here.");
  if (request.method !== "POST") throw new Refusal(405, "invalid_request_error", "Only POST is known here.");
  const read = question.safeParse(await bodyOf(request));
  if (!read.success) throw new Refusal(400, "invalid_request_error", z.prettifyError(read.error));
  const { model, input } = read.data;
  if (model !== embedder.model) throw new Refusal(404, "invalid_request_error", `The only model is ${embedder.model}.`);
  const vectors = await embedder.embed(input);
  return {
    object: "list",
    model,
    data: vectors.map((vector, index) => ({ object: "embedding", index, embedding: [...vector] })),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  };
}

function isKey(authorization: string | undefined, key: string): boolean {
  return isSameSecret(authorization ?? "", `Bearer ${key}`);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  const sent: AsyncIterable<Buffer> = request;
  for await (const chunk of sent) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Refusal(413, "invalid_request_error", "The body is too large.");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new Refusal(400, "invalid_request_error", "The body is no JSON.");
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const isDone = status === 413 ? { connection: "close" } : {};
  response.writeHead(status, { "content-type": "application/json", ...isDone }).end(JSON.stringify(body));
}
