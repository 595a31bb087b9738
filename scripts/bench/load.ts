// Sends prebuilt requests over plain sockets, because an HTTP client would use more CPU than the measured server.
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: (\d+)/i;
const STATUS_AT = 9;
const NOTHING = Buffer.alloc(0);

export interface LoadAnswer {
  readonly status: number;
  /** Decoded only when it is read, which saves CPU time. */
  readonly body: string;
}

/** A keep-alive connection with one request in flight at a time. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = NOTHING;
  #waiting: PromiseWithResolvers<LoadAnswer> | undefined;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1").setNoDelay(true);
    this.#socket.on("data", (chunk: Buffer) => this.#take(chunk));
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("the server closed the connection")));
  }

  ask(request: string): Promise<LoadAnswer> {
    this.#waiting = Promise.withResolvers<LoadAnswer>();
    this.#socket.write(request);
    return this.#waiting.promise;
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const length = LENGTH.exec(head)?.[1];
    if (length === undefined) return this.#waiting?.reject(new Error(`an answer without a length:\n${head}`));
    const bodyAt = headEnd + HEAD_END.length;
    if (this.#received.length < bodyAt + Number(length)) return;
    const body = this.#received.subarray(bodyAt);
    this.#received = NOTHING;
    this.#waiting?.resolve({
      status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
      get body() {
        return body.toString("utf8");
      },
    });
  }
}

export interface LoadResult {
  /** Milliseconds from each request to its answer. */
  readonly latencies: readonly number[];
  /** Counts of answers other than 200, by status. */
  readonly refused: ReadonlyMap<number, number>;
}

/** Sends `calls` requests. Each connection sends its next one as soon as the previous answer has arrived. */
export async function load(port: number, connections: number, calls: number, next: () => string): Promise<LoadResult> {
  const latencies: number[] = [];
  const refused = new Map<number, number>();
  let left = calls;
  const work = async (): Promise<void> => {
    const connection = new Connection(port);
    while (left-- > 0) {
      const asked = performance.now();
      const { status } = await connection.ask(next());
      latencies.push(performance.now() - asked);
      if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { latencies, refused };
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
