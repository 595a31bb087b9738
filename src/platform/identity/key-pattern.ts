// Defines the pattern that finds leaked keys. docs/security.md publishes it for other scanners, and a test compares both with
// generated keys.

/**
 * Matches a prefix, 65 base 62 digits, and a six-digit checksum. Covers keys, sitter keys, recovery codes, owner links, and ping
 * links.
 */
export const KEY_PATTERN = String.raw`\bdk[oprs]?_[0-9A-Za-z]{71}\b`;
