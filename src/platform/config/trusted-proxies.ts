// Decides which proxies are trusted to report the client's address. A direct caller can write anything into X-Forwarded-For, so
// only entries from trusted proxies count.
import { BlockList, isIP, isIPv4 } from "node:net";

export type TrustedProxies =
  /** No proxy is trusted, so the peer is the client. */
  | { readonly kind: "none" }
  /** Every request passes through this many proxies. The process must be unreachable without them. */
  | { readonly kind: "hops"; readonly count: number }
  /** Peers in these networks are proxies. */
  | { readonly kind: "networks"; readonly list: BlockList };

const MAX_HOPS = 10;
const MAX_NETWORKS = 100;

/** Returns the parsed setting, or its fault. */
export function trustedProxiesOf(text: string): TrustedProxies | string {
  const setting = text.trim();
  if (setting === "false" || setting === "0") return { kind: "none" };
  if (setting === "true") {
    return "must name the proxies to trust, not just true: set the number of proxies in front, such as 1, or their networks, such as 10.0.0.0/8";
  }
  if (/^\d{1,2}$/.test(setting)) {
    const count = Number(setting);
    return count <= MAX_HOPS ? { kind: "hops", count } : `must be at most ${MAX_HOPS} proxies`;
  }
  const list = new BlockList();
  for (const network of setting.split(",", MAX_NETWORKS).map((each) => each.trim())) {
    const [address = "", bits = isIPv4(network) ? "32" : "128", ...more] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    const most = family === "ipv4" ? 32 : 128;
    const length = /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
    if (isIP(address) === 0 || more.length > 0 || length < 1 || length > most) {
      return `must be false, a number of proxies, or networks such as 10.0.0.0/8,fd00::/8; ${JSON.stringify(network.slice(0, 60))} is not one of these`;
    }
    list.addSubnet(address, length, family);
  }
  return { kind: "networks", list };
}
