// A caller that measures the texts that an agent sends and receives, with fixed ids, keys, addresses and instants.
import { encode } from "gpt-tokenizer";

export interface TextSize {
  readonly bytes: number;
  readonly tokens: number;
  readonly lines: number;
}

const FIXED: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "01890a5d-ac96-774b-bcce-b302099a8057"],
  [/\bdk(?<kind>[a-z]?)_[\dA-Za-z]{20,}/g, `dk$<kind>_${"k3XvQ9ZtB7mLc2Rw".repeat(4)}`],
  [/http:\/\/127\.0\.0\.1:\d+/g, "http://localhost:3000"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "2026-11-16T12:34:56.789Z"],
];

export function sizeOf(text: string): TextSize {
  const stable = FIXED.reduce((shown, [pattern, instead]) => shown.replaceAll(pattern, instead), text);
  return {
    bytes: Buffer.byteLength(stable),
    tokens: encode(stable).length,
    lines: stable.trimEnd().split("\n").length,
  };
}

export class Reader {
  readonly #base: string;
  #key: string | undefined;
  #read: string[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  set key(key: string) {
    this.#key = key;
  }

  /** Returns the total size of the texts since the previous call of this method. */
  taken(): TextSize {
    const sizes = this.#read.map(sizeOf);
    this.#read = [];
    const sum = (of: (size: TextSize) => number) => sizes.reduce((total, size) => total + of(size), 0);
    return { bytes: sum(({ bytes }) => bytes), tokens: sum(({ tokens }) => tokens), lines: sum(({ lines }) => lines) };
  }

  /** Makes a call, and counts its body and answer. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    const sent = body === undefined ? [] : [JSON.stringify(body)];
    const text = await this.#text(method, path, body);
    this.#read.push(...sent, text);
    return JSON.parse(text);
  }

  /** Makes a call without counting it. */
  async aside(method: string, path: string, body?: object): Promise<unknown> {
    return JSON.parse(await this.#text(method, path, body));
  }

  async document(path: string): Promise<string> {
    const text = await this.#text("GET", path);
    this.#read.push(text);
    return text;
  }

  async #text(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        accept: "application/json, text/event-stream;q=0.5, */*;q=0.1",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 300)}`);
    return text;
  }
}
