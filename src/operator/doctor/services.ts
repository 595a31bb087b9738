// Checks of what the service talks to: payments, without moving money, and Redis, where keys with our prefix must be writable.
import { z } from "zod";
import { fault, ok, orOk, type ConfiguredInstallation, type Finding } from "./finding.ts";
import { reasonOf } from "../../platform/database/database-errors.ts";
import { Redis } from "ioredis";
import { redisAt } from "../../platform/redis.ts";

const DEADLINE_MS = 5_000;
const ANSWER = z.object({ result: z.string().regex(/^0x[\da-f]{1,16}$/i) });

/** What is wrong with them prevents startup, and is a fault of the settings. */
export function checkPayments({ config }: ConfiguredInstallation): readonly Finding[] {
  const { stripe, mpp, x402 } = config;
  const card = stripe && `card checkout with a ${stripe.livemode ? "live" : "test"} key`;
  const ways = [card, mpp && "MPP", x402 && `x402 on ${x402.network}`].filter((way) => way !== undefined);
  return [ok(ways.length === 0 ? "off" : ways.join(", "))];
}

/** A node of another network would confirm transfers that are worth nothing. */
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
    const wrong = fault(
      `X402_RPC_URL is a node of ${found}, but X402_NETWORK is ${network}. Name a node of that network.`,
    );
    return orOk([found !== network && wrong], `the node of X402_RPC_URL is on ${network}`);
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
    const wrong = await redis
      .set(key, "1", "EX", PROBE_SECONDS)
      .then(() => redis.del(key))
      .then(() => undefined, reasonOf);
    const node = redis instanceof Redis ? redis : redis.nodes("master")[0];
    return judgeRedis((await node?.info("server")) ?? "", redisPrefix, wrong);
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

/** `info` is what INFO says; `wrong` is why nothing could be written. */
export function judgeRedis(info: string, prefix: string, wrong: string | undefined): readonly Finding[] {
  const version = /^redis_version:(\d+)(.*)$/m.exec(info) ?? undefined;
  const shown = `${version?.[1] ?? "?"}${version?.[2]?.trim() ?? ""}`;
  return orOk(
    [
      version !== undefined &&
        Number(version[1]) < OLDEST_VERSION &&
        fault(`This is Redis ${shown}. The service needs ${OLDEST_VERSION} or newer, or Valkey. Upgrade it.`),
      wrong !== undefined &&
        fault(
          `Keys that begin with ${prefix}: cannot be written to Redis (${wrong}). Allow it, or change REDIS_PREFIX.`,
        ),
    ],
    `Redis ${shown}, keys begin with ${prefix}:`,
  );
}
