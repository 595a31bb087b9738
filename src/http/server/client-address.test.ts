// Tests how the client's address is found, and which addresses are counted as one.
import { expect, test } from "vitest";
import { addressCountedAs, clientAddress } from "./client-address.ts";
import { trustedProxiesOf, type TrustedProxies } from "../../platform/config/trusted-proxies.ts";

test.each([
  ["10.1.2.3", "10.1.2.3"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["::ffff:0a01:203", "10.1.2.3"],
  ["0:0:0:0:0:FFFF:0a01:0203", "10.1.2.3"],
  ["64:ff9b::10.1.2.3", "10.1.2.3"],
  ["64:ff9b::a01:203", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("%s is counted as %s", (address, counted) => {
  expect(addressCountedAs(address)).toBe(counted);
});

const one = trustedProxiesOf("1") as TrustedProxies;
const two = trustedProxiesOf("2") as TrustedProxies;
const inside = trustedProxiesOf("10.0.0.0/8, fd00::/8,192.0.2.7") as TrustedProxies;
const nobody = trustedProxiesOf("false") as TrustedProxies;

test("without proxies, no client can choose its own address", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 7.7.7.7", nobody)).toBe("10.0.0.1");
});

test.each([
  ["behind one proxy the last entry counts", one, "10.0.0.1", "6.6.6.6, 7.7.7.7", "7.7.7.7"],
  ["behind two proxies the second-to-last entry counts", two, "10.0.0.1", "5.5.5.5, 6.6.6.6, 7.7.7.7", "6.6.6.6"],
  ["with fewer entries than proxies the first entry counts", two, "10.0.0.1", "7.7.7.7", "7.7.7.7"],
  ["a proxy that forwards no address is the client", one, "10.0.0.1", undefined, "10.0.0.1"],
  ["an empty entry ends the chain", one, "10.0.0.1", "", "10.0.0.1"],
  ["a direct caller cannot choose its address", inside, "9.9.9.9", "6.6.6.6", "9.9.9.9"],
  ["a proxy in a trusted network is believed", inside, "10.0.0.1", "6.6.6.6, 7.7.7.7", "7.7.7.7"],
  [
    "a chain of trusted proxies is believed",
    inside,
    "::ffff:10.0.0.1",
    "6.6.6.6, 7.7.7.7, fd00::1, 192.0.2.7",
    "7.7.7.7",
  ],
  ["a proxy is believed however its address is spelled", inside, "::ffff:0a00:1", "6.6.6.6", "6.6.6.6"],
  ["a NAT64 gateway is not a proxy", inside, "64:ff9b::10.0.0.1", "6.6.6.6", "64:ff9b::10.0.0.1"],
  ["an invalid entry ends the chain", inside, "10.0.0.1", "6.6.6.6, unknown", "10.0.0.1"],
  ["an entry loses its port", one, "10.0.0.1", "7.7.7.7:51234", "7.7.7.7"],
  ["bracketed IPv6 loses its port", one, "10.0.0.1", '"[2001:db8::1]:443"', "2001:db8::1"],
  ["IPv6 without brackets has no port", one, "10.0.0.1", "2001:db8::1", "2001:db8::1"],
])("forwarding: %s", (_, trusted, socket, forwarded, client) => {
  expect(clientAddress(socket, forwarded, trusted)).toBe(client);
});

test("a very long forwarding chain is read from its end", () => {
  expect(clientAddress("10.0.0.1", "10.0.0.9,".repeat(1_700), inside)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", `${"10.0.0.9,".repeat(1_700)}10.0.0.8`, inside)).toBe("10.0.0.9");
});

test.each(["true", "yes", "10.0.0.0/0", "10.0.0.0/33", "11", "10.0.0.0/8/8", "example.org", "10.0.0.0/8,"])(
  "%s is rejected as a setting",
  (text) => {
    expect(trustedProxiesOf(text)).toBeTypeOf("string");
  },
);
