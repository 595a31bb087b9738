// Checks the services that this one calls: payments, without moving money, and Redis, where the service's prefix must be
// writable.
import { z } from "zod";
import { fault, ok, orOk, type ConfiguredInstallation, type Finding } from "./finding.ts";
import { reasonOf } from "../../platform/database/database-errors.ts";
import { Redis } from "ioredis";
import { redisAt } from "../../platform/redis.ts";

const DEADLINE_MS = 5_000;
const ANSWER = z.object({ result: z.string().regex(/^0x[\da-f]{1,16}$/i) });

/** Lists the payment rails. Their faults prevent startup and are reported as faults of the settings. */
export function checkPayments({ config }: ConfiguredInstallation): readonly Finding[] {
  const { stripe, mpp, x402 } = config;
  const card = stripe && `card checkout with a ${stripe.livemode ? "live" : "test"} key`;
  const ways = [card, mpp && "MPP", x402 && `x402 on ${x402.network}`].filter((way) => way !== undefined);
  return [ok(ways.length === 0 ? "off" : ways.join(", "))];
}

/** Checks that the node of X402_RPC_URL is on X402_NETWORK. A node of another network would confirm worthless transfers. */
export async function checkChain({ config }: ConfiguredInstallation): Promise<readonly Finding[]> {
  if (config.x402 === undefined) return [ok("off")];
  const { rpcUrl, network } = config.x402;
  try {
    const answer = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const found = `eip155:${Number(ANSWER.parse(await answer.json()).result)}`;
    const other = fault(
      `X402_RPC_URL is a node of ${found}, but X402_NETWORK is ${network}. Name a node of that network.`,
    );
    return orOk([found !== network && other], `the node of X402_RPC_URL is on ${network}`);
  } catch (thrown) {
    const reason = thrown instanceof z.ZodError ? "it is not a JSON-RPC node" : reasonOf(thrown);
    return [
      fault(`X402_RPC_URL does not answer (${reason}). Without it no x402 payment is credited. Check the address.`),
    ];
  }
}

const OLDEST_VERSION = 7;
const PROBE_SECONDS = 5;

export async function checkRedis({ config }: ConfiguredInstallation): Promise<readonly Finding[]> {
  const { redisUrl, redisPrefix } = config;
  if (redisUrl === undefined)
    return [ok("not set: each process counts rate limits alone, so only one may answer requests")];
  const redis = redisAt(redisUrl);
  let reason: unknown;
  redis.on("error", (error: Error) => (reason ??= error));
  try {
    await redis.connect();
    const key = `${redisPrefix}:doctor`;
    const writeFailure = await redis
      .set(key, "1", "EX", PROBE_SECONDS)
      .then(() => redis.del(key))
      .then(() => undefined, reasonOf);
    const node = redis instanceof Redis ? redis : redis.nodes("master")[0];
    return judgeRedis((await node?.info("server")) ?? "", redisPrefix, writeFailure);
  } catch (thrown) {
    return [
      fault(
        `Redis does not answer (${reasonOf(reason ?? thrown)}). Check REDIS_URL, and that this machine may connect.`,
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

/** `info` is the output of INFO. `writeFailure` explains why a key could not be written. */
export function judgeRedis(info: string, prefix: string, writeFailure: string | undefined): readonly Finding[] {
  const [, major, rest = ""] = /^redis_version:(\d+)(.*)$/m.exec(info) ?? [];
  const version = `${major ?? "?"}${rest.trim()}`;
  return orOk(
    [
      major !== undefined &&
        Number(major) < OLDEST_VERSION &&
        fault(`This is Redis ${version}. The service needs ${OLDEST_VERSION} or newer, or Valkey. Upgrade it.`),
      writeFailure !== undefined &&
        fault(
          `Keys that begin with ${prefix}: cannot be written to Redis (${writeFailure}). Allow it, or change REDIS_PREFIX.`,
        ),
    ],
    `Redis ${version}, keys begin with ${prefix}:`,
  );
}
