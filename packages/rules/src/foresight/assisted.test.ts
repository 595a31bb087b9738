// Tests the assisted period to the millisecond.
import { expect, it } from "vitest";
import { T0, hours } from "../../../../test/lives/creatures.ts";
import { isAssisted } from "./assisted.ts";

it("TELL-8: a keeper is assisted until 30 days after its last alert", () => {
  expect(isAssisted(null, T0)).toBe(false);
  expect(isAssisted(T0, T0)).toBe(true);
  expect(isAssisted(T0, T0 + hours(30 * 24) - 1)).toBe(true);
  expect(isAssisted(T0, T0 + hours(30 * 24))).toBe(false);
});
