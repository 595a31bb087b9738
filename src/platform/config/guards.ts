// Settings that are wrong only together, or only in production. Each one prevents startup.
import { isIP } from "node:net";
import { NETWORKS, type NetworkId } from "./x402.ts";

/** The variables that guards look at, those that are right by themselves. */
interface GuardedSettings {
  readonly NODE_ENV?: string | undefined;
  readonly BASE_URL?: string | undefined;
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRETS?: readonly string[] | undefined;
  readonly STRIPE_API_BASE?: string | undefined;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_FROM?: string | undefined;
  readonly MPP_ENABLED?: boolean | undefined;
  readonly MPP_SECRET?: string | undefined;
  readonly MPP_NETWORK_ID?: string | undefined;
  readonly X402_FACILITATOR_URL?: string | undefined;
  readonly X402_NETWORK?: NetworkId | undefined;
  readonly X402_PAY_TO?: string | undefined;
  readonly X402_RPC_URL?: string | undefined;
  readonly FAULT_POINT?: string | undefined;
}

export interface Guard {
  readonly variable: keyof GuardedSettings;
  readonly message: string;
  refuses(given: GuardedSettings): boolean;
}

export const GUARDS: readonly Guard[] = [
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
  {
    variable: "STRIPE_API_BASE",
    message: "names a stand-in, which must not run in production",
    refuses: (given) => isProduction(given) && given.STRIPE_API_BASE !== undefined,
  },
  {
    variable: "STRIPE_API_BASE",
    message: "names a stand-in, which must not be given a live key",
    refuses: (given) => given.STRIPE_API_BASE !== undefined && isLiveKey(given.STRIPE_SECRET_KEY),
  },
  {
    variable: "STRIPE_API_BASE",
    message: "must be an http address of this machine, such as http://127.0.0.1:4242",
    refuses: ({ STRIPE_API_BASE: base }) => base !== undefined && !isLoopback(base),
  },
  {
    variable: "STRIPE_SECRET_KEY",
    message: "must be a live key in production: a test key takes play money",
    refuses: (given) =>
      isProduction(given) && given.STRIPE_SECRET_KEY !== undefined && !isLiveKey(given.STRIPE_SECRET_KEY),
  },
  {
    variable: "STRIPE_SECRET_KEY",
    message: "is a live key, which is only for NODE_ENV=production",
    refuses: (given) => !isProduction(given) && isLiveKey(given.STRIPE_SECRET_KEY),
  },
  {
    variable: "STRIPE_WEBHOOK_SECRETS",
    message: "is required with STRIPE_SECRET_KEY: without it no payment can be verified",
    refuses: (given) => given.STRIPE_SECRET_KEY !== undefined && given.STRIPE_WEBHOOK_SECRETS === undefined,
  },
  {
    variable: "BASE_URL",
    message: "must be an https address in production when STRIPE_SECRET_KEY is set",
    refuses: (given) =>
      isProduction(given) && given.STRIPE_SECRET_KEY !== undefined && given.BASE_URL?.startsWith("https://") === false,
  },
  ...(["STRIPE_SECRET_KEY", "MPP_SECRET", "MPP_NETWORK_ID"] as const).map((variable) => ({
    variable,
    message: "is required with MPP_ENABLED",
    refuses: (given: GuardedSettings) => given.MPP_ENABLED === true && given[variable] === undefined,
  })),
  ...(["X402_NETWORK", "X402_PAY_TO", "X402_RPC_URL"] as const).map((variable) => ({
    variable,
    message: "is required with X402_FACILITATOR_URL",
    refuses: (given: GuardedSettings) => given.X402_FACILITATOR_URL !== undefined && given[variable] === undefined,
  })),
  ...(["X402_FACILITATOR_URL", "X402_RPC_URL"] as const).map((variable) => ({
    variable,
    message: "must be an https address in production: over http, answers could be forged",
    refuses: (given: GuardedSettings) => isProduction(given) && given[variable]?.startsWith("https://") === false,
  })),
  {
    variable: "X402_NETWORK",
    message: "is a test network, which must not run in production",
    refuses: (given) => isProduction(given) && given.X402_NETWORK !== undefined && !NETWORKS[given.X402_NETWORK].live,
  },
  {
    variable: "X402_NETWORK",
    message: "moves real money, which is only for NODE_ENV=production",
    refuses: (given) => !isProduction(given) && given.X402_NETWORK !== undefined && NETWORKS[given.X402_NETWORK].live,
  },
  {
    variable: "FAULT_POINT",
    message: "kills the process, and is only for NODE_ENV=test",
    refuses: (given) => given.FAULT_POINT !== undefined && given.NODE_ENV !== "test",
  },
];

function isProduction({ NODE_ENV }: GuardedSettings): boolean {
  return NODE_ENV === "production";
}

export function isLiveKey(key: string | undefined): boolean {
  return key !== undefined && /^[sr]k_live_/.test(key);
}

function isLoopback(base: string): boolean {
  const { protocol, hostname, pathname } = new URL(base);
  const address = hostname.replaceAll(/[[\]]/g, "");
  // A name such as localhost is not enough: somebody else may say where it leads.
  const isOurs = address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
  return protocol === "http:" && isOurs && pathname === "/";
}

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
