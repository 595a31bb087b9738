// The rules' only source of chance. It hashes stable inputs, so every server, replay, and browser computes the same life.

/** Mixes the bits of a 32-bit integer (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Hashes a text (FNV-1a) to a 32-bit seed for `chance` and `pick`. */
export function seedOf(text: string): number {
  let bits = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) bits = Math.imul(bits ^ text.charCodeAt(index), FNV_PRIME);
  return mix(bits);
}

/** Returns a number in [0, 1) that depends only on the seed and the key. A key is any safe integer, such as an instant. */
export function chance(seed: number, key: number): number {
  const low = key >>> 0;
  const high = Math.floor(key / 0x1_0000_0000) >>> 0;
  return mix(mix(seed ^ low) ^ Math.imul(high, 0x9e3779b1)) / 0x1_0000_0000;
}

export function pick<Item>(list: readonly [Item, ...Item[]], seed: number, key = 0): Item {
  return list[Math.floor(chance(seed, key) * list.length)] ?? list[0];
}
