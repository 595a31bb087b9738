// Counts registrations by pass or by address. A pass transfers a registration from a human's address to an agent elsewhere, such
// as in a hosted app whose users share one address.
import { register } from "../register/contract.ts";
import type { NextStep } from "../../http/contract/contract.ts";
import { PASS_MINUTES, newPass, parsePass, type Pass } from "./pass.ts";
import { isJsonObject } from "../../platform/json.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { findServiceSecrets } from "./store/service-secrets.ts";
import { changeCount, rejectIfExceeded, reserveByAddress } from "../../http/guard/count-address.ts";
import { headerOf, type Body, type RequestContext } from "../../http/message/request-context.ts";
import type { UncountedCall } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import type { Services } from "../../http/request/services.ts";
import { registrationAlternatives } from "../../http/contract/steps.ts";
import { Failure } from "../../http/respond/errors.ts";

const MOST_KB = 8;
const TOO_LARGE = `With a pass, send a body of at most ${MOST_KB} KB, and its Content-Length.`;
/** Limits per pass: one account, and ten calls with any outcome. */
const ACCOUNTS = { by: "ip", max: 1, windowSeconds: PASS_MINUTES * 60 } as const;
const CALLS = { ...ACCOUNTS, max: 10 } as const;

/** The key never changes, but every cache has a time limit. */
const keys = cacheForEachApp<Buffer>(3_600_000, 1);

/** Returns the signing key that all processes share. */
async function serviceKey(services: Needs<"database">, now: number): Promise<Buffer> {
  return keys(services).get("", now, async () => {
    const secrets = await findServiceSecrets(services.database, {});
    if (secrets === undefined) throw new Error("table service_secrets has no row");
    return secrets.passKey;
  });
}

/** Creates a pass, which uses up one registration of the address. Throws a 429 if none is left this hour. */
export async function createPass(
  username: string,
  request: RequestContext,
  services: Pick<Services, "database" | "limiter">,
): Promise<string> {
  const { now } = request;
  const key = await serviceKey(services, now);
  const status = await changeCount("consume", register, request, services);
  if (status.exceeded) await changeCount("release", register, request, services);
  rejectIfExceeded(status, now);
  return newPass(key, username, now);
}

/**
 * Counts a registration against its pass if the pass is valid, otherwise against its address. Only small bodies are read before
 * counting.
 */
export async function countRegistration(call: UncountedCall): Promise<void> {
  const { request, services, held } = call;
  const isSmall = request.via === "mcp" || Number(request.headers["content-length"] ?? Infinity) <= MOST_KB * 1024;
  if (isSmall) call.body = await request.body();
  const { username, pass } = fieldsOf(call.body);
  const alternatives = registrationAlternatives(services.config.baseUrl, username);
  const name = String(username).toLowerCase();
  const checked = pass === undefined ? undefined : await checkPass(pass, name, call);
  if (typeof checked === "object") return countPass(checked, name, call, alternatives);
  const wrong = checked === undefined ? undefined : passFailure(checked, alternatives);
  await reserveByAddress(register, request, services, { held, alternatives, failure: wrong });
  // A large body was counted by address before it was read. With a pass it is rejected, so that the address loses no
  // registration.
  if (!isSmall && fieldsOf(await request.body()).pass !== undefined) throw passFailure(TOO_LARGE, alternatives);
}

/** Counts a call with a valid pass, and rejects a used pass unless the call may be a replay, which is decided later. */
async function countPass(
  pass: Pass,
  name: string,
  { request, services, held }: UncountedCall,
  alternatives: readonly NextStep[],
): Promise<void> {
  const { limiter } = services;
  const { now } = request;
  const subject = `${pass.username} ${pass.endsAt}`;
  request.limitStatus = await limiter.consume("pass:calls", CALLS, subject, now);
  rejectIfExceeded(request.limitStatus, now, alternatives);
  const { exceeded } = await limiter.consume("pass", ACCOUNTS, subject, now);
  const code = name === pass.username ? "username_taken" : "invalid_pass";
  const used = exceeded ? passFailure("This pass has been used. Ask for another.", alternatives, code) : undefined;
  const release = async () => void (await limiter.release("pass", ACCOUNTS, subject, now));
  held.reservation = { refusal: used, release, keep: async () => {} };
  if (used !== undefined && headerOf(request, "idempotency-key") === undefined) throw used;
}

/** Returns the pass if it is valid for the name, otherwise a suggestion for the caller. */
async function checkPass(text: string, name: string, { request, services }: UncountedCall): Promise<Pass | string> {
  const pass = parsePass(text);
  if (pass?.isSignedWith(await serviceKey(services, request.now)) !== true)
    return "Send the pass exactly as the page showed it.";
  if (pass.endsAt <= request.now) return `This pass is older than ${PASS_MINUTES} minutes. Ask for another.`;
  return [pass.username, pass.otherName].includes(name)
    ? pass
    : `This pass is for the username ${pass.username}. Use that name, or ask for another pass.`;
}

function passFailure(
  suggestion: string,
  nextSteps: readonly NextStep[],
  code: "invalid_pass" | "username_taken" = "invalid_pass",
): Failure {
  return Failure.of(register, code, { suggestion, nextSteps });
}

/** Reads username and pass before validation. A malformed pass is treated as missing, since validation will reject it. */
function fieldsOf(body: Body): { readonly username?: unknown; readonly pass: string | undefined } {
  const { username, pass } = body.kind === "json" && isJsonObject(body.value) ? body.value : {};
  return { username, pass: register.body.shape.pass.safeParse(pass).data };
}
