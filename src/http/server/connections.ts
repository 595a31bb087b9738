// Limits connections per address, so that no address can occupy all connections. To make room, the oldest idle connection of the
// address with the most connections is closed.
import type { Socket } from "node:net";
import { addressCountedAs } from "./client-address.ts";

export interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

interface ConnectionHolder {
  readonly isProxy: boolean;
  count: number;
  /** Sockets without a running request, the longest idle first. */
  readonly idle: Set<Socket>;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #onClosed: () => void;
  readonly #holders = new Map<string, ConnectionHolder>();
  readonly #running = new WeakMap<Socket, number>();
  #count = 0;

  /** A proxy carries requests of many clients, so it has no limit of its own. */
  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean, onClosed: () => void) {
    this.#limits = limits;
    this.#isProxy = isProxy;
    this.#onClosed = onClosed;
  }

  get count(): number {
    return this.#count;
  }

  /** Counts a new connection, and closes an idle one if the limit is exceeded. */
  opened(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const name = addressCountedAs(address);
    const holder = this.#holders.get(name) ?? { isProxy: this.#isProxy(address), count: 0, idle: new Set() };
    this.#holders.set(name, holder);
    holder.count++;
    this.#count++;
    holder.idle.add(socket);
    socket.once("close", () => {
      holder.count--;
      this.#count--;
      holder.idle.delete(socket);
      if (holder.count === 0) this.#holders.delete(name);
    });
    if (!holder.isProxy && holder.count > this.#limits.connectionsPerAddress) this.#close(holder);
    else if (this.#count > this.#limits.connections) this.#close(this.#greatest() ?? holder);
  }

  /** Marks the connection as busy until the returned function is called. */
  begun(socket: Socket): () => void {
    const holder = this.#holders.get(addressCountedAs(socket.remoteAddress ?? ""));
    this.#running.set(socket, (this.#running.get(socket) ?? 0) + 1);
    holder?.idle.delete(socket);
    return () => {
      const left = (this.#running.get(socket) ?? 1) - 1;
      this.#running.set(socket, left);
      if (left === 0 && !socket.destroyed) holder?.idle.add(socket);
    };
  }

  /** Returns the address with the most connections, of the addresses with an idle connection. Proxies come last. */
  #greatest(): ConnectionHolder | undefined {
    let greatest: ConnectionHolder | undefined;
    for (const holder of this.#holders.values()) {
      if (holder.idle.size === 0) continue;
      const isGreater = greatest === undefined || holder.count > greatest.count;
      if (greatest === undefined || (greatest.isProxy && !holder.isProxy)) greatest = holder;
      else if (isGreater && holder.isProxy === greatest.isProxy) greatest = holder;
    }
    return greatest;
  }

  /** Closes the oldest idle connection. At least one is idle, because a new connection starts idle. */
  #close({ idle }: ConnectionHolder): void {
    const [oldest] = idle;
    if (oldest === undefined) return;
    idle.delete(oldest);
    oldest.destroy();
    this.#onClosed();
  }
}
