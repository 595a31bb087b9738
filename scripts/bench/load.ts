// Closed-loop load: each connection sends its next request as soon as the previous answer arrives. Requests are prebuilt bytes on
// plain sockets, because a full HTTP client would use more CPU than the measured server.
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: (\d+)/i;
const STATUS_AT = 9;
const NOTHING = Buffer.alloc(0);

export interface LoadAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Decodes the body only on demand, because the load generator must be cheaper than the measured server. */
class ResponseReader implements LoadAnswer {
  readonly status: number;
  readonly head: string;
  readonly #bytes: Buffer;

  constructor(head: string, bytes: Buffer) {
    this.status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
    this.head = head;
    this.#bytes = bytes;
  }

  get body(): string {
    return this.#bytes.toString("utf8");
  }
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
    const answer = new ResponseReader(head, this.#received.subarray(bodyAt));
    this.#received = NOTHING;
    this.#waiting?.resolve(answer);
  }
}

export interface LoadResult {
  /** Milliseconds until each answer arrived. */
  readonly latencies: readonly number[];
  /** Counts of answers other than 200, by status. */
  readonly refused: ReadonlyMap<number, number>;
}

/** Sends `calls` requests over `connections` connections; `next` returns each request. */
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
