// A remote item model with selectable failure modes.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { readApprovedVectors } from "../../../src/providers/similarity/approved-vectors.ts";

export type Mood = "well" | "hangs" | "hangs-up" | "talks-nonsense";

const LIKED = "fresh tuna";

export class Provider {
  readonly #server: Server;
  readonly #answer: string;
  mood: Mood = "well";

  private constructor() {
    const embedding = [...(readApprovedVectors().get(LIKED) ?? [])];
    this.#answer = JSON.stringify({ data: [{ index: 0, embedding }] });
    this.#server = createServer((request, response) => {
      request.resume().on("end", () => this.#reply(response));
    });
  }

  static async start(): Promise<Provider> {
    const provider = new Provider();
    provider.#server.listen(0, "127.0.0.1");
    await once(provider.#server, "listening");
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1/embeddings`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #reply(response: ServerResponse): void {
    if (this.mood === "hangs") return;
    if (this.mood === "hangs-up") response.destroy();
    else response.end(this.mood === "well" ? this.#answer : "<html>Welcome to nginx!</html>");
  }
}
