/** A record with a value for each key. `Object.fromEntries` would forget which keys it has. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  const entries = keys.map((key) => [key, valueOf(key)] as const);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: TypeScript's type of fromEntries has no keys
  return Object.fromEntries(entries) as Record<Key, Value>;
}
