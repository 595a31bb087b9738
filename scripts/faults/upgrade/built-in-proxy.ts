// A load balancer: round robin over the APIs that say they are ready. It repeats only what
// it could not send, so every request that an API drops is a failed call.
import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const CHECK_EVERY_MS = 100;

export class BuiltInProxy {
  readonly name = "a built-in load balancer";
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #ports: readonly number[];
  readonly #serving = new Set<number>();
  readonly #closed = new AbortController();
  #turn = 0;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  static async before(ports: readonly number[]): Promise<BuiltInProxy> {
    const proxy = new BuiltInProxy(ports);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    for (const port of ports) void proxy.#watch(port);
    return proxy;
  }

  get port(): number {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the server listens on TCP
    return (this.#server.address() as AddressInfo).port;
  }

  async serves(port: number): Promise<boolean> {
    return this.#serving.has(port);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** A slow answer is no reason to leave an API out: only one that refuses is. */
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
    const body = await buffer(incoming);
    for (const _ of this.#ports) {
      const serving = [...this.#serving];
      const port = serving[this.#turn++ % serving.length];
      if (port === undefined) break;
      const outcome = await this.#send(port, incoming, body, outgoing);
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
  ): Promise<"answered" | "not sent" | "cut off"> {
    const { promise, resolve } = Promise.withResolvers<"answered" | "not sent" | "cut off">();
    const forward = async (answer: IncomingMessage): Promise<void> => {
      const text = await buffer(answer).catch(() => undefined);
      const { connection: _, ...kept } = answer.headers;
      if (text !== undefined) outgoing.writeHead(answer.statusCode ?? 502, kept).end(text);
      resolve(text === undefined ? "cut off" : "answered");
    };
    const options = { port, host: "127.0.0.1", method, path: url, headers, agent: this.#agent };
    const sent = request(options, (answer) => void forward(answer));
    sent.on("error", (error) => resolve("code" in error && error.code === "ECONNREFUSED" ? "not sent" : "cut off"));
    sent.end(body);
    return promise;
  }
}
