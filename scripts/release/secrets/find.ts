// Finds secrets by patterns and checksums.
import { agentIdInKey, kindOfKey } from "../../../src/platform/identity/api-key.ts";
import { KEY_PATTERN } from "../../../src/platform/identity/key-pattern.ts";

interface SecretPattern {
  readonly name: string;
  readonly pattern: RegExp;
  /** Recognizes the matches that are secrets. Without this function, all are. */
  readonly isReal?: (found: string) => boolean;
}

const KINDS: readonly SecretPattern[] = [
  {
    name: "a Denkeeper key",
    pattern: new RegExp(KEY_PATTERN, "g"),
    isReal: (key) => agentIdInKey(key, kindOfKey(key)) !== undefined,
  },
  { name: "a Stripe key", pattern: /\b[sr]k_(?:live|test)_[0-9A-Za-z]{20,}/g },
  { name: "a webhook secret", pattern: /\bwhsec_[0-9A-Za-z+/]{24,}/g },
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[0-9A-Za-z+/]{40}/g },
  { name: "an AWS key", pattern: /\bAKIA[0-9A-Z]{16}\b/g },
  { name: "a GitHub token", pattern: /\bgh[pousr]_[0-9A-Za-z]{36}\b/g },
  { name: "an OpenAI key", pattern: /\bsk-(?:proj-)?[0-9A-Za-z]{40,}\b/g },
];

/** Values in tests that look like secrets. */
const MADE_UP = new Set([
  "sk_test_thekeyofahouseintests",
  "whsec_0123456789abcdef0123456789abcdef",
  "whsec_fedcba9876543210fedcba9876543210",
]);

/** Returns the secrets in a text, each as its kind and first characters. */
export function secretsIn(text: string): readonly string[] {
  return KINDS.flatMap(({ name, pattern, isReal = () => true }) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => isReal(found) && !MADE_UP.has(found))
      .map(([found]) => `${name}: ${found.slice(0, 10)}...`),
  );
}
