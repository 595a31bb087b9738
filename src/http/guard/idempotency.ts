// Answers a repeated call with the first answer and prevents a second effect (decision 0008). Answers are stored compressed. An
// answer with a secret is encrypted under its Idempotency-Key, which the database stores only as a hash.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { hash } from "node:crypto";
import { canonical } from "@denkeeper/rules/time/canonical.ts";
import {
  expiredBefore,
  type FoundIdempotencyRecord,
  type IdempotencyRecord,
} from "../../model/idempotency/store/idempotency.ts";
import { seal, unseal } from "../../platform/seal.ts";
import type { Contract } from "../contract/contract.ts";
import { headerOf, type Body, type RequestContext } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { packAnswer, unpackAnswer } from "./stored-answer.ts";

const KEEP_SECRET_MS = 10 * 60_000;
const MAX_KEY_LENGTH = 255;
const MIN_SECRET_KEY_LENGTH = 32;
const PURPOSE = "idempotency";

/** Identifies a call. Two calls with equal key and fingerprint are the same call. */
export interface IdempotentCall {
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Thrown to replay the stored answer. */
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

/** Returns the call and its Idempotency-Key, undefined without a key, or a failure if the key is malformed. */
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

/** Returns the key in a header, undefined if absent, or a failure if it is malformed. */
export function idempotencyKeyOf(contract: Contract, header: string | undefined): string | Failure | undefined {
  if (header === undefined) return undefined;
  return header.length >= minKeyLength(contract) && header.length <= MAX_KEY_LENGTH ? header : invalidKeyOf(contract);
}

function minKeyLength({ secrets }: Contract): number {
  return secrets?.answer === true ? MIN_SECRET_KEY_LENGTH : 1;
}

export function invalidKeyOf(contract: Contract): Failure {
  const min = minKeyLength(contract);
  const why = contract.secrets?.answer === true ? ", because it encrypts a secret in the answer" : "";
  return Failure.general("invalid_idempotency_key", {
    faults: [{ field: "Idempotency-Key", message: `must have ${min} to ${MAX_KEY_LENGTH} characters${why}` }],
  });
}

/** Hashes method, address, and body. The order of fields does not matter. */
export function fingerprintOf(method: string, address: string, body: unknown): Buffer {
  return hash("sha256", `${method} ${address}\n${canonical(body ?? {})}`, "buffer");
}

/** The owner of an Idempotency-Key. All keys of a keeper share one scope, and each sitter key has its own. */
export interface IdempotencyScope {
  readonly agentId: string;
  readonly sitterKeyHash?: Buffer;
}

/** Returns the hash under which a record is stored. Each scope has a different hash. */
export function recordKeyHash({ agentId, sitterKeyHash }: IdempotencyScope, key: string): Buffer {
  const scope = sitterKeyHash === undefined ? agentId : `${agentId}:${sitterKeyHash.toString("hex")}`;
  return hash("sha256", `${scope}\n${key}`, "buffer");
}

interface IssuedSecret {
  readonly issued?: Buffer;
  readonly replaced?: Buffer;
}

/** Builds the record of an answer, to be inserted in the transaction of its change. */
export function recordOfAnswer(
  call: IdempotentCall,
  scope: IdempotencyScope,
  answer: { readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, string>> },
  { now, secret }: { readonly now: RealInstant; readonly secret?: IssuedSecret | undefined },
): IdempotencyRecord {
  const compressed = packAnswer(answer.text);
  return {
    agentId: scope.agentId,
    keyHash: recordKeyHash(scope, call.key),
    fingerprint: call.fingerprint,
    status: answer.status,
    body: secret?.issued === undefined ? compressed : seal(call.key, PURPOSE, compressed),
    headers: Object.keys(answer.headers).length === 0 ? null : answer.headers,
    issuedKeyHash: secret?.issued ?? null,
    replacedKeyHash: secret?.replaced ?? null,
    createdAt: now,
  };
}

/** Returns the stored answer, or the failure that says why it cannot be replayed. Returns undefined if it has expired. */
export function recordVerdict(
  record: FoundIdempotencyRecord,
  call: IdempotentCall,
  now: RealInstant,
): Replay | Failure | undefined {
  if (record.createdAt <= expiredBefore(now)) return undefined;
  if (!record.fingerprint.equals(call.fingerprint)) {
    return Failure.general("idempotency_key_reused");
  }
  if (record.issuedKeyHash === null) return new Replay(record.status, textIn(record.body, undefined), record.headers);
  if (record.body === null || !record.issuedKeyUnused || record.createdAt <= now - KEEP_SECRET_MS) {
    return Failure.general("answer_not_shown_again");
  }
  return new Replay(record.status, textIn(record.body, call.key), record.headers);
}

function textIn(body: Buffer | null, key: string | undefined): string {
  const stored = body ?? Buffer.alloc(0);
  return unpackAnswer(key === undefined ? stored : unseal(key, PURPOSE, stored));
}
