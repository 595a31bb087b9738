// Settings that are wrong only together, or only in production. Each one prevents startup.
import { PAYMENT_GUARDS, isProduction, type PaymentGuard } from "./payment-guards.ts";

const GENERAL_GUARDS: readonly PaymentGuard[] = [
  {
    variable: "BASE_URL",
    message: "is required when NODE_ENV is production: links, feeds and forms would lead to localhost",
    refuses: (given) => isProduction(given) && given.BASE_URL === undefined,
  },
  {
    variable: "BASE_URL",
    message:
      "must be an https address in production: over http, keys could be read on their way. Only a private network may do without",
    refuses: (given) => isProduction(given) && given.BASE_URL !== undefined && !isPrivateToReaders(given.BASE_URL),
  },
  {
    variable: "S3_ACCESS_KEY_ID",
    message: "and S3_SECRET_ACCESS_KEY must be set together or not at all",
    refuses: (given) => (given.S3_ACCESS_KEY_ID === undefined) !== (given.S3_SECRET_ACCESS_KEY === undefined),
  },
  {
    variable: "SMTP_URL",
    message: "and SMTP_FROM must be set together or not at all",
    refuses: (given) => (given.SMTP_URL === undefined) !== (given.SMTP_FROM === undefined),
  },
];

export const GUARDS: readonly PaymentGuard[] = [...GENERAL_GUARDS, ...PAYMENT_GUARDS];

/** Whether what is sent to an address is encrypted, or never leaves a network that is the operator's own. */
function isPrivateToReaders(url: string): boolean {
  return url.startsWith("https://") || isThisMachine(url) || isPrivateNetwork(url);
}

const PRIVATE_ADDRESS = /^(?:10\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.)[\d.]+$|^\[fd[\da-f]{2}:/;
const PRIVATE_NAME = /^[^.:[]+$|\.(?:local|lan|home\.arpa)$/;

/** Whether an address is one of a home or an office, which the rest of the world cannot reach. */
export function isPrivateNetwork(url: string): boolean {
  const { hostname } = new URL(url);
  return !isThisMachine(url) && (PRIVATE_ADDRESS.test(hostname) || PRIVATE_NAME.test(hostname));
}

/** What an operator should know who has such an address without https. */
export const READABLE = "BASE_URL is an http address of a private network: others on that network can read keys.";

export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
