// Checks of Redis: its version, and that keys with our prefix can be written.
import { Redis } from "ioredis";
import { redisAt } from "../../platform/redis.ts";
import { fault, ok, orOk, type ConfiguredInstallation, type Finding } from "./finding.ts";
import { reasonOf } from "../../platform/database/database-errors.ts";

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
