// Decides which addresses are on the public Internet, by IANA's registries of special-purpose addresses.
import { BlockList, isIP } from "node:net";

const CLOSED_4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Public in the registries, but in Azure this address reaches the machine's host.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/** Parts of IPv6's global unicast range for protocols (such as Teredo), documentation, 6to4, and AS112. */
const CLOSED_6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const closed = new BlockList();
for (const [net, bits] of CLOSED_4) closed.addSubnet(net, bits, "ipv4");
for (const [net, bits] of CLOSED_6) closed.addSubnet(net, bits, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

export function isPublic(address: string): boolean {
  // A zone id marks a link-local address, and BlockList would throw on it.
  if (address.includes("%")) return false;
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && globalUnicast.check(address, "ipv6") && !closed.check(address, "ipv6");
}
