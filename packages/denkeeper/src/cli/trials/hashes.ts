// The hashes that the rules of trials take as an argument, made by Node.
import { createHash, createHmac } from "node:crypto";
import type { Hashes } from "@denkeeper/trials/chance.ts";

export const HASHES: Hashes = {
  hmac: (key, text) => createHmac("sha256", key).update(text).digest(),
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
};
