// Slices of what is due, so that several workers need not get into each other's way.

export const SLICES = 8;

/** SQL: whether a creature is of the slice that is asked for, or none is. */
export function inSlice(creatureId: string): string {
  return `($slice::integer IS NULL OR get_byte(uuid_send(${creatureId}), 15) % ${SLICES} = $slice)`;
}
