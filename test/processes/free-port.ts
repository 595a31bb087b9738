// Finds a free port for a program that needs one as an argument.
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Returns true if something listens on the port. */
export async function listens(port: number, host = "127.0.0.1"): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, host);
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}
