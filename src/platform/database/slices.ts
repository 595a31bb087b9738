// Slices of due rows, so that concurrent workers take different ones.

export const SLICES = 8;

/** SQL: whether a creature is in the slice `$slice`, or there is none. */
export function inSlice(creatureId: string): string {
  return `($slice::integer IS NULL OR get_byte(uuid_send(${creatureId}), 15) % ${SLICES} = $slice)`;
}
