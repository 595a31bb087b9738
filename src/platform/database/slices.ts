// Divides due rows into slices, so that concurrent workers process different rows.

export const SLICES = 8;

/** SQL condition that selects the creatures of `$slice`, or all creatures if it is null. */
export function inSlice(creatureId: string): string {
  return `($slice::integer IS NULL OR get_byte(uuid_send(${creatureId}), 15) % ${SLICES} = $slice)`;
}
