// A TCP proxy in front of an API process. It can cut replies: the request arrives, the change commits, and the client
// gets no answer.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";

export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Which share of the replies is cut. */
  cutShare = 0;
  /** Replies that were cut so far. */
  cuts = 0;

  private constructor(target: number) {
    this.#server = createServer({ noDelay: true }, (client) => this.#pass(client, target));
  }

  static async before(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(client: Socket, target: number): void {
    const server = connect({ port: target, host: "127.0.0.1", noDelay: true });
    const cut = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", cut);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        cut();
      });
    }
    client.on("data", (request) => server.write(request));
    server.on("data", (reply) => {
      if (this.cutShare > 0 && Math.random() < this.cutShare) {
        this.cuts++;
        cut();
      } else client.write(reply);
    });
  }
}
