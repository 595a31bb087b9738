// Runs a pooler that behaves like PgBouncer before 1.21 in transaction mode: one connection to PostgreSQL serves all clients in
// turn, and keeps the prepared statements of each. `npm run faults -- pooler` tests real poolers.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Client } from "pg";
import { portOf } from "../../src/platform/port.ts";

function message(type: string, ...parts: readonly (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part !== "number") return Buffer.from(part);
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message("Z", "I");
const SHORT = (number: number) => Buffer.from([0, number]);

/** Splits received bytes into complete messages and the rest. */
function split(bytes: Buffer): readonly [messages: readonly Buffer[], rest: Buffer] {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length >= at + 5 && bytes.length >= at + 1 + bytes.readInt32BE(at + 1)) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    messages.push(bytes.subarray(at, end));
    at = end;
  }
  return [messages, bytes.subarray(at)];
}

export interface StandInPooler {
  readonly url: string;
  close(): Promise<void>;
}

/** `version` is the version that the pooler's console reports; without it, the pooler has no console. */
export async function startPooler(databaseUrl: string, version?: string): Promise<StandInPooler> {
  const server = new Client({ connectionString: databaseUrl });
  server.on("error", () => {});
  await server.connect();
  const { stream } = (server as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners("data");
  let turn = Promise.resolve();

  /** Sends a client's batch to PostgreSQL once the batch before is answered, and PostgreSQL's answer to the client. */
  const exchange = async (client: Socket, batch: Buffer, before: Promise<void>): Promise<void> => {
    await before;
    let rest = Buffer.alloc(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = (chunk: Buffer): void => {
      client.write(chunk);
      const [messages, left] = split(Buffer.concat([rest, chunk]));
      rest = Buffer.from(left);
      if (messages.at(-1)?.[0] === READY[0]) resolve();
    };
    stream.on("data", answered).write(batch);
    await promise;
    stream.off("data", answered);
  };
  const console = (client: Socket): void => {
    const column = message("T", SHORT(1), "version\0", 0, SHORT(0), 25, SHORT(4), -1, SHORT(0));
    const row = message("D", SHORT(1), `PgBouncer ${version}`.length, `PgBouncer ${version}`);
    client.write(Buffer.concat([column, row, message("C", "SHOW\0"), READY]));
  };
  const sockets = new Set<Socket>();
  const pooler = createServer((client) => {
    let waiting = Buffer.alloc(0);
    let batch: Buffer[] = [];
    sockets.add(client.on("error", () => {}));
    client.once("data", (startup: Buffer) => {
      const isConsole = startup.includes("database\0pgbouncer\0");
      if (isConsole && version === undefined)
        return void client.end(message("E", "SFATAL\0C3D000\0Mno such database\0\0"));
      client.write(Buffer.concat([message("R", 0), message("K", 1, 1), READY]));
      client.on("data", (chunk: Buffer) => {
        const [messages, left] = split(Buffer.concat([waiting, chunk]));
        waiting = Buffer.from(left);
        for (const each of messages) {
          const type = String.fromCharCode(each[0] ?? 0);
          if (type === "X") return void client.end();
          batch.push(each);
          if (type !== "S" && type !== "Q") continue;
          if (isConsole) console(client);
          else turn = exchange(client, Buffer.concat(batch), turn);
          batch = [];
        }
      });
    });
  }).listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(portOf(pooler));
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      pooler.close();
      stream.destroy();
    },
  };
}
