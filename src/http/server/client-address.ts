// Finds the client's address, and the form used for counting. An IPv6 subscriber has a whole /64.
import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";
import type { TrustedProxies } from "../../platform/config/trusted-proxies.ts";
import { headerOf } from "../message/request-context.ts";

/** Prefixes of IPv6 addresses that embed an IPv4 address: mapped addresses and NAT64 gateways. */
const MAPPED = "0:0:0:0:0:ffff";
const NAT64 = "64:ff9b:0:0:0:0";
const NETWORK_GROUPS = 4;
/** Exceeds the number of proxies of any installation. The client wrote all entries further left. */
const MAX_FORWARDED = 20;
const MAX_FORWARDED_LETTERS = 2_000;

/** Returns the client's address in the form used for counting. */
export function addressOf({ socket, headers }: IncomingMessage, trusted: TrustedProxies): string {
  return addressCountedAs(clientAddress(socket.remoteAddress, headerOf({ headers }, "x-forwarded-for"), trusted));
}

/**
 * Returns the socket's address. If that is a trusted proxy, returns the address in X-Forwarded-For that the outermost trusted
 * proxy added. Entries left of one that is not an address are ignored.
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

/** Returns an address without quotes, brackets, or port, or undefined if there is none. Mapped IPv4 becomes IPv4. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim().replaceAll('"', "");
  const bare = trimmed.startsWith("[") ? trimmed.slice(1).split("]", 1).join("") : withoutPort(trimmed);
  const address = ipv4In(bare, MAPPED);
  return isIP(address) === 0 ? undefined : address;
}

/** Removes the port. Text with several colons is an IPv6 address, which has a port only after brackets. */
function withoutPort(text: string): string {
  const [address = "", port, ...more] = text.split(":");
  return port !== undefined && more.length === 0 ? address : text;
}

/** Returns the form used for counting, regardless of spelling. */
export function addressCountedAs(address: string): string {
  const plain = ipv4In(address, MAPPED, NAT64);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, NETWORK_GROUPS).join(":")}::/64` : plain;
}

/** Returns the IPv4 address embedded in an IPv6 address of these networks, or any other address unchanged. */
function ipv4In(address: string, ...networks: readonly string[]): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (!networks.includes(groups.slice(0, 6).join(":"))) return address;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join(".");
}

/** Returns the eight groups of an IPv6 address. The URL parser accepts every spelling except zones. */
function groupsOf(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address.split("%", 1).join("")}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
}

/** Returns whether an address belongs to a trusted proxy. */
export function isProxy(trusted: TrustedProxies, address: string): boolean {
  if (trusted.kind !== "networks") return trusted.kind === "hops";
  const family = isIP(address);
  return family !== 0 && trusted.list.check(address, family === 4 ? "ipv4" : "ipv6");
}
