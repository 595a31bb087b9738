// Caches values that are expensive to compute and always equal for an object. A value is computed on first use and cached for the
// life of the object.

export function lazy<Value>(compute: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => (cached ??= { value: compute() }).value;
}

export function once<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cached = new WeakMap<Key, Value>();
  return (key) => {
    const known = cached.get(key) ?? compute(key);
    cached.set(key, known);
    return known;
  };
}
