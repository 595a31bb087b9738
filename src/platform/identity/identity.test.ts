// Tests ids, names, and keys of agents.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentIdOf, isTestName, isUuid } from "./agent-id.ts";
import { agentIdInKey, hashOfKey, newKey } from "./api-key.ts";
import { freshName } from "./fresh-name.ts";
import { isUsername, usernameTyped } from "./username.ts";

const username = fc.stringMatching(/^[a-z0-9_-]{2,50}$/);

describe("agent ids", () => {
  test("an agent id is a stable UUIDv5 of the lowercase name", () => {
    expect(agentIdOf("Luna")).toBe(agentIdOf("luna"));
    expect(agentIdOf("luna")).toBe("649551e2-74ba-53e0-bf72-047ea579d198");
    fc.assert(
      fc.property(username, (name) => {
        expect(agentIdOf(name)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  test("test accounts are recognized by their name prefix", () => {
    for (const name of ["test-a", "e2e-a", "dev-a", "ci-a", "seed-a"]) expect(isTestName(name)).toBe(true);
    for (const name of ["tester", "atest-", "seedling"]) expect(isTestName(name)).toBe(false);
  });
});

describe("keys", () => {
  test("a key contains its agent's id", () => {
    fc.assert(
      fc.property(username, (name) => {
        const id = agentIdOf(name);
        const key = newKey(id);
        expect(key).toMatch(/^dk_[0-9A-Za-z]{71}$/);
        expect(agentIdInKey(key)).toBe(id);
      }),
    );
  });

  test("two keys of one agent differ", () => {
    const id = agentIdOf("luna");
    expect(newKey(id)).not.toBe(newKey(id));
    expect(hashOfKey(newKey(id))).toHaveLength(32);
  });

  test("a key with any changed, missing, or added character is invalid", () => {
    const key = newKey(agentIdOf("luna"));
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.stringMatching(/^[0-9A-Za-z]$/), (at, letter) => {
        fc.pre(key[at] !== letter);
        expect(agentIdInKey(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
        expect(agentIdInKey(key.slice(0, at) + key.slice(at + 1))).toBeUndefined();
        expect(agentIdInKey(key.slice(0, at) + letter + key.slice(at))).toBeUndefined();
      }),
    );
    for (const garbage of ["", "dk_", "garbage", key.toUpperCase(), key.replace("dk_", "sk_"), `${key}é`]) {
      expect(agentIdInKey(garbage)).toBeUndefined();
    }
  });
});

test("a proposed username is valid", () => {
  fc.assert(
    fc.property(username, (name) => {
      expect(freshName(name)).toMatch(/^[a-z0-9_-]{2,50}$/);
    }),
  );
});

describe("usernames", () => {
  test("a username is recognized in any letter case", () => {
    fc.assert(fc.property(username, (name) => isUsername(name) && isUsername(name.toUpperCase())));
    for (const text of ["", "a", "a".repeat(51), "@ada", "ada ", "ad.a", "\u212Aeeper"])
      expect(isUsername(text)).toBe(false);
  });

  test("a username may be typed with an @ and surrounding spaces", () => {
    for (const text of ["ada", "@ada", " @Ada "]) expect(usernameTyped(text)).toBe("ada");
    for (const text of [null, "", "@", "@@ada", "ada lovelace"]) expect(usernameTyped(text)).toBeUndefined();
  });
});

test("a UUID is recognized only in its canonical spelling", () => {
  const id = agentIdOf("luna");
  expect(isUuid(id)).toBe(true);
  for (const text of ["", id.toUpperCase(), `${id}0`, id.replaceAll("-", ""), ` ${id}`])
    expect(isUuid(text)).toBe(false);
});
