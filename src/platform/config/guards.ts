// Rules about several settings together, or about production. Each broken rule prevents startup.
import { isIP } from "node:net";
import type { PartialEnvironment } from "./environment.ts";
import { NETWORKS } from "./x402.ts";

export interface Guard {
  readonly variable: keyof PartialEnvironment;
  readonly message: string;
  rejects(settings: PartialEnvironment): boolean;
}

export const GUARDS: readonly Guard[] = [
  {
    variable: "BASE_URL",
    message: "is required when NODE_ENV is production: links, feeds and forms would lead to localhost",
    rejects: (settings) => isProduction(settings) && settings.BASE_URL === undefined,
  },
  {
    variable: "BASE_URL",
    message:
      "must be an https address in production, except on a private network: over http, keys could be intercepted",
    rejects: (settings) =>
      isProduction(settings) && settings.BASE_URL !== undefined && !isPrivateToReaders(settings.BASE_URL),
  },
  {
    variable: "S3_ACCESS_KEY_ID",
    message: "and S3_SECRET_ACCESS_KEY must be set together or not at all",
    rejects: (settings) => (settings.S3_ACCESS_KEY_ID === undefined) !== (settings.S3_SECRET_ACCESS_KEY === undefined),
  },
  {
    variable: "SMTP_URL",
    message: "and SMTP_FROM must be set together or not at all",
    rejects: (settings) => (settings.SMTP_URL === undefined) !== (settings.SMTP_FROM === undefined),
  },
  {
    variable: "STRIPE_API_BASE",
    message: "names a Stripe stand-in, which is not allowed in production",
    rejects: (settings) => isProduction(settings) && settings.STRIPE_API_BASE !== undefined,
  },
  {
    variable: "STRIPE_API_BASE",
    message: "names a Stripe stand-in, which must not receive a live key",
    rejects: (settings) => settings.STRIPE_API_BASE !== undefined && isLiveKey(settings.STRIPE_SECRET_KEY),
  },
  {
    variable: "STRIPE_API_BASE",
    message: "must be an http URL with a loopback IP address and no path, such as http://127.0.0.1:4242",
    rejects: ({ STRIPE_API_BASE: base }) => base !== undefined && !isLoopback(base),
  },
  {
    variable: "STRIPE_SECRET_KEY",
    message: "must be a live key in production: a test key takes play money",
    rejects: (settings) =>
      isProduction(settings) && settings.STRIPE_SECRET_KEY !== undefined && !isLiveKey(settings.STRIPE_SECRET_KEY),
  },
  {
    variable: "STRIPE_SECRET_KEY",
    message: "is a live key, which is only allowed with NODE_ENV=production",
    rejects: (settings) => !isProduction(settings) && isLiveKey(settings.STRIPE_SECRET_KEY),
  },
  {
    variable: "STRIPE_WEBHOOK_SECRETS",
    message: "is required with STRIPE_SECRET_KEY: without it no payment can be verified",
    rejects: (settings) => settings.STRIPE_SECRET_KEY !== undefined && settings.STRIPE_WEBHOOK_SECRETS === undefined,
  },
  {
    variable: "BASE_URL",
    message: "must be an https address in production when STRIPE_SECRET_KEY is set",
    rejects: (settings) =>
      isProduction(settings) &&
      settings.STRIPE_SECRET_KEY !== undefined &&
      settings.BASE_URL?.startsWith("https://") === false,
  },
  ...(["STRIPE_SECRET_KEY", "MPP_SECRET", "MPP_NETWORK_ID"] as const).map((variable) => ({
    variable,
    message: "is required with MPP_ENABLED",
    rejects: (settings: PartialEnvironment) => settings.MPP_ENABLED === true && settings[variable] === undefined,
  })),
  ...(["X402_NETWORK", "X402_PAY_TO", "X402_RPC_URL"] as const).map((variable) => ({
    variable,
    message: "is required with X402_FACILITATOR_URL",
    rejects: (settings: PartialEnvironment) =>
      settings.X402_FACILITATOR_URL !== undefined && settings[variable] === undefined,
  })),
  ...(["X402_FACILITATOR_URL", "X402_RPC_URL"] as const).map((variable) => ({
    variable,
    message: "must be an https address in production: over http, answers could be forged",
    rejects: (settings: PartialEnvironment) =>
      isProduction(settings) && settings[variable]?.startsWith("https://") === false,
  })),
  {
    variable: "X402_NETWORK",
    message: "is a test network, which is not allowed in production",
    rejects: (settings) =>
      isProduction(settings) && settings.X402_NETWORK !== undefined && !NETWORKS[settings.X402_NETWORK].live,
  },
  {
    variable: "X402_NETWORK",
    message: "moves real money, which is only allowed with NODE_ENV=production",
    rejects: (settings) =>
      !isProduction(settings) && settings.X402_NETWORK !== undefined && NETWORKS[settings.X402_NETWORK].live,
  },
  {
    variable: "FAULT_POINT",
    message: "kills the process, so it is only allowed with NODE_ENV=test",
    rejects: (settings) => settings.FAULT_POINT !== undefined && settings.NODE_ENV !== "test",
  },
];

function isProduction({ NODE_ENV }: PartialEnvironment): boolean {
  return NODE_ENV === "production";
}

export function isLiveKey(key: string | undefined): boolean {
  return key !== undefined && /^[sr]k_live_/.test(key);
}

function isLoopback(base: string): boolean {
  const { protocol, hostname, pathname } = new URL(base);
  const address = hostname.replaceAll(/[[\]]/g, "");
  // A name such as localhost is not sufficient, since it may resolve to another machine.
  const isOurs = address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
  return protocol === "http:" && isOurs && pathname === "/";
}

/** Returns whether traffic to an address is encrypted or stays within the operator's own network. */
function isPrivateToReaders(url: string): boolean {
  return url.startsWith("https://") || isThisMachine(url) || isPrivateNetwork(url);
}

const PRIVATE_ADDRESS = /^(?:10\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.)[\d.]+$|^\[fd[\da-f]{2}:/;
const PRIVATE_NAME = /^[^.:[]+$|\.(?:local|lan|home\.arpa)$/;

/** Returns whether an address is in a home or office network, which is unreachable from outside. */
export function isPrivateNetwork(url: string): boolean {
  const { hostname } = new URL(url);
  return !isThisMachine(url) && (PRIVATE_ADDRESS.test(hostname) || PRIVATE_NAME.test(hostname));
}

/** Warning about an address in a private network without https. */
export const READABLE = "BASE_URL is an http address of a private network: others on that network can read keys.";

export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
