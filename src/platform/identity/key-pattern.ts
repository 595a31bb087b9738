// The pattern of a key, to find leaked ones. docs/security.md publishes it for other scanners; a test compares both
// with generated keys.

/** A prefix, 65 digits of base 62, and six of checksum: keys, sitter keys, recovery codes, owner links and ping links. */
export const KEY_PATTERN = String.raw`\bdk[oprs]?_[0-9A-Za-z]{71}\b`;
