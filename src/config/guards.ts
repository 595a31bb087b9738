// Settings that are wrong only together, or only in production. Each one prevents startup.
import { PAYMENT_GUARDS, isProduction, type Guard } from "./payment-guards.ts";

const GENERAL_GUARDS: readonly Guard[] = [
  {
    variable: "REDIS_URL",
    message: "is required when NODE_ENV is production: without it each process would count rate limits alone",
    refuses: (given) => isProduction(given) && given.REDIS_URL === undefined,
  },
  {
    variable: "BASE_URL",
    message: "is required when NODE_ENV is production: links, feeds and forms would lead to localhost",
    refuses: (given) => isProduction(given) && given.BASE_URL === undefined,
  },
  {
    variable: "BASE_URL",
    message: "must be an https address in production: over http, keys could be read on their way",
    refuses: (given) => isProduction(given) && given.BASE_URL !== undefined && !isPrivateToReaders(given.BASE_URL),
  },
  {
    variable: "S3_ACCESS_KEY_ID",
    message: "and S3_SECRET_ACCESS_KEY must be set together or not at all",
    refuses: (given) => (given.S3_ACCESS_KEY_ID === undefined) !== (given.S3_SECRET_ACCESS_KEY === undefined),
  },
  {
    variable: "LOG_ARCHIVE",
    message: "is s3, which needs S3_BUCKET",
    refuses: (given) => given.LOG_ARCHIVE === "s3" && given.S3_BUCKET === undefined,
  },
];

export const GUARDS: readonly Guard[] = [...GENERAL_GUARDS, ...PAYMENT_GUARDS];

/** Whether what is sent to an address is encrypted, or never leaves this machine. */
function isPrivateToReaders(url: string): boolean {
  return url.startsWith("https://") || isThisMachine(url);
}

export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
