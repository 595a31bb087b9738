// Whose address a request comes from, and which addresses count as one: an IPv6 subscriber has a whole /64.
import { isIPv4, isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 4;

/** The client's address: the socket's, or what the proxy in front has put last into X-Forwarded-For. */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  return forwarded === undefined || forwarded === "" ? (socket ?? "unknown") : forwarded;
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
