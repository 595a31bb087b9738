// The client's address, and which addresses count as one: an IPv6 subscriber has a whole /64.
import type { IncomingMessage } from "node:http";
import { isIP, isIPv4, isIPv6 } from "node:net";
import type { TrustedProxies } from "../../platform/config/trusted-proxies.ts";
import { headerOf } from "../message/request-context.ts";

const MAPPED_IPV4 = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
const NETWORK_GROUPS = 4;
/** More proxies than anybody has; what stands further left was written by the client. */
const MAX_FORWARDED = 20;
const MAX_FORWARDED_LETTERS = 2_000;

/** The name under which the client of a request is counted. */
export function addressOf({ socket, headers }: IncomingMessage, trusted: TrustedProxies): string {
  return addressCountedAs(clientAddress(socket.remoteAddress, headerOf({ headers }, "x-forwarded-for"), trusted));
}

/**
 * The client's address: the socket's, or the nearest in X-Forwarded-For that a proxy of ours has put there. An entry that is not
 * an address ends the chain.
 */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let client = plainAddress(socket ?? "") ?? "unknown";
  if (trusted.kind === "none" || forwardedFor === undefined) return client;
  const forwarded = forwardedFor.slice(-MAX_FORWARDED_LETTERS).split(",").slice(-MAX_FORWARDED).toReversed();
  for (const [passed, entry] of forwarded.entries()) {
    const isPassedOn = trusted.kind === "hops" ? passed < trusted.count : isProxy(trusted, client);
    const address = plainAddress(entry);
    if (!isPassedOn || address === undefined) return client;
    client = address;
  }
  return client;
}

/** An address without a port, a zone or brackets; undefined when it is none. IPv4 in IPv6 is IPv4. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim().replaceAll('"', "");
  const bare = trimmed.startsWith("[") ? trimmed.slice(1).split("]", 1).join("") : withoutPort(trimmed);
  const address = MAPPED_IPV4.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? undefined : address;
}

/** Several colons are an IPv6 address, which has no port without brackets. */
function withoutPort(text: string): string {
  const [address = "", port, ...more] = text.split(":");
  return port !== undefined && more.length === 0 ? address : text;
}

/** The name under which an address is counted. */
export function addressCountedAs(address: string): string {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  return `${networkOf(plain)}::/64`;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.split("%", 1).join("").toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, gap) }, () => "0"), ...right];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** Whether who connects from this address is a proxy of ours. */
export function isProxy(trusted: TrustedProxies, address: string): boolean {
  if (trusted.kind !== "networks") return trusted.kind === "hops";
  const family = isIP(address);
  return family !== 0 && trusted.list.check(address, family === 4 ? "ipv4" : "ipv6");
}
