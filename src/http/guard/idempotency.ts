// A repeated call gets the first answer again and has no second effect (decision 0008). Answers are stored compressed;
// one that contains a secret is encrypted under its Idempotency-Key, of which the database knows only a hash.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { canonical } from "@denkeeper/rules/time/canonical.ts";
import type { FoundIdempotencyRecord, IdempotencyRecord } from "../../store/idempotency/idempotency.ts";
import { expiredBefore } from "../../store/idempotency/idempotency.ts";
import type { Contract } from "../contract/contract.ts";
import type { Body, RequestContext } from "../message/request-context.ts";
import { headerOf } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";

const KEEP_SECRET_MS = 10 * 60_000;
const MAX_KEY_LENGTH = 255;
const MIN_SECRET_KEY_LENGTH = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What makes two calls the same call. */
export interface IdempotentCall {
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Thrown to answer with what was answered before. */
export class Replay extends Error {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> | null) {
    super("replayed");
    this.name = "Replay";
    this.status = status;
    this.text = text;
    this.headers = headers ?? {};
  }
}

/** What an Idempotency-Key makes of the call; a failure when the key is not valid. */
export function idempotentCallOf(
  contract: Contract,
  request: RequestContext,
  body: Body,
): IdempotentCall | Failure | undefined {
  const key = idempotencyKeyOf(contract, headerOf(request, "idempotency-key"));
  if (key === undefined || key instanceof Failure) return key;
  const value = body.kind === "json" ? body.value : undefined;
  return { key, fingerprint: fingerprintOf(contract.method, request.path + request.search, value) };
}

/** The Idempotency-Key of a call that is not a read; undefined when it has none, a failure when it is no key. */
export function idempotencyKeyOf(contract: Contract, header: string | undefined): string | Failure | undefined {
  if (header === undefined) return undefined;
  return header.length >= minKeyLength(contract) && header.length <= MAX_KEY_LENGTH ? header : invalidKeyOf(contract);
}

function minKeyLength({ secret }: Contract): number {
  return secret === true ? MIN_SECRET_KEY_LENGTH : 1;
}

/** The failure of a call whose Idempotency-Key is too short or too long. */
export function invalidKeyOf(contract: Contract): Failure {
  const min = minKeyLength(contract);
  const why = contract.secret === true ? ", because it encrypts a secret in the answer" : "";
  return new Failure(400, "Invalid Idempotency-Key", {
    details: [`Idempotency-Key: must have ${min} to ${MAX_KEY_LENGTH} characters${why}`],
    suggestion: "Send a new random value for each call, such as two UUIDs. Repeat it only to retry that call.",
  });
}

/** Method, address and body in a form that does not depend on the order of fields. */
export function fingerprintOf(method: string, address: string, body: unknown): Buffer {
  return createHash("sha256")
    .update(`${method} ${address}\n${canonical(body ?? {})}`)
    .digest();
}

/** Whose Idempotency-Key it is: the keys of a keeper share one scope, and each sitter key has its own. */
export interface IdempotencyScope {
  readonly agentId: string;
  readonly sitterKeyHash?: Buffer;
}

/** The hash under which a record is stored. Keys of different scopes never meet. */
export function recordKeyHash({ agentId, sitterKeyHash }: IdempotencyScope, key: string): Buffer {
  const scope = sitterKeyHash === undefined ? agentId : `${agentId}:${sitterKeyHash.toString("hex")}`;
  return createHash("sha256").update(`${scope}\n${key}`).digest();
}

/** The record of an answer, to be written in the transaction of its change. */
export function recordOfAnswer(
  call: IdempotentCall,
  scope: IdempotencyScope,
  answer: { readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, string>> },
  now: RealInstant,
  secret?: { readonly issued?: Buffer; readonly replaced?: Buffer },
): IdempotencyRecord {
  const compressed = deflateRawSync(answer.text);
  return {
    agentId: scope.agentId,
    keyHash: recordKeyHash(scope, call.key),
    fingerprint: call.fingerprint,
    status: answer.status,
    body: secret?.issued === undefined ? compressed : seal(call.key, compressed),
    headers: Object.keys(answer.headers).length === 0 ? null : answer.headers,
    issuedKeyHash: secret?.issued ?? null,
    replacedKeyHash: secret?.replaced ?? null,
    createdAt: now,
  };
}

/** What a found record means for the call: nothing when it has expired, otherwise something to throw. */
export function verdictOn(
  record: FoundIdempotencyRecord,
  call: IdempotentCall,
  now: RealInstant,
): Replay | Failure | undefined {
  if (record.createdAt <= expiredBefore(now)) return undefined;
  if (!record.fingerprint.equals(call.fingerprint)) {
    return usedForAnother();
  }
  if (record.issuedKeyHash === null) return new Replay(record.status, textIn(record.body, undefined), record.headers);
  if (record.body === null || !record.issuedKeyUnused || record.createdAt <= now - KEEP_SECRET_MS) {
    return noLongerShown();
  }
  return new Replay(record.status, textIn(record.body, call.key), record.headers);
}

export function usedForAnother(): Failure {
  return new Failure(422, "This Idempotency-Key was used for a different call", {
    suggestion: "Send a new Idempotency-Key for each new call. Repeat one only with the same endpoint and body.",
  });
}

export function noLongerShown(): Failure {
  return new Failure(409, "This call took effect, but its answer is no longer shown", {
    suggestion:
      "Use the key from the first answer. A repeated call shows it for at most ten minutes, and only until the key is first used.",
  });
}

export function stillRunning(): Failure {
  return new Failure(409, "A call with this Idempotency-Key is still running", {
    suggestion: "Repeat the call in a moment with the same Idempotency-Key to get the answer to the first call.",
  });
}

function textIn(body: Buffer | null, key: string | undefined): string {
  const stored = body ?? Buffer.alloc(0);
  return inflateRawSync(key === undefined ? stored : open(key, stored)).toString("utf8");
}

function cipherKey(key: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "denkeeper idempotency", 32));
}

function seal(key: string, plain: Buffer): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(key, salt), nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

function open(key: string, stored: Buffer): Buffer {
  const salt = stored.subarray(0, SALT_BYTES);
  const nonce = stored.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const tag = stored.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", cipherKey(key, salt), nonce);
  decipher.setAuthTag(tag);
  const sealed = stored.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}
