// How a key looks from outside, for those who search texts for leaked ones. docs/security.md publishes it for other
// scanners; a test holds both against the keys that are really made.

/** 65 digits of base 62 behind the prefix, then six of checksum: keys, sitters' keys and recovery codes. */
export const KEY_PATTERN = String.raw`\bdk[rs]?_[0-9A-Za-z]{71}\b`;
