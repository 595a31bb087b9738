// What the rules of trials take from Node: hashes as an argument, and Temporal.
import { createHash, createHmac } from "node:crypto";
import type { Hashes } from "@denkeeper/trials/chance.ts";

export const HASHES: Hashes = {
  hmac: (key, text) => createHmac("sha256", key).update(text).digest(),
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
};

/** Node 26 has Temporal built in. */
export async function haveTemporal(): Promise<void> {
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
}

/** Under RUN_FILE_KEY, by which whoever starts a run knows its file again; undefined where none is set. */
export function hmacOf(file: Uint8Array): string | undefined {
  const { RUN_FILE_KEY: key = "" } = process.env;
  return key === "" ? undefined : createHmac("sha256", key).update(file).digest("hex");
}
