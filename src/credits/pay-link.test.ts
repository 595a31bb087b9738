// A payment link is valid only for its own agent, purchase, and pack.
import { randomUUIDv7 } from "node:crypto";
import { expect, test } from "vitest";
import { packOf } from "../../test/payers/credits.ts";
import { PayLinks } from "./pay-link.ts";

const links = new PayLinks("sk_test_one");
const NOW = Date.parse("2026-11-15T12:00:00Z");

test("each link names its agent, pack and expiry, and a new purchase", () => {
  const agentId = randomUUIDv7();
  const link = links.read(links.issue(agentId, packOf("1000"), NOW));
  expect(link).toMatchObject({ agentId, pack: packOf("1000"), expiresAt: NOW + 24 * 3_600_000 });
  const other = links.read(links.issue(agentId, packOf("1000"), NOW));
  expect(other?.purchaseId).not.toBe(link?.purchaseId);
});

test("one purchase always has the same link", () => {
  const link = { agentId: randomUUIDv7(), purchaseId: randomUUIDv7(), pack: packOf("100"), expiresAt: NOW };
  expect(links.write(link)).toBe(links.write(link));
  expect(links.read(links.write(link))).toEqual(link);
});

test("a changed character, a truncation or another secret invalidates a link", () => {
  const token = links.issue(randomUUIDv7(), packOf("500"), NOW);
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    expect(links.read(changed), `character ${at}`).toBeUndefined();
    expect(links.read(token.slice(0, at)), `cut at ${at}`).toBeUndefined();
  }
  for (const wrong of ["", `${token}A`, `${token}=`, `${token}%20`, "🗿", "a".repeat(10_000)]) {
    expect(links.read(wrong), wrong).toBeUndefined();
  }
  expect(new PayLinks("sk_test_two").read(token)).toBeUndefined();
});
