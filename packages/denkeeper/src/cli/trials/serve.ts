// One run in memory over HTTP, as the service would answer it: for evaluations that have no account and no network.
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { PRACTICE_SEASON, PRACTICE_SEEDS } from "@denkeeper/trials/chance.ts";
import { bookIn } from "@denkeeper/trials/relay/book.ts";
import practice from "@denkeeper/trials/relay/book-practice.json" with { type: "json" };
import { RelayRun } from "@denkeeper/trials/relay/relay-run.ts";
import { RelayService } from "@denkeeper/trials/relay/relay-service.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import type { Context } from "../context.ts";
import { CliError } from "../failure.ts";
import { parsed } from "../json.ts";
import { HASHES, haveTemporal, hmacOf } from "./hashes.ts";

const MOST_BYTES = 100_000;

interface ServeOptions {
  readonly scenario: string;
  readonly seed: string;
  readonly host: string;
  readonly port: number;
  readonly entry: string;
  readonly out?: string;
}

export async function trialServe(context: Context, options: ServeOptions): Promise<void> {
  const { scenario, seed, host, port, entry, out } = options;
  await haveTemporal();
  const number = Number(/^practice-(\d+)$/.exec(seed)?.[1]);
  if (scenario !== RELAY_1.name || !(number >= 1 && number <= PRACTICE_SEEDS))
    throw new CliError(
      `${scenario} with the seed ${seed} is not served`,
      `Only ${RELAY_1.name} is, with the seeds practice-1 to practice-${PRACTICE_SEEDS}.`,
    );
  const run = new RelayRun(seed, bookIn(practice, HASHES), HASHES);
  const service = new RelayService(run, { season: PRACTICE_SEASON, entry, number }, HASHES);
  let isKept = false;
  const keep = () => {
    if (isKept || out === undefined || service.scored === undefined) return;
    writeRunFile(join(out, `${scenario}-${seed}`), service.scored.text);
    isKept = true;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url: path = "", headers } = request;
    const hasKey = headers.authorization !== undefined || headers["x-api-key"] !== undefined;
    const [status, body] = await service.answer(`${method} ${path}`, parsed(await textIn(request)), hasKey);
    keep();
    const isText = typeof body === "string";
    const type = isText ? "application/x-ndjson; charset=utf-8" : "application/json; charset=utf-8";
    response.writeHead(status, { "content-type": type }).end(isText ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await once(server.listen(port, host), "listening");
  const end = () => {
    run.abandon();
    keep();
    server.close();
    server.closeAllConnections();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  const address = server.address();
  const url = `http://${host}:${typeof address === "object" ? address?.port : port}`;
  context.print({ url, run: seed }, () => url);
}

async function textIn(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) if (text.length < MOST_BYTES) text += String(chunk);
  return text;
}

/** The file, compressed, as `trial verify` takes it. With RUN_FILE_KEY set, its HMAC lies beside it. */
export function writeRunFile(name: string, text: string): void {
  mkdirSync(dirname(name), { recursive: true });
  const [path, bytes] = [`${name}.jsonl.gz`, gzipSync(text)];
  const hmac = hmacOf(bytes);
  // First the HMAC: who finds the file finds both.
  if (hmac !== undefined) writeFileSync(`${path}.hmac`, `${hmac}\n`);
  writeFileSync(path, bytes);
}
