// The client's address, and which addresses count as one: an IPv6 subscriber has a whole /64.
import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";
import type { TrustedProxies } from "../../platform/config/trusted-proxies.ts";
import { headerOf } from "../message/request-context.ts";

/** The first six groups of IPv6 addresses that end in an IPv4 address: mapped ones, and what a NAT64 gateway makes. */
const MAPPED = "0:0:0:0:0:ffff";
const NAT64 = "64:ff9b:0:0:0:0";
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
  const address = ipv4In(bare, MAPPED);
  return isIP(address) === 0 ? undefined : address;
}

/** Several colons are an IPv6 address, which has no port without brackets. */
function withoutPort(text: string): string {
  const [address = "", port, ...more] = text.split(":");
  return port !== undefined && more.length === 0 ? address : text;
}

/** The name under which an address is counted, however it is spelled. */
export function addressCountedAs(address: string): string {
  const plain = ipv4In(address, MAPPED, NAT64);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, NETWORK_GROUPS).join(":")}::/64` : plain;
}

/** The IPv4 address that an IPv6 address of one of these networks ends in. Any other address stays. */
function ipv4In(address: string, ...networks: readonly string[]): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (!networks.includes(groups.slice(0, 6).join(":"))) return address;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join(".");
}

/** The eight groups of an IPv6 address. The parser of URLs knows all spellings but zones. */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address.split("%", 1).join("")}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
}

/** Whether who connects from this address is a proxy of ours. */
export function isProxy(trusted: TrustedProxies, address: string): boolean {
  if (trusted.kind !== "networks") return trusted.kind === "hops";
  const family = isIP(address);
  return family !== 0 && trusted.list.check(address, family === 4 ? "ipv4" : "ipv6");
}
