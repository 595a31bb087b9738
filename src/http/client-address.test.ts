// Whose address a request comes from, and what counts as one.
import { expect, test } from "vitest";
import { addressCountedAs, clientAddress } from "./client-address.ts";

test.each([
  ["10.1.2.3", "10.1.2.3"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, counted) => {
  expect(addressCountedAs(address)).toBe(counted);
});

test("the last forwarded address is believed only behind a proxy", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 7.7.7.7", false)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", "6.6.6.6, 7.7.7.7", true)).toBe("7.7.7.7");
  expect(clientAddress("10.0.0.1", undefined, true)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", "", true)).toBe("10.0.0.1");
});
