/** Builds a record with a value for each key. The return type of `Object.fromEntries` would lose the keys. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  const entries = keys.map((key) => [key, valueOf(key)] as const);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the type of fromEntries has no keys
  return Object.fromEntries(entries) as Record<Key, Value>;
}
