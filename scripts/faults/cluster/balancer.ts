// A load balancer over ready APIs that can cut replies after their commit. It retries only requests that no API received, so a
// request that an API drops is a failed call.
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const CHECK_EVERY_MS = 100;

type ForwardOutcome = "answered" | "not sent" | "cut off";

export class Balancer {
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #ports: readonly number[];
  readonly #serving = new Set<number>();
  readonly #closed = new AbortController();
  #turn = 0;
  cutShare = 0;
  cuts = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  static async before(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    for (const port of ports) void balancer.#watch(port);
    return balancer;
  }

  get port(): number {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the server listens on TCP
    return (this.#server.address() as AddressInfo).port;
  }

  serves(port: number): boolean {
    return this.#serving.has(port);
  }

  close(): void {
    this.#closed.abort();
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Updates whether an API serves, by its readiness. */
  async #watch(port: number): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) this.#serving.add(port);
      else this.#serving.delete(port);
      await sleep(CHECK_EVERY_MS);
    }
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined);
    const tries = body === undefined ? 0 : this.#ports.length;
    for (let tried = 0; tried < tries; tried++) {
      const serving = [...this.#serving];
      const port = serving[this.#turn++ % serving.length];
      if (port === undefined) break;
      const outcome = await this.#send(port, incoming, body ?? Buffer.alloc(0), outgoing);
      if (outcome === "answered") return;
      this.#serving.delete(port);
      if (outcome === "cut off") break;
    }
    outgoing.writeHead(502, { "content-length": 0 }).end();
  }

  async #send(
    port: number,
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<ForwardOutcome> {
    const { promise, resolve } = Promise.withResolvers<ForwardOutcome>();
    const forward = async (answer: IncomingMessage): Promise<void> => {
      const text = await buffer(answer).catch(() => undefined);
      const { connection: _, ...headersLeft } = answer.headers;
      if (text !== undefined && Math.random() < this.cutShare) {
        this.cuts++;
        outgoing.destroy();
      } else if (text !== undefined) outgoing.writeHead(answer.statusCode ?? 502, headersLeft).end(text);
      resolve(text === undefined ? "cut off" : "answered");
    };
    const options = { port, host: "127.0.0.1", method, path: url, headers, agent: this.#agent };
    const sent = request(options, (answer) => void forward(answer));
    sent.on("error", (error) => resolve("code" in error && error.code === "ECONNREFUSED" ? "not sent" : "cut off"));
    sent.end(body);
    return promise;
  }
}
