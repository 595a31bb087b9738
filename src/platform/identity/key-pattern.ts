// The pattern of a key, for finding leaked ones. docs/security.md publishes it for other scanners; a test compares both
// with generated keys.

/** 65 digits of base 62 behind the prefix, then six of checksum: keys, sitters' keys, recovery codes, owner links and ping links. */
export const KEY_PATTERN = String.raw`\bdk[oprs]?_[0-9A-Za-z]{71}\b`;
