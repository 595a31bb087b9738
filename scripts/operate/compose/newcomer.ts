// An agent that comes to the house from outside: calls with TLS and certificate check where there is Caddy.
import { readFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { morningZone } from "../../faults/workload/care.ts";
import type { Installation } from "./installation.ts";

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

const registered = z.object({ your_token: z.string() });
const adopted = z.object({ creature: z.object({ id: z.string() }) });
const seen = z.object({
  creature: z.object({
    id: z.string(),
    name: z.string(),
    stage: z.string(),
    alive: z.boolean(),
    image_url: z.string().nullable(),
    personality_traits: z.array(z.string()),
  }),
});
const cared = z.object({ action_result: z.object({ success: z.boolean() }) });
const past = z.object({ care_log: z.array(z.unknown()) });

export class Newcomer {
  readonly #house: Installation;
  #key = "";
  #creature = "";

  constructor(house: Installation) {
    this.#house = house;
  }

  async register(username: string): Promise<void> {
    this.#key = registered.parse(
      await this.#json("POST", "/api/auth/register", 201, { username, timezone: morningZone() }),
    ).your_token;
  }

  async adopt(name: string): Promise<void> {
    this.#creature = adopted.parse(
      await this.#json("POST", "/api/house/adopt", 201, { name, species_slug: "housecat" }),
    ).creature.id;
  }

  async status(): Promise<z.infer<typeof seen>["creature"]> {
    return seen.parse(await this.#json("GET", `/api/house/status?creature_id=${this.#creature}`)).creature;
  }

  async care(action: string, item?: string): Promise<void> {
    const body = { action, creature_id: this.#creature, ...(item === undefined ? {} : { item }) };
    const answer = await this.#json("POST", "/api/house/care", 200, body);
    const { action_result: result } = cared.parse(answer);
    if (!result.success) throw new Error(`${action}: ${JSON.stringify(answer)}`);
  }

  /** Everything that the creature has been through. */
  async history(): Promise<readonly unknown[]> {
    return past.parse(await this.#json("GET", `/api/house/history?creature_id=${this.#creature}&limit=100`)).care_log;
  }

  /** The portrait, once the worker has drawn it. */
  async portrait(): Promise<Buffer | undefined> {
    const { image_url: url } = await this.status();
    if (url === null) return undefined;
    const address = new URL(url);
    const { status, type, body } = await this.#call("GET", `${address.pathname}${address.search}`);
    return status === 200 && type === "image/webp" ? body : undefined;
  }

  /** The status of the answer. */
  async reads(path: string): Promise<number> {
    return (await this.#call("GET", path)).status;
  }

  async #json(method: string, path: string, wanted = 200, body?: object): Promise<unknown> {
    const { status, body: text } = await this.#call(method, path, body);
    if (status !== wanted) throw new Error(`${method} ${path} was answered with ${status}: ${text.toString()}`);
    return JSON.parse(text.toString());
  }

  async #call(method: string, path: string, body?: object): Promise<Answer> {
    const { address, authority, hasCaddy } = this.#house;
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const headers = {
      ...(this.#key === "" ? {} : { authorization: `Bearer ${this.#key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const options = { method, headers, ...(hasCaddy ? { ca: readFileSync(authority) } : {}) };
    const sent = (hasCaddy ? https : http).request(`${address}${path}`, options, resolve);
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const answer = await promise;
    const type = answer.headers["content-type"] ?? "";
    return { status: answer.statusCode ?? 0, type, body: await buffer(answer) };
  }
}
