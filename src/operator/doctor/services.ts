// Checks the services that this one calls: payment rails, the chain node of x402, and Redis. No check moves money.
import { z } from "zod";
import { fault, ok, orOk, type ConfiguredInstallation, type Finding } from "./finding.ts";
import { reasonOf } from "../../platform/database/database-errors.ts";
import { Redis } from "ioredis";
import { redisAt, type AnyRedis } from "../../platform/redis.ts";

const DEADLINE_MS = 5_000;
/** JSON-RPC response to eth_chainId, whose result is the network's number in hexadecimal. */
const chainIdResponse = z.object({ result: z.string().regex(/^0x[\da-f]{1,16}$/i) });

/** Lists the enabled payment rails. Faults of their settings prevent startup and are reported by checkValues. */
export function checkPayments({ config }: ConfiguredInstallation): readonly Finding[] {
  const { stripe, mpp, x402 } = config;
  const enabled: string[] = [];
  if (stripe !== undefined) enabled.push(`card checkout with a ${stripe.livemode ? "live" : "test"} key`);
  if (mpp !== undefined) enabled.push("MPP");
  if (x402 !== undefined) enabled.push(`x402 on ${x402.network}`);
  return [ok(enabled.length === 0 ? "off" : enabled.join(", "))];
}

/** Checks that the node of X402_RPC_URL is on X402_NETWORK. A node of another network would confirm worthless transfers. */
export async function checkChain({ config }: ConfiguredInstallation): Promise<readonly Finding[]> {
  if (config.x402 === undefined) return [ok("off")];
  const { rpcUrl, network } = config.x402;
  try {
    const actual = await networkOf(rpcUrl);
    if (actual === network) return [ok(`the node of X402_RPC_URL is on ${network}`)];
    return [fault(`X402_RPC_URL is a node of ${actual}, but X402_NETWORK is ${network}. Name a node of that network.`)];
  } catch (thrown) {
    const reason = thrown instanceof z.ZodError ? "it is not a JSON-RPC node" : reasonOf(thrown);
    return [
      fault(`X402_RPC_URL does not answer (${reason}). Without it no x402 payment is credited. Check the address.`),
    ];
  }
}

/** Asks a node for its network, and returns it in the form of X402_NETWORK. */
async function networkOf(rpcUrl: string): Promise<string> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const { result } = chainIdResponse.parse(await response.json());
  return `eip155:${Number(result)}`;
}

const OLDEST_VERSION = 7;
const PROBE_SECONDS = 5;

export async function checkRedis({ config }: ConfiguredInstallation): Promise<readonly Finding[]> {
  const { redisUrl, redisPrefix } = config;
  if (redisUrl === undefined)
    return [ok("not set: each process counts rate limits on its own, so only one may answer requests")];
  const redis = redisAt(redisUrl);
  // The first error event has the cause, for example a refused connection. The error of `connect` may not have it.
  let firstError: Error | undefined;
  redis.on("error", (error: Error) => {
    firstError ??= error;
  });
  try {
    await redis.connect();
    const writeFailure = await writeFailureOf(redis, `${redisPrefix}:doctor`);
    return judgeRedis(await serverInfo(redis), redisPrefix, writeFailure);
  } catch (thrown) {
    const reason = reasonOf(firstError ?? thrown);
    return [fault(`Redis does not answer (${reason}). Check REDIS_URL, and that this machine may connect.`)];
  } finally {
    redis.disconnect();
  }
}

/** Writes a key and deletes it. Returns why that failed, or undefined. */
async function writeFailureOf(redis: AnyRedis, key: string): Promise<string | undefined> {
  try {
    await redis.set(key, "1", "EX", PROBE_SECONDS);
    await redis.del(key);
    return undefined;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

/** Returns the output of INFO; in a cluster, that of one master. */
async function serverInfo(redis: AnyRedis): Promise<string> {
  const node = redis instanceof Redis ? redis : redis.nodes("master")[0];
  return (await node?.info("server")) ?? "";
}

/** `info` is the output of INFO. `writeFailure` explains why a key could not be written. */
export function judgeRedis(info: string, prefix: string, writeFailure: string | undefined): readonly Finding[] {
  const version = /^redis_version:(\d\S*)/m.exec(info)?.[1];
  const isOld = version !== undefined && Number.parseInt(version, 10) < OLDEST_VERSION;
  return orOk(
    [
      isOld && fault(`This is Redis ${version}. The service needs ${OLDEST_VERSION} or newer, or Valkey. Upgrade it.`),
      writeFailure !== undefined &&
        fault(
          `Keys that begin with ${prefix}: cannot be written to Redis (${writeFailure}). Allow it, or change REDIS_PREFIX.`,
        ),
    ],
    `Redis ${version ?? "?"}, keys begin with ${prefix}:`,
  );
}
