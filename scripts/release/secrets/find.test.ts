// Tests the search for secrets with generated ones.
import { expect, test } from "vitest";
import { readDocument } from "../../../test/documents.ts";
import { newKey } from "../../../src/platform/identity/api-key.ts";
import { KEY_PATTERN } from "../../../src/platform/identity/key-pattern.ts";
import { secretsIn } from "./find.ts";

const KEY = newKey("6e7f0b4e-5a41-5f6d-9a54-0d9c1c1b2a10");

test("secretsIn finds a service key only if its checksum is right", () => {
  for (const text of [KEY, `{"your_token":"${KEY}"}`, `curl -H 'Authorization: Bearer ${KEY}'`, `KEY=${KEY}\n`]) {
    expect(secretsIn(text)).toEqual([`a Denkeeper key: ${KEY.slice(0, 10)}...`]);
  }
  const mistyped = KEY.slice(0, -1) + (KEY.endsWith("0") ? "1" : "0");
  expect(secretsIn(mistyped)).toEqual([]);
});

test("secretsIn finds secrets of providers", () => {
  const letters = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";
  // Assembled at run time, so that this file itself contains no secret.
  for (const prefix of ["sk_live_", "rk_test_", "whsec_", "sk-proj-"]) {
    expect(secretsIn(`x = "${prefix}${letters}"`)).toHaveLength(1);
  }
  expect(secretsIn("sk_test_short whsec_... dk_...")).toEqual([]);
});

test("docs/security.md publishes the key pattern", () => {
  expect(readDocument("docs/security.md")).toContain(KEY_PATTERN);
});
